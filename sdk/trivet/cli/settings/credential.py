"""Reads a credential from where it is: a file, stdin, an environment variable or the keyring."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from getpass import getpass
from pathlib import Path

from trivet.cli.failures import UsageError
from trivet.cli.terminal.style import is_terminal

__all__ = ["from_file", "from_stdin", "from_variable"]

_LONGEST = 65_536


def from_file(path: Path, name: str, note: Callable[[str], None]) -> str:
    """Return the one line of a file; `-` is stdin.

    >>> from_file(Path("~/.config/trivet/token"), "token", print)

    Args:
        path: The file.
        name: What the credential is called.
        note: Called with a line about a file that others can read.

    Raises:
        UsageError: The file cannot be read, or has no line or more than one.
    """
    if str(path) == "-":
        return from_stdin(name)
    path = path.expanduser()
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            raw = file.read(_LONGEST + 1)
    except OSError as error:
        raise UsageError(f"the file of the {name}, {path}, cannot be read: {error.strerror}") from None
    if os.name == "posix" and stat.S_ISREG(mode) and mode & 0o077:
        note(f"note: others can read {path}, which holds a {name}: chmod 600 {path}")
    return _line(raw, name, str(path))


def from_stdin(name: str) -> str:
    """Return a credential from stdin; at a terminal, it is typed without being shown.

    Raises:
        UsageError: stdin is closed, or has no line or more than one.
    """
    stream = sys.stdin
    if stream is None or stream.closed:
        raise UsageError(f"the {name} was to be read from stdin, which is closed")
    if is_terminal(stream):
        try:
            return _line(getpass(f"{name}: ").encode("utf-8", "replace"), name, "stdin")
        except EOFError:
            raise UsageError(f"no {name} was typed") from None
    try:
        raw: str | bytes = getattr(stream, "buffer", stream).read(_LONGEST + 1)
    except (OSError, ValueError):
        raise UsageError(f"the {name} cannot be read from stdin") from None
    return _line(raw.encode("utf-8", "replace") if isinstance(raw, str) else raw, name, "stdin")


def from_variable(variable: str, name: str, where: str) -> str:
    """Return the value of an environment variable.

    Raises:
        UsageError: It is not set.
    """
    found = os.environ.get(variable, "").strip()
    if not found:
        raise UsageError(f"{where} takes the {name} from {variable}, which is not set")
    return found


def _line(raw: bytes, name: str, where: str) -> str:
    try:
        text = raw.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        text = "\n"
    if not text:
        raise UsageError(f"{where} has no {name}: it is empty")
    if len(raw) > _LONGEST or not text.isprintable() or (" " in text and name != "password"):
        raise UsageError(f"{where} has no {name}: it must be one line of text without blanks")
    return text
