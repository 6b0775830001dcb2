"""Where an error or a log record shows a secret, in any spelling, whole or cut."""

from __future__ import annotations

import base64
import html
import json
import logging
import traceback
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import quote, quote_plus

__all__ = [
    "ACCOUNT_KEY",
    "ASCII_HEADER",
    "CUSTOM_HEADER",
    "LINK_SIGNATURE",
    "PASSWORD",
    "SHARE_TOKEN",
    "TOKEN",
    "LogWatch",
    "exposures",
    "shown_in",
]

ACCOUNT_KEY = "aK3y/with+punctuation%20=="
TOKEN = "t0ken.of-an~administrator+/=="
PASSWORD = 'pässw0rd"\\%&<ü€>'
CUSTOM_HEADER = 'g4teway"\\/k\xe9y%20+&<>='
ASCII_HEADER = 'g8teway"\\/ky%20+&<>='
SHARE_TOKEN = "sh4re~token-of-a-conversation"
LINK_SIGNATURE = "s1gnatureOfAPresignedLink0123456789"
SECRETS = (ACCOUNT_KEY, TOKEN, PASSWORD, CUSTOM_HEADER, ASCII_HEADER, SHARE_TOKEN, LINK_SIGNATURE)

ENOUGH = 10
"""The first characters of a secret, or of a spelling of it, that count as shown: a message that was cut keeps them."""

LIBRARIES = {"aiohttp", "aiosignal", "anyio", "h11", "httpcore", "httpx", "httpx_aiohttp", "multidict", "yarl"}
"""Objects of these are looked into: an attribute of an exception may hold the whole request."""

DEPTH = 4
OWN = str(Path(__file__).parent)


def spellings(secret: str) -> Iterator[str]:
    """Yield the ways in which an answer, a repr or a log may spell a secret."""
    yield secret
    yield json.dumps(secret)[1:-1]
    yield json.dumps(secret, ensure_ascii=False)[1:-1]
    yield json.dumps(secret)[1:-1].replace("/", "\\/")
    yield repr(secret)[1:-1]
    yield repr(secret.encode())[2:-1]
    yield secret.encode().decode("latin-1")
    yield html.escape(secret)
    yield "".join(f"\\u{ord(char):04x}" for char in secret)
    for spelled in (quote(secret, safe=""), quote(secret), quote_plus(secret)):
        yield spelled
        yield spelled.lower()
    with suppress(UnicodeEncodeError):
        yield repr(secret.encode("latin-1"))[2:-1]
        yield quote(secret.encode("latin-1"), safe="")


def needles() -> tuple[str, ...]:
    """Return what must occur nowhere."""
    found = {each[: max(ENOUGH, len(each) // 3)] for secret in SECRETS for each in spellings(secret)}
    found.add(base64.b64encode(f"me:{PASSWORD}".encode()).decode()[:12])
    shortest = sorted(found, key=len)
    return tuple(each for at, each in enumerate(shortest) if not any(other in each for other in shortest[:at]))


NEEDLES = needles()


def shown_in(text: str | bytes | bytearray) -> bool:
    """Whether a text shows a secret."""
    text = text if isinstance(text, str) else bytes(text).decode("latin-1")
    return any(needle in text for needle in NEEDLES)


def exposures(error: BaseException) -> list[str]:
    """Return the places of an error, of its causes and contexts, and of the frames they keep, that show a secret."""
    return sorted({f"{kind}: {where}" for kind, where in _Search().run(error)})


class _Search:
    """One walk through an error."""

    def __init__(self) -> None:
        self._seen: set[int] = set()
        self._waiting: list[tuple[str, BaseException]] = []

    def run(self, error: BaseException) -> Iterator[tuple[str, str]]:
        self._waiting.append(("error", error))
        while self._waiting:
            label, each = self._waiting.pop()
            if id(each) in self._seen:
                continue
            self._seen.add(id(each))
            yield from self._of_error(label, each)

    def _of_error(self, label: str, error: BaseException) -> Iterator[tuple[str, str]]:
        name = type(error).__name__
        if shown_in(str(error)) or shown_in(repr(error)):
            yield "message", f"{label} {name}"
        if any(self._holds(each, DEPTH) for each in error.args):
            yield "args", f"{label} {name}"
        for key, value in [*vars(error).items(), *_slots(error)]:
            if self._holds(value, DEPTH):
                yield "attribute", f"{label} {name}.{key}"
        for frame, _ in traceback.walk_tb(error.__traceback__):
            yield from self._of_frame(label, frame)
        for key in ("__cause__", "__context__"):
            other = getattr(error, key)
            if other is not None:
                self._waiting.append((f"{label}.{key}", other))

    def _of_frame(self, label: str, frame: FrameType) -> Iterator[tuple[str, str]]:
        if frame.f_code.co_filename.startswith(OWN):
            return
        where = f"{Path(frame.f_code.co_filename).name}:{frame.f_code.co_name}"
        for name, value in frame.f_locals.items():
            if isinstance(value, BaseException):
                self._waiting.append((f"{label} {where} {name}", value))
            elif self._holds(value, DEPTH):
                yield "frame", f"{label} {where} {name}"

    def _holds(self, value: Any, depth: int) -> bool:
        """Whether a value, or what it consists of, shows a secret."""
        if isinstance(value, str | bytes | bytearray):
            return shown_in(value)
        if depth == 0 or value is None or isinstance(value, int | float | BaseException):
            return False
        parts: Iterable[Any] = ()
        if isinstance(value, Mapping):
            parts = [each for pair in list(value.items())[:200] for each in pair]
        elif isinstance(value, list | tuple | set | frozenset):
            parts = list(value)[:200]
        elif type(value).__module__.partition(".")[0] in LIBRARIES:
            parts = [*getattr(value, "__dict__", {}).values(), *(each for _, each in _slots(value))]
        if any(self._holds(each, depth - 1) for each in parts):
            return True
        try:
            return shown_in(repr(value))
        except Exception:  # a repr of another's object may fail, as on an object that is not complete
            return False


def _slots(value: object) -> list[tuple[str, Any]]:
    names = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ()) if name != "__weakref__"]
    found = []
    for name in [names] if isinstance(names, str) else names:
        with suppress(AttributeError):
            found.append((name, getattr(value, name)))
    return found


class LogWatch(logging.Handler):
    """Looks at every log record of the process.

    Attributes:
        exposed: The loggers and messages that show a secret, cut.
        untidy: The errors that asyncio logs: tasks whose exception was never read, and the like.
        records: How many records there were.
    """

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.exposed: set[str] = set()
        self.untidy: list[str] = []
        self.records = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Look at one record."""
        self.records += 1
        text = record.getMessage()
        if record.exc_info:
            text += "".join(traceback.format_exception(*record.exc_info))
        # httpcore logs the heads that it receives, before trivet sees them, and a server may echo there what it got.
        received = record.name.startswith("httpcore") and "receive_response" in text
        if not received and (shown_in(text) or shown_in(repr(record.args))):
            self.exposed.add(f"{record.name} {record.funcName}: {str(record.msg)[:60]}")
        if record.name == "asyncio" and record.levelno >= logging.WARNING:
            self.untidy.append(text[:500])

    @contextmanager
    def watching(self) -> Iterator[LogWatch]:
        """Look at the records of every logger, at every level, for the length of a block."""
        root = logging.getLogger()
        level, handlers = root.level, root.handlers
        root.handlers = [self]  # a hundred thousand records are not worth keeping
        root.setLevel(logging.DEBUG)
        try:
            yield self
        finally:
            root.setLevel(level)
            root.handlers = handlers
