"""Bodies that are too large, never end, or break the rules of chunks."""

from __future__ import annotations

from collections.abc import Callable

from tests.sdk.network.behaviours.keep_alive import UNASKED
from tests.sdk.network.behaviours.registry import BROKEN, LATE, UNDECODABLE, VALUE, Fails, behaviour
from tests.sdk.network.raw_server import Conversation, head

MEGABYTE = b" " * 1_000_000


def with_chunks(name: str, chunks: bytes, fails: Fails = "wire", *, then_holds: bool = False) -> None:
    """Add the behaviour of an answer with these bytes in place of its chunks."""

    def run(talk: Conversation) -> None:
        talk.read_request()
        talk.send(talk.chunked(), chunks)
        if then_holds:
            talk.hold()

    behaviour(name=name, fails=fails)(run)


with_chunks("chunk_size_not_hexadecimal", b"five\r\nhello\r\n0\r\n\r\n")
with_chunks("chunk_size_negative", b"-5\r\nhello\r\n0\r\n\r\n")
with_chunks("chunk_size_with_prefix", b"0x5\r\nhello\r\n0\r\n\r\n")
with_chunks("chunk_size_empty", b"\r\nhello\r\n0\r\n\r\n")
with_chunks("chunk_size_huge", b"7fffffffffffffff\r\nhello", then_holds=True)
with_chunks("chunk_size_of_thirty_digits", b"f" * 30 + b"\r\nhello", then_holds=True)
with_chunks("chunk_size_of_5000_digits", b"f" * 5000 + b"\r\nhello", then_holds=True)
with_chunks("chunk_longer_than_its_size", b"2\r\nhello\r\n0\r\n\r\n")
with_chunks("chunk_terminator_missing", b"5\r\nhello0\r\n\r\n")


@behaviour(fails="wire")
def chunk_extensions_without_end(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.chunked(), b"5;")
    talk.flood(b"a=b;")


@behaviour(fails="wire")
def trailers_without_end(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.chunked(), b"%x\r\n%b\r\n0\r\n" % (len(talk.good.body), talk.good.body))
    talk.flood(b"a: b\r\n")


@behaviour()
def trailers_repeat_the_head(talk: Conversation) -> None:
    for _ in talk.requests():
        body = talk.good.body
        talk.send(
            talk.chunked(), b"%x\r\n%b\r\n0\r\n" % (len(body), body), b"content-length: 1\r\nset-cookie: a=b\r\n\r\n"
        )


@behaviour()
def chunks_of_one_byte(talk: Conversation) -> None:
    talk.read_request()
    parts = [b"1\r\n%c\r\n" % byte for byte in talk.good.body + b" " * 5000]
    talk.send(talk.chunked(), b"".join(parts) + b"0\r\n\r\n")


@behaviour(fails="json", heavy=True)
def body_of_100_megabytes(talk: Conversation) -> None:
    talk.read_request()
    body = talk.good.body
    talk.send(talk.answer(length=len(body) + 100 * len(MEGABYTE)))
    for _ in range(100):
        talk.send(MEGABYTE)


@behaviour(fails="json", heavy=True)
def body_without_end(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.answer(length=-1))
    talk.flood(b" " * 65536)


@behaviour(fails="json", heavy=True)
def chunks_without_end(talk: Conversation) -> None:
    talk.read_request()
    body = talk.good.body
    talk.send(talk.chunked(), b"%x\r\n%b\r\n" % (len(body), body))
    talk.flood(b"8000\r\n" + b" " * 0x8000 + b"\r\n")


@behaviour(fails="wire", heavy=True)
def error_body_without_end(talk: Conversation) -> None:
    talk.read_request()
    talk.send(talk.answer(status="400 Bad Request", length=-1))
    talk.flood(b" " * 65536)


SEEN = LATE + UNDECODABLE
"""The results of reading in parts, which may notice that more follows the end of a document."""


def with_chunk(
    name: str,
    spell: Callable[[bytes], bytes],
    outcomes: tuple[str, ...],
    in_parts: tuple[str, ...] = (),
    on_aiohttp: tuple[str, ...] = (),
) -> None:
    """Add the behaviour of good answers whose body is one chunk, spelled in another way."""

    def run(talk: Conversation) -> None:
        for _ in talk.requests() if VALUE in (outcomes, on_aiohttp) else talk.only_request():
            talk.send(talk.chunked() + spell(talk.good.body))

    behaviour(name=f"chunk_{name}", calls=2, outcomes=outcomes, in_parts=in_parts, on_aiohttp=on_aiohttp)(run)


def sized(size: str, last: str = "0\r\n\r\n", *, end: str = "\r\n", after: str = "\r\n") -> Callable[[bytes], bytes]:
    """Return a function that makes a chunk; `size` and `last` format the number of its bytes."""

    def spell(body: bytes) -> bytes:
        number = len(body)
        first = f"{size.format(number)}{end}".encode("latin-1")
        return first + body + f"{after}{last.format(number)}".encode("latin-1")

    return spell


