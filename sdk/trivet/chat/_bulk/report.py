"""The report of a bulk job: every row with its outcome, and its CSV file."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from attrs import field, frozen

from ..._core.files import write_whole
from ..._core.formula_guard import guarded
from ..._core.public import exported_from
from ...errors import InvalidArgumentError
from .row import OUTCOMES, Outcome, Row
from .state import RowState

COLUMNS = ("id", "label", "outcome", "reason", "status", "code")
"""The attributes of a row that are columns of a CSV file."""


@exported_from("trivet.chat.bulk")
@frozen(repr=False)
class Report:
    """The rows of a bulk job with their outcomes.

    >>> report = Bulk(chat).delete_users(leavers, dry_run=True)
    >>> print(report)
    12 rows: 1 skipped, 11 planned
    >>> len(report.planned)
    11

    Attributes:
        rows: Every row, in the order in which the rows were given.
        looked_up_again: How many rows that an earlier run had done were looked up again, because the service or that
            run ended soon after.
        changed_again: How many of them the service had lost, so that they were changed again.
        repeated: How many times a row was given again, perhaps by its id and by its email address; it counts once.
    """

    rows: tuple[Row, ...]
    looked_up_again: int = field(default=0, eq=False)
    changed_again: int = field(default=0, eq=False)
    repeated: int = field(default=0, eq=False)
    _states: tuple[RowState, ...] = field(default=(), init=False, eq=False)

    @property
    def counts(self) -> dict[Outcome, int]:
        """The number of rows of each outcome; an outcome without rows is left out."""
        outcomes = [row.outcome for row in self.rows]
        return {outcome: outcomes.count(outcome) for outcome in OUTCOMES if outcome in outcomes}

    @property
    def done(self) -> list[Row]:
        """The rows whose change took effect."""
        return self._with("done")

    @property
    def failed(self) -> list[Row]:
        """The rows that the service refused, or that never reached it."""
        return self._with("failed")

    @property
    def skipped(self) -> list[Row]:
        """The rows that were not to be changed."""
        return self._with("skipped")

    @property
    def unknown(self) -> list[Row]:
        """The rows that were sent and not answered; the same job run again looks them up."""
        return self._with("unknown")

    @property
    def planned(self) -> list[Row]:
        """After a dry run, the rows that would be changed; after a job that stopped, the rows not changed yet."""
        return self._with("planned")

    def save(self, path: str | os.PathLike[str], *, encoding: str = "utf-8") -> Path:
        """Write all rows to a CSV file, which replaces an existing one once it is complete.

        >>> bulk.update_users(leavers, is_active=False, dry_run=True).save("review.csv")
        PosixPath('review.csv')

        The columns are `id`, `label`, `outcome`, `reason`, `status`, `code`, and for each field of the old and new
        values `old_…` and `new_…`: `old_is_active`. An email address that no user has is a label without an id.
        Booleans are `true` and `false`; null and what is not known are empty. A cell that a spreadsheet would take for
        a formula begins with an apostrophe.

        Args:
            path: The file.
            encoding: The encoding; `utf-8-sig` for spreadsheets that take a CSV file for their system's own encoding.

        Raises:
            InvalidArgumentError: The path is not the path of a file, or the encoding is not known.
            OSError: The file cannot be written, for example because the disk is full. An existing file is unchanged.
        """
        try:
            file = Path(path)
            file.with_name(f"{file.name}.part")
        except (TypeError, ValueError) as error:
            raise InvalidArgumentError("path", "the path of a file", path) from error
        try:
            "".encode(encoding)
        except (LookupError, TypeError, ValueError) as error:
            raise InvalidArgumentError("encoding", "the name of an encoding", encoding) from error
        values = [("old", name) for name in self._fields("old")] + [("new", name) for name in self._fields("new")]
        header = [*COLUMNS, *(f"{when}_{name}" for when, name in values)]
        rows = (
            [
                None if "@" in row.id else row.id,
                *(getattr(row, name) for name in COLUMNS[1:]),
                *(_values(row, when).get(name) for when, name in values),
            ]
            for row in self.rows
        )
        write_csv(file, header, rows, encoding=encoding)
        return file

    def _fields(self, when: str) -> list[str]:
        """Return the fields of the old or the new values of any row, in the order in which they appear."""
        return list(dict.fromkeys(name for row in self.rows for name in _values(row, when)))

    def _with(self, outcome: Outcome) -> list[Row]:
        return [row for row in self.rows if row.outcome == outcome]

    def __str__(self) -> str:
        counts = ", ".join(f"{count} {outcome}" for outcome, count in self.counts.items())
        rows = "1 row" if len(self.rows) == 1 else f"{len(self.rows)} rows"
        changed = f", {self.changed_again} changed again" if self.changed_again else ""
        again = f" ({self.looked_up_again} looked up again{changed})" if self.looked_up_again else ""
        return (f"{rows}: {counts}" if counts else rows) + again

    def __repr__(self) -> str:
        return f"Report({self})"


def _values(row: Row, when: str) -> Mapping[str, Any]:
    return (row.old if when == "old" else row.new) or {}


def report_of(states: Iterable[RowState], **counts: int) -> Report:
    """Return the report of a run, which keeps the states of its rows for the job that a dry run prepares."""
    kept = tuple(states)
    report = Report(tuple(state.row for state in kept), **counts)
    object.__setattr__(report, "_states", kept)  # not an argument: no program makes a state
    return report


def states_of(report: Report) -> dict[str, RowState]:
    """Return the states of the rows by their ids; empty for a report that a program has made."""
    return {state.row.id: state for state in report._states}  # pyright: ignore[reportPrivateUsage]


def cell(value: object) -> str:
    """Return the cell for a value, guarded against being taken for a formula.

    >>> cell("=1+1"), cell(None), cell(True)
    ("'=1+1", '', 'true')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return guarded(str(value))


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]], *, encoding: str) -> None:
    """Write a CSV file; it gets its final name once the disk has all of it.

    Args:
        path: The file to write; an existing one is replaced.
        header: The names of the columns.
        rows: The values of each row.
        encoding: The encoding of the file.

    Raises:
        OSError: The file cannot be written, for example because the disk is full; an existing file is unchanged.
    """

    def write(file: IO[bytes]) -> None:
        # A title can hold half a surrogate pair, which no encoding has.
        text = io.TextIOWrapper(file, encoding=encoding, errors="backslashreplace", newline="")
        writer = csv.writer(text)
        writer.writerow(map(cell, header))
        writer.writerows(map(cell, row) for row in rows)
        text.detach()

    write_whole(path, write, overwrite=True)
