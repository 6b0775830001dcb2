"""Which ids each caller was shown, and which were seen deleted: a refusal of any other id has its reason there.

A bounded memory of 200,000 hashes. Once one would have to be forgotten, no id counts as one that was never shown.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, cast

MOST = 200_000

_QUOTED = re.compile(rb'"([^"\\\s]{1,100})"')
"""The texts in JSON that may be ids: without spaces and escapes."""
_MAY_BE_AN_ID = re.compile(r"[^\s]{1,100}")
_CELLS = re.compile(rb'[^",;\s]{1,100}')


class Sightings:
    """The ids that answers have shown.

    Args:
        most: How many are remembered.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._shown: set[int] = set()
        self._deleted: set[int] = set()
        self.is_full: bool = False
        """Whether an id was not remembered for want of room."""

    def show(self, caller: str, content: bytes, *, is_table: bool = False) -> None:
        """Remember the texts of an answer or an event that a caller was given."""
        found = (_CELLS if is_table else _QUOTED).finditer(content)
        self._add(caller, (match[match.re.groups].decode("utf-8", "replace") for match in found))

    def use(self, caller: str, texts: Iterable[str]) -> None:
        """Remember inputs with which a request of the caller was accepted: names that a client chooses are ids, too."""
        self._add(caller, (text for text in texts if _MAY_BE_AN_ID.fullmatch(text)))

    def delete(self, *texts: str) -> None:
        """Remember the id or the path of a record that was seen deleted."""
        self._deleted.update(_hash("", text) for text in texts if len(self._deleted) < self._most)

    def is_deleted(self, text: str) -> bool:
        """Whether it was seen deleted."""
        return _hash("", text) in self._deleted

    def was_never_shown(self, text: str, caller: str | None = None) -> bool:
        """Whether no answer has shown an id: to this caller, or without one, to anyone."""
        return not self.is_full and _hash(caller, text) not in self._shown

    def _add(self, caller: str, texts: Iterable[str]) -> None:
        for text in texts:
            keys = {_hash(caller, text), _hash(None, text)}
            if len(self._shown) + len(keys) > self._most:
                self.is_full = True
                return
            self._shown |= keys


def texts_in(value: Any) -> Iterable[str]:
    """Yield the texts in the JSON of a request, at any depth.

    >>> [*texts_in({"name": "files", "tags": ["a"]})]
    ['files', 'a']
    """
    waiting: list[Any] = [value]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, str):
            yield inner
        elif isinstance(inner, dict):
            waiting += cast(dict[str, Any], inner).values()
        elif isinstance(inner, list):
            waiting += reversed(cast(Sequence[Any], inner))


def _hash(caller: str | None, text: str) -> int:
    """A hash with the key of this process: credentials and tokens are not kept."""
    return hash((caller, text.casefold()))
