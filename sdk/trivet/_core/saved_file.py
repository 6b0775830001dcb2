"""A document that was saved to disk, and its file name."""

from __future__ import annotations

import re
from email.message import Message
from pathlib import Path

from .answer import Head, Headers
from .public import exported_from

__all__ = ["Saved", "file_name"]

LONGEST = 2000
"""The most characters of a Content-Disposition: a name of 199, each escaped, and once more plainly."""

_NAME = re.compile(r"\w[\w. ()-]{0,198}", re.ASCII)
# Windows takes these for devices, with any suffix.
_DEVICE = re.compile(r"(?i)(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?")


@exported_from("trivet.chat")
class Saved:
    """A complete document on disk.

    >>> saved = client.admin.ratings.export().save("ratings.json")
    >>> saved.path, saved.count

    Attributes:
        path: The file.
        head: The status and headers of the answer.
        count: The number of its records.
    """

    __slots__ = ("count", "head", "path")

    def __init__(self, path: Path, head: Head, count: int) -> None:
        self.path: Path = path
        self.head: Head = head
        self.count: int = count

    def __repr__(self) -> str:
        return f"Saved({str(self.path)!r}, count={self.count})"


def file_name(headers: Headers) -> str | None:
    """Return the file name of a Content-Disposition (RFC 6266), if it is safe in any folder; otherwise None."""
    disposition = headers.get("content-disposition", "")
    if len(disposition) > LONGEST:  # the standard library takes quadratic time, and any of Python's codecs
        return None
    message = Message()
    try:
        message["content-disposition"] = disposition
        name = message.get_filename("")
    except (TypeError, ValueError):  # from the standard library, for some broken headers
        return None
    if _NAME.fullmatch(name) is None or name[-1] in " ." or _DEVICE.fullmatch(name):
        return None
    return name
