"""The file of a scene: SVG, which any browser shows, or PNG, which matplotlib draws; and matplotlib's modules."""

from __future__ import annotations

import io
import logging
import re
import warnings
from collections.abc import Iterable
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any

from trivet._core.extras import how_to_install
from trivet._core.files import write_whole
from trivet._text import printable
from trivet.cli.failures import UsageError
from trivet.cli.pictures.scene import Dot, Label, Line, Mark, Point, Polygon, Scene
from trivet.cli.pictures.styles import FONT, STYLES, css

_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_DPI = 100
_ALIGN = {"start": "left", "middle": "center", "end": "right"}


def write_picture(path: Path, scene: Scene, *, overwrite: bool = False) -> None:
    """Write a picture to a file, as SVG or PNG by its suffix.

    >>> write_picture(Path("chart.svg"), scene)

    Args:
        path: The file.
        scene: The picture.
        overwrite: Whether an existing file is replaced.

    Raises:
        UsageError: The suffix is neither of the two, or the suffix is `.png` and matplotlib is not installed.
        OSError: The file cannot be written; a file that exists stays as it is.
    """
    content = render_png(scene) if check_suffix(path) == ".png" else render_svg(scene).encode()
    write_whole(path, lambda file: file.write(content), overwrite=overwrite, public=True)


def check_suffix(path: Path, allowed: tuple[str, ...] = (".svg", ".png")) -> str:
    """Return the suffix of a file in lower case.

    >>> check_suffix(Path("chart.SVG"))
    '.svg'

    Raises:
        UsageError: The suffix is not one of those that are allowed.
    """
    suffix = path.suffix.lower()
    if suffix not in allowed:
        raise UsageError(f"{path}: a picture is written as {', '.join(allowed)}; give the file one of these suffixes")
    return suffix


def render_svg(scene: Scene, *, namespace: str = "") -> str:
    """Return a picture as an SVG document, which follows the reader's preference for light or dark paper.

    The document is text without scripts, fonts or addresses of other files.

    >>> Path("chart.svg").write_text(render_svg(scene), "utf-8")

    Args:
        scene: The picture.
        namespace: A prefix of the ids in the document, for pages that hold several pictures.
    """
    width, height = _number(scene.width), _number(scene.height)
    styles = ["paper", *(mark.style for mark in scene.marks)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-labelledby="{namespace}title {namespace}desc" font-family="{escape(FONT)}">\n'
        f'<title id="{namespace}title">{xml_text(scene.title)}</title>\n'
        f'<desc id="{namespace}desc">{xml_text(scene.description)}</desc>\n'
        f"<style>{css(styles)}</style>\n"
        f'<rect class="paper" width="{width}" height="{height}"/>\n'
        f"{_body(scene.marks)}\n</svg>\n"
    )


def xml_text(text: str) -> str:
    """Escape text of any source for XML and HTML; characters that XML does not allow are replaced or shown as escapes.

    >>> xml_text('Opp <b> & "c"')
    'Opp &lt;b&gt; &amp; &quot;c&quot;'
    """
    return escape(xml_characters(text))


def xml_characters(text: str) -> str:
    """Replace the characters that XML does not allow, for a library that escapes the rest.

    >>> xml_characters('Opp <b>\\x07')
    'Opp <b>\\\\x07'
    """
    return _NOT_XML.sub("\ufffd", printable(text))


def render_png(scene: Scene, *, scale: float = 2) -> bytes:
    """Return a picture as PNG, on light paper.

    >>> Path("chart.png").write_bytes(render_png(scene))

    Args:
        scene: The picture.
        scale: The number of pixels in the file for each pixel of the scene.

    Raises:
        UsageError: matplotlib is not installed.
    """
    kit = Matplotlib(needed_for="PNG")
    figure = kit.figure.Figure(figsize=(scene.width / _DPI, scene.height / _DPI), dpi=_DPI)
    figure.set_facecolor(STYLES["paper"].fill[0] if STYLES["paper"].fill else "white")
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, scene.width)
    axes.set_ylim(scene.height, 0)
    for order, mark in enumerate(scene.marks):
        _draw(kit, axes, mark, order)
    return kit.save(figure, "png", dpi=_DPI * scale, title=scene.title)


