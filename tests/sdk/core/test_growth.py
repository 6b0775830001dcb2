"""Every parser of data from a server takes linear time: about eight times as long for eight times as much.

`python tests/sdk/core/test_growth.py` prints the growth of each reader.
"""

from __future__ import annotations

import gc
import io
import json
import time
import zipfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

from trivet import Headers
from trivet._core.body_bounds import has_more_values
from trivet._core.converter import faults
from trivet._core.files import file_name
from trivet._core.incremental_reader import CsvReader, JsonReader, NotWholeError
from trivet._core.ranges import body_range, validator
from trivet._core.retry import retry_after
from trivet._core.sse import EventParser
from trivet._core.status_errors import problem
from trivet.agent import (
    AssistantMessage,
    MessagePartDelta,
    MessagePartDeltaEvent,
    MessagePartUpdated,
    MessagePartUpdatedEvent,
    TextPart,
)
from trivet.agent._store.transcript import PartBuilder
from trivet.agent._turns.answer import Attribution, TurnAnswer
from trivet.bus import BusStops
from trivet.bus._formats import atom
from trivet.bus._volume import rows

MOST = 24
"""The most times as long for eight times as much. Linear time shows 8, some 12 on a busy machine, quadratic time 64."""


class GrowthCase(NamedTuple):
    """One reader and one kind of input.

    Attributes:
        reader: The parser.
        sent: The data that the server sends.
        size: The size n of the input: bytes, unless `sent` says otherwise.
        make: Makes an input of a size, and returns the function that is measured.
    """

    reader: str
    sent: str
    size: int
    make: Callable[[int], Callable[[], object]]


