"""The folder of an export: one JSON file for each record, as the service sent it."""

from __future__ import annotations

import os
from pathlib import Path

from ...._core.files import write_whole
from ....errors import InvalidArgumentError

__all__ = ["ExportFolder", "export_path"]


class ExportFolder:
    """A folder of `<id>.json` files; a new one is readable by its owner only."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def save(self, name: str, body: bytes, *, folder: str = "") -> None:
        """Write a file, which replaces one of an earlier run; make the folder if there is none.

        Args:
            name: What the file is named after: the id of the record.
            body: The record.
            folder: The folder inside this one.

        Raises:
            OSError: The folder or the file cannot be written.
        """
        path = self._path / folder.lower()
        for each in dict.fromkeys((self._path, path)):
            each.mkdir(mode=0o700, exist_ok=True)
        write_whole(path / f"{name.lower()}.json", lambda file: file.write(body), overwrite=True, shared=False)


def export_path(export: str | os.PathLike[str] | None) -> Path | None:
    """Return the argument `export` as a path.

    Raises:
        InvalidArgumentError: It is neither None nor a path.
    """
    try:
        return None if export is None else Path(export)
    except TypeError as error:
        raise InvalidArgumentError("export", "the path of a folder", export) from error
