"""Writes a picture as SVG: text that any browser shows, without a script, a font or an address of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from trivet._text import printable
from trivet.cli.pictures.palette import FONT, css
from trivet.cli.pictures.scene import Dot, Label, Line, Mark, Point, Scene, Shape

__all__ = ["render_svg", "xml_text"]

_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def xml_text(text: str) -> str:
    """Return text of any source as XML and HTML show it; what is no character there is replaced or shown as an escape.

    >>> xml_text('Opp <b> & "c"')
    'Opp &lt;b&gt; &amp; &quot;c&quot;'
    """
    return escape(_NOT_XML.sub("\ufffd", printable(text)))


def render_svg(scene: Scene, *, namespace: str = "") -> str:
    """Return a picture as an SVG document, readable on light and on dark paper as the reader prefers.

    >>> Path("chart.svg").write_text(render_svg(scene), "utf-8")

    Args:
        scene: The picture.
        namespace: A prefix of the ids in the document, for pages that hold several pictures.
    """
    width, height = _number(scene.width), _number(scene.height)
    used = ["paper", *(each.style for each in scene.marks)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-labelledby="{namespace}title {namespace}desc" font-family="{escape(FONT)}">\n'
        f'<title id="{namespace}title">{xml_text(scene.title)}</title>\n'
        f'<desc id="{namespace}desc">{xml_text(scene.description)}</desc>\n'
        f"<style>{css(used)}</style>\n"
        f'<rect class="paper" width="{width}" height="{height}"/>\n'
        f"{_body(scene.marks)}\n</svg>\n"
    )


def _body(marks: Iterable[Mark]) -> str:
    return "\n".join(_element(each) for each in marks)


def _element(mark: Mark) -> str:
    match mark:
        case Line(points, style):
            return (
                f'<polyline class="{style}" points="{_points(points)}" stroke-linejoin="round" stroke-linecap="round"/>'
            )
        case Shape(points, style):
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
