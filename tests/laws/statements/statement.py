"""Statements of a contract or a spec; both are converted to statements, which are compared."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple


class Statement(NamedTuple):
    """A statement about an operation, an input, a record or a field.

    `about` is `GET /stops`, `GET /stops limit`, `Stop` or `Stop.name`; `aspect` is one of:

    - of an operation: operation, id, context, open, public, body (optional), status, media, answer
    - of an input or a field: input or field, in (path, query, body), required, type, and its rules:
      value (one of an enum), minimum, maximum, minLength, maxLength, pattern, format, default
    - of a record: extends, variant
    """

    about: str
    aspect: str
    value: str = ""

    def __str__(self) -> str:
        return f"{self.about}: {self.aspect} {self.value}".rstrip()


@dataclass(frozen=True)
class Note:
    """A sentence or a row of a contract that no table reader understands, with its statements."""

    quote: str
    states: tuple[Statement, ...]


def noted(text: str, notes: Iterable[Note]) -> set[Statement]:
    """Return the statements of the notes.

    Raises:
        ValueError: A quote does not occur verbatim in the contract's text.
    """
    statements = set[Statement]()
    for note in notes:
        if note.quote not in text:
            raise ValueError(f"the contract has no {note.quote!r}")
        statements.update(note.states)
    return statements


def alike(stated: Collection[Statement], about: str, other: str) -> tuple[Statement, ...]:
    """Return the statements about `other` as statements about `about`, for cells such as `(as above)`."""
    return tuple(statement._replace(about=about) for statement in stated if statement.about == other)
