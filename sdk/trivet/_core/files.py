"""The files that trivet writes: how each is created and gets its final name, their safe names, and locks.

One rule holds for all of them:

- A file is written under a temporary name that ends in `.trivet-part`, and gets its final name once it is complete.
- A name that the user did not choose replaces no file, unless `overwrite=True`. A name that the user passes to the
  library replaces one, as with `open`; a name that the user gives to a command, only with `--force`.
- Only a regular file is replaced, never a folder or a device. Of a symbolic link the name is replaced, not its target.
- Only the owner can read a file, except one that is made to be published: a feed, a map, a chart.
"""

from __future__ import annotations

import errno
import json
import os
import re
import stat
import sys
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import IO, TypeAlias

from .._text import printable
from ..errors import APIError
from .answer import Head, Headers
from .public import exported_from

TransferProgress: TypeAlias = Callable[[int, int | None], object]
"""Called with the bytes that have arrived and the size of the whole body, or None if the service does not send it."""

SUFFIX = ".trivet-part"
"""The end of a temporary name. It names trivet, because browsers keep the files of their own downloads as `….part`."""

LONGEST_DISPOSITION = 2000
"""The most characters of a Content-Disposition: a name of 199, plain and once more with every character escaped."""

LONGEST_NAME = 255
"""The most bytes of a name in the usual file systems; Windows counts UTF-16 code units, which are never more."""

LOCKED_BYTE = 0x7FFF0000
"""The byte to lock on Windows, where other processes cannot read a locked byte: far past the end of any such file."""

_NAME = re.compile(r"\w[\w. ()-]{0,198}", re.ASCII)
# Windows takes these names for devices, with any suffix, also after spaces.
_DEVICE = re.compile(r"(?i)(?:con|prn|aux|nul|com\d|lpt\d) *(?:\..*)?")
# Another user could have made a link with a predictable name; Windows has no such flag.
_OPEN_NO_LINK = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


@exported_from("trivet.chat")
class Saved:
    """A complete document on disk.

    >>> saved = client.admin.ratings.export().save("ratings.json")
    >>> saved.path, saved.count

    Attributes:
        path: The file.
        head: The status and headers of the answer.
        count: The number of its records.
    """

    __slots__ = ("count", "head", "path")

    def __init__(self, path: Path, head: Head, count: int) -> None:
        self.path: Path = path
        self.head: Head = head
        self.count: int = count

    def __repr__(self) -> str:
        return f"Saved({str(self.path)!r}, count={self.count})"


