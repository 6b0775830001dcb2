"""The journal of a bulk job: what was to be done, what was sent, and what came of it, a line of JSON each."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from attrs import asdict

from ..._core.unset import UNSET
from ...errors import InvalidArgumentError
from .growing_file import GrowingFile
from .job import Task
from .report import Row

__all__ = ["Journal"]

VERSION = 1
START = b'{"journal": "trivet.chat.bulk", '
OWN = frozenset({"journal", "version", "rows"})


class Journal:
    """A file whose head says which job it is of and which rows that has.

    Then a row has a line before it is sent, and one when it is known what came of it: a crash in between leaves it in
    doubt, and a crash in the middle of a line leaves a piece that is cut off.
    """

    def __init__(self, path: Path | None) -> None:
        """Open nothing yet; without a path, nothing is ever written."""
        self._path = path
        self._file: GrowingFile | None = None

    def resume(self, job: Mapping[str, Any]) -> list[Task] | None:
        """Take up the rows where an earlier run of the same job left them, or None where none has begun.

        Args:
            job: What tells the job from others, as it goes into the head.

        Raises:
            InvalidArgumentError: The file is of another job, or no journal at all, or another run is using it.
            OSError: It cannot be opened.
        """
        if self._path is None:
            return None
        try:
            file = self._file = GrowingFile(self._path, create=False)
        except FileNotFoundError:
            return None
        data = file.read()
        if not data.startswith(START[: len(data)]):
            raise self._refused("one that a bulk job wrote, or a file that is not there yet")
        *lines, torn = data.split(b"\n")
        if not lines:
            return None
        head = self._parsed(lines[0], 1)
        self._check_same(head, job)
        if len(lines) <= head["rows"]:  # it ended before anything was sent
            return None
        if torn:
            file.cut(len(data) - len(torn))
        return self._replayed(lines[1:], head["rows"])

    def begin(self, job: Mapping[str, Any], tasks: Collection[Task]) -> None:
        """Write the head of a new job, and wait until the disk has it.

        Raises:
            InvalidArgumentError: Another run has begun meanwhile.
            OSError: It cannot be written.
        """
        if self._path is None:
            return
        if self._file is None:
            self._file = GrowingFile(self._path, create=True)
            if self._file.size:
                raise self._refused("a file that no other run is using")
        elif self._file.size:  # a head that was not finished
            self._file.cut(0)
        head = _line({"version": VERSION, **job, "rows": len(tasks)})
        rows = (_line({**_plain(task.row), "admin": task.admin}) for task in tasks)
        self._file.append(START + head[1:] + b"".join(rows))
        self._file.sync()

    def sending(self, row_id: str) -> None:
        """Say that a row is about to be sent.

        Raises:
            OSError: It cannot be said, so the row must not be sent.
        """
        self._append({"send": row_id})

    def settle(self, row: Row) -> None:
        """Say what became of a row.

        Raises:
            OSError: It cannot be said, so the row stays in doubt.
        """
        self._append(_plain(row))

    def close(self) -> None:
        """Wait until the disk has every line, and let go of the file."""
        file, self._file = self._file, None
        if file is not None:
            with contextlib.suppress(OSError):  # every line is in the file; there may be a worse error to tell
                file.sync()
            file.close()

    def _append(self, line: Mapping[str, Any]) -> None:
        if self._file is not None:
            self._file.append(_line(line))

    def _check_same(self, head: Mapping[str, Any], job: Mapping[str, Any]) -> None:
        if head.get("version") != VERSION or not isinstance(head.get("rows"), int):
            raise self._refused(f"a journal of version {VERSION}")
        before = {name: value for name, value in head.items() if name not in OWN}
        for name in {**before, **job}:
            was, now = before.get(name, UNSET), job.get(name, UNSET)
            if was != now:
                rule = f"{was!r} as in the journal {self._path} (another job needs another journal)"
                raise InvalidArgumentError(name, rule, now)

    def _replayed(self, lines: list[bytes], rows: int) -> list[Task]:
        tasks: dict[str, Task] = {}
        for number, line in enumerate(lines, 2):
            entry = self._parsed(line, number)
            try:
                if number < rows + 2:
                    admin = entry.pop("admin")
                    tasks[entry["id"]] = Task(Row(**entry), admin)
                elif "send" in entry:
                    tasks[entry["send"]].send()
                else:
                    tasks[entry["id"]].settle(Row(**entry))
            except (AttributeError, KeyError, TypeError) as error:
                raise self._refused(f"a journal whose line {number} can be understood") from error
        return list(tasks.values())

    def _parsed(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            found: dict[str, Any] = json.loads(line)
        except ValueError as error:
            raise self._refused(f"a journal whose line {number} is JSON") from error
        return found

    def _refused(self, rule: str) -> InvalidArgumentError:
        return InvalidArgumentError("journal", rule, str(self._path))


def _plain(row: Row) -> dict[str, Any]:
    return {name: value for name, value in asdict(row, recurse=False).items() if value is not None}


def _line(entry: Mapping[str, Any]) -> bytes:
    return json.dumps(entry).encode() + b"\n"
