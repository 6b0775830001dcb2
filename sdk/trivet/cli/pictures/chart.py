"""Charts of values by day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from math import ceil, floor, isfinite, log10
from pathlib import Path

from trivet._text import cut
from trivet.cli.pictures.file import write_picture
from trivet.cli.pictures.scene import Dot, Label, Line, Mark, Point, Scene
from trivet.cli.pictures.styles import series_style

_WIDTH, _HEIGHT = 840, 400
_RIGHT, _BOTTOM = 28, 48
_LETTER = 0.62
"""The width of a letter as a share of the font size; larger than the mean of the fonts in browsers."""
_DAYS = (1, 2, 7, 14)
_MONTHS = (1, 2, 3, 6, 12, 24, 60, 120)
"""The steps between two ticks of a day axis, in days and in months."""


def write_daily_chart(
    path: Path, days: Sequence[date], series: Mapping[str, Sequence[float]], *, title: str, overwrite: bool = False
) -> None:
    """Write a chart with a line for each series; the suffix of the file chooses the format, `.svg` or `.png`.

    >>> write_daily_chart(Path("ratings.svg"), days, {"up": [3, 5], "down": [0, 1]}, title="Ratings by day")

    Args:
        path: The file; `.svg` needs no package, `.png` needs the extra `pictures`.
        days: The days, in any order.
        series: The values of each series by its name, one a day. NaN and infinity leave a gap in the line.
        title: The title, of any source.
        overwrite: Whether an existing file is replaced.

    Raises:
        UsageError: The suffix is neither of the two, or the suffix is `.png` and matplotlib is not installed.
        ValueError: The number of values of a series differs from the number of days.
        OSError: The file cannot be written; a file that exists stays as it is.
    """
    write_picture(path, daily_chart(days, series, title=title), overwrite=overwrite)


def daily_chart(days: Sequence[date], series: Mapping[str, Sequence[float]], *, title: str) -> Scene:
    """Return the chart that `write_daily_chart` writes.

    >>> daily_chart([date(2025, 10, 1)], {"up": [3]}, title="Ratings by day").width
    840

    Raises:
        ValueError: The number of values of a series differs from the number of days.
    """
    for name, values in series.items():
        if len(values) != len(days):
            raise ValueError(f"the series {name!r} has {len(values)} values for {len(days)} days")
    marks: list[Mark] = [Label((20, 30), cut(title, 90), size=17, bold=True)]
    legend, top = _legend(list(series))
    marks += legend
    finite = [value for values in series.values() for value in values if isfinite(value)]
    if not finite:
        marks.append(Label((_WIDTH / 2, _HEIGHT / 2), "no data", "faint", 15, "middle"))
        return Scene(_WIDTH, _HEIGHT, title, "A chart without data.", marks)
    ticks = number_ticks(min(finite), max(finite))
    left = 24 + max(len(number_label(tick)) for tick in ticks) * 12 * _LETTER
    grid = _Grid(min(days), max(days), ticks[0], ticks[-1], left, top)
    marks += [*_axes(grid, days, ticks), *_lines(grid, days, series)]
    names = ", ".join(cut(name, 40) for name in list(series)[:12])
    period = f"{grid.first.isoformat()} to {grid.last.isoformat()}"
    return Scene(_WIDTH, _HEIGHT, title, f"A line chart by day, {period}: {names}.", marks)


def number_ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Return the ticks of a value axis: round numbers that enclose a range and zero.

    >>> number_ticks(3, 42)
    [0, 10, 20, 30, 40, 50]

    Args:
        low: The smallest value.
        high: The largest value.
        about: The approximate number of steps.
    """
    low, high = min(low, 0.0), max(high, 0.0)
    if high == low:
        high = 1.0
    step = _round_step((high - low) / about)
    first, last = floor(low / step), ceil(high / step)
    return [_clean(count * step) for count in range(first, last + 1)]


def number_label(value: float) -> str:
    """Return the label of a number on an axis.

    >>> number_label(12500)
    '12,500'
    """
    return f"{value:,.0f}" if abs(value) >= 1e15 or value == int(value) else f"{value:,.4g}"


