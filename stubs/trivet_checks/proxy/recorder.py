"""The recording of the proxy: a file for each exchange, without secrets, and for a bus service a snapshot of lists.

It is written while requests pass; `trivet_stubs.recordings` reads it.
"""

import contextlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast
from urllib.parse import urlencode

from trivet_checks.exchanges.gate import CleanBody, Gate
from trivet_checks.proxy.passed import EVENT_STREAM, BrokenCoding, Passed, Unjudged, unpack
from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.event_splitter import EventCutter, EventTooLarge
from trivet_stubs.kernel.files import create_file
from trivet_stubs.kernel.json_text import dumps
from trivet_stubs.kernel.operation import Operation
from trivet_stubs.kernel.routing import RouteMatch
from trivet_stubs.kernel.spec import JsonObject, resolve, target_of
from trivet_stubs.recordings.recorded_exchanges import EXCHANGES, FORMAT, UTF_8

_KEPT_HEADERS = ("cache-control", "content-disposition", "content-type", "retry-after")
_MAX_BYTES = 1024 * 1024 * 1024
_MAX_EXCHANGES = 100_000

_OFFSET = "$skip"


class Recording:
    """Writes exchanges to a folder; for one thread.

    Args:
        folder: A folder that is empty, or is created.
        service: The service.
        gate: Takes the secrets out of an exchange.

    Raises:
        ValueError: The folder cannot be used.
    """

    def __init__(self, folder: Path, service: str, gate: Gate) -> None:
        prepare_folder(folder)
        self.counts: Counter[str] = Counter()
        """The numbers of recorded exchanges and records, and of those not recorded, by their descriptions."""
        self.problem: str = ""
        """Why the recording has stopped; empty if it has not."""
        self._folder = folder
        self._gate = gate
        self._snapshot = Snapshot(folder) if service == "bus" else None
        self._number = 0
        self._bytes = 0
        try:
            (folder / EXCHANGES).mkdir(0o700)
            write_whole(folder / "recording.json", dumps({"format": FORMAT, "service": service}))
        except OSError as error:
            raise ValueError(f"record: {folder}: {error.strerror}") from error

    def add(self, match: RouteMatch, passed: Passed) -> None:
        """Record an exchange, if it has an operation of the contract and is complete."""
        streams = passed.media_type == EVENT_STREAM
        whole = passed.ending == "complete" or (streams and passed.ending != "no answer")
        if self.problem or match.operation is None or passed.status is None or not whole:
            return
        if not passed.request_complete:
            return
        try:
            self._write(match.operation, passed)
        except (Unjudged, BrokenCoding, EventTooLarge, RecursionError, TypeError, ValueError) as error:
            self.counts[f"not recorded: {self._gate.message(str(error))}"[:120]] += 1
        except OSError as error:
            # A full disk must not end the traffic.
            self.problem = f"the recording has stopped: {error.strerror or error}"

    def finish(self) -> list[str]:
        """End the recording; return the problems that made it incomplete."""
        if self._snapshot is None:
            return [self.problem] if self.problem else []
        try:
            counts, missing = self._snapshot.finish()
        except OSError as error:
            self.problem = self.problem or f"the snapshot could not be finished: {error.strerror or error}"
            return [self.problem]
        self.counts.update({f"{name} (records)": count for name, count in counts.items()})
        self.counts.update({f"incomplete: {gap}": 1 for gap in missing})
        return [self.problem] if self.problem else []

    def _write(self, operation: Operation, passed: Passed) -> None:
        answer: dict[str, Any] = {
            "status": passed.status or 0,
            "headers": self._gate.headers(passed.headers, _KEPT_HEADERS),
        }
        if passed.media_type == EVENT_STREAM and passed.body.size:
            body = unpack(passed.body.content(), passed.coding)
            answer["events"] = [
                self._event(passed, frame.data) for frame in EventCutter().feed(body) if frame.data is not None
            ]
        else:
            answer |= self._content(
                self._gate.answer(operation, passed.status or 0, passed.headers, passed.body.content())
            )
        sent = self._content(self._gate.request(operation, passed.request_headers, passed.request_body.content()))
        # The secrets of the bodies are known from here on, and may be in the path and in the query, too.
        pairs = self._gate.query(operation, passed.pairs())
        is_page = self._snapshot is not None and passed.status == 200 and self._snapshot.takes(operation, pairs)
        if self._snapshot is not None and is_page and "json" in answer:
            self._snapshot.add(operation, pairs, answer["json"])
            return
        request: dict[str, Any] = {
            "operation": operation.id,
            "method": passed.method,
            "path": self._gate.path(operation, passed.path),
            "query": urlencode(pairs),
            "caller": self._gate.caller(passed.request_headers),
        }
        sent.pop("charset", None)
        if "text" in sent:  # the body of a request that is not JSON stands in its place
            sent["json"] = sent.pop("text")
        request |= sent
        self._save(dumps({"request": request, "answer": answer}, indent=True))

    def _content(self, body: CleanBody) -> dict[str, Any]:
        """Return the members of a body in the file of its exchange."""
        if body.form == "empty":
            return {}
        if body.form == "omitted":
            self.counts[f"bodies omitted: {body.value['reason']}"[:120]] += 1
        content: dict[str, Any] = {body.form: body.value}
        if body.form == "text" and body.charset != UTF_8:
            content["charset"] = body.charset
        return content

    def _save(self, content: bytes) -> None:
        if self._bytes + len(content) > _MAX_BYTES or self._number >= _MAX_EXCHANGES:
            self.problem = f"the recording has stopped: it is full ({_MAX_EXCHANGES} exchanges or {_MAX_BYTES} bytes)"
            return
        self._number += 1
        self._bytes += len(content)
        write_whole(self._folder / EXCHANGES / f"{self._number:06d}.json", content)
        self.counts["exchanges"] += 1

    def _event(self, passed: Passed, data: bytes) -> Any:
        event = self._gate.event(passed.headers, data)
        content = self._content(event)
        return content if event.form == "omitted" else content.get(event.form, "")


