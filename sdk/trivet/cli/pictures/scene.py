"""A picture before it is written: marks on a sheet, each with the name of its style."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import field, frozen

Point: TypeAlias = tuple[float, float]
Anchor: TypeAlias = Literal["start", "middle", "end"]


@frozen
class Line:
    """A line through points.

    >>> Line(((0, 0), (10, 5)), "axis")

    Attributes:
        points: Two points or more.
        style: The name of its style in `styles.STYLES`.
    """

    points: tuple[Point, ...]
    style: str


@frozen
class Polygon:
    """A filled polygon; its last point is joined with its first.

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
        radius: The radius in pixels.
        style: The name of its style.
        title: The text that appears while a pointer rests on the dot; without a text, nothing appears.
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
        at: A point of the baseline: its start, its middle or its end, as `anchor` says.
        text: The text, of any source; the function that writes the picture escapes it.
        style: The name of its style.
        size: The font size in pixels.
        anchor: The part of the baseline that is at `at`.
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
    """A picture: its size, its title, and its marks from the back to the front.

    >>> Scene(width=300, height=200, title="Ratings", description="One line a rating.", marks=marks)

    Attributes:
        width: The width in pixels.
        height: The height in pixels.
        title: The accessible name of the picture.
        description: A description of the contents for people who cannot see the picture.
        marks: The marks; a later mark covers an earlier one.
    """

    width: float
    height: float
    title: str
    description: str
    marks: tuple[Mark, ...] = field(converter=tuple[Mark, ...])
