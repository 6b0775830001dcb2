"""The values that a report must not show: what the callers present, and what answers gave under secret keys."""

import json
import re
from urllib.parse import quote

from trivet_stubs.checks.excerpt import secret_values

_SHORTEST = 8
"""Shorter values of answers are left as they are, and those of callers are hidden as whole words only: they would be
found in every other word."""
_KEPT = 3000
_READ = 1024 * 1024


class Secrets:
    """Remembers secret values and takes them out of texts, in each way in which they are written there.

    >>> secrets = Secrets()
    >>> secrets.collect(b'{"share_token": "Zm9vYmFyLTE3"}')
    >>> secrets.hide("https://chat.test/conversations/shared/Zm9vYmFyLTE3")
    'https://chat.test/conversations/shared/<share_token>'
    """

    def __init__(self) -> None:
        self._added: dict[str, str] = {}
        self._words: dict[str, str] = {}
        self._collected: dict[str, str] = {}

    def add(self, value: str, shown: str) -> None:
        """Remember a value for good, and what stands for it in a text."""
        self._added.update(dict.fromkeys(_spellings(value), shown))
        if 0 < len(value) < _SHORTEST:
            self._words[value] = shown

    def collect(self, body: bytes) -> None:
        """Remember the values that stand in the JSON of an answer under keys of secrets; of many, the latest."""
        for key, value in secret_values(body[:_READ]):
            self._collected.update(dict.fromkeys(_spellings(value), f"<{key}>"))
        while len(self._collected) > _KEPT:
            del self._collected[next(iter(self._collected))]

    def hide(self, text: str) -> str:
        """The text with a name in place of each value."""
        shown = {**self._collected, **self._added}
        for value in sorted(shown, key=len, reverse=True):
            text = text.replace(value, shown[value])
        for value, name in self._words.items():
            text = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", name.replace("\\", "\\\\"), text)
        return text


def _spellings(value: str) -> list[str]:
    return [value, quote(value, safe=""), json.dumps(value)[1:-1]] if len(value) >= _SHORTEST else []
