"""A line that is typed key by key, without the terminal's own editing."""

from __future__ import annotations

import codecs
import re
from typing import Literal

__all__ = ["LineEditor"]

_SEQUENCE = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|O.|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)?", re.S)
LONGEST = 4096


class LineEditor:
    """Takes keys, and says when a line is complete.

    >>> editor = LineEditor()
    >>> editor.feed(b"on"), editor.text
    (None, 'on')
    >>> editor.feed(b"ce\\n"), editor.text
    ('line', 'once')

    Attributes:
        text: What has been typed.
    """

    def __init__(self) -> None:
        self.text: str = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def feed(self, data: bytes) -> Literal["line", "end"] | None:
        """Take keys; return `line` at Enter, `end` at Ctrl-D on an empty line. What follows either is dropped."""
        for char in _SEQUENCE.sub("", self._decoder.decode(data)):
            if char in "\r\n":
                return "line"
            if char == "\x04":
                if not self.text:
                    return "end"
            elif char in "\x7f\b":
                self.text = self.text[:-1]
            elif char == "\x15":  # Ctrl-U
                self.text = ""
            elif char == "\x17":  # Ctrl-W
                self.text = self.text.rstrip().rpartition(" ")[0]
            elif char.isprintable() and len(self.text) < LONGEST:
                self.text += char
        return None
