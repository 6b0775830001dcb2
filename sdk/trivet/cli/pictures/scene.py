"""A picture before it is written: marks on a sheet, and their styles on light and on dark paper."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from attrs import field, frozen

__all__ = [
    "DARK_PAPER",
    "FONT",
    "HUES",
    "STYLES",
    "Anchor",
    "Dot",
    "Label",
    "Line",
    "Mark",
    "Point",
    "Polygon",
    "Scene",
    "Style",
    "css",
    "series_style",
]

Point: TypeAlias = tuple[float, float]
Anchor: TypeAlias = Literal["start", "middle", "end"]


@frozen
class Line:
    """A line through points.

    >>> Line(((0, 0), (10, 5)), "axis")

    Attributes:
        points: Two points or more.
        style: The name of its style in `palette.STYLES`.
    """

    points: tuple[Point, ...]
    style: str


@frozen
class Polygon:
    """A closed, filled shape.

    >>> Polygon(((0, 0), (4, 0), (2, 6)), "arrow")
    """

    points: tuple[Point, ...]
    style: str


@frozen
class Dot:
    """A filled circle.

    >>> Dot((10, 5), 3, "series-1", title="1 October: 12")

    Attributes:
        at: The centre.
        radius: In pixels.
        style: The name of its style.
        title: Text that appears when a pointer rests on it; none if empty.
    """

    at: Point
    radius: float
    style: str
    title: str = ""


@frozen
class Label:
    """A line of text.

    >>> Label((10, 5), "Ang Mo Kio Int", "text", size=11)

    Attributes:
        at: Where the baseline begins, has its middle or ends.
        text: The text, of any source: what writes the picture escapes it.
        style: The name of its style.
        size: The font size in pixels.
        anchor: Which part of the text is at `at`.
        bold: Whether the text is bold.
    """

    at: Point
    text: str
    style: str = "text"
    size: float = 12
    anchor: Anchor = "start"
    bold: bool = False


Mark: TypeAlias = Line | Polygon | Dot | Label


@frozen
class Scene:
    """A picture: its size, its marks from the back to the front, and what it is called.

    >>> Scene(width=300, height=200, title="Ratings", description="One line a rating.", marks=marks)

    Attributes:
        width: In pixels.
        height: In pixels.
        title: The accessible name of the picture.
        description: What the picture shows, for those who cannot see it.
        marks: The marks; a later one covers an earlier one.
    """

    width: float
    height: float
    title: str
    description: str
    marks: tuple[Mark, ...] = field(converter=tuple[Mark, ...])


DARK_PAPER = "@media (prefers-color-scheme:dark)"
"""The media query of a reader who prefers dark paper."""

FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"

HUES = (
    ("#0b62b8", "#6cb4ff"),
    ("#c2410c", "#ff9d66"),
    ("#15803d", "#5fd38a"),
    ("#7e22ce", "#c79bff"),
    ("#a16207", "#f0c24b"),
    ("#be185d", "#ff8fbd"),
    ("#0f766e", "#52d3c6"),
    ("#57534e", "#c4bfb9"),
)
"""The hues of series and directions, on light and on dark paper; each has a contrast of 4.5 or more with its paper."""


@frozen
class Style:
    """How a mark looks.

    >>> Style(stroke=("#444444", "#bbbbbb"), width=1)

    Attributes:
        fill: On light and on dark paper; None for no fill.
        stroke: The same for its line.
        width: The width of the line in pixels.
        dash: The lengths of dashes and gaps; empty for a solid line.
    """

    fill: tuple[str, str] | None = None
    stroke: tuple[str, str] | None = None
    width: float = 1
    dash: tuple[float, ...] = ()


_PAPER = ("#ffffff", "#14181d")
_INK = ("#1c2127", "#e8eaed")
_FAINT = ("#5a626c", "#a3abb5")

STYLES: dict[str, Style] = {
    "paper": Style(fill=_PAPER),
    "text": Style(fill=_INK),
    "faint": Style(fill=_FAINT),
    "axis": Style(stroke=_FAINT, width=1),
    "grid": Style(stroke=("#e3e6ea", "#2b3138"), width=1),
    "leader": Style(stroke=("#9aa2ac", "#6b747e"), width=0.75),
    "stop": Style(fill=_PAPER, stroke=_INK, width=1.5),
    "end": Style(fill=_INK, stroke=_PAPER, width=1.5),
    "ink": Style(fill=_INK),
}
"""The styles by name; `text` and `faint` are drawn with a halo of the paper, so that they are readable upon lines."""

for _number, _hue in enumerate(HUES, 1):
    STYLES[f"line-{_number}"] = Style(stroke=_hue, width=2)
    STYLES[f"dashed-{_number}"] = Style(stroke=_hue, width=2, dash=(6, 4))
    STYLES[f"route-{_number}"] = Style(stroke=_hue, width=3.5)
    STYLES[f"fill-{_number}"] = Style(fill=_hue)


def series_style(index: int) -> tuple[str, str]:
    """Return the style of the line and of the dots of a series, counted from 0; after the hues come dashed lines.

    >>> series_style(0)
    ('line-1', 'fill-1')
    """
    number = index % len(HUES) + 1
    return ("dashed" if index // len(HUES) % 2 else "line") + f"-{number}", f"fill-{number}"


def css(names: Iterable[str], scope: str = "") -> str:
    """Return the style sheet of some styles: for light paper, and for dark paper where the reader prefers it.

    >>> css(["axis"])[:48]
    '.axis{fill:none;stroke:#5a626c;stroke-width:1}@m'

    Args:
        names: Names of `STYLES`.
        scope: A selector that stands before each of them, with its space.
    """
    chosen = {each: STYLES[each] for each in dict.fromkeys(names)}
    light = "".join(f"{scope}.{name}{{{_light(name, each)}}}" for name, each in chosen.items())
    dark = "".join(f"{scope}.{name}{{{_tones(each, 1, name)}}}" for name, each in chosen.items())
    return light + DARK_PAPER + "{" + dark + "}"


def _light(name: str, style: Style) -> str:
    parts = [_tones(style, 0, name)]
    if style.fill is None:
        parts.insert(0, "fill:none")
    if style.stroke is not None:
        parts.append(f"stroke-width:{style.width:g}")
    if style.dash:
        parts.append("stroke-dasharray:" + " ".join(f"{each:g}" for each in style.dash))
    if name in ("text", "faint"):
        parts.append("stroke-width:3;paint-order:stroke;stroke-linejoin:round")
    return ";".join(parts)


def _tones(style: Style, paper: int, name: str) -> str:
    tones: list[str] = []
    if style.fill is not None:
        tones.append(f"fill:{style.fill[paper]}")
    if style.stroke is not None:
        tones.append(f"stroke:{style.stroke[paper]}")
    if name in ("text", "faint"):
        tones.append(f"stroke:{_PAPER[paper]}")
    return ";".join(tones)
