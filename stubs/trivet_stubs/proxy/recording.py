"""What the proxy records: a file for each exchange, without secrets; for a bus service also a snapshot of its lists."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import orjson

from trivet_stubs.kernel.event_stream import EventCutter, EventTooLarge
from trivet_stubs.kernel.operation import JSON, Operation
from trivet_stubs.kernel.routing import RouteMatch
from trivet_stubs.proxy.capture import BrokenCoding, Unjudged, unpack
from trivet_stubs.proxy.files import prepare_folder, write_whole
from trivet_stubs.proxy.passed import EVENT_STREAM, Passed
from trivet_stubs.proxy.secrets import Secrets
from trivet_stubs.proxy.snapshot import Snapshot

EXCHANGES = "exchanges"
FORMAT = 1

_KEPT_HEADERS = ("cache-control", "content-disposition", "content-type", "retry-after")
_MAX_BYTES = 1024 * 1024 * 1024
_MAX_EXCHANGES = 100_000


class Recording:
    """Writes what passes to a folder; used by one thread.

    Args:
        folder: A folder that is empty, or is made.
        service: The service.
        secrets: Removes the secrets.
        event_record: The name of the record in the events of a stream.

    Raises:
        ValueError: The folder cannot be used.
    """

    def __init__(self, folder: Path, service: str, secrets: Secrets, event_record: str = "") -> None:
        prepare_folder(folder)
        self.counts: Counter[str] = Counter()
        """What was recorded and what was not, in words."""
        self.problem: str = ""
        """Why recording has stopped, if it has."""
        self._folder = folder
        self._secrets = secrets
        self._event_record = event_record
        self._snapshot = Snapshot(folder) if service == "bus" else None
        self._number = 0
        self._bytes = 0
        try:
            (folder / EXCHANGES).mkdir()
            write_whole(folder / "recording.json", orjson.dumps({"format": FORMAT, "service": service}))
        except OSError as error:
            raise ValueError(f"record: {folder}: {error.strerror}") from error

    def add(self, found: RouteMatch, passed: Passed) -> None:
        """Record an exchange, if it is one of the contract's and came to its end."""
        streams = passed.media_type == EVENT_STREAM
        whole = passed.ending == "complete" or (streams and passed.ending != "no answer")
        if self.problem or found.operation is None or passed.status is None or not whole:
            return
        if not passed.request_complete:
            return
        try:
            self._write(found.operation, passed)
        except (Unjudged, BrokenCoding, EventTooLarge, RecursionError, orjson.JSONEncodeError) as error:
            self.counts[f"not recorded: {error}"[:120]] += 1
        except OSError as error:
            # What passes is worth more than its recording.
            self.problem = f"the recording has stopped: {error.strerror or error}"

    def finish(self) -> list[str]:
        """End the recording; return what is missing in it."""
        if self._snapshot is None:
            return [self.problem] if self.problem else []
        try:
            counts, missing = self._snapshot.finish()
        except OSError as error:
            self.problem = self.problem or f"the snapshot could not be finished: {error.strerror or error}"
            return [self.problem]
        self.counts.update({f"{name} (records)": count for name, count in counts.items()})
        self.counts.update({f"incomplete: {each}": 1 for each in missing})
        return [self.problem] if self.problem else []

    def _write(self, operation: Operation, passed: Passed) -> None:
        status = passed.status or 0
        body = unpack(passed.body.content(), passed.coding)
        sent = passed.request_body.content(passed.request_headers.get("content-encoding", ""))
        pairs = self._secrets.query(operation, passed.pairs())
        answer: dict[str, Any] = {"status": status, "headers": self._headers(passed.headers)}
        if body and passed.media_type == JSON:
            try:
                answer["json"] = self._secrets.answer(operation, status, orjson.loads(body))
            except orjson.JSONDecodeError:
                answer["text"] = self._secrets.text(body.decode("utf-8", "replace"))
        elif body and passed.media_type == EVENT_STREAM:
            answer["events"] = [self._event(frame.data) for frame in EventCutter().feed(body) if frame.data is not None]
        elif body:
            answer["text"] = self._secrets.text(body.decode("utf-8", "replace"))
        if self._snapshot is not None and status == 200 and self._snapshot.takes(operation, pairs) and "json" in answer:
            self._snapshot.add(operation, pairs, answer["json"])
            return
        request: dict[str, Any] = {
            "operation": operation.id,
            "method": passed.method,
            "path": self._secrets.path(operation, passed.path),
            "query": urlencode(pairs),
        }
        if sent:
            request["json"] = self._secrets.body(operation, _json_or_text(sent))
        self._save(orjson.dumps({"request": request, "answer": answer}, option=orjson.OPT_INDENT_2))

    def _save(self, content: bytes) -> None:
        if self._bytes + len(content) > _MAX_BYTES or self._number >= _MAX_EXCHANGES:
            self.problem = f"the recording has stopped: it is full ({_MAX_EXCHANGES} exchanges or {_MAX_BYTES} bytes)"
            return
        self._number += 1
        self._bytes += len(content)
        write_whole(self._folder / EXCHANGES / f"{self._number:06d}.json", content)
        self.counts["exchanges"] += 1

    def _headers(self, headers: Mapping[str, str]) -> dict[str, str]:
        return {name: self._secrets.text(headers[name]) for name in _KEPT_HEADERS if name in headers}

    def _event(self, data: bytes) -> Any:
        try:
            return self._secrets.record(self._event_record, orjson.loads(data))
        except orjson.JSONDecodeError:
            return self._secrets.text(data.decode("utf-8", "replace"))


def _json_or_text(body: bytes) -> Any:
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        return body.decode("utf-8", "replace")
