"""The lines of a bulk job's journal as they are read: the rows that they leave, and the changes in doubt."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, cast

from attrs import frozen

from ..._core.public import exported_from
from ...errors import InvalidArgumentError
from .row import CAUSES, OUTCOMES, Row
from .state import RowState

VERSION = 4
START = b'{"journal": "trivet.chat.bulk", '
HEAD_KEYS = frozenset({"journal", "version", "rows", "repeated"})
"""The keys of the head that describe the journal and not the job."""

LOST_WITHIN = timedelta(seconds=30)
"""How old an answer can be whose change is lost when the service dies. As observed, services answer before they commit.
And after a power cut, a database that does not wait for its disk lacks the writes that the system held back: on Linux,
within 30 s (vm.dirty_expire_centisecs)."""


@exported_from("trivet.chat.bulk")
@frozen
class Step:
    """A line of a journal about a row.

    Attributes:
        name: `planned`, `sent`, an outcome of a row, or `doubted`, if the next run looks the row up again because the
            service or the job ended soon after its change.
        at: The time of an outcome; None for another step.
        by_hand: Whether the user has recorded the outcome.
    """

    name: str
    at: datetime | None = None
    by_hand: bool = False

    def __str__(self) -> str:
        time = "" if self.at is None else f" {self.at:%H:%M:%S}"
        return f"{self.name}{' by hand' if self.by_hand else ''}{time}"


class Replay:
    """What a journal tells about its job, line by line; no more of the file than a piece is in memory.

    Attributes:
        head: The head of the job with its latest base URL; empty until its line is read.
        states: The rows by their ids, as the latest line about each leaves it.
        size: The number of bytes of all whole lines.
        runs: How many runs have written to the file.
        is_closed: Whether the latest run has ended in order.
    """

    def __init__(self, path: Path, see: Callable[[str, Step], object] | None = None) -> None:
        """Begin before the first line.

        Args:
            path: The file, for errors.
            see: Called with the id of a row and each step of it.
        """
        self._path = path
        self._see = see
        self._lines = 0
        self._answers = RecentAnswers()
        self.head: dict[str, Any] = {}
        self.states: dict[str, RowState] = {}
        self.size = 0
        self.runs = 1
        self.is_closed = False

    @property
    def job(self) -> dict[str, Any]:
        """The values that distinguish the job from others."""
        return {name: value for name, value in self.head.items() if name not in HEAD_KEYS}

    @property
    def has_begun(self) -> bool:
        """Whether the lines of all rows are there, so that the job may have sent some."""
        return bool(self.head) and self._lines > self.head["rows"]

    @property
    def doubtful(self) -> list[RowState]:
        """The rows that were done and may be lost, because the service or the run ended soon after."""
        return [state for row_id, state in self.states.items() if row_id in self._answers.doubtful]

    def read(self, chunks: Iterable[bytes]) -> None:
        """Read the content of the file; a fragment at its end is passed over.

        Raises:
            InvalidArgumentError: It is no journal, or one of another version, or a line cannot be understood.
        """
        fragment = b""
        for chunk in chunks:
            *lines, fragment = (fragment + chunk).split(b"\n")
            if not self._lines:
                first = lines[0] + b"\n" if lines else fragment
                if not first.startswith(START[: len(first)]):
                    raise self._refused("one that a bulk job wrote, or a file that is not there yet")
            for line in lines:
                self._take(line)
                self.size += len(line) + 1
        self._answers.end_run(closed=self.is_closed)

    def _take(self, line: bytes) -> None:
        self._lines += 1
        entry = self._parsed(line)
        if self._lines == 1:
            if entry.get("version") != VERSION:
                raise self._refused(f"a journal of version {VERSION}, not of {entry.get('version')!r}")
            if not isinstance(entry.get("rows"), int):
                raise self._refused("a journal whose line 1 can be understood")
            self.head = entry
            return
        try:
            row_id, step = self._take_entry(entry)
        except (KeyError, TypeError, ValueError) as error:
            raise self._refused(f"a journal whose line {self._lines} can be understood") from error
        if self._see is not None and step is not None:
            self._see(row_id, step)

    def _take_entry(self, entry: dict[str, Any]) -> tuple[str, Step | None]:
        """Take in a line after the head; return its row and the step, if it is about one."""
        if self._lines < self.head["rows"] + 2:
            is_admin, read_at = entry.pop("admin"), entry.pop("read_at", None)
            row = _row(**entry)
            self.states[row.id] = RowState(row, is_admin, read_at=read_at and datetime.fromisoformat(read_at))
            return row.id, Step("planned")
        if "send" in entry:
            row = _row(id=entry.pop("send"), outcome="planned", **entry)
            self.states[row.id] = self.states[row.id].settled(row).marked_sent()
            self._answers.send(row.id)
            return row.id, Step("sent")
        if "closed" in entry:
            self.is_closed = True
        elif "resumed" in entry:
            self._answers.end_run(closed=self.is_closed)
            self.is_closed = False
            self.runs += 1
        elif "base_url" in entry:
            self.head["base_url"] = entry["base_url"]
        else:
            at, row = datetime.fromisoformat(entry.pop("at")), _row(**entry)
            self.states[row.id] = self.states[row.id].settled(row)
            self._answers.settle(at, row)
            return row.id, Step(row.outcome, at, row.cause == "by_hand")
        return "", None

    def _parsed(self, line: bytes) -> dict[str, Any]:
        try:
            entry: Any = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self._refused(f"a journal whose line {self._lines} is JSON") from error
        if not isinstance(entry, dict):
            raise self._refused(f"a journal whose line {self._lines} is a JSON object")
        return cast("dict[str, Any]", entry)

    def _refused(self, rule: str) -> InvalidArgumentError:
        return InvalidArgumentError("journal", rule, str(self._path))


class RecentAnswers:
    """The answers of the service since it was last in doubt, as a journal is read line by line.

    Attributes:
        doubtful: The ids of the rows whose changes were done, and may be lost.
    """

    def __init__(self) -> None:
        self._latest: datetime | None = None
        self._done: dict[str, datetime] = {}
        self._in_flight: set[str] = set()
        self._overtaken: set[str] = set()
        self.doubtful: set[str] = set()

    def send(self, row_id: str) -> None:
        """Note that the change of a row was sent."""
        self._in_flight.add(row_id)
        self._overtaken.discard(row_id)

    def settle(self, at: datetime, row: Row) -> None:
        """Note the outcome of a row. A change that a look-up has shown is stored, and not doubted."""
        is_done = row.outcome == "done" and row.cause != "by_hand"
        sent, overtaken = row.id in self._in_flight, row.id in self._overtaken
        self._in_flight.discard(row.id)
        self._overtaken.discard(row.id)
        if not is_done:
            self._done.pop(row.id, None)
        if row.cause == "by_hand":
            self.doubtful.discard(row.id)
        elif not row.is_answered:
            self.doubt()
        else:
            self._latest = at
            if is_done and sent:
                self._done[row.id] = at
            if is_done and overtaken:
                self.doubtful.add(row.id)
            else:
                self.doubtful.discard(row.id)

    def doubt(self) -> None:
        """Doubt the changes that were done shortly before the latest answer, because none came after it.

        The time of that answer counts, and not the time of the failure, which may be a timeout later. An answer to a
        change that is in flight may have come before the failure, too.
        """
        if self._latest is not None:
            oldest = self._latest - LOST_WITHIN
            self.doubtful |= {row_id for row_id, at in self._done.items() if at >= oldest}
        self._done.clear()
        self._latest = None
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


def _row(**values: Any) -> Row:
    """Return the row of a line.

    Raises:
        TypeError: The line has no id or no outcome, or other keys, or values of other types.
    """
    row: Any = Row(**values)
    if (
        not isinstance(row.id, str)
        or row.outcome not in OUTCOMES
        or not all(isinstance(text, str | None) for text in (row.reason, row.code, row.label, row.role))
        or not all(isinstance(table, dict | None) for table in (row.old, row.new))
        or row.cause not in (None, *CAUSES)
    ):
        raise TypeError(f"not a row of a journal: {values}")
    return cast("Row", row)
