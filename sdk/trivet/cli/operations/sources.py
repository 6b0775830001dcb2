"""Inputs that are read from files, stdin or the environment, because they do not stand on the command line."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import orjson

from trivet._core.printable import printable
from trivet.cli.failures import UsageError

__all__ = ["MOST", "STDIN", "Sources"]

MOST = 64 * 1024 * 1024
"""The most bytes of an input: no operation takes more, and a larger file would fill the memory."""

STDIN = "-"


class Sources:
    """The files of one run, and its stdin, which one input alone can read.

    >>> Sources().json("--body", "-")

    Args:
        taken: The option that reads stdin already, or an empty text.
    """

    def __init__(self, taken: str = "") -> None:
        self._taken = taken

    def data(self, option: str, source: str) -> bytes:
        """Return the content of a file, or of stdin for `-`.

        Args:
            option: The option that names it, for messages.
            source: A path, or `-`.

        Raises:
            UsageError: It cannot be read, is longer than 64 MB, or another option reads stdin.
        """
        if source == STDIN:
            return self._stdin(option)
        path = Path(source)
        try:
            if path.is_dir():
                raise UsageError(f"{option}: {printable(source)} is a directory; give a file, or - for stdin")
            with path.open("rb") as file:
                return _bounded(option, file.read(MOST + 1))
        except (OSError, ValueError) as error:  # of a path with a null character
            if isinstance(error, UsageError):
                raise
            why = error.strerror if isinstance(error, OSError) else str(error)
            raise UsageError(f"{option}: {printable(source)} cannot be read: {why}") from None

    def text(self, option: str, source: str) -> str:
        """Return the content of a file or stdin as text."""
        try:
            return self.data(option, source).decode("utf-8-sig")
        except UnicodeDecodeError:
            pass
        raise UsageError(f"{option}: the file is not text in UTF-8")  # outside: the other error holds the bytes

    def json(self, option: str, source: str) -> Any:
        """Return the JSON value in a file or stdin."""
        return parse(option, self.data(option, source))

    def inline(self, option: str, value: str) -> Any:
        """Return the JSON value of an option, or of the file of `@FILE`, or of stdin for `-`."""
        if value == STDIN:
            return self.json(option, STDIN)
        if value.startswith("@"):
            return self.json(option, value[1:])
        return parse(option, value.encode("utf-8", "surrogateescape"))

    def secret(self, option: str, source: str | None, variable: str | None) -> str | None:
        """Return a secret from a file, stdin, or a variable of the environment.

        Args:
            option: The option without `-file` and `-env`, with its dashes.
            source: The value of `…-file`.
            variable: The value of `…-env`.

        Raises:
            UsageError: Both are given, or there is no such file or variable. The secret is not shown.
        """
        if source is not None and variable is not None:
            raise UsageError(f"{option}-file and {option}-env exclude each other")
        if source is not None:
            return self.text(f"{option}-file", source).removesuffix("\n").removesuffix("\r")
        if variable is None:
            return None
        if variable not in os.environ:
            raise UsageError(f"{option}-env: the environment has no variable {printable(variable)}")
        return os.environ[variable]

    def _stdin(self, option: str) -> bytes:
        if self._taken:
            raise UsageError(f"{option}: {self._taken} reads stdin already; give one of them a file")
        self._taken = option
        stream: Any = sys.stdin
        raw: Any = getattr(stream, "buffer", stream)
        data: Any = b""
        try:
            data = b"" if raw is None else raw.read(MOST + 1)
        except (OSError, ValueError):
            raw = None
        if raw is None:
            raise UsageError(f"{option}: stdin is closed; give a file")
        return _bounded(option, data if isinstance(data, bytes) else data.encode())


def parse(option: str, data: bytes) -> Any:
    """Return a JSON value; an error shows the place of its fault, and not the text, which may be a secret.

    >>> parse("--body", b'{"title": null}')
    {'title': None}
    """
    if not data.strip():
        raise UsageError(f"{option}: there is nothing in it; JSON is expected")
    try:
        value = orjson.loads(data)
        json.loads(data, object_pairs_hook=_unique)  # orjson takes the last of several values with the same key
    except orjson.JSONDecodeError as error:
        why = f" is not JSON: {error.msg} at line {error.lineno}, column {error.colno}"
    except _RepeatedKeyError as error:
        why = f": an object has the key {error.key!r} twice"
    except RecursionError:
        why = ": it is nested too deeply"
    else:
        return value
    raise UsageError(f"{option}{printable(why)}")  # outside: the other error holds the document


class _RepeatedKeyError(Exception):
    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _unique(pairs: list[tuple[str, object]]) -> None:
    """Refuse an object with a key that appears twice: only one of its values would be sent."""
    seen = set[str]()
    for key, _ in pairs:
        if key in seen:
            raise _RepeatedKeyError(key)
        seen.add(key)


def _bounded(option: str, data: bytes) -> bytes:
    if len(data) > MOST:
        raise UsageError(f"{option}: it is longer than {MOST // 1024**2} MB, which no operation takes")
    return data
