"""Texts for a report: excerpts of bodies without secrets, and the secrets of a run, which no report shows."""

import json
import re
from collections.abc import Callable, Iterator

from trivet_stubs.kernel.printable_text import printable
from trivet_stubs.kernel.secrets import ANYWHERE, hide, is_secret_name

MAX_LENGTH = 300

_FIELD = re.compile(r"""("([\w.-]{1,60})"\s*:\s*")([^"\\]*+(?:\\.[^"\\]*+)*+)""")
_LINK = re.compile(r"""https?://[^\s"?]*\?[^\s"]*""")


_KEPT = 3000
_READ = 1024 * 1024


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


def secret_values(body: bytes) -> Iterator[tuple[str, str]]:
    """The texts that stand in JSON under keys of secrets, with their keys."""
    for match in _FIELD.finditer(body.decode("utf-8", "replace")):
        if is_secret_name(match[2]):
            try:
                value = json.loads(f'"{match[3]}"', strict=False)
            except ValueError:
                value = match[3]
            yield match[2], value


class Secrets:
    """Remembers secret values and takes them out of texts, in each way in which they are written there.

    >>> secrets = Secrets()
    >>> secrets.collect(b'{"share_token": "Zm9vYmFyLTE3"}')
    >>> secrets.hide("https://chat.test/conversations/shared/Zm9vYmFyLTE3")
    'https://chat.test/conversations/shared/<share_token>'
    """

    def __init__(self) -> None:
        self._added: dict[str, str] = {}
        self._collected: dict[str, str] = {}

    def add(self, value: str, placeholder: str) -> None:
        """Remember a value for good, and its placeholder in a text."""
        self._added[value] = placeholder

    def collect(self, body: bytes) -> None:
        """Remember the values that stand in the JSON of an answer under keys of secrets; of many, the latest.

        Short values are left as they are: they may be words.
        """
        self._collected.update(
            {value: f"<{key}>" for key, value in secret_values(body[:_READ]) if len(value) >= ANYWHERE}
        )
        while len(self._collected) > _KEPT:
            del self._collected[next(iter(self._collected))]

    def hide(self, text: str) -> str:
        """The text with a name in place of each value."""
        return hide(text, {**self._collected, **self._added})
