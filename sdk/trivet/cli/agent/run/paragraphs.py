"""The gaps between an agent's texts, which it writes one by one, with tool calls in between."""

from __future__ import annotations

__all__ = ["Paragraphs"]


class Paragraphs:
    """Separates texts that do not belong together by an empty line.

    >>> paragraphs = Paragraphs()
    >>> paragraphs.add("One.", "msg_1")
    'One.'
    >>> paragraphs.interrupt()
    >>> paragraphs.add("Two.", "msg_1")
    '\\n\\nTwo.'
    """

    def __init__(self) -> None:
        self._message: str | None = None
        self._interrupted = False
        self._end = ""

    def interrupt(self) -> None:
        """Take note that something else was shown."""
        self._interrupted = True

    def add(self, piece: str, message_id: str) -> str:
        """Return a piece with the line breaks that it needs before it."""
        begins = bool(self._end) and (self._interrupted or self._message not in (None, message_id))
        gap = "\n" * (2 - (len(self._end) - len(self._end.rstrip("\n")))) if begins else ""
        self._message, self._interrupted = message_id, False
        self._end = (self._end + gap + piece)[-2:]
        return gap + (piece.lstrip("\n") if begins else piece)

    def finish(self) -> str:
        """Return the line break that the text lacks at its end."""
        return "\n" if self._end and not self._end.endswith("\n") else ""
