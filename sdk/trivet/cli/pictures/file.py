"""The file of a picture; its suffix decides the format."""

from __future__ import annotations

from pathlib import Path

from trivet._core.files import write_whole
from trivet.cli.failures import UsageError
from trivet.cli.pictures.png import render_png
from trivet.cli.pictures.scene import Scene
from trivet.cli.pictures.svg import render_svg

__all__ = ["check_folder", "check_suffix", "write_picture"]


def check_suffix(path: Path, allowed: tuple[str, ...] = (".svg", ".png")) -> str:
    """Return the suffix of a file in lower case.

    >>> check_suffix(Path("chart.SVG"))
    '.svg'

    Raises:
        UsageError: It is none of those allowed.
    """
    suffix = path.suffix.lower()
    if suffix not in allowed:
        raise UsageError(f"{path}: a picture is written as {', '.join(allowed)}; give the file one of these suffixes")
    return suffix


def check_folder(path: Path) -> None:
    """Refuse a file whose folder does not exist, or that is a folder itself, before anything is fetched for it.

    >>> check_folder(Path("maps/route.svg"))

    Raises:
        UsageError: There is no such folder, or the name is that of a folder.
    """
    if path.is_dir():
        raise UsageError(f"{path}: is a folder; name a file in it")
    if not path.parent.is_dir():
        raise UsageError(f"{path}: there is no folder {path.parent}; make it, or give another name")


def write_picture(path: Path, scene: Scene) -> None:
    """Write a picture to a file as a whole: as SVG, or as PNG.

    >>> write_picture(Path("chart.svg"), scene)

    Raises:
        UsageError: The suffix is another one, or PNG is wanted and matplotlib is not installed.
        OSError: The file cannot be written; an existing one is unchanged.
    """
    content = render_png(scene) if check_suffix(path) == ".png" else render_svg(scene).encode()
    write_whole(path, lambda file: file.write(content))
