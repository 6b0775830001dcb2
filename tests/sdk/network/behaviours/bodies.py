"""Bodies that are too large, never end, or break the rules of chunks."""

from __future__ import annotations

from tests.sdk.network.behaviours.registry import Fails, behaviour
from tests.sdk.network.raw_server import Conversation

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
