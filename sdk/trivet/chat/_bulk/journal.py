"""The journal of a bulk job: its rows, the changes sent and their outcomes with the time, one JSON object a line."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from attrs import fields

from ..._core.clock import SystemClock
from ..._core.unset import UNSET
from ...errors import InvalidArgumentError
from .files import AppendOnlyFile
from .replay import START, VERSION, Replay
from .row import DETAILS, Row
from .state import RowState

ROW_NAMES = tuple(attribute.name for attribute in fields(Row))


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

    def resume(self, job: Mapping[str, Any], *, read_only: bool = False) -> Replay | None:
        """Return the job as its earlier runs left it; None where no job has begun.

        Args:
            job: The values that distinguish the job from others, as the head holds them.
            read_only: Whether the file stays as it is, because nothing will be changed.

        Raises:
            InvalidArgumentError: The file is not a journal or belongs to another job, or another run is using it.
            OSError: The file cannot be opened.
        """
        replay = self._read()
        if replay is None:
            return None
        moved = self._check_same(replay.job, job)
        if not replay.has_begun:  # the earlier run ended before it sent anything
            return None
        if not read_only:
            if self._file is not None and self._file.size > replay.size:
                self._file.truncate(replay.size)
            self._resuming = True
            if moved:
                self._append({"base_url": job["base_url"]})
        return replay

    def finished(self, service: Mapping[str, Any]) -> tuple[dict[str, Any], list[RowState]]:
        """Return the job and its rows as the latest run left them, for another job that undoes it.

        Args:
            service: The values of the head that the other job shares with it.

        Raises:
            InvalidArgumentError: There is no journal, the file is not a journal, a run is using it, or the job is one
                of another service or user.
            OSError: The file cannot be opened.
        """
        try:
            replay = self._read()
            if replay is None or not replay.has_begun:
                raise self._refused("the journal of a job that has begun")
            job = replay.job | dict(service)
            self._check_same(replay.job, job)
            return job, list(replay.states.values())
        finally:
            self.close()

    def begin(self, job: Mapping[str, Any], states: Collection[RowState], repeated: int = 0) -> None:
        """Write the head of a new job, and wait until the disk has it.

        Args:
            job: The values that distinguish the job from others.
            states: Its rows.
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
        head = _line({"version": VERSION, **job, "rows": len(states), "repeated": repeated})
        rows = (_line({**_values(state.row), "admin": state.is_admin, **_read_at(state)}) for state in states)
        self._file.append(START + head[1:], rows)
        self._begun = True
        self._file.sync()

    def sending(self, row: Row) -> None:
        """Record that a row is about to be sent, with the values that it has before.

        Raises:
            OSError: The line cannot be written, so the row must not be sent.
        """
        self._append({"send": row.id, **_values(row, DETAILS)})
        if self._durable and self._file is not None:
            self._file.sync()

    def settle(self, row: Row, sent: Row | None = None) -> None:
        """Record the outcome of a row.

        Args:
            row: The row.
            sent: The row as it was sent, whose line has its values; None if it was not.

        Raises:
            OSError: The line cannot be written, so the row stays uncertain.
        """
        known = {} if sent is None else _values(sent, DETAILS)
        news = {name: value for name, value in _values(row).items() if name not in DETAILS or known.get(name) != value}
        self._append({**news, "at": self._time()})

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

    def _read(self) -> Replay | None:
        """Lock the file, and return what it tells; None where no line of it is whole."""
        if self._path is None:
            return None
        try:
            file = self._file = AppendOnlyFile(self._path, create=False)
        except FileNotFoundError:
            return None
        replay = Replay(self._path)
        replay.read(file.chunks())
        return replay if replay.head else None

    def _check_same(self, before: Mapping[str, Any], job: Mapping[str, Any]) -> bool:
        """Refuse another job, and return whether the service has moved since the journal was written."""
        moved = False
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

    def _refused(self, rule: str) -> InvalidArgumentError:
        return InvalidArgumentError("journal", rule, str(self._path))


def _values(row: Row, names: Iterable[str] = ROW_NAMES) -> dict[str, Any]:
    return {name: value for name in names if (value := getattr(row, name)) is not None}


def _read_at(state: RowState) -> dict[str, str]:
    return {} if state.read_at is None else {"read_at": state.read_at.isoformat(timespec="milliseconds")}


def _line(entry: Mapping[str, Any]) -> bytes:
    return json.dumps(entry).encode() + b"\n"
