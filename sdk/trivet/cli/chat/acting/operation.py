"""What an audit log keeps of a command: the words that name the operation, and the ids of its records."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["ids_of", "words_of"]

_WORD = re.compile(r"[a-z][a-z-]{0,23}")
_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)


def words_of(command: Sequence[str]) -> tuple[str, ...]:
    """Return the words at the beginning of a command that name the operation.

    What follows them may be text of the user's, or a secret.

    >>> words_of(["conversations", "update", "0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001", "--title", "Plans"])
    ('conversations', 'update')
    """
    words: list[str] = []
    for each in command:
        if not _WORD.fullmatch(each):
            break
        words.append(each)
    return tuple(words)


def ids_of(command: Sequence[str]) -> tuple[str, ...]:
    """Return the ids among the words of a command.

    >>> ids_of(["conversations", "get", "0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001"])
    ('0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001',)
    """
    return tuple(each for each in command if _ID.fullmatch(each))