class PartialFile:
    """A file that is being downloaded: its bytes under a temporary name, and a note that identifies their version.

    >>> partial = PartialFile(Path("volume.zip"))
    >>> partial.claim()
    >>> with partial.open(partial.size(), validator) as file:
    ...     file.write(chunk)
    >>> partial.finish(overwrite=True)
    >>> partial.release()

    The bytes of an earlier run belong to one program at a time, which has locked them. Another one that downloads the
    same file meanwhile writes to a name of its own, which is removed unless it gets the final name.

    Attributes:
        path: The final name.
        temporary: The name until the file is complete.
        is_resumed: Whether a later run goes on with the bytes, because they have the name that all runs know.
    """

    __slots__ = ("_lock", "_note", "is_resumed", "path", "temporary")

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: int | None = None
        self._choose_names(SUFFIX)

    def _choose_names(self, ending: str) -> None:
        self.is_resumed = ending == SUFFIX
        self.temporary = _with_ending(self.path, ending)
        self._note = _with_ending(self.path, f"{ending}.json")

    def claim(self) -> None:
        """Lock the bytes of an earlier run; if another program has locked them, begin under a name of its own."""
        if self._lock is None:
            with suppress(OSError):  # there are none; or it is no file, which `open` replaces
                self._hold()

    def _hold(self) -> bool:
        lock = os.open(self.temporary, _OPEN_NO_LINK)
        if try_lock(lock) and _is_name_of(self.temporary, lock):
            self._lock = lock
            return True
        os.close(lock)
        self._choose_names(f".{token_hex(4)}{SUFFIX}")
        return False

    def size(self) -> int:
        """Return the number of bytes so far, also of an earlier run."""
        self.claim()
        if self._lock is None:
            return 0
        status = os.fstat(self._lock)
        return status.st_size if stat.S_ISREG(status.st_mode) else 0

    def validator(self) -> str | None:
        """Return the validator (ETag) of the version that the bytes belong to, or None."""
        self.claim()
        if self._lock is None:
            return None
        try:
            note = json.loads(self._note.read_text("utf-8"))
        except (FileNotFoundError, ValueError):
            return None
        match note:
            case {"validator": str(validator)}:
                return validator
            case _:
                return None

    def open(self, start: int, validator: str | None) -> IO[bytes]:
        """Open the file for writing at `start`; at 0, the bytes so far are discarded."""
        file: IO[bytes]
        if start:
            file = os.fdopen(os.open(self.temporary, _OPEN_NO_LINK), "r+b")
            file.seek(start)
            file.truncate()
            return file
        self.discard()
        try:
            file = self._create(validator)
            if self._hold():
                return file
            file.close()  # another program has locked the file first
        except FileExistsError:  # another program has begun meanwhile
            self._choose_names(f".{token_hex(4)}{SUFFIX}")
        file = self._create(validator)
        self._hold()
        return file

    def _create(self, validator: str | None) -> IO[bytes]:
        if validator is not None:
            with create_file(self._note) as note:
                note.write(json.dumps({"validator": validator}).encode())
        return create_file(self.temporary)

    def finish(self, *, overwrite: bool) -> None:
        """Flush the bytes to disk and give the file its final name.

        Raises:
            FileExistsError: A file has that name, and `overwrite` is not set; the bytes are kept.
        """
        with self.temporary.open("r+b") as file:
            os.fsync(file.fileno())
        self._unlock_for_windows()
        give_final_name(self.temporary, self.path, overwrite=overwrite)
        self._note.unlink(missing_ok=True)
        self._unlock()

    def discard(self) -> None:
        """Delete the bytes so far, unless they are another program's."""
        self.claim()
        self._unlock_for_windows()
        self.temporary.unlink(missing_ok=True)
        self._note.unlink(missing_ok=True)
        self._unlock()

    def release(self) -> None:
        """Leave the bytes so far to the next run; those under a name that no later run knows are deleted."""
        if not self.is_resumed:
            self.discard()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _unlock_for_windows(self) -> None:
        """Unlock a file before it is renamed or removed, which Windows does to no file that is open."""
        if os.name == "nt":
            self._unlock()


def _is_name_of(path: Path, file: int) -> bool:
    """Return whether a path still names an open file."""
    try:
        return os.path.samestat(path.lstat(), os.fstat(file))
    except OSError:
        return False


def create_file(path: Path, *, public: bool = False) -> IO[bytes]:
    """Create a file for writing; no other program has a file of this name.

    Args:
        path: The file.
        public: Whether other users may read it, as far as the umask allows; otherwise only its owner can.

    Raises:
        FileExistsError: A file, a folder or a link has that name.
        OSError: The file cannot be created.
    """
    mode = 0o666 if public else 0o600
    return open(path, "xb", opener=lambda name, flags: os.open(name, flags, mode))


@contextmanager
def unfinished_file(path: Path, *, public: bool = False) -> Generator[tuple[Path, IO[bytes]]]:
    """Create a file for a document that other programs may write, too, and remove those that killed programs left.

    >>> with unfinished_file(Path("ratings.json")) as (temporary, file):
    ...     file.write(body)
    ...     file.close()
    ...     give_final_name(temporary, Path("ratings.json"), overwrite=True)

    Until the block ends, no other program takes the file for one that was left.

    Args:
        path: The final name.
        public: As in `create_file`.

    Raises:
        OSError: The file cannot be created.
    """
    _remove_left(path)
    while True:
        temporary = temporary_name(path)
        file = create_file(temporary, public=public)
        lock = _lock_until_closed(file)
        if lock is None or temporary.exists():
            break
        file.close()  # another program has just removed it, before it was locked
        os.close(lock)
    try:
        yield temporary, file
    finally:
        if lock is not None:
            os.close(lock)
        file.close()


