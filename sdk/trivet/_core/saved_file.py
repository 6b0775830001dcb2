"""A document that was saved, and the name that the service has for it."""

from __future__ import annotations

import re
from email.message import Message
from pathlib import Path

from .answer import Head, Headers
from .public import exported_from

__all__ = ["Saved", "file_name"]

_NAME = re.compile(r"\w[\w. ()-]{0,198}", re.ASCII)
# What Windows takes for a device, whatever its suffix.
_DEVICE = re.compile(r"(?i)(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?")


@exported_from("trivet.chat")
class Saved:
    """A document on disk, whole.

    Attributes:
        path: Where it is.
        head: The status and headers it came with.
        count: How many records it holds.
    """

    __slots__ = ("count", "head", "path")

    def __init__(self, path: Path, head: Head, count: int) -> None:
        """Keep all three."""
        self.path = path
        self.head = head
        self.count = count

    def __repr__(self) -> str:
        return f"Saved({str(self.path)!r}, count={self.count})"


def file_name(headers: Headers) -> str | None:
    """The file name in a Content-Disposition (RFC 6266), where it is one that any folder takes."""
    message = Message()
    try:
        message["content-disposition"] = headers.get("content-disposition", "")
        name = message.get_filename("")
    except (TypeError, ValueError):  # what the standard library makes of some that are broken
        return None
    if _NAME.fullmatch(name) is None or name[-1] in " ." or _DEVICE.fullmatch(name):
        return None
    return name
