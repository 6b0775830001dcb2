"""The beginning of a body for a report, without what may be a secret and without control characters."""

import re

MAX_LENGTH = 300

# Wherever an answer of the three services holds a credential, its key is one of these words or ends with it.
_SECRET = re.compile(
    r"""("(?:[A-Za-z_]*(?:[tT]oken|[sS]ecret|[pP]assword|[kK]ey)|access|refresh|[lL]ink)"\s*:\s*")((?:[^"\\]|\\.)*)"""
)
_LINK = re.compile(r"""https?://[^\s"?]*\?[^\s"]*""")


def excerpt(body: bytes, length: int = MAX_LENGTH) -> str:
    """The beginning of a body as one line of text.

    >>> excerpt(b'{"token": "abc", "id": 1}')
    '{"token": "…", "id": 1}'
    """
    text = body[: 16 * length].decode("utf-8", "replace")  # secrets are removed before the text is cut
    text = _LINK.sub(lambda found: found[0].partition("?")[0] + "?…", _SECRET.sub(r"\1…", text))
    text = "".join(each if each.isprintable() else " " for each in text)
    return text if len(text) <= length else text[: length - 1] + "…"