class _Page(NamedTuple):
    length: int
    dropped: int
    """The number of its records that were left out."""


class Snapshot:
    """Keeps each page of each list in a file of its own; at the end, only the pages without a gap before them.

    It leaves out pages of filtered lists, and records that the contract forbids, which a stub would refuse to read.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pages: dict[str, dict[int, _Page]] = {}
        """The pages by their offsets, by operation."""
        self._ended: set[str] = set()

    def takes(self, operation: Operation, pairs: list[tuple[str, str]]) -> bool:
        """Whether an answer is a page of a list."""
        return "x-paging" in operation.raw and all(name == _OFFSET for name, _ in pairs)

    def add(self, operation: Operation, pairs: list[tuple[str, str]], answer: Any) -> None:
        """Keep a page.

        Raises:
            OSError: The page cannot be written.
        """
        rows: Any = cast(JsonObject, answer).get("value") if isinstance(answer, dict) else None
        skip = dict(pairs).get(_OFFSET, "0")
        if not isinstance(rows, list) or not skip.isdigit():
            return
        pages = self._pages.setdefault(operation.id, {})
        records = cast(Sequence[Any], rows)
        if not records:
            self._ended.add(operation.id)
            return
        kept = list(_allowed(operation, records))
        pages[int(skip)] = _Page(len(records), len(records) - len(kept))
        write_whole(self._path(operation.id, int(skip)), dumps({"value": kept}))

    def finish(self) -> tuple[dict[str, int], list[str]]:
        """Remove the pages behind a gap; return the number of records of each list, and its gaps in words."""
        counts: dict[str, int] = {}
        missing: list[str] = []
        for name, pages in self._pages.items():
            at, chain = 0, list[int]()
            while at in pages:
                chain.append(at)
                at += pages[at].length
            for skip in pages.keys() - set(chain):
                self._path(name, skip).unlink(missing_ok=True)
            dropped = sum(pages[skip].dropped for skip in chain)
            counts[name] = at - dropped
            if dropped:
                missing.append(f"{name}: {dropped} records break the contract")
            # The last page of a list is shorter than the first one, or an empty page follows it.
            ended = len(chain) > 1 and pages[chain[-1]].length < pages[chain[0]].length
            if name not in self._ended and not ended:
                missing.append(f"{name}: the page after {at} records did not pass, so there may be more")
        return counts, missing

    def _path(self, name: str, skip: int) -> Path:
        return self._folder / f"{name}_{skip}.json"


def _allowed(operation: Operation, rows: Sequence[Any]) -> Iterator[Any]:
    """Return the records that the contract allows."""
    validator = load("bus").record(_record_of(operation))
    return (row for row in rows if validator.is_valid(row))


def _record_of(operation: Operation) -> str:
    document = load("bus").document
    schema: JsonObject = operation.raw["responses"]["200"]["content"]["application/json"]["schema"]
    page = resolve(document, schema)
    return target_of(page["properties"]["value"]["items"])[-1]


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that only its owner can read under another name first, and rename it when it is complete.

    Raises:
        OSError: The file cannot be written, for instance because the disk is full; no part of it remains.
    """
    partial = path.with_name(f".{path.name}.partial")
    try:
        with create_file(partial) as file:
            file.write(content)
        partial.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise


def prepare_folder(folder: Path) -> None:
    """Create a folder, or check that it is empty.

    Raises:
        ValueError: The folder is not empty, or cannot be created.
    """
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise ValueError(f"record: {folder} is not empty")
    except OSError as error:
        raise ValueError(f"record: {folder}: {error.strerror}") from error
