"""A text that arrives in deltas."""

from __future__ import annotations

__all__ = ["TextBuilder"]


class TextBuilder:
    """Assembles a text from its deltas, in time that is linear in their length.

    Attributes:
        length: The number of characters so far.
    """

    __slots__ = ("_deltas", "length")

    def __init__(self) -> None:
        self._deltas: list[str] = []
        self.length = 0

    def append(self, delta: str) -> None:
        """Take a delta."""
        self._deltas.append(delta)
        self.length += len(delta)

    def build(self) -> str:
        """Return the text so far."""
        if len(self._deltas) > 1:
            self._deltas = ["".join(self._deltas)]
        return self._deltas[0] if self._deltas else ""

    def is_start_of(self, text: str) -> bool:
        """Whether another text begins with this one; a shorter one is not even compared."""
        return len(text) >= self.length and text.startswith(self.build())
