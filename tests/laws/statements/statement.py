"""One thing that a contract, or a spec, states; both are read into these and compared."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple


class Statement(NamedTuple):
    """What is stated about an operation, an input, a record or a field.

    `about` is `GET /stops`, `GET /stops limit`, `Stop` or `Stop.name`; `what` is one of:

    - of an operation: operation, id, context, open, public, body (optional), status, media, answer
    - of an input or a field: input or field, in (path, query, body), required, type, and its rules:
      value (one of an enum), minimum, maximum, minLength, maxLength, pattern, format, default
    - of a record: extends, variant
    """

    about: str
    what: str
    value: str = ""

    def __str__(self) -> str:
        return f"{self.about}: {self.what} {self.value}".rstrip()


@dataclass(frozen=True)
class Note:
    """A sentence or a row of a contract that no table reader understands, and what it states."""

    quote: str
    states: tuple[Statement, ...]


def noted(text: str, notes: Iterable[Note]) -> set[Statement]:
    """Return what the notes state.

    Raises:
        ValueError: A quote does not occur word for word in the contract's text.
    """
    found = set[Statement]()
    for note in notes:
        if note.quote not in text:
            raise ValueError(f"the contract has no {note.quote!r}")
        found.update(note.states)
    return found


def alike(stated: Collection[Statement], about: str, other: str) -> tuple[Statement, ...]:
    """Return what is stated about `other`, stated about `about`: for cells such as `(as above)`."""
    return tuple(each._replace(about=about) for each in stated if each.about == other)