def _remove_left(path: Path) -> None:
    """Remove the unfinished files of a document whose programs were killed, as far as the system allows it."""
    start = temporary_name(path).name.removesuffix(SUFFIX)[:-8]
    pattern = re.escape(start) + "[0-9a-f]{8}" + re.escape(SUFFIX)
    with suppress(OSError):
        for entry in os.scandir(path.parent):
            if re.fullmatch(pattern, entry.name) and entry.is_file(follow_symlinks=False):
                with suppress(OSError):
                    _remove_unless_in_use(path.with_name(entry.name))


def temporary_name(path: Path, *, shared: bool = True) -> Path:
    """Return the name of a file until it is complete.

    >>> temporary_name(Path("stops.csv"))
    PosixPath('stops.csv.1a2b3c4d.trivet-part')

    Args:
        path: The file.
        shared: Whether another program may write the same file at the same time; if not, the name is always the same.
    """
    return _with_ending(path, f".{token_hex(4)}{SUFFIX}" if shared else SUFFIX)


def name_rest(error: BaseException, rest: Path) -> None:
    """Name the file with the bytes that have arrived in the message of an error.

    >>> name_rest(error, Path("r.csv.trivet-part"))
    >>> print(error)
    admin.ratings.export: the connection was closed, after 3 records; r.csv.trivet-part holds the 900 bytes that arrived

    Args:
        error: An error of a call, or of the operating system; any other stays as it is.
        rest: The file; if there is none, an error of a call stays as it is.
    """
    if isinstance(error, APIError):
        with suppress(OSError):
            held = f"{printable(str(rest))} holds the {rest.lstat().st_size:,} bytes that arrived"
            error.hint = f"{error.hint}; {held}" if error.hint else held
    elif isinstance(error, OSError) and error.filename is None:
        error.filename = str(rest)


def check_replaceable(path: Path, *, overwrite: bool) -> None:
    """Check the final name of a file, before any of its bytes are requested.

    Raises:
        FileExistsError: The name is taken, and `overwrite` is not set or it is the name of a device, for example.
        IsADirectoryError: It is the name of a folder, and `overwrite` is set.
    """
    # `exists` is false for a dangling symbolic link, which may be replaced.
    if not (path.exists() and not path.is_file() if overwrite else os.path.lexists(path)):
        return
    code = errno.EISDIR if overwrite and path.is_dir() else errno.EEXIST
    raise OSError(code, os.strerror(code), str(path))


def give_final_name(temporary: Path, path: Path, *, overwrite: bool) -> None:
    """Rename a complete file.

    Raises:
        FileExistsError: A file has that name, and `overwrite` is not set; both files are unchanged.
        IsADirectoryError: A folder has that name.
    """
    if overwrite:
        check_replaceable(path, overwrite=True)
        temporary.replace(path)
        return
    create_file(path).close()  # POSIX cannot rename without replacing an existing file: reserve the name first
    try:
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise


