"""The journal of a bulk job: its rows, the changes sent and their outcomes, one JSON object a line."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from attrs import asdict

from ..._core.unset import UNSET
from ...errors import InvalidArgumentError
from .append_only_file import AppendOnlyFile
from .row import Row
from .row_change import RowChange

__all__ = ["Journal", "journal_path"]

VERSION = 1
START = b'{"journal": "trivet.chat.bulk", '
JOURNAL_KEYS = frozenset({"journal", "version", "rows"})
"""The keys of the head that describe the journal and not the job."""


class Journal:
    """A file whose head names the job and its rows.

    After the head, a row has one line before it is sent and one with its outcome. A crash between the two leaves the
    row uncertain. A crash within a line leaves a fragment, which the next run cuts off.
    """

    def __init__(self, path: Path | None) -> None:
        """Without a path, the journal never writes."""
        self._path = path
        self._file: AppendOnlyFile | None = None

    def resume(self, job: Mapping[str, Any]) -> list[RowChange] | None:
        """Return the rows as an earlier run of the same job left them; None where no job has begun.

        Args:
            job: The values that distinguish the job from others, as the head holds them.

        Raises:
            InvalidArgumentError: The file is not a journal or belongs to another job, or another run is using it.
            OSError: The file cannot be opened.
        """
        if self._path is None:
            return None
        try:
            file = self._file = AppendOnlyFile(self._path, create=False)
        except FileNotFoundError:
            return None
        data = file.read()
        if not data.startswith(START[: len(data)]):
            raise self._refused("one that a bulk job wrote, or a file that is not there yet")
        *lines, fragment = data.split(b"\n")
        if not lines:
            return None
        head = self._parse(lines[0], 1)
        self._check_same(head, job)
        if len(lines) <= head["rows"]:  # the earlier run ended before it sent anything
            return None
        if fragment:
            file.truncate(len(data) - len(fragment))
        return self._replay(lines[1:], head["rows"])

    def begin(self, job: Mapping[str, Any], changes: Collection[RowChange]) -> None:
        """Write the head of a new job, and wait until the disk has it.

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
        head = _line({"version": VERSION, **job, "rows": len(changes)})
        rows = (_line({**_row_dict(change.row), "admin": change.is_admin}) for change in changes)
        self._file.append(START + head[1:] + b"".join(rows))
        self._file.sync()

    def sending(self, row_id: str) -> None:
        """Record that a row is about to be sent.

        Raises:
            OSError: The line cannot be written, so the row must not be sent.
        """
        self._append({"send": row_id})

    def settle(self, row: Row) -> None:
        """Record the outcome of a row.

        Raises:
            OSError: The line cannot be written, so the row stays uncertain.
        """
        self._append(_row_dict(row))

    def close(self) -> None:
        """Wait until the disk has every line, then close the file and release its lock."""
        file, self._file = self._file, None
        if file is not None:
            with contextlib.suppress(OSError):  # every line is in the file; the job may be raising a worse error
                file.sync()
            file.close()

    def _append(self, line: Mapping[str, Any]) -> None:
        if self._file is not None:
            self._file.append(_line(line))

    def _check_same(self, head: Mapping[str, Any], job: Mapping[str, Any]) -> None:
        if head.get("version") != VERSION or not isinstance(head.get("rows"), int):
            raise self._refused(f"a journal of version {VERSION}")
        before = {name: value for name, value in head.items() if name not in JOURNAL_KEYS}
        for name in {**before, **job}:
            was, now = before.get(name, UNSET), job.get(name, UNSET)
            if was != now:
                rule = f"{was!r} as in the journal {self._path} (another job needs another journal)"
                raise InvalidArgumentError(name, rule, now)

    def _replay(self, lines: list[bytes], rows: int) -> list[RowChange]:
        changes: dict[str, RowChange] = {}
        for number, line in enumerate(lines, 2):
            entry = self._parse(line, number)
            try:
                if number < rows + 2:
                    is_admin = entry.pop("admin")
                    changes[entry["id"]] = RowChange(Row(**entry), is_admin)
                elif "send" in entry:
                    changes[entry["send"]].mark_sent()
                else:
                    changes[entry["id"]].settle(Row(**entry))
            except (AttributeError, KeyError, TypeError) as error:
                raise self._refused(f"a journal whose line {number} can be understood") from error
        return list(changes.values())

    def _parse(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            entry: dict[str, Any] = json.loads(line)
        except ValueError as error:
            raise self._refused(f"a journal whose line {number} is JSON") from error
        return entry

    def _refused(self, rule: str) -> InvalidArgumentError:
        return InvalidArgumentError("journal", rule, str(self._path))


def journal_path(journal: str | os.PathLike[str] | None) -> Path | None:
    """Return the argument `journal` as a path.

    Raises:
        InvalidArgumentError: The argument is neither None nor a path.
    """
    try:
        return None if journal is None else Path(journal)
    except TypeError as error:
        raise InvalidArgumentError("journal", "the path of a file", journal) from error


def _row_dict(row: Row) -> dict[str, Any]:
    return {name: value for name, value in asdict(row, recurse=False).items() if value is not None}


def _line(entry: Mapping[str, Any]) -> bytes:
    return json.dumps(entry).encode() + b"\n"
