"""Files of the user: written under a temporary name until they are complete, named by a service, and locked."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import IO, TypeAlias

from .answer import Head, Headers
from .public import exported_from

TransferProgress: TypeAlias = Callable[[int, int | None], object]
"""Called with the bytes that have arrived and the size of the whole body, or None if the service does not send it."""

SUFFIX = ".trivet-part"
"""The end of a temporary name. It names trivet, because browsers keep the files of their own downloads as `….part`."""

LONGEST_DISPOSITION = 2000
"""The most characters of a Content-Disposition: a name of 199, plain and once more with every character escaped."""

LOCKED_BYTE = 0x7FFF0000
"""The byte to lock on Windows, where other processes cannot read a locked byte: far past the end of any such file."""

_NAME = re.compile(r"\w[\w. ()-]{0,198}", re.ASCII)
# Windows takes these names for devices, with any suffix.
_DEVICE = re.compile(r"(?i)(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?")


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

    Attributes:
        path: The final name.
        temporary: The name until the file is complete.
    """

    __slots__ = ("_note", "path", "temporary")

    def __init__(self, path: Path) -> None:
        self.path = path
        self.temporary = path.with_name(path.name + SUFFIX)
        self._note = path.with_name(path.name + f"{SUFFIX}.json")

    def size(self) -> int:
        """Return the number of bytes so far."""
        try:
            return self.temporary.stat().st_size
        except FileNotFoundError:
            return 0

    def validator(self) -> str | None:
        """Return the validator (ETag) of the version that the bytes belong to, or None."""
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
        if start:
            file = self.temporary.open("r+b")
            file.seek(start)
            file.truncate()
            return file
        self.discard()
        if validator is not None:
            self._note.write_text(json.dumps({"validator": validator}), "utf-8")
        return self.temporary.open("wb")

    def finish(self, *, overwrite: bool) -> None:
        """Flush the bytes to disk and give the file its final name.

        Raises:
            FileExistsError: A file has that name, and `overwrite` is not set; the bytes are kept.
        """
        with self.temporary.open("r+b") as file:
            os.fsync(file.fileno())
        give_final_name(self.temporary, self.path, overwrite=overwrite)
        self._note.unlink(missing_ok=True)

    def discard(self) -> None:
        """Delete the bytes so far."""
        self.temporary.unlink(missing_ok=True)
        self._note.unlink(missing_ok=True)


def refuse_existing(path: Path) -> None:
    """Raise FileExistsError if a file has that name, before any of its bytes are requested."""
    if os.path.lexists(path):  # `exists` is false for a dangling symbolic link
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))


def give_final_name(temporary: Path, path: Path, *, overwrite: bool) -> None:
    """Rename a complete file.

    Raises:
        FileExistsError: A file has that name, and `overwrite` is not set; both files are unchanged.
    """
    if overwrite:
        temporary.replace(path)
        return
    path.open("xb").close()  # POSIX cannot rename without replacing an existing file: reserve the name first
    try:
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise


def write_whole(path: Path, write: Callable[[IO[bytes]], object], *, shared: bool = True) -> None:
    """Write a file, which gets its final name once all of it is on disk; an existing file is replaced.

    Args:
        path: The file.
        write: Writes the bytes to the open file that is passed to it.
        shared: Whether another program may write the same file at the same time. If not, the temporary name is always
            the same, so that the remains of a killed program are replaced, too.

    Raises:
        OSError: The file cannot be written, for example because the disk is full; the error names the file. An existing
            file is unchanged.
    """
    temporary = path.with_name(f"{path.name}.{token_hex(4)}.part" if shared else f"{path.name}.part")
    try:
        with temporary.open("wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno is not None:
            raise OSError(error.errno, os.strerror(error.errno), str(path)) from error
        raise


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
    if _NAME.fullmatch(name) is None or name[-1] in " ." or _DEVICE.fullmatch(name):
        return None
    return name


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
