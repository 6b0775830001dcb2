"""The sync client, derived from the async one by renaming."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

ASYNC_ONLY = "# Async only"
"""The beginning of the first line of a file in an `_async` folder that has no sync form; the line gives the reason."""

RULES: tuple[tuple[str, str], ...] = (
    (r"\basync (def|with|for)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\bAwaitable\[(\w+)\] \| \1\b", r"\1"),
    (r"\bAwaitable\[(\w+)\]", r"\1"),
    (r"\bAwaitable, ", ""),
    (r"\bAsyncGenerator\[([^\n]+), None\]:", r"Generator[\1, None, None]:"),
    (r"\bhttpx\.AsyncByteStream\b", "httpx.SyncByteStream"),
    (r"\bAsync(?=[A-Z])", ""),
    (r"\b_Async(?=[A-Z])", "_"),
    (r"\basync_auth_flow\b", "sync_auth_flow"),
    (r"\basync_(?=[a-z])", ""),
    (r"\b_async\b", "_sync"),
    (r"\basync(?=contextmanager\b)", ""),
    (r"__a(enter|exit|iter|next)__", r"__\1__"),
    (r"\ba(closing|close|next|send|sleep|read|iter_raw)\b", r"\1"),
    (r"\bStopAsyncIteration\b", "StopIteration"),
    (r"\bhandle_async_request\b", "handle_request"),
    (r"from \.asyncio_backend import AsyncioBackend\n", ""),
    (r"\bAsyncioBackend\b", "httpcore.SyncBackend"),
)

_FIRST_WORD = re.compile(r"^\\b((?:[\w ,]|\\[.\[])+)(?![*+?{])")
"""What a pattern begins with: `\\b` and a text."""


class UnusedRuleError(Exception):
    """A rule matches no file, so either the rule or the code is wrong."""


class Unasync:
    """Applies the rules, and records which of them matched."""

    def __init__(self, rules: Iterable[tuple[str, str]] = RULES) -> None:
        self._rules = [(pattern, _compiled(pattern), replacement) for pattern, replacement in rules]
        self._unused = {pattern for pattern, _, _ in self._rules}

    def __call__(self, source: str) -> str:
        """Return the sync form of a source."""
        for pattern, compiled, replacement in self._rules:
            source, count = compiled.subn(replacement, source)
            if count:
                self._unused.discard(pattern)
        return source

    def finish(self) -> None:
        """Check that every rule matched some source.

        Raises:
            UnusedRuleError: With the patterns that matched nothing.
        """
        if self._unused:
            raise UnusedRuleError(", ".join(sorted(self._unused)))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern, with a `\\b` at its beginning as a look back from the text after it.

    `re` searches for a text at the beginning of a pattern by a table of its characters, and tries `\\b` at each place,
    which took a fifth of a run of the generator.
    """
    return re.compile(_FIRST_WORD.sub(r"\1(?<=\\b\1)", pattern))
