"""Tables in a temporary database: what a bulk job knows of its rows, which grows on the disk and not in memory.

Each table is a database of SQLite, which is in memory up to two megabytes. Beyond that it is a file without a name,
which only its owner can read, and which the system removes at the latest with the process.
"""

from __future__ import annotations

import pickle
import sqlite3
import threading
from array import array
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from operator import attrgetter
from typing import Any, TypeVar, overload
from weakref import finalize

from attrs import fields

from .row import Row, RowChange, lower_email

V = TypeVar("V")

CHUNK = 500
"""The entries that an iteration reads at a time; between two reads, others may change."""


class DiskMapping(Mapping[str, V]):
    """A mapping in a temporary database, in the order in which its keys came; several threads may use it.

    A value is a copy: one that is changed has to be set again.
    """

    def __init__(self) -> None:
        self._database = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        finalize(self, self._database.close)
        self._lock = threading.Lock()
        self._length = 0
        self._run("PRAGMA journal_mode = OFF")
        self._run("CREATE TABLE entries (place INTEGER PRIMARY KEY, key BLOB UNIQUE, value BLOB)")

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[str]:
        return (key for _, key, _ in self.entries())

    def __getitem__(self, key: str) -> V:
        return self.entry(key)[1]

    def __setitem__(self, key: str, value: V) -> None:
        if not self._run("UPDATE entries SET value = ? WHERE key = ?", _pickled(value), _encoded(key))[0]:
            self.add(key, value)

    def add(self, key: str, value: V) -> bool:
        """Add a value at the end; return False, and add nothing, if there is one with this key."""
        added, _ = self._run("INSERT OR IGNORE INTO entries VALUES (NULL, ?, ?)", _encoded(key), _pickled(value))
        self._length += added
        return bool(added)

    def entry(self, key: str) -> tuple[int, V]:
        """Return the place of a key, and its value.

        Raises:
            KeyError: There is no such key.
        """
        for place, value in self._run("SELECT place, value FROM entries WHERE key = ?", _encoded(key))[1]:
            return place, pickle.loads(value)
        raise KeyError(key)

    def put(self, values: Mapping[int, V]) -> None:
        """Replace the values at some places."""
        rows = [(_pickled(value), place) for place, value in values.items()]
        with self._lock, _disk():
            self._database.executemany("UPDATE entries SET value = ? WHERE place = ?", rows)

    def chunk(self, first: int) -> list[tuple[int, str, V]]:
        """Return the places from one on, with their keys and values, as many as are read at a time."""
        select = "SELECT place, key, value FROM entries WHERE place >= ? ORDER BY place LIMIT ?"
        chunk = self._run(select, first, CHUNK)[1]
        return [(place, key.decode(errors="surrogatepass"), pickle.loads(value)) for place, key, value in chunk]

    def entries(self) -> Iterator[tuple[int, str, V]]:
        """Yield each place with its key and value."""
        chunk = self.chunk(1)
        while chunk:
            yield from chunk
            chunk = self.chunk(chunk[-1][0] + 1)

    def _run(self, statement: str, *values: object) -> tuple[int, list[Any]]:
        with self._lock, _disk():
            cursor = self._database.execute(statement, values)
            return cursor.rowcount, cursor.fetchall()


class RowTable:
    """The rows of a job with the state of their changes, each id once, in the order in which they were added.

    A row that is changed has to be put again. Its place in the table stays. The latest rows are in memory, so that
    workers seldom wait for the database.
    """

    def __init__(self) -> None:
        self._changes: DiskMapping[tuple[Any, ...]] = DiskMapping()
        self._latest: dict[int, RowChange] = {}
        self._unwritten: set[int] = set()
        self._lock = threading.RLock()

    def __len__(self) -> int:
        return len(self._changes)

    def __iter__(self) -> Iterator[RowChange]:
        following = 1
        while chunk := self._chunk(following):
            yield from chunk
            following = chunk[-1].place + 1

    def add(self, change: RowChange) -> bool:
        """Add a row at the end; return False, and add nothing, if its id is there."""
        return self._changes.add(lower_email(change.row.id), _values(change))

    def put(self, change: RowChange) -> None:
        """Write the state of a row that comes from this table."""
        with self._lock:
            self._keep(change)
            self._unwritten.add(change.place)

    def find(self, row_id: str) -> RowChange | None:
        """Return the row with an id; None if there is none."""
        with self._lock:
            try:
                return self._of(*self._changes.entry(lower_email(row_id)))
            except KeyError:
                return None

    def at(self, place: int) -> RowChange:
        """Return the row at a place; those behind it will be the next, and are read with it."""
        with self._lock:
            if place not in self._latest:
                for change in self._chunk(place):
                    self._keep(change)
            return self._latest[place]

    def places(self, test: Callable[[RowChange], bool]) -> array[int]:
        """Return the places of the rows that pass a test, in their order."""
        return array("q", (change.place for change in self if test(change)))

    def _chunk(self, first: int) -> list[RowChange]:
        """Return the latest states of the rows from a place on, as many as are read at a time."""
        with self._lock:
            return [self._of(place, values) for place, _, values in self._changes.chunk(first)]

    def _of(self, place: int, values: tuple[Any, ...]) -> RowChange:
        """Return the latest state of a row of the database."""
        change = self._latest.get(place)
        if change is None:
            change = RowChange(Row(*values[:ROW_FIELDS]), *values[ROW_FIELDS:])
            change.place = place
        return change

    def _keep(self, change: RowChange) -> None:
        """Keep a row in memory; write those that are there for longest, if they are too many."""
        if len(self._latest) >= 4 * CHUNK and change.place not in self._latest:
            oldest = dict(islice(self._latest.items(), 2 * CHUNK))
            self._changes.put({place: _values(oldest[place]) for place in self._unwritten & oldest.keys()})
            self._unwritten -= oldest.keys()
            for place in oldest:
                del self._latest[place]
        self._latest[change.place] = change


ROW_FIELDS = len(fields(Row))
_values = attrgetter(
    *(f"row.{attribute.name}" for attribute in fields(Row)),
    *(attribute.name for attribute in fields(RowChange) if attribute.name not in ("row", "place")),
)
"""Returns the values of a row, of which a small pickle is made."""


class StoredRows(Sequence[Row]):
    """The rows of a table as a user sees them; each is read when it is asked for."""

    def __init__(self, table: RowTable) -> None:
        self.table = table

    def __len__(self) -> int:
        return len(self.table)

    def __iter__(self) -> Iterator[Row]:
        return (change.row for change in self.table)

    @overload
    def __getitem__(self, index: int) -> Row: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...

    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        places = range(1, len(self) + 1)[index]
        if isinstance(places, int):
            return self.table.at(places).row
        return tuple(self.table.at(place).row for place in places)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StoredRows | tuple):
            return NotImplemented
        return tuple(self) == tuple(other)  # pyright: ignore[reportUnknownArgumentType]

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (list(self),)


@contextmanager
def _disk() -> Generator[None]:
    """Raise an error of the database as one of the disk.

    Raises:
        OSError: The disk is full, or there is no folder for temporary files.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise OSError(f"the temporary database of a bulk job: {error}") from error


def _encoded(key: str) -> bytes:
    return key.encode(errors="surrogatepass")  # an address may hold half a surrogate pair


def _pickled(value: object) -> bytes:
    return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
