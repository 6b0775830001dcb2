"""The sync client and its tests, derived from the async ones by renaming.

`python -m codegen` writes the client. Its tests are not committed: pytest writes them before it collects any.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ASYNC_ONLY = "# Async only"
"""The beginning of the first line of a file in an `_async` folder that has no sync form; the line gives the reason."""

DERIVED = "# Derived from "
"""The beginning of the first line of a derived file."""

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
    (r"from \.asyncio_backend import AsyncioBackend\b", ""),
    (r"\bAsyncioBackend\b", "httpcore.SyncBackend"),
)

_FIRST_WORD = re.compile(r"^\\b((?:[\w ,]|\\[.\[])+)(?![*+?{])")
"""What a pattern begins with: `\\b` and a text."""

_LOCK = Path("tests", ".derived.lock")
_LONGEST_WAIT = 60.0
"""Seconds in which another process has long written all tests, which takes less than one."""


class UnusedRuleError(Exception):
    """A rule matches no file, so either the rule or the code is wrong."""


class Unasync:
    """Applies the rules, and records which of them matched."""

    def __init__(self, rules: Iterable[tuple[str, str]] = RULES) -> None:
        self._rules = [(pattern, _compiled(pattern), replacement) for pattern, replacement in rules]
        self.unused = {pattern for pattern, _, _ in self._rules}

    def __call__(self, source: str) -> str:
        """Return the sync form of a source."""
        for pattern, compiled, replacement in self._rules:
            source, count = compiled.subn(replacement, source)
            if count:
                self.unused.discard(pattern)
        return source

    def finish(self) -> None:
        """Check that every rule matched some source.

        Raises:
            UnusedRuleError: With the patterns that matched nothing.
        """
        if self.unused:
            raise UnusedRuleError(", ".join(sorted(self.unused)))


class WrittenTests(NamedTuple):
    """The numbers of derived tests that were written and removed."""

    written: int = 0
    removed: int = 0


def sync_path(path: Path) -> Path:
    """Return the path of the file that is derived from an async one.

    >>> sync_path(Path("tests/sdk/bus/_async/test_stops.py")).as_posix()
    'tests/sdk/bus/_sync/test_stops.py'
    """
    return Path(*("_sync" if part == "_async" else part for part in path.parts))


def async_tests(root: Path) -> dict[Path, bytes]:
    """Return the tests from which a sync form is derived, by their paths relative to the root."""
    return _async_tests(root, _files(root))


def derived_test(source: Path, text: bytes) -> str:
    """Return the sync form of a test; its first line names the source, and has the hash of the text and the rules.

    This line takes the place of the empty one below the first line of the source, and the rules keep each line, so that
    a failure has the line of the async test.
    """
    first, _, rest = Unasync()(text.decode("utf-8").replace("\r\n", "\n")).partition("\n")
    return "\n".join([_head(source, text), first, rest.removeprefix("\n")])


def write_tests(root: Path) -> WrittenTests:
    """Write the derived tests that are missing or stale, and remove those without a source.

    Each file is replaced whole, under a lock, because several runs of pytest may do this at once.

    Args:
        root: The root of the project.

    Raises:
        OSError: A file cannot be written, or another process has held the lock for a minute.
    """
    stale, orphans = _changes(root)
    if not stale and not orphans:
        return WrittenTests()
    with (root / _LOCK).open("a") as lock:
        _wait_for(lock.fileno())
        stale, orphans = _changes(root)  # another process may have written them
        for source, text in stale.items():
            _replace(root / sync_path(source), derived_test(source, text))
        for path in orphans:
            (root / path).unlink(missing_ok=True)
    importlib.invalidate_caches()  # Python may have looked for a folder that is new
    return WrittenTests(len(stale), len(orphans))


def is_derived(path: Path) -> bool:
    """Return whether the first line of a file says that it is derived."""
    return _first_line(path).startswith(DERIVED)


def _changes(root: Path) -> tuple[dict[Path, bytes], list[Path]]:
    """Return the tests whose sync form is missing or stale, and the derived tests without a source."""
    files = [*_files(root)]
    tests = {sync_path(path): (path, text) for path, text in _async_tests(root, files).items()}
    present = {path: _first_line(root / path) for path in files if "_sync" in path.parts}
    stale = {source: text for target, (source, text) in tests.items() if present.get(target) != _head(source, text)}
    return stale, [path for path, line in present.items() if path not in tests and line.startswith(DERIVED)]


def _async_tests(root: Path, files: Iterable[Path]) -> dict[Path, bytes]:
    texts = {path: (root / path).read_bytes() for path in files if "_async" in path.parts}
    return {path: text for path, text in texts.items() if not text.startswith(ASYNC_ONLY.encode())}


def _files(root: Path) -> Iterator[Path]:
    """Yield the modules in folders for the tests of one API, relative to the root."""
    for parent, folders, names in os.walk(root / "tests"):
        if "__pycache__" in folders:
            folders.remove("__pycache__")
        if "_async" in parent or "_sync" in parent:  # below any of them, and there are a hundred other folders
            folder = Path(parent).relative_to(root)
            yield from (folder / name for name in sorted(names) if name.endswith(".py"))


def _head(source: Path, text: bytes) -> str:
    digest = hashlib.sha256(_hash_of_rules() + text).hexdigest()
    return f"{DERIVED}{source.as_posix()} by `pytest`; do not edit. sha256: {digest}"


@cache
def _hash_of_rules() -> bytes:
    return hashlib.sha256(Path(__file__).read_bytes()).digest()  # how they are applied counts, too


def _first_line(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.readline().decode("utf-8", "replace").rstrip()
    except FileNotFoundError:  # another process has removed it meanwhile
        return ""


def _replace(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, "utf-8", newline="\n")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _wait_for(file: int) -> None:
    """Lock an open file as soon as no other process has locked it."""
    end = time.monotonic() + _LONGEST_WAIT
    while not _try_lock(file):
        if time.monotonic() > end:
            raise TimeoutError(f"another process has locked {_LOCK.as_posix()} for {_LONGEST_WAIT:g} s")
        time.sleep(0.02)


# As `try_lock` of `trivet._core.files`, which cannot be called: a client that cannot be imported has to be tested, too.
if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: int) -> bool:
        os.lseek(file, 0, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        except OSError:  # the file system has no locks
            return True
        return True

else:

    def _try_lock(file: int) -> bool:
        """Lock an open file unless another process has locked it; return whether the caller may go on."""
        try:
            import fcntl  # noqa: PLC0415  some systems other than Windows have none either
        except ImportError:
            return True
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # the file system has no locks
            return True
        return True


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern, with a `\\b` at its beginning as a look back from the text after it.

    `re` searches for a text at the beginning of a pattern by a table of its characters, and tries `\\b` at each place,
    which took a fifth of a run of the generator.
    """
    return re.compile(_FIRST_WORD.sub(r"\1(?<=\\b\1)", pattern))
