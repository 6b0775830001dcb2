"""Tables in a temporary database: what a bulk job knows of its rows, which grows on the disk and not in memory.

Each table is a database of SQLite, which is in memory up to two megabytes. Beyond that it is a file without a name,
which only its owner can read, and which the system removes at the latest with the process.
"""

from __future__ import annotations

import pickle
import sqlite3
import threading
from array import array
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from typing import Any, TypeVar, overload
from weakref import finalize

from .row import Row, RowChange, lower_email

V = TypeVar("V")

CHUNK = 500
"""The entries that an iteration reads at a time; between two reads, others may change."""


class DiskMapping(MutableMapping[str, V]):
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

    def __delitem__(self, key: str) -> None:
        self._length -= self._run("DELETE FROM entries WHERE key = ?", _encoded(key))[0]

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

    def at(self, place: int) -> V:
        """Return the value at a place."""
        [(value,)] = self._run("SELECT value FROM entries WHERE place = ?", place)[1]
        return pickle.loads(value)  # type: ignore[no-any-return]

    def put(self, place: int, value: V) -> None:
        """Replace the value at a place."""
        self._run("UPDATE entries SET value = ? WHERE place = ?", _pickled(value), place)

    def entries(self) -> Iterator[tuple[int, str, V]]:
        """Yield each place with its key and value."""
        place, chunk = 0, [()] * CHUNK
        while len(chunk) == CHUNK:
            select = "SELECT place, key, value FROM entries WHERE place > ? ORDER BY place LIMIT ?"
            _, chunk = self._run(select, place, CHUNK)
            for place, key, value in chunk:
                yield place, key.decode(errors="surrogatepass"), pickle.loads(value)

    def _run(self, statement: str, *values: object) -> tuple[int, list[Any]]:
        try:
            with self._lock:
                cursor = self._database.execute(statement, values)
                return cursor.rowcount, cursor.fetchall()
        except sqlite3.Error as error:
            raise OSError(f"the temporary database of a bulk job: {error}") from error


class RowTable:
    """The rows of a job with the state of their changes, each id once, in the order in which they were added.

    A row is a copy: one that is changed has to be put again. Its place in the table stays.
    """

    def __init__(self) -> None:
        self._changes: DiskMapping[RowChange] = DiskMapping()

    def __len__(self) -> int:
        return len(self._changes)

    def __iter__(self) -> Iterator[RowChange]:
        return (_placed(place, change) for place, _, change in self._changes.entries())

    def add(self, change: RowChange) -> bool:
        """Add a row at the end; return False, and add nothing, if its id is there."""
        return self._changes.add(lower_email(change.row.id), change)

    def put(self, change: RowChange) -> None:
        """Write the state of a row that comes from this table."""
        self._changes.put(change.place, change)

    def find(self, row_id: str) -> RowChange | None:
        """Return the row with an id; None if there is none."""
        try:
            return _placed(*self._changes.entry(lower_email(row_id)))
        except KeyError:
            return None

    def at(self, place: int) -> RowChange:
        """Return the row at a place."""
        return _placed(place, self._changes.at(place))

    def places(self, test: Callable[[RowChange], bool]) -> array[int]:
        """Return the places of the rows that pass a test, in their order."""
        return array("q", (change.place for change in self if test(change)))


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
        places = range(1, len(self) + 1)[index]  # a table of rows deletes none
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


def _placed(place: int, change: RowChange) -> RowChange:
    change.place = place
    return change


def _encoded(key: str) -> bytes:
    return key.encode(errors="surrogatepass")  # an address may hold half a surrogate pair


def _pickled(value: object) -> bytes:
    return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