def feed(new: Callable[[], Any], start: bytes, repeated: bytes, *, whole: bool = False) -> Callable[[int], Any]:
    """Feed a reader a start and then repeated bytes, one a chunk or all in one."""

    def make(size: int) -> Callable[[], object]:
        rest = (repeated * (size // len(repeated) + 1))[:size]
        chunks = [start, rest] if whole else [start, *(rest[at : at + 1] for at in range(size))]

        def run() -> None:
            reader = new()
            with suppress(ValueError):  # a limit was reached, or the bytes are malformed
                for chunk in chunks:
                    for _ in reader.feed(chunk):
                        pass

        return run

    return make


def call(read: Callable[[Any], object], sent: Callable[[int], Any]) -> Callable[[int], Callable[[], object]]:
    """Call a function with an input of a size."""

    def make(size: int) -> Callable[[], object]:
        argument = sent(size)

        def run() -> None:
            with suppress(ValueError):
                read(argument)

        return run

    return make


def document() -> JsonReader[Any]:
    return JsonReader("items", lambda item, _: item, 1_000_000)


def count_values(body: bytes) -> bool:
    return has_more_values(body, len(body) // 4)  # more separators than that, and fewer values: all of it is searched


def now() -> datetime:
    return datetime(2026, 3, 1, tzinfo=UTC)


def disposition(text: bytes) -> str | None:
    return file_name(Headers([(b"content-disposition", text)]))


ENTRY = b"<entry><content><m:properties><d:A>1</d:A><d:B>x</d:B></m:properties></content></entry>"
SHAPE: atom.Shape = {"value": [{"A": int}]}


def feed_document(content: bytes, attributes: bytes = b"") -> bytes:
    return b'<feed xmlns:m="m" xmlns:d="d" ' + attributes + b">" + content + b"</feed>"


def parse_atom(content: bytes) -> object:
    return atom.parse(content, SHAPE)


def volume_zip(names: Iterable[str], text: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, text)
    return buffer.getvalue()


def in_file(read: Callable[[Path], object], sent: Callable[[int], bytes]) -> Callable[[int], Callable[[], object]]:
    """Read a file of a size."""

    def make(size: int) -> Callable[[], object]:
        content = sent(size)

        def run() -> None:
            with TemporaryDirectory() as folder, suppress(ValueError):
                path = Path(folder, "volume.zip")
                path.write_bytes(content)
                read(path)

        return run

    return make


HEADER = "YEAR_MONTH,DAY_TYPE,TIME_PER_HOUR,PT_TYPE,PT_CODE,TOTAL_TAP_IN_VOLUME,TOTAL_TAP_OUT_VOLUME\n"
ROW = "2025-04,WEEKDAY,8,BUS,01012,120,7\n"


def count_rows(path: Path) -> int:
    return sum(1 for _ in rows.read_stop_volumes(path))


def deltas(size: int) -> Callable[[], object]:
    """Feed the text of a turn deltas of one letter."""
    part = TextPart(type="text", id="p", text="")
    answer = AssistantMessage(id="m", type="assistant", content=[part])
    updated = MessagePartUpdated(session_id="s", message_id="m", part=part)
    snapshot = MessagePartUpdatedEvent(id="", type="message.part.updated", payload=updated)
    letter = MessagePartDelta(session_id="s", message_id="m", part_id="p", field="text", delta="x")
    delta = MessagePartDeltaEvent(id="", type="message.part.delta", payload=letter)

    def run() -> None:
        text = TurnAnswer(Attribution("prompt", promoted=True))
        text.merge(text.transcript.begin(), [answer])
        text.receive(snapshot)
        assert sum(len(text.receive(delta)) for _ in range(size)) == size

    return run


def uncertain(size: int) -> Callable[[], object]:
    """Append deltas of one letter to a fetched part that may already hold them, and read the part after each."""
    part = TextPart(type="text", id="p", text="x" * size + "y" + "x" * (size // 2))

    def run() -> None:
        builder = PartBuilder(part)
        built = None
        for _ in range(size):
            builder.append("text", "x")
            built = builder.build()
        assert isinstance(built, TextPart)
        assert built.text == f"{part.text}{'x' * (size - size // 2)}"

    return run


CASES = [
    GrowthCase("JSON document", "a text, byte by byte", 10_000, feed(document, b'{"items":["', b"x")),
    GrowthCase("JSON document", "escapes, byte by byte", 10_000, feed(document, b'{"items":["', b"\\\\")),
    GrowthCase("JSON document", "a number, byte by byte", 10_000, feed(document, b'{"items":[', b"1")),
    GrowthCase("JSON document", "white space, byte by byte", 10_000, feed(document, b'{"items":[', b" ")),
    GrowthCase("JSON document", "white space after its end", 10_000, feed(document, b'{"items":[],"total":0}', b" ")),
    GrowthCase("JSON document", "a name, byte by byte", 10_000, feed(document, b'{"', b"x")),
    GrowthCase("JSON document", "an array in an item, byte by byte", 10_000, feed(document, b'{"items":[[', b"[],")),
    GrowthCase("JSON document", "texts in an item, byte by byte", 10_000, feed(document, b'{"items":[["', b'\\"","')),
    GrowthCase("JSON document", "a field to skip, byte by byte", 10_000, feed(document, b'{"other":"', b"x")),
    GrowthCase("JSON document", "small items, byte by byte", 5_000, feed(document, b'{"items":[', b"1,")),
    GrowthCase("JSON document", "small items in one chunk", 10_000, feed(document, b'{"items":[', b"1,", whole=True)),
    GrowthCase(
        "JSON document", "escapes in one chunk", 200_000, feed(document, b'{"items":[["a","', b"\\n", whole=True)
    ),
    GrowthCase("JSON document", "texts in one chunk", 200_000, feed(document, b'{"items":[[', b'"a",', whole=True)),
    GrowthCase("JSON document", "brackets in one chunk", 30_000, feed(document, b'{"items":[[', b"[],", whole=True)),
    GrowthCase(
        "values of JSON", "texts with commas", 200_000, call(count_values, lambda n: b"[" + b'"a,b",' * (n // 6))
    ),
    GrowthCase("values of JSON", "a text of commas", 200_000, call(count_values, lambda n: b'["' + b"," * n)),
    GrowthCase("values of JSON", "escaped quotes", 200_000, call(count_values, lambda n: b'["' + b'\\",' * (n // 3))),
    GrowthCase("values of JSON", "escaped commas", 200_000, call(count_values, lambda n: b'["' + b"\\," * (n // 2))),
    GrowthCase("values of JSON", "short texts", 200_000, call(count_values, lambda n: b"[" + b'",,,"' * (n // 5))),
    GrowthCase(
        "values of JSON", "quotes without ends", 200_000, call(count_values, lambda n: b'["' + b'\\,,"\\' * (n // 5))
    ),
    GrowthCase("CSV table", "a line without an end, byte by byte", 20_000, feed(CsvReader, b"a\n", b"x")),
    GrowthCase("CSV table", "quotes, byte by byte", 20_000, feed(CsvReader, b'a\n"', b'""')),
    GrowthCase("CSV table", "line ends in a cell, byte by byte", 10_000, feed(CsvReader, b'a\n"', b"\n")),
    GrowthCase("CSV table", "small rows in one chunk", 10_000, feed(CsvReader, b"a\n", b"1\n", whole=True)),
    GrowthCase("CSV table", "a row of empty cells in one chunk", 100_000, feed(CsvReader, b"a\n", b",", whole=True)),
    GrowthCase("event stream", "a line without an end, byte by byte", 10_000, feed(EventParser, b"data: ", b"x")),
    GrowthCase("event stream", "small events, byte by byte", 10_000, feed(EventParser, b"", b"data: x\n\n")),
    GrowthCase("event stream", "an event of many lines, byte by byte", 10_000, feed(EventParser, b"", b"data\n")),
    GrowthCase("event stream", "comments, byte by byte", 10_000, feed(EventParser, b"", b":\n")),
    GrowthCase("event stream", "line ends, byte by byte", 10_000, feed(EventParser, b"", b"\r")),
    GrowthCase("event stream", "line ends in one chunk", 200_000, feed(EventParser, b"", b"\n", whole=True)),
    GrowthCase("Atom document", "entries (n of them)", 1_000, call(parse_atom, lambda n: feed_document(ENTRY * n))),
    GrowthCase(
        "Atom document",
        "n elements in a namespace of n bytes",
        4_000,
        call(parse_atom, lambda n: feed_document(b"<a/>" * n + ENTRY, b'xmlns="' + b"u" * n + b'"')),
    ),
    GrowthCase(
        "Atom document",
        "n attributes in a namespace of n bytes",
        2_000,
        call(
            parse_atom,
            lambda n: feed_document(
                ENTRY, b'xmlns:x="' + b"u" * n + b'" ' + b" ".join(b'x:a%d=""' % number for number in range(n))
            ),
        ),
    ),
    GrowthCase(
        "Atom document",
        "declarations of n prefixes",
        2_000,
        call(parse_atom, lambda n: feed_document(ENTRY, b" ".join(b'xmlns:x%d="u"' % number for number in range(n)))),
    ),
    GrowthCase(
        "Atom document",
        "a text in pieces",
        50_000,
        call(parse_atom, lambda n: feed_document(ENTRY.replace(b"x", b"<!---->&amp;" * (n // 12)))),
    ),
    GrowthCase(
        "headers", "one name n times", 5_000, call(lambda raw: dict(Headers(raw)), lambda n: [(b"a", b"x" * 50)] * n)
    ),
    GrowthCase(
        "headers",
        "n names",
        5_000,
        call(lambda raw: dict(Headers(raw)), lambda n: [(b"a%d" % number, b"x") for number in range(n)]),
    ),
    GrowthCase(
        "Retry-After", "digits", 100_000, call(lambda text: retry_after({"retry-after": text}, now), "9".__mul__)
    ),
    GrowthCase(
        "Retry-After", "words", 1_000_000, call(lambda text: retry_after({"retry-after": text}, now), "Mon, ".__mul__)
    ),
    GrowthCase(
        "Content-Disposition", "quoted semicolons", 5_000, call(disposition, lambda n: b'a; filename="' + b";" * n)
    ),
    GrowthCase(
        "Content-Disposition",
        "n parts of a name",
        2_000,
        call(disposition, lambda n: b"a" + b"".join(b'; filename*%d="x"' % number for number in range(n))),
    ),
    GrowthCase(
        "Content-Range, ETag",
        "digits",
        100_000,
        call(
            lambda text: (body_range(206, {"content-range": f"bytes {text}-"}, 0), validator({"etag": text})),
            "9".__mul__,
        ),
    ),
    GrowthCase("error body", "words", 50_000, call(problem, lambda n: b" x" * (n // 2))),
    GrowthCase(
        "error body",
        "nested arrays around texts",
        20_000,
        call(problem, lambda n: b"[" * 100 + b'"x",' * (n // 4) + b"1" + b"]" * 100),
    ),
    GrowthCase(
        "error body",
        "texts in an array",
        20_000,
        call(problem, lambda n: json.dumps(["x"] * (n // 4)).encode()),
    ),
    GrowthCase(
        "strict decoding",
        "n wrong items",
        20_000,
        call(lambda data: faults(data, BusStops), lambda n: {"value": [1] * n}),
    ),
    GrowthCase(
        "volume file", "rows (n of them)", 5_000, in_file(count_rows, lambda n: volume_zip(["a.csv"], HEADER + ROW * n))
    ),
    GrowthCase("volume file", "line ends", 200_000, in_file(rows.problem, lambda n: volume_zip(["a.csv"], "\n" * n))),
    GrowthCase("volume file", "one line", 200_000, in_file(rows.problem, lambda n: volume_zip(["a.csv"], "x" * n))),
    GrowthCase(
        "volume file",
        "a directory of n files",
        300,
        in_file(rows.problem, lambda n: volume_zip([*map(str, range(n)), "a.csv"], "")),
    ),
    GrowthCase("text of a turn", "n deltas of a letter", 5_000, deltas),
    GrowthCase("text of a view", "n deltas of a letter that it ends with", 500, uncertain),
]


def seconds(case: GrowthCase, size: int) -> float:
    """Measure the processor time of one input, without garbage collection, whose share depends on other objects."""
    run = case.make(size)
    case.make(8)()  # the first run imports the modules that are loaded lazily
    gc.disable()
    try:
        begun = time.process_time()
        run()
        return time.process_time() - begun
    finally:
        gc.enable()


def growth(case: GrowthCase) -> tuple[float, float]:
    """Return the times of n and of 8n; the first of three tries that is linear, or else the best."""
    tries: list[tuple[float, float]] = []
    for _ in range(3):
        tries.append((seconds(case, case.size), seconds(case, 8 * case.size)))
        if tries[-1][1] < MOST * tries[-1][0]:
            break
    return min(tries, key=lambda times: times[1] / times[0])


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=[f"{case.reader}: {case.sent}" for case in CASES])
def test_time_grows_with_the_input(case: GrowthCase):
    short, long = growth(case)
    # If it takes no time, the input is refused at its start.
    assert long < MOST * short or long < 0.001


def test_end_of_a_long_document_is_found_at_once():
    reader = document()
    list(reader.feed(b'{"items":[' + b"1" * 1_000_000))
    with pytest.raises(NotWholeError):
        list(reader.end())


if __name__ == "__main__":
    print("| reader | sent | n | n, ms | 8n, ms | growth |\n|---|---|---:|---:|---:|---:|")
    for case in CASES:
        first, eighth = growth(case)
        print(
            f"| {case.reader} | {case.sent} | {case.size:,} | {1e3 * first:.2f} | {1e3 * eighth:.2f} "
            f"| {eighth / first:.1f} |"
        )
