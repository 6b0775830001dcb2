"""A request body that is encoded already: bytes with their media type."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qsl

from .secrets import named_secrets

__all__ = ["Body"]

_JSON = re.compile(r"(?i)\s*application/(?:[\w.-]+\+)?json\b")
_FORM = re.compile(r"(?i)\s*application/x-www-form-urlencoded\b")


class Body:
    """Bytes to send, of a media type; its repr shows none of them.

    >>> Body(b"title=Notes", "application/x-www-form-urlencoded")

    Attributes:
        content: The bytes.
        media_type: The media type, as the header `Content-Type` has it.
    """

    __slots__ = ("content", "media_type")

    def __init__(self, content: bytes, media_type: str) -> None:
        self.content: bytes = content
        self.media_type: str = media_type

    def secrets(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the texts in its fields that must not appear in an error, where it is JSON or a form.

        Args:
            names: The names of such fields, besides those that say it, such as `password`.
        """
        fields: Any = None
        try:
            if _JSON.match(self.media_type):
                fields = json.loads(self.content)
            elif _FORM.match(self.media_type):
                fields = [{name: value} for name, value in parse_qsl(self.content.decode())]
        except (ValueError, RecursionError):  # the service will say that it is neither
            return ()
        return named_secrets(fields, names)

    def __repr__(self) -> str:
        return f"Body({self.media_type!r}, {len(self.content)} bytes)"
