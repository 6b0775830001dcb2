"""Files by hand that the generator writes once: they are formatted beside the tree, and then written all or none."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from .python import tidy


def templates(folder: str) -> Environment:
    """Return the templates of a folder, whose texts are names and not escaped."""
    return Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates" / folder),
        undefined=StrictUndefined,
        autoescape=False,
        keep_trailing_newline=True,
    )


def formatted(root: Path, texts: Mapping[Path, str]) -> dict[Path, str]:
    """Return files with their Python formatted, by their paths relative to the root; nothing is written to the tree."""
    with tempfile.TemporaryDirectory(prefix="trivet-codegen-") as name:
        folder = Path(name)
        for path, text in texts.items():
            _write(folder / path, text)
        modules = [folder / path for path in texts if path.suffix == ".py"]
        if modules:
            tidy(root, *modules)
        return {path: (folder / path).read_text("utf-8") for path in texts}


@contextmanager
def written(root: Path, texts: Mapping[Path, str]) -> Generator[None]:
    """Write files, all or none; if the `with` block raises, they are as they were.

    All new texts, and copies of the old ones, are on the disk before the first file changes, so that a full disk
    changes nothing. Then files take their places by their names alone, which needs no space, and so do the copies.

        with written(root, {Path("spec/chat.yaml"): text}):
            generate()

    Args:
        root: The root of the project.
        texts: The texts by their paths relative to the root.
    """
    with tempfile.TemporaryDirectory(dir=root, prefix=".codegen-") as name:  # on the disk of the tree
        new, old = Path(name, "new"), Path(name, "old")
        for path, text in texts.items():
            _write(new / path, text)
            if (root / path).exists():
                (old / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(root / path, old / path)
                shutil.copymode(root / path, new / path)
        folders: list[Path] = []
        placed: list[Path] = []
        try:
            for path in texts:
                folders += _make_folder((root / path).parent)
            for path in texts:
                (new / path).replace(root / path)
                placed.append(path)
            yield
        except BaseException:
            for path in placed:
                if (old / path).exists():
                    (old / path).replace(root / path)
                else:
                    (root / path).unlink(missing_ok=True)
            for folder in reversed(folders):
                folder.rmdir()
            raise


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())  # some file systems say only now that the disk is full


def _make_folder(folder: Path) -> list[Path]:
    """Make a folder, and return those that were missing, the outermost first."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()][::-1]
    for one in missing:
        one.mkdir()
    return missing
