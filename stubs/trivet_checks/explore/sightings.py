"""The fields of records as operations show them: two that show a record show it alike, unless a write came between."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from trivet_checks.explore.steps import Ref

_LONGEST = 100


@dataclass(slots=True)
class Sighting:
    """A field of a record as an operation has shown it."""

    value: Any
    operation: str
    writes: int


class Sightings:
    """The fields that the steps of one walk have shown.

    >>> sightings.earlier(Ref("conversation", 1), "user", "created_at", "2026-01-05", "conversations.get")

    Args:
        lasting: The fields that no write changes.
    """

    def __init__(self, lasting: Collection[str] = ()) -> None:
        self.writes: int = 0
        """The number of writes of the walk so far."""
        self._lasting = lasting
        self._seen: dict[tuple[Ref, str, str], Sighting] = {}

    def earlier(self, ref: Ref, caller: str, name: str, value: Any, operation: str) -> Sighting | None:
        """The field as it was shown before; None if it was not, or if a write in between may have changed it."""
        key = (ref, name, caller)
        seen = self._seen.get(key)
        if seen is None or not (seen.writes == self.writes or name in self._lasting):
            self._seen[key] = Sighting(value, operation, self.writes)
            return None
        return seen


def shown(value: Any) -> str:
    """A value of an answer as a message shows it.

    >>> shown(None)
    'null'
    """
    text = repr(value) if isinstance(value, str) else "null" if value is None else str(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
