"""Files that are there as a whole or not at all."""

import contextlib
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under another name first, and rename it when it is whole.

    Raises:
        OSError: It cannot be written, because the disk is full for instance; nothing is left of it then.
    """
    partial = path.with_name(f".{path.name}.partial")
    try:
        with partial.open("wb") as file:
            file.write(content)
            file.flush()
        partial.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise


def prepare_folder(folder: Path) -> None:
    """Make a folder that is empty.

    Raises:
        ValueError: There is something in it, or it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise ValueError(f"record: {folder} is not empty")
    except OSError as error:
        raise ValueError(f"record: {folder}: {error.strerror}") from error
