"""The search for secrets in errors, log records and other texts: in any spelling, complete or cut.

This is independent of `trivet._core.escaped_secrets`, which it checks. It compares with every spelling that it knows,
and undoes escapes.
"""

from __future__ import annotations

import html
import json
import logging
import pickle
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import quote, quote_plus, unquote_to_bytes

import httpx

__all__ = ["SPELLINGS", "LogWatch", "SecretFinder", "exposed"]

SPELLINGS: dict[str, Callable[[str], bytes]] = {
    "plain": lambda secret: secret.encode(),
    "latin-1": lambda secret: secret.encode("latin-1", "replace" if max(secret) > "\xff" else "strict"),
    "json": lambda secret: json.dumps(secret)[1:-1].encode(),
    "json with slashes": lambda secret: json.dumps(secret)[1:-1].replace("/", "\\/").encode(),
    "json in upper case": lambda secret: b"".join(b"\\u%02X%02X" % (at[0], at[1]) for at in _units(secret)),
    "json in json": lambda secret: json.dumps(json.dumps(secret))[3:-3].encode(),
    "percent": lambda secret: quote(secret, safe="").encode(),
    "percent in lower case": lambda secret: re.sub("%..", lambda m: m[0].lower(), quote(secret, safe="")).encode(),
    "percent everywhere": lambda secret: b"".join(b"%%%02x" % byte for byte in secret.encode()),
    "percent twice": lambda secret: quote(quote(secret, safe=""), safe="").encode(),
    "html": lambda secret: html.escape(secret).encode("ascii", "xmlcharrefreplace"),
    "html numbers": lambda secret: "".join(f"&#{ord(char)};" for char in secret).encode(),
    "html hexadecimal": lambda secret: "".join(f"&#x{ord(char):X};" for char in secret).encode(),
    "html in json": lambda secret: json.dumps(_entities(secret))[1:-1].replace("&", "\\u0026").encode(),
    "python": lambda secret: ascii(secret)[1:-1].encode(),
    "python bytes": lambda secret: repr(secret.encode())[2:-1].encode(),
}
"""The ways in which a server may spell a secret that it returns."""

ENOUGH = 10
"""How many first characters of a secret count as the secret, because a message may have been cut."""

LIBRARIES = {
    "aiohttp",
    "aiosignal",
    "anyio",
    "h11",
    "httpcore",
    "httpcore2",
    "httpx",
    "httpx2",
    "httpx_aiohttp",
    "multidict",
    "yarl",
}
"""Packages whose objects are searched: an attribute of an exception may hold the whole request."""

DEPTH = 4
TESTS = str(Path(__file__).resolve().parents[1])
"""Frames of the tests are left out, because they must hold the secret."""


def _entities(secret: str) -> str:
    return html.escape(secret).encode("ascii", "xmlcharrefreplace").decode()


def exposed(error: BaseException, *secrets: str, also: str = "") -> list[str]:
    """Return the places where an error, or other text, shows a secret, or its first ten characters."""
    finder = _finder(secrets)
    return [*finder.places(error), *(["elsewhere: also"] if finder.shown_in(also) else [])]


