"""A file that is written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import IO

__all__ = ["write_whole"]


def write_whole(path: Path, write: Callable[[IO[bytes]], object], *, shared: bool = True) -> None:
    """Write a file, which gets its final name once the disk has all of it; an existing one is replaced.

    Args:
        path: The file.
        write: Called with the open file to write its bytes.
        shared: Whether another program may write the same file at the same time. If not, what a killed program has left
            is replaced, too.

    Raises:
        OSError: The file cannot be written, for example because the disk is full; it names the file. An existing file
            is unchanged.
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
