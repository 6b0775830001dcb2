"""A lock of an open file, which the system releases when the file is closed or its process ends."""

from __future__ import annotations

import os
import sys

__all__ = ["try_lock"]

LOCKED_BYTE = 0x7FFF0000
"""The byte to lock on Windows, where no other process can read a locked byte: far past the end of any file of ours."""

if sys.platform == "win32":
    import msvcrt

    def try_lock(file: int) -> bool:
        """Lock an open file unless another process has it locked; return whether the caller may use it."""
        os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        except OSError:  # a file system without locks
            return True
        return True

else:

    def try_lock(file: int) -> bool:
        """Lock an open file unless another process has it locked; return whether the caller may use it.

        >>> try_lock(os.open("job.journal", os.O_RDWR | os.O_CREAT))
        True
        """
        try:
            import fcntl  # noqa: PLC0415  not every system but Windows has it
        except ImportError:
            return True
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks
            return True
        return True