def write_whole(
    path: Path,
    write: Callable[[IO[bytes]], object],
    *,
    overwrite: bool,
    public: bool = False,
    shared: bool = True,
) -> None:
    """Write a file, which gets its final name once all of it is on disk.

    >>> write_whole(Path("recipe.json"), lambda file: file.write(body), overwrite=False)

    Args:
        path: The file.
        write: Writes the bytes to the open file that is passed to it.
        overwrite: Whether an existing file is replaced.
        public: Whether other users may read the file, as far as the umask allows; otherwise only its owner can.
        shared: Whether another program may write the same file at the same time. If not, the temporary name is always
            the same, so that the remains of a killed program are replaced, too.

    Raises:
        FileExistsError: The name is taken, and `overwrite` is not set or it is the name of a device, for example.
        OSError: The file cannot be written, for example because the disk is full; the error names the file. An existing
            file is unchanged.
    """
    check_replaceable(path, overwrite=overwrite)
    temporary = temporary_name(path, shared=False)
    try:
        if not shared:
            temporary.unlink(missing_ok=True)
        with ExitStack() as stack:
            if shared:
                temporary, file = stack.enter_context(unfinished_file(path, public=public))
            else:
                file = stack.enter_context(create_file(temporary, public=public))
            write(file)
            file.flush()
            os.fsync(file.fileno())
            file.close()
            give_final_name(temporary, path, overwrite=overwrite)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno is not None:
            raise OSError(error.errno, os.strerror(error.errno), str(path)) from error
        raise


def _with_ending(path: Path, ending: str) -> Path:
    """Return the name of a file with a longer ending; a digest takes the place of a name that would be too long."""
    name = path.name
    if len(os.fsencode(name + ending)) > LONGEST_NAME:
        from hashlib import sha256  # noqa: PLC0415  such names are rare

        name = sha256(os.fsencode(name)).hexdigest()[:32]
    return path.with_name(name + ending)


def is_safe_name(name: str) -> bool:
    """Whether a name that a service chose is the name of a file in any folder on any system.

    >>> is_safe_name("ratings.json"), is_safe_name("../ratings.json"), is_safe_name("con.json")
    (True, False, False)

    It has at most 199 characters of ASCII, so that a temporary name has at most 255 bytes.
    """
    return _NAME.fullmatch(name) is not None and name[-1] not in " ." and not _DEVICE.fullmatch(name)


def file_name(headers: Headers) -> str | None:
    """Return the file name from a Content-Disposition (RFC 6266), or None if it is unsafe in some folder or system."""
    disposition = headers.get("content-disposition", "")
    # The standard library takes quadratic time, and the header may name any of Python's codecs.
    if len(disposition) > LONGEST_DISPOSITION:
        return None
    from email.message import Message  # noqa: PLC0415  only exports need it, and it takes longer than a client to import

    message = Message()
    try:
        message["content-disposition"] = disposition
        name = message.get_filename("")
    except (TypeError, ValueError):  # the standard library raises them for some malformed headers
        return None
    return name if is_safe_name(name) else None


if sys.platform == "win32":
    import msvcrt

    def try_lock(file: int) -> bool:
        """Lock an open file unless another process has locked it; return whether the caller may use it."""
        os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        except OSError:  # the file system has no locks
            return True
        return True

    def _lock_until_closed(file: IO[bytes]) -> int | None:
        """Do nothing: Windows removes no file that is open."""
        _ = file
        return None

    def _remove_unless_in_use(path: Path) -> None:
        """Remove a file unless a program has opened it."""
        path.unlink()

else:

    def try_lock(file: int) -> bool:
        """Lock an open file unless another process has locked it; return whether the caller may use it.

        >>> try_lock(os.open("job.journal", os.O_RDWR | os.O_CREAT))
        True
        """
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

    def _lock_until_closed(file: IO[bytes]) -> int | None:
        """Lock a file, and return the descriptor that holds the lock until it is closed, also after the file is."""
        with suppress(ImportError, OSError):  # the system or the file system has no locks
            import fcntl  # noqa: PLC0415  as in `try_lock`

            fcntl.flock(file, fcntl.LOCK_EX)
            return os.dup(file.fileno())
        return None

    def _remove_unless_in_use(path: Path) -> None:
        """Remove a file unless its program still lives, which has locked it.

        Raises:
            OSError: Its program lives, or nothing is known about it.
        """
        with suppress(ImportError):
            import fcntl  # noqa: PLC0415  as in `try_lock`

            file = os.open(path, _OPEN_NO_LINK)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                path.unlink()
            finally:
                os.close(file)