def _body(marks: Iterable[Mark]) -> str:
    return "\n".join(_element(mark) for mark in marks)


def _element(mark: Mark) -> str:
    match mark:
        case Line(points, style):
            return (
                f'<polyline class="{style}" points="{_points(points)}" stroke-linejoin="round" stroke-linecap="round"/>'
            )
        case Polygon(points, style):
            return f'<polygon class="{style}" points="{_points(points)}"/>'
        case Dot((x, y), radius, style, title):
            start = f'<circle class="{style}" cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}"'
            return f"{start}><title>{xml_text(title)}</title></circle>" if title else f"{start}/>"
        case Label((x, y), text, style, size, anchor, bold):
            weight = ' font-weight="600"' if bold else ""
            where = "" if anchor == "start" else f' text-anchor="{anchor}"'
            place = f'x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}"'
            return f'<text class="{style}" {place}{where}{weight}>{xml_text(text)}</text>'


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    text = f"{value:.1f}"
    return text.removesuffix(".0") if text != "-0.0" else "0"


class Matplotlib:
    """The modules of matplotlib that draw without a window, loaded by name, as type checkers may not find them.

    >>> kit = Matplotlib(needed_for="A chart")

    Args:
        needed_for: The thing that is drawn, for the error.

    Raises:
        UsageError: matplotlib is not installed.
    """

    def __init__(self, needed_for: str) -> None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of the packages that matplotlib imports
                self.root: Any = import_module("matplotlib")
                self.dates: Any = import_module("matplotlib.dates")
                self.figure: Any = import_module("matplotlib.figure")
                self.patches: Any = import_module("matplotlib.patches")
                self.effects: Any = import_module("matplotlib.patheffects")
                self.ticker: Any = import_module("matplotlib.ticker")
                import_module("matplotlib.backends.backend_agg")
        except ImportError:
            raise UsageError(f"{needed_for} needs more packages: {how_to_install('pictures')}") from None

    def save(self, figure: Any, form: str, *, dpi: float, title: str) -> bytes:
        """Return a figure as the bytes of a file, the same bytes each time.

        Args:
            figure: The figure.
            form: `svg` or `png`.
            dpi: The dots an inch; SVG always has 72 points.
            title: The title in the metadata.
        """
        file = io.BytesIO()
        logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)  # the first time, it searches for fonts
        metadata = {"Title": xml_characters(title)} | ({"Date": None} if form == "svg" else {})
        with warnings.catch_warnings(), self.root.rc_context({"svg.fonttype": "none", "svg.hashsalt": "trivet"}):
            warnings.simplefilter("ignore")  # of letters that the font lacks, which are drawn as boxes
            figure.savefig(file, format=form, dpi=dpi, metadata=metadata)
        return file.getvalue()


def _draw(kit: Matplotlib, axes: Any, mark: Mark, order: int) -> None:
    style = STYLES[mark.style]
    fill = style.fill[0] if style.fill else "none"
    stroke = style.stroke[0] if style.stroke else "none"
    width = style.width * 72 / _DPI
    looks = {"facecolor": fill, "edgecolor": stroke, "linewidth": width if style.stroke else 0, "zorder": order}
    match mark:
        case Line(points):
            dashes = (0, tuple(length * 72 / _DPI / width for length in style.dash)) if style.dash else "-"
            ends = {"solid_joinstyle": "round", "solid_capstyle": "round"}
            axes.plot(*zip(*points, strict=True), color=stroke, linewidth=width, linestyle=dashes, zorder=order, **ends)
        case Polygon(points):
            axes.add_patch(kit.patches.Polygon(points, **looks))
        case Dot(at, radius):
            axes.add_patch(kit.patches.Circle(at, radius, **looks))
        case Label((x, y), text, _, size, anchor, bold):
            paper = STYLES["paper"].fill
            halo = kit.effects.withStroke(linewidth=2, foreground=paper[0] if paper else "white")
            axes.text(
                x,
                y,
                printable(text).replace("\x00", ""),
                color=fill,
                fontsize=size * 72 / _DPI,
                horizontalalignment=_ALIGN[anchor],
                verticalalignment="baseline",
                fontweight="bold" if bold else "normal",
                parse_math=False,  # a `$` is a dollar
                path_effects=[halo],
                zorder=order,
            )
