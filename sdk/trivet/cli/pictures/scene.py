"""A picture before it is written: marks on a sheet, in pixels from its top left corner."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import field, frozen

__all__ = ["Anchor", "Dot", "Label", "Line", "Mark", "Point", "Scene", "Shape"]

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
class Shape:
    """A closed, filled shape.

    >>> Shape(((0, 0), (4, 0), (2, 6)), "arrow")
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


Mark: TypeAlias = Line | Shape | Dot | Label


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