with_chunk("size_in_capitals_with_zeros", sized("{:016X}", "000\r\n\r\n"), VALUE)
with_chunk("size_of_5000_zeros", sized("{:05000x}"), BROKEN, on_aiohttp=VALUE)
with_chunk("size_before_blanks", sized("{:x} \t"), VALUE)
with_chunk("size_after_a_space", sized(" {:x}"), BROKEN)
with_chunk("size_with_sign", sized("+{:x}"), BROKEN)
with_chunk("size_with_underscore", sized("0_{:x}"), BROKEN)
with_chunk("size_with_nul", sized("{:x}\0"), BROKEN)
with_chunk("size_not_ascii", sized("\xef\xbc\x90{:x}"), BROKEN)
with_chunk("last_with_prefix", sized("{:x}", "0x0\r\n\r\n"), BROKEN)
with_chunk("last_negative", sized("{:x}", "-0\r\n\r\n"), BROKEN)
# A counter of 32 or 64 bits that overflows would find the body whole.
with_chunk("size_plus_2_to_the_32", lambda body: sized(f"{2**32 + len(body):x}")(body), LATE, in_parts=SEEN)
with_chunk(
    "size_plus_2_to_the_64",
    lambda body: sized(f"{2**64 + len(body):x}")(body),
    LATE,
    in_parts=SEEN,
    on_aiohttp=BROKEN,
)
with_chunk("size_of_2_to_the_64_minus_1", sized("f" * 16), LATE, in_parts=SEEN)
with_chunk("extension_quoted", sized('{:x};a="b;\\"c";d', "0;e=f\r\n\r\n"), VALUE)
with_chunk("extension_of_60_kilobytes", sized("{:x};a=" + "b" * 60_000), VALUE)
with_chunk("extension_without_a_name", sized("{:x};"), VALUE, on_aiohttp=BROKEN)
with_chunk("extension_with_nul", sized("{:x};a=\0"), VALUE, on_aiohttp=BROKEN)
with_chunk("extension_with_carriage_return", sized("{:x};a=\rb"), VALUE, on_aiohttp=BROKEN)
with_chunk("extension_with_line_feed", sized("{:x};a=\nb"), BROKEN)
with_chunk("extension_without_semicolon", sized("{:x} a=b"), BROKEN)
with_chunk("extension_without_a_size", sized(";a=b"), BROKEN)
with_chunk("size_ends_in_line_feed", sized("{:x}", end="\n"), BROKEN)
with_chunk("size_ends_in_carriage_return", sized("{:x}", end="\r"), BROKEN)
with_chunk("content_ends_in_line_feed", sized("{:x}", after="\n"), BROKEN, on_aiohttp=VALUE)
with_chunk("content_ends_in_letters", sized("{:x}", after="XX"), BROKEN)
with_chunk("after_a_blank_line", sized("\r\n{:x}"), BROKEN)
with_chunk("last_without_its_blank_line", sized("{:x}", "0\r\n"), LATE)


@behaviour(calls=2, outcomes=VALUE)
def chunks_with_extensions_of_16_kilobytes(talk: Conversation) -> None:
    for _ in talk.requests():
        body, extension = talk.good.body, b"a" * 16_000
        parts = [
            b"%x;%b\r\n%b\r\n" % (len(part), extension, part)
            for part in (body[at : at + 9] for at in range(0, len(body), 9))
        ]
        talk.send(talk.chunked() + b"".join(parts) + b"0\r\n\r\n")


def with_no_body(
    name: str, status: str, outcomes: tuple[str, ...], *fields: str, body: bytes = b"", on_aiohttp: tuple[str, ...] = ()
) -> None:
    """Add the behaviour of a status without a body, with headers or with bytes of one."""
    allowed = status.startswith("204") and outcomes != BROKEN  # by some calls
    in_parts = BROKEN + UNDECODABLE + ("APIStatusError",) if allowed else ()

    def run(talk: Conversation) -> None:
        for _ in talk.only_request() if body else talk.requests():
            talk.send(head(status, *fields) + body)

    add = behaviour(
        name=f"status_{status[:3]}_{name}",
        calls=2,
        fails="empty" if allowed else "",
        outcomes=outcomes,
        in_parts=in_parts,
        on_aiohttp=on_aiohttp,
    )
    add(run)


CHUNKED = "transfer-encoding: chunked"
for _status, _outcomes in (("204 No Content", VALUE + UNDECODABLE), ("304 Not Modified", ("APIStatusError",))):
    with_no_body("with_a_length", _status, _outcomes, "content-length: 10")
    with_no_body("with_a_negative_length", _status, BROKEN, "content-length: -1")
    with_no_body("that_announces_chunks", _status, _outcomes, CHUNKED)
    with_no_body("with_chunks", _status, _outcomes, CHUNKED, body=b"2\r\n{}\r\n0\r\n\r\n")
    with_no_body("with_a_body", _status, _outcomes, "content-length: 5", body=b"hello")
    with_no_body("then_an_answer", _status, _outcomes, body=head(UNASKED, "content-length: 0"))
