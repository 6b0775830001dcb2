"""The value of a body whose form no contract states: its media type decides."""

from __future__ import annotations

import re
from typing import Any

import orjson

from .answer import Head

__all__ = ["media_value"]

_JSON = re.compile(r"application/(?:[\w.-]+\+)?json")
_TEXT = re.compile(r"text/.+|application/(?:[\w.-]+\+)?xml|application/x-www-form-urlencoded")
_CHARSET = re.compile(r"(?i)\bcharset=\"?([\w.:-]+)")

# Only these: other codecs of Python are no text, or are not linear in time, and the server chooses the name.
_CODECS = {
    "": "utf-8-sig",
    "ascii": "utf-8-sig",
    "iso-8859-1": "latin-1",
    "latin-1": "latin-1",
    "latin1": "latin-1",
    "us-ascii": "utf-8-sig",
    "utf-8": "utf-8-sig",
    "utf8": "utf-8-sig",
    "windows-1252": "cp1252",
}


def media_value(accept: str, head: Head, body: bytes) -> Any:
    """Return the value of a body: JSON as Python has it, text as str, any other as bytes, and None for an empty one.

    >>> media_value("*/*", Head(200, Headers([(b"content-type", b"text/plain")])), b"Hello")
    'Hello'

    Text that is not in its charset, or in one besides UTF-8 and Latin-1, stays bytes.

    Args:
        accept: The media type that was asked for, which counts where the headers have none.
        head: The head of the answer.
        body: The body.

    Raises:
        ValueError: It is of a JSON media type, and no JSON.
    """
    if not body:
        return None
    media_type, _, parameters = (head.headers.get("content-type") or accept).partition(";")
    media_type = media_type.strip().lower()
    if _JSON.fullmatch(media_type):
        return orjson.loads(body)
    if _TEXT.fullmatch(media_type):
        charset = _CHARSET.search(parameters)
        codec = _CODECS.get(charset[1].lower() if charset else "")
        try:
            return body if codec is None else body.decode(codec)
        except UnicodeDecodeError:
            return body
    return body
