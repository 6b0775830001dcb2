"""The beginning of a body for a report, without what may be a secret and without control characters."""

import json
import re
from collections.abc import Callable, Iterator

from trivet_stubs.kernel.secrets import is_secret_name

MAX_LENGTH = 300

_FIELD = re.compile(r"""("([\w.-]{1,60})"\s*:\s*")([^"\\]*+(?:\\.[^"\\]*+)*+)""")
_LINK = re.compile(r"""https?://[^\s"?]*\?[^\s"]*""")


def excerpt(body: bytes, length: int = MAX_LENGTH, hide: Callable[[str], str] = str) -> str:
    """The beginning of a body as one line of text.

    >>> excerpt(b'{"token": "abc", "id": 1}')
    '{"token": "…", "id": 1}'

    Args:
        body: The body.
        length: How many characters to return at most.
        hide: Takes further secrets out of a text.
    """
    text = hide(body[: 16 * length].decode("utf-8", "replace"))  # secrets are removed before the text is cut
    text = _FIELD.sub(lambda field: f"{field[1]}…" if is_secret_name(field[2]) else field[0], text)
    return printable(_LINK.sub(lambda link: link[0].partition("?")[0] + "?…", text), length)


def printable(text: str, length: int) -> str:
    """A text as one line that a terminal can show: no control characters, and cut to a length.

    >>> printable("a\\x1b[31mb", 300)
    'a [31mb'
    """
    cut = text if len(text) <= length else text[: length - 1] + "…"
    return "".join(each if each.isprintable() else " " for each in cut)


def secret_values(body: bytes) -> Iterator[tuple[str, str]]:
    """The texts that stand in JSON under keys of secrets, with their keys."""
    for field in _FIELD.finditer(body.decode("utf-8", "replace")):
        if is_secret_name(field[2]):
            try:
                value = json.loads(f'"{field[3]}"', strict=False)
            except ValueError:
                value = field[3]
            yield field[2], value
