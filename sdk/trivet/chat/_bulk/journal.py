"""The journal of a bulk job: its rows, the changes sent and their outcomes with the time, one JSON object a line."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, cast, get_args

from attrs import asdict

from ..._core.clock import SystemClock
from ..._core.unset import UNSET
from ...errors import InvalidArgumentError
from .files import AppendOnlyFile
from .history import JobHistory, RowHistory, Step
from .row import CAUSES, Outcome, Row, RowChange

VERSION = 3
START = b'{"journal": "trivet.chat.bulk", '
JOURNAL_KEYS = frozenset({"journal", "version", "rows", "repeated"})
"""The keys of the head that describe the journal and not the job."""
OUTCOMES = get_args(Outcome)
DETAILS = frozenset({"label", "old", "new", "role"})
"""The keys of a row that describe it."""

LOST_WITHIN = timedelta(seconds=30)
"""How old an answer can be whose change is lost when the service dies. As observed, services answer before they commit.
And after a power cut, a database that does not wait for its disk lacks the writes that the system held back: on Linux,
within 30 s (vm.dirty_expire_centisecs)."""


class Journal:
    """A file whose head names the job and its rows.

    After the head, a row has one line before it is sent and one with its outcome and the time. A crash between the two
    leaves the row uncertain. A crash within a line leaves a fragment, which the next run cuts off.

    A run that resumes the job begins with a line, and every run ends with one. Where the second is missing, the run has
    crashed, and perhaps the service with it. Then, and where a row got no answer, the changes are doubtful that were
    done shortly before.

    The base URL in the head is part of the identity of a job: another service can hold rows with the same ids, such as
    a copy of this one for tests. A service that has moved has to be named by its old URL once, and a line of its own
    records the new one.

    Attributes:
        repeated: How many times the source of the job named a row again.
    """

    def __init__(
        self,
        path: Path | None,
        moved_from: str | None = None,
        *,
        durable: bool = False,
        now: Callable[[], datetime] | None = None,
    ) -> None:
        """Without a path, the journal never writes.

        Args:
            path: The file.
            moved_from: The base URL that the service had when the job began, if it has another one now.
            durable: Whether the disk has the line of a row before the row is sent, so that a power cut cannot lose it.
            now: Returns the time of day, with its zone; None for the system's.
        """
        self._path = path
        self._moved_from = moved_from
        self._durable = durable
        self._now = now or SystemClock().now
        self._file: AppendOnlyFile | None = None
        self._resuming = False
        self._begun = False
        self.repeated = 0

    def resume(self, job: Mapping[str, Any], *, read_only: bool = False) -> list[RowChange] | None:
        """Return the rows as an earlier run of the same job left them; None where no job has begun.

        Args:
            job: The values that distinguish the job from others, as the head holds them.
            read_only: Whether the file stays as it is, because nothing will be changed.

        Raises:
            InvalidArgumentError: The file is not a journal or belongs to another job, or another run is using it.
            OSError: The file cannot be opened.
        """
        content = self._read()
        if content is None:
            return None
        head, entries, size = content
        moved = self._check_same(head, job)
        if len(entries) < head["rows"]:  # the earlier run ended before it sent anything
            return None
        changes = self._replay(entries, head["rows"])
        self.repeated = head.get("repeated", 0)
        if read_only:
            return changes
        if self._file is not None and self._file.size > size:
            self._file.truncate(size)
        self._resuming = True
        if moved:
            self._append({"base_url": job["base_url"]})
        return changes

    def finished(self, service: Mapping[str, Any]) -> tuple[dict[str, Any], list[RowChange]]:
        """Return the job and its rows as the latest run left them, for another job that undoes it.

        Args:
            service: The values of the head that the other job shares with it.

        Raises:
            InvalidArgumentError: There is no journal, the file is not a journal, a run is using it, or the job is one
                of another service or user.
            OSError: The file cannot be opened.
        """
        try:
            content = self._read()
            if content is None or len(content[1]) < content[0]["rows"]:
                raise self._refused("the journal of a job that has begun")
            head, entries, _ = content
            job = _job(head) | dict(service)
            self._check_same(head, job)
            return job, self._replay(entries, head["rows"])
        finally:
            self.close()

    def history(self) -> JobHistory:
        """Return all that the file says about its job, also while a run is using it; the file stays as it is.

        Raises:
            InvalidArgumentError: The file is not a journal, or of a job that never began.
            OSError: The file cannot be read.
        """
        content = None if self._path is None else self._parsed(self._path.read_bytes())
        if content is None or len(content[1]) < content[0]["rows"]:
            raise self._refused("the journal of a job that has begun")
        head, entries, _ = content
        changes = self._replay([dict(entry) for entry in entries], head["rows"])
        steps: dict[str, list[Step]] = {entry["id"]: [Step("planned")] for entry in entries[: head["rows"]]}
        runs, closed = 1, False
        for entry in entries[head["rows"] :]:
            if "send" in entry:
                steps[entry["send"]].append(Step("sent"))
            elif "outcome" in entry:
                at, by_hand = datetime.fromisoformat(entry["at"]), entry.get("by_hand") is True
                steps[entry["id"]].append(Step(entry["outcome"], at, by_hand))
            elif "resumed" in entry:
                runs += 1
            closed = "closed" in entry
        rows = tuple(
            RowHistory(change.row, (*steps[change.row.id], *((Step("doubted"),) if change.doubtful else ())))
            for change in changes
        )
        job = _job(head)
        return JobHistory(job.pop("job"), job.pop("base_url"), job.pop("acting_as", None), job, runs, closed, rows)

    def begin(self, job: Mapping[str, Any], changes: Collection[RowChange], repeated: int = 0) -> None:
        """Write the head of a new job, and wait until the disk has it.

        Args:
            job: The values that distinguish the job from others.
            changes: Its rows.
            repeated: How many times its source named a row again.

        Raises:
            InvalidArgumentError: Another run has begun in the meantime.
            OSError: The head cannot be written.
        """
        if self._path is None:
            return
        if self._file is None:
            self._file = AppendOnlyFile(self._path, create=True)
            if self._file.size:
                raise self._refused("a file that no other run is using")
        elif self._file.size:  # an unfinished head
            self._file.truncate(0)
        head = _line({"version": VERSION, **job, "rows": len(changes), **({"repeated": repeated} if repeated else {})})
        rows = (_line({**_row_dict(change.row), "admin": change.is_admin, **_read_at(change)}) for change in changes)
        self._file.append(START + head[1:] + b"".join(rows))
        self._begun = True
        self._file.sync()

    def sending(self, row: Row) -> None:
        """Record that a row is about to be sent, with the values that it has before.

        Raises:
            OSError: The line cannot be written, so the row must not be sent.
        """
        details = {name: value for name, value in _row_dict(row).items() if name in DETAILS}
        self._append({"send": row.id, **details})
        if self._durable and self._file is not None:
            self._file.sync()

    def settle(self, row: Row, *, by_hand: bool = False) -> None:
        """Record the outcome of a row, and whether the user has set it.

        Raises:
            OSError: The line cannot be written, so the row stays uncertain.
        """
        self._append({**_row_dict(row), **({"by_hand": True} if by_hand else {}), "at": self._time()})

    def close(self) -> None:
        """Record the end of the run, wait until the disk has every line, close the file and release its lock."""
        file, self._file = self._file, None
        if file is not None:
            with contextlib.suppress(OSError):  # without the line, the next run looks more rows up
                if self._begun:
                    file.append(_line({"closed": self._time()}))
            with contextlib.suppress(OSError):  # every line is in the file; the job may be raising a worse error
                file.sync()
            file.close()

    def _time(self) -> str:
        return self._now().isoformat(timespec="milliseconds")

    def _append(self, line: Mapping[str, Any]) -> None:
        if self._file is None:
            return
        first = _line({"resumed": self._time()}) if self._resuming else b""
        self._file.append(first + _line(line))
        self._resuming, self._begun = False, True

    def _read(self) -> tuple[dict[str, Any], list[dict[str, Any]], int] | None:
        """Return the head with the latest base URL, the lines after it, and the number of bytes of all of them."""
        if self._path is None:
            return None
        try:
            file = self._file = AppendOnlyFile(self._path, create=False)
        except FileNotFoundError:
            return None
        return self._parsed(file.read())

    def _parsed(self, data: bytes) -> tuple[dict[str, Any], list[dict[str, Any]], int] | None:
        if not data.startswith(START[: len(data)]):
            raise self._refused("one that a bulk job wrote, or a file that is not there yet")
        *lines, fragment = data.split(b"\n")
        if not lines:
            return None
        head = self._parse(lines[0], 1)
        if head.get("version") != VERSION:
            raise self._refused(f"a journal of version {VERSION}, not of {head.get('version')!r}")
        if not isinstance(head.get("rows"), int):
            raise self._refused("a journal whose line 1 can be understood")
        entries = [self._parse(line, number) for number, line in enumerate(lines[1:], 2)]
        for entry in entries:
            if "base_url" in entry:
                head["base_url"] = entry["base_url"]
        return head, entries, len(data) - len(fragment)

    def _check_same(self, head: Mapping[str, Any], job: Mapping[str, Any]) -> bool:
        """Refuse another job, and return whether the service has moved since the journal was written."""
        before, moved = _job(head), False
        for name in {**before, **job}:
            was, now = before.get(name, UNSET), job.get(name, UNSET)
            if was == now:
                continue
            if name == "base_url" and was == self._moved_from:
                moved = True
                continue
            hint = f"; for the same service at a new address, give {was!r} as moved_from" if name == "base_url" else ""
            rule = f"{was!r} as in the journal {self._path} (another job needs another journal{hint})"
            raise InvalidArgumentError(name, rule, now)
        return moved

    def _replay(self, entries: list[dict[str, Any]], rows: int) -> list[RowChange]:
        changes: dict[str, RowChange] = {}
        answers, closed = RecentAnswers(), False
        for number, entry in enumerate(entries, 2):
            try:
                if number < rows + 2:
                    is_admin, read_at = entry.pop("admin"), entry.pop("read_at", None)
                    changes[entry["id"]] = change = RowChange(_row(entry), is_admin)
                    change.read_at = None if read_at is None else datetime.fromisoformat(read_at)
                elif "send" in entry:
                    change = changes[entry.pop("send")]
                    change.row = _described(change.row, entry)
                    change.mark_sent()
                    answers.send(change)
                elif "closed" in entry:
                    closed = True
                elif "resumed" in entry:
                    answers.end_run(closed=closed)
                    closed = False
                elif "base_url" not in entry:
                    at, by_hand = datetime.fromisoformat(entry.pop("at")), entry.pop("by_hand", False) is True
                    change = changes[entry["id"]]
                    change.settle(_row(entry), by_hand=by_hand)
                    answers.settle(at, change)
            except (KeyError, TypeError, ValueError) as error:
                raise self._refused(f"a journal whose line {number} can be understood") from error
        answers.end_run(closed=closed)
        return list(changes.values())

    def _parse(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            entry: Any = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self._refused(f"a journal whose line {number} is JSON") from error
        if not isinstance(entry, dict):
            raise self._refused(f"a journal whose line {number} is a JSON object")
        return cast("dict[str, Any]", entry)

    def _refused(self, rule: str) -> InvalidArgumentError:
        return InvalidArgumentError("journal", rule, str(self._path))


class RecentAnswers:
    """The answers of the service since it was last in doubt, as a journal is read line by line."""

    def __init__(self) -> None:
        self._answers: list[tuple[datetime, RowChange, bool]] = []
        self._in_flight: set[str] = set()
        self._overtaken: set[str] = set()

    def send(self, change: RowChange) -> None:
        """Note that a change was sent."""
        self._in_flight.add(change.row.id)
        self._overtaken.discard(change.row.id)

    def settle(self, at: datetime, change: RowChange) -> None:
        """Note the outcome of a row. A change that a look-up has shown is stored, and not doubted."""
        row_id = change.row.id
        sent, overtaken = row_id in self._in_flight, row_id in self._overtaken
        self._in_flight.discard(row_id)
        self._overtaken.discard(row_id)
        if change.by_hand:
            return
        if not change.row.is_answered:
            self.doubt()
            return
        change.doubtful = overtaken and change.row.outcome == "done"
        self._answers.append((at, change, sent))

    def doubt(self) -> None:
        """Mark the changes as doubtful that were done shortly before the latest answer, because none came after it.

        The time of that answer counts, and not the time of the failure, which may be a timeout later. An answer to a
        change that is in flight may have come before the failure, too.
        """
        for at, change, sent in self._answers:
            recent = at >= self._answers[-1][0] - LOST_WITHIN
            if sent and recent and change.row.outcome == "done" and not change.by_hand:
                change.doubtful = True
        self._answers.clear()
        self._overtaken |= self._in_flight

    def end_run(self, *, closed: bool) -> None:
        """Note the end of a run: its changes in flight are uncertain, and the next run looks them up.

        Args:
            closed: Whether the run has ended in order, and not with its process.
        """
        if not closed:
            self.doubt()
        self._in_flight.clear()
        self._overtaken.clear()


def read_journal(path: str | os.PathLike[str]) -> JobHistory:
    """Return all that a journal says about its job; nothing is sent, and the file stays as it is.

    >>> history = read_journal("leavers.journal")
    >>> [(row.row.label, [step.name for step in row.steps]) for row in history.rows]
    [('bob@example.com', ['planned', 'sent', 'done'])]

    Raises:
        InvalidArgumentError: The file is not a journal, is of another version, or of a job that never began.
        OSError: The file cannot be read.
    """
    return Journal(journal_path(path)).history()


def journal_path(journal: str | os.PathLike[str] | None) -> Path | None:
    """Return the argument `journal` as a path.

    Raises:
        InvalidArgumentError: The argument is neither None nor a path.
    """
    try:
        return None if journal is None else Path(journal)
    except TypeError as error:
        raise InvalidArgumentError("journal", "the path of a file", journal) from error


def _job(head: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in head.items() if name not in JOURNAL_KEYS}


def _row(entry: dict[str, Any]) -> Row:
    """Return the row of a line.

    Raises:
        KeyError: The line has no id or no outcome.
        TypeError: The line has other keys, or values of other types.
    """
    texts, tables = (
        (entry.get(name) for name in ("reason", "code", "label", "role")),
        (entry.get("old"), entry.get("new")),
    )
    if (
        not isinstance(entry["id"], str)
        or entry["outcome"] not in OUTCOMES
        or not all(isinstance(text, str | None) for text in texts)
        or not all(isinstance(table, dict | None) for table in tables)
        or entry.get("cause") not in (None, *CAUSES)
    ):
        raise TypeError(f"not a row of a journal: {entry}")
    return Row(**entry)


def _described(row: Row, details: dict[str, Any]) -> Row:
    """Return a row with the label and the values of the line before it was sent.

    Raises:
        TypeError: The line has other keys, or values of other types.
    """
    if not details.keys() <= DETAILS:
        raise TypeError(f"not a description of a row: {details}")
    return _row({"id": row.id, "outcome": row.outcome, **details}).described_as(row)


def _row_dict(row: Row) -> dict[str, Any]:
    return {name: value for name, value in asdict(row, recurse=False).items() if value is not None}


def _read_at(change: RowChange) -> dict[str, str]:
    return {} if change.read_at is None else {"read_at": change.read_at.isoformat(timespec="milliseconds")}


def _line(entry: Mapping[str, Any]) -> bytes:
    return json.dumps(entry).encode() + b"\n"
