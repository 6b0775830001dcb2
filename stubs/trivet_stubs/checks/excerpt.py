"""The beginning of a body for a report, without what may be a secret and without control characters."""

import json
import re
from collections.abc import Callable, Iterator

MAX_LENGTH = 300

# Wherever an answer of the three services holds a credential, its key is one of these words or ends with it.
_SECRET = re.compile(
    r"""("([A-Za-z_]{0,60}(?:[tT]oken|[sS]ecret|[pP]assword|[kK]ey)|access|refresh|[lL]ink)"\s*:\s*")((?:[^"\\]|\\.)*)"""
)
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
    return printable(_LINK.sub(lambda found: found[0].partition("?")[0] + "?…", _SECRET.sub(r"\1…", text)), length)


def printable(text: str, length: int) -> str:
    """A text as one line that a terminal can show: no control characters, and cut to a length.

    >>> printable("a\\x1b[31mb", 300)
    'a [31mb'
    """
    cut = text if len(text) <= length else text[: length - 1] + "…"
    return "".join(each if each.isprintable() else " " for each in cut)


def secret_values(body: bytes) -> Iterator[tuple[str, str]]:
    """The texts that stand in JSON under keys of secrets, with their keys."""
    for found in _SECRET.finditer(body.decode("utf-8", "replace")):
        try:
            value = json.loads(f'"{found[3]}"', strict=False)
        except ValueError:
            value = found[3]
        yield found[2], value
