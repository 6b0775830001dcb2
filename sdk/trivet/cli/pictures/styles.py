"""The styles of pictures on light and on dark paper, and their style sheet."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

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
        fill: The fill on light and on dark paper; None for no fill.
        stroke: The same for the outline.
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
"""The styles by name. `text` and `faint` have a halo of the paper around them, so that they are readable on lines."""

for _number, _hue in enumerate(HUES, 1):
    STYLES[f"line-{_number}"] = Style(stroke=_hue, width=2)
    STYLES[f"dashed-{_number}"] = Style(stroke=_hue, width=2, dash=(6, 4))
    STYLES[f"route-{_number}"] = Style(stroke=_hue, width=3.5)
    STYLES[f"fill-{_number}"] = Style(fill=_hue)


def series_style(index: int) -> tuple[str, str]:
    """Return the names of the styles for the line and the dots of a series; after all hues, lines are dashed.

    >>> series_style(0)
    ('line-1', 'fill-1')

    Args:
        index: The position of the series in its chart, counted from 0.
    """
    number = index % len(HUES) + 1
    return ("dashed" if index // len(HUES) % 2 else "line") + f"-{number}", f"fill-{number}"


def css(names: Iterable[str], scope: str = "") -> str:
    """Return the style sheet of some styles, for light paper and, by a media query, for dark paper.

    >>> css(["axis"])[:48]
    '.axis{fill:none;stroke:#5a626c;stroke-width:1}@m'

    Args:
        names: Names of `STYLES`.
        scope: A selector to put before each rule, with the space after it.
    """
    styles = {name: STYLES[name] for name in dict.fromkeys(names)}
    light = "".join(f"{scope}.{name}{{{_light(name, style)}}}" for name, style in styles.items())
    dark = "".join(f"{scope}.{name}{{{_tones(style, 1, name)}}}" for name, style in styles.items())
    return light + DARK_PAPER + "{" + dark + "}"


def _light(name: str, style: Style) -> str:
    parts = [_tones(style, 0, name)]
    if style.fill is None:
        parts.insert(0, "fill:none")
    if style.stroke is not None:
        parts.append(f"stroke-width:{style.width:g}")
    if style.dash:
        parts.append("stroke-dasharray:" + " ".join(f"{length:g}" for length in style.dash))
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
