"""The sync client, derived from the async one by renaming."""

from __future__ import annotations

import re
from collections.abc import Iterable

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
    (r"\b(_?)Async(?=[A-Z])", r"\1"),
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


class UnusedRuleError(Exception):
    """A rule matches no file, so either the rule or the code is wrong."""


class Unasync:
    """Applies the rules, and records which of them matched."""

    def __init__(self, rules: Iterable[tuple[str, str]] = RULES) -> None:
        self._rules = [(re.compile(pattern), replacement) for pattern, replacement in rules]
        self._unused = {pattern for pattern, _ in self._rules}

    def __call__(self, source: str) -> str:
        """Return the sync form of a source."""
        for pattern, replacement in self._rules:
            source, count = pattern.subn(replacement, source)
            if count:
                self._unused.discard(pattern)
        return source

    def finish(self) -> None:
        """Check that every rule matched some source.

        Raises:
            UnusedRuleError: With the patterns that matched nothing.
        """
        if self._unused:
            raise UnusedRuleError(", ".join(sorted(pattern.pattern for pattern in self._unused)))