def day_ticks(days: Sequence[date], most: int = 8) -> list[date]:
    """Return the ticks of a day axis: each day, each Monday, or the first of each month, as many as fit.

    >>> day_ticks([date(2025, 10, 1), date(2025, 10, 3)])
    [datetime.date(2025, 10, 1), datetime.date(2025, 10, 2), datetime.date(2025, 10, 3)]

    Args:
        days: The days, of which only the first and the last are used.
        most: The largest number of ticks.
    """
    first, last = min(days), max(days)
    for step in _DAYS:
        begin = first if step < 7 else first + timedelta(days=-first.weekday() % 7)
        if (last - begin).days // step < most:
            ticks = [begin + timedelta(days=days_later) for days_later in range(0, (last - begin).days + 1, step)]
            return ticks or [first]
    for months in _MONTHS:
        ticks = list(_months(first, last, months))
        if len(ticks) <= most:
            return ticks or [first]
    return [first, last]


def day_label(day: date, before: date | None) -> str:
    """Return the label of a day on an axis, with the year on the first label and where the year changes.

    >>> day_label(date(2025, 10, 1), None)
    '1 Oct 2025'

    Args:
        day: The day.
        before: The day of the label before it; None for the first label.
    """
    text = f"{day.day} {day:%b}"
    return text if before is not None and before.year == day.year else f"{text} {day.year:04}"


class _Grid:
    """The place of each day and of each value on the sheet."""

    def __init__(self, first: date, last: date, low: float, high: float, left: float, top: float) -> None:
        self.first, self.last, self._low, self._high = first, last, low, high
        self.left, self.right, self.top, self.bottom = left, float(_WIDTH - _RIGHT), top, float(_HEIGHT - _BOTTOM)

    def x(self, day: date) -> float:
        span = (self.last - self.first).days
        share = (day - self.first).days / span if span else 0.5
        return self.left + 12 + share * (self.right - self.left - 24)

    def y(self, value: float) -> float:
        return self.bottom - (value - self._low) / (self._high - self._low) * (self.bottom - self.top)


def _legend(names: Sequence[str]) -> tuple[list[Mark], float]:
    marks: list[Mark] = []
    x, y = 20.0, 54.0
    for index, name in enumerate(names):
        text = cut(name, 40)
        wide = 30 + len(text) * 12 * _LETTER + 16
        if x > 20 and x + wide > _WIDTH - 20:
            x, y = 20.0, y + 18
        line, fill = series_style(index)
        marks += [Line(((x, y - 4), (x + 22, y - 4)), line), Dot((x + 11, y - 4), 3, fill), Label((x + 30, y), text)]
        x += wide
    return marks, min(y, 200.0) + 22


def _axes(grid: _Grid, days: Sequence[date], ticks: Sequence[float]) -> Iterator[Mark]:
    for value in ticks:
        y = grid.y(value)
        yield Line(((grid.left, y), (grid.right, y)), "axis" if value == 0 else "grid")
        yield Label((grid.left - 8, y + 4), number_label(value), "faint", 12, "end")
    before: date | None = None
    for day in day_ticks(days):
        x = grid.x(day)
        yield Line(((x, grid.bottom), (x, grid.bottom + 5)), "axis")
        yield Label((x, grid.bottom + 20), day_label(day, before), "faint", 12, "middle")
        before = day


def _lines(grid: _Grid, days: Sequence[date], series: Mapping[str, Sequence[float]]) -> Iterator[Mark]:
    by_day = sorted(range(len(days)), key=lambda index: days[index])
    radius = 3 if len(days) <= 62 else 1.5
    for number, (name, values) in enumerate(series.items()):
        line, fill = series_style(number)
        run: list[Point] = []  # the points since the last gap
        dots: list[Dot] = []
        for index in by_day:
            value = values[index]
            if not isfinite(value):
                yield from _run(run, line)
                run = []
                continue
            run.append((grid.x(days[index]), grid.y(value)))
            title = f"{days[index].isoformat()}, {cut(name, 40)}: {number_label(value)}"
            dots.append(Dot(run[-1], radius, fill, title))
        yield from _run(run, line)
        yield from dots


def _run(points: Sequence[Point], style: str) -> Iterator[Mark]:
    if len(points) > 1:
        yield Line(tuple(points), style)


def _months(first: date, last: date, step: int) -> Iterator[date]:
    for month in range(first.year * 12, last.year * 12 + 12, step):
        if month // 12 <= date.max.year and first <= (day := date(month // 12, month % 12 + 1, 1)) <= last:
            yield day


def _round_step(rough: float) -> float:
    power = 10.0 ** floor(log10(rough))
    # A step that is a hair below a round one is that round one, in spite of the error of a float.
    return next(digit * power for digit in (1, 2, 5, 10) if digit * power >= rough * 0.999)


def _clean(value: float) -> float:
    rounded = round(value, 12) if abs(value) < 1e6 else round(value)
    return int(rounded) if rounded == int(rounded) else rounded