class SecretFinder:
    """Finds some secrets in texts and errors.

    Args:
        secrets: The secrets. Their first characters count as the secret, in any spelling.
        also: Texts that must not occur either, such as credentials in base64.
    """

    def __init__(self, secrets: Iterable[str], also: Iterable[str] = ()) -> None:
        secrets = tuple(secrets)
        self._starts = tuple(secret[:ENOUGH] for secret in secrets)
        needles = {spelled[: max(ENOUGH, len(spelled) // 3)] for secret in secrets for spelled in _spelled(secret)}
        shortest = sorted({*needles, *self._starts, *also}, key=len)
        self._needles = tuple(
            needle for at, needle in enumerate(shortest) if not any(other in needle for other in shortest[:at])
        )
        self._shown = lru_cache(4096)(self._search)

    def shown_in(self, text: str | bytes | bytearray) -> bool:
        """Whether a text shows a secret."""
        if isinstance(text, str):
            return self._shown(text)
        wide = ("utf-16-le", "utf-16-be") if 0 in text else ()
        decoded = (
            *(text.decode(encoding, "replace") for encoding in ("utf-8", "latin-1")),
            *(text.decode(encoding, "ignore") for encoding in wide),
        )
        return any(self._shown(decoding) for decoding in decoded)

    def places(self, error: BaseException) -> list[str]:
        """Return where an error, its causes and contexts, and the frames that they keep show a secret."""
        return sorted({f"{kind}: {where}" for kind, where in _Search(self).run(error)})

    def _search(self, text: str) -> bool:
        return any(needle in text for needle in self._needles) or any(
            start in reading for reading in _readings(text) for start in self._starts
        )


@lru_cache(64)
def _finder(secrets: tuple[str, ...]) -> SecretFinder:
    return SecretFinder(secrets)


def _spelled(secret: str) -> Iterator[str]:
    """Yield the ways in which an answer, a repr or a log may spell a secret."""
    for spelling in SPELLINGS.values():
        yield from (spelling(secret).decode(encoding, "replace") for encoding in ("utf-8", "latin-1"))
    yield json.dumps(secret, ensure_ascii=False)[1:-1]
    yield repr(secret)[1:-1]
    yield html.escape(secret)
    yield "".join(f"\\u{ord(char):04x}" for char in secret)
    for spelled in (quote(secret), quote_plus(secret)):
        yield spelled
        yield spelled.lower()
    with suppress(UnicodeEncodeError):
        yield repr(secret.encode("latin-1"))[2:-1]
        yield quote(secret.encode("latin-1"), safe="")


def _units(secret: str) -> list[bytes]:
    raw = secret.encode("utf-16-be")
    return [raw[at : at + 2] for at in range(0, len(raw), 2)]


def _readings(text: str) -> set[str]:
    """Return a text with its escapes undone, in several ways and one after the other."""
    every, latest = {text}, {text}
    for _ in range(3 if re.search(r"[\\%&]", text) else 0):
        latest = {undo(reading) for reading in latest for undo in (_backslashes, _percents, html.unescape)} - every
        every |= latest
    recoded = (reading.encode("latin-1", "ignore") for reading in every if not reading.isascii())
    return every | {raw.decode("utf-8", "ignore") for raw in recoded}


def _backslashes(text: str) -> str:
    text = re.sub(r"\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})|\\x([0-9a-fA-F]{2})", _char, text)
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return re.sub(r"\\(.)", r"\1", text)


def _char(match: re.Match[str]) -> str:
    code = int(match[1] or match[2] or match[3], 16)
    return chr(code) if code < 0x110000 else "?"


def _percents(text: str) -> str:
    return unquote_to_bytes(text.encode("utf-8", "surrogatepass")).decode("utf-8", "replace")


def _callers(frame: FrameType) -> Iterator[FrameType]:
    """Yield the frames of the libraries that have called a frame and have ended; a frame keeps its callers."""
    running: set[int] = set()
    for latest in sys._current_frames().values():
        running.update(id(active) for active, _ in traceback.walk_stack(latest))
    for caller, _ in traceback.walk_stack(frame.f_back) if frame.f_back else ():
        name = str(caller.f_globals.get("__name__")).partition(".")[0]
        if name in {"trivet", *LIBRARIES} and id(caller) not in running:
            yield caller


class _Search:
    """One search through an error."""

    def __init__(self, finder: SecretFinder) -> None:
        self._shown_in = finder.shown_in
        self._seen: set[int] = set()
        self._waiting: list[tuple[str, BaseException]] = []

    def run(self, error: BaseException) -> Iterator[tuple[str, str]]:
        if self._shown_in("".join(traceback.format_exception(error))):
            yield "traceback", f"error {type(error).__name__}"
        self._waiting.append(("error", error))
        while self._waiting:
            label, exception = self._waiting.pop()
            if id(exception) in self._seen:
                continue
            self._seen.add(id(exception))
            yield from self._of_error(label, exception)

    def _of_error(self, label: str, error: BaseException) -> Iterator[tuple[str, str]]:
        name = type(error).__name__
        if self._shown_in(str(error)) or self._shown_in(repr(error)):
            yield "message", f"{label} {name}"
        if any(self._holds(argument, DEPTH) for argument in error.args):
            yield "args", f"{label} {name}"
        for key, value in [*vars(error).items(), *_slots(error)]:
            if self._holds(value, DEPTH):
                yield "attribute", f"{label} {name}.{key}"
        if self._shown_in(_pickled(error)):
            yield "pickle", f"{label} {name}"
        for frame, _ in traceback.walk_tb(error.__traceback__):
            yield from self._of_frame(label, frame)
            for caller in _callers(frame):
                if id(caller) not in self._seen:
                    self._seen.add(id(caller))
                    yield from self._of_frame(f"{label} called by", caller)
        for key in ("__cause__", "__context__"):
            other = getattr(error, key)
            if other is not None:
                self._waiting.append((f"{label}.{key}", other))

    def _of_frame(self, label: str, frame: FrameType) -> Iterator[tuple[str, str]]:
        if frame.f_code.co_filename.startswith(TESTS):
            return
        where = f"{Path(frame.f_code.co_filename).name}:{frame.f_code.co_name}"
        for name, value in frame.f_locals.items():
            if isinstance(value, BaseException):
                self._waiting.append((f"{label} {where} {name}", value))
            elif self._holds(value, DEPTH):
                yield "frame", f"{label} {where} {name}"

    def _holds(self, value: Any, depth: int) -> bool:
        """Whether a value or one of its parts shows a secret."""
        if isinstance(value, str | bytes | bytearray):
            return self._shown_in(value)
        if value is None or isinstance(value, int | float | BaseException):
            return False
        if depth and any(self._holds(part, depth - 1) for part in _parts(value)):
            return True
        try:
            return self._shown_in(repr(value))
        except Exception:  # the repr of another library's object may fail, for example before its constructor has ended
            return False


def _parts(value: Any) -> Iterable[Any]:
    """Return the parts of a value."""
    if isinstance(value, Mapping):
        raw = [value.raw] if isinstance(value, httpx.Headers) else []
        return [*raw, *(part for pair in value.items() for part in pair)]
    if isinstance(value, list | tuple | set | frozenset):
        return list(value)
    if type(value).__module__.partition(".")[0] not in LIBRARIES:
        return ()
    url = [str(value.url)] if isinstance(value, httpx.Request) else []  # the repr of a URL hides its password
    return [*url, *getattr(value, "__dict__", {}).values(), *(content for _, content in _slots(value))]


def _slots(value: object) -> list[tuple[str, Any]]:
    names = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ()) if name != "__weakref__"]
    contents = []
    for name in [names] if isinstance(names, str) else names:
        with suppress(AttributeError):
            contents.append((name, getattr(value, name)))
    return contents


def _pickled(error: BaseException) -> str:
    try:
        return pickle.dumps(error, 0).decode("latin-1")
    except Exception:  # a property of another library may raise anything
        return ""


class LogWatch(logging.Handler):
    """A search through every log record of the process.

    Attributes:
        exposed: The loggers and messages that show a secret, cut.
        untidy: The errors that asyncio logs: tasks whose exception was never read, and the like.
        records: How many records there were.
    """

    def __init__(self, finder: SecretFinder) -> None:
        super().__init__(logging.DEBUG)
        self._shown_in = finder.shown_in
        self.exposed: set[str] = set()
        self.untidy: list[str] = []
        self.records = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Search one record."""
        self.records += 1
        text = record.getMessage()
        if record.exc_info:
            text += "".join(traceback.format_exception(*record.exc_info))
        # httpcore logs the heads that it receives, before trivet sees them, and a server may echo the request in them.
        received = record.name.startswith("httpcore") and "receive_response" in text
        if not received and (self._shown_in(text) or self._shown_in(repr(record.args))):
            self.exposed.add(f"{record.name} {record.funcName}: {str(record.msg)[:60]}")
        if record.name == "asyncio" and record.levelno >= logging.WARNING:
            self.untidy.append(text[:500])

    @contextmanager
    def watching(self) -> Iterator[LogWatch]:
        """Search the records of every logger, at every level, for a block."""
        root = logging.getLogger()
        level, handlers = root.level, root.handlers
        root.handlers = [self]  # a hundred thousand records are not worth keeping
        root.setLevel(logging.DEBUG)
        try:
            yield self
        finally:
            root.setLevel(level)
            root.handlers = handlers
