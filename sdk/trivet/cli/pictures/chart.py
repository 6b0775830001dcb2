"""Charts of values by day, drawn by matplotlib."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from math import ceil, isfinite, nan
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from trivet._core.files import write_whole
from trivet._text import cut
from trivet.cli.pictures.file import Matplotlib, check_suffix, xml_characters
from trivet.cli.pictures.styles import DARK_PAPER, FONT, STYLES, Style, series_style

_WIDTH, _HEIGHT = 840, 400
_DPI = 100
_POINTS = 72 / _DPI
"""The points of a pixel, in which matplotlib has the sizes of fonts and the widths of lines."""
_EDGE = 2
"""The pixels by which a line shows on each side of one that covers it."""
_LETTER = 0.62 * 12
"""The width of a letter of the legend in pixels; larger than the mean of the fonts in browsers."""
_SVG = "http://www.w3.org/2000/svg"


def write_daily_chart(
    path: Path, days: Sequence[date], series: Mapping[str, Sequence[float]], *, title: str, overwrite: bool = False
) -> None:
    """Write a chart with a line for each series; the suffix of the file chooses the format, `.svg` or `.png`.

    >>> write_daily_chart(Path("ratings.svg"), days, {"up": [3, 5], "down": [0, 1]}, title="Ratings by day")

    An SVG document follows the reader's preference for light or dark paper. While a pointer rests on a dot, its day and
    value are shown.

    Args:
        path: The file.
        days: The days, in any order.
        series: The values of each series by its name, one a day. NaN and infinity leave a gap in the line.
        title: The title, of any source.
        overwrite: Whether an existing file is replaced.

    Raises:
        UsageError: The suffix is neither of the two, or matplotlib, the extra `pictures`, is not installed.
        ValueError: The number of values of a series differs from the number of days.
        OSError: The file cannot be written; a file that exists stays as it is.
    """
    form = check_suffix(path).removeprefix(".")
    content = daily_chart(days, series, title=title, form=form)
    write_whole(path, lambda file: file.write(content), overwrite=overwrite, public=True)


def daily_chart(days: Sequence[date], series: Mapping[str, Sequence[float]], *, title: str, form: str = "svg") -> bytes:
    """Return the chart that `write_daily_chart` writes.

    >>> daily_chart([date(2025, 10, 1)], {"up": [3]}, title="Ratings by day").startswith(b"<svg")
    True

    Args:
        days: The days, in any order.
        series: The values of each series by its name, one a day.
        title: The title, of any source.
        form: `svg` or `png`.

    Raises:
        UsageError: matplotlib is not installed.
        ValueError: The number of values of a series differs from the number of days.
    """
    for name, values in series.items():
        if len(values) != len(days):
            raise ValueError(f"the series {name!r} has {len(values)} values for {len(days)} days")
    kit = Matplotlib(needed_for="A chart")
    columns = max(1, int(_WIDTH / (60 + max((len(cut(name, 40)) for name in series), default=1) * _LETTER)))
    height = _HEIGHT + 18 * max(0, ceil(len(series) / columns) - 2)
    figure = kit.figure.Figure(figsize=(_WIDTH / _DPI, height / _DPI), dpi=_DPI, layout="constrained")
    figure.patch.set_facecolor(_tone("paper"))
    figure.get_layout_engine().set(w_pad=0.12, h_pad=0.1)
    heading: dict[str, Any] = {
        "fontsize": 17 * _POINTS,
        "fontweight": "semibold",
        "color": _tone("text"),
        "parse_math": False,
    }
    figure.suptitle(xml_characters(cut(title, 90)), x=0.015, ha="left", **heading)
    order = sorted(range(len(days)), key=lambda index: days[index])
    finite = {
        name: [values[index] if isfinite(values[index]) else nan for index in order] for name, values in series.items()
    }
    if not any(isfinite(value) for values in finite.values() for value in values):
        figure.text(0.5, 0.5, "no data", ha="center", fontsize=15 * _POINTS, color=_tone("faint"))
        description, titles = "A chart without data.", {}
    else:
        sorted_days = [days[index] for index in order]
        titles = _draw(kit, figure, sorted_days, finite, columns)
        names = ", ".join(cut(name, 40) for name in list(series)[:12])
        description = f"A line chart by day, {sorted_days[0].isoformat()} to {sorted_days[-1].isoformat()}: {names}."
    content = kit.save(figure, form, dpi=_DPI * 2, title=title)
    return content if form == "png" else _document(content, description, titles)


def _draw(
    kit: Matplotlib, figure: Any, days: Sequence[date], series: Mapping[str, Sequence[float]], columns: int
) -> dict[str, list[str]]:
    """Draw the axes and the lines; return the texts of each series' dots, by the id of its dots."""
    axes = figure.add_subplot()
    _prepare_axes(axes)
    radius = 3 if len(days) <= 62 else 1.5
    titles: dict[str, list[str]] = {}
    _draw_edges(axes, days, list(series.values()), radius)
    for number, (name, values) in enumerate(series.items()):
        line, fill = (STYLES[style] for style in series_style(number))
        label = xml_characters(cut(name, 40))
        looks: dict[str, Any] = {"color": _stroke(line), "linewidth": line.width * _POINTS, "linestyle": _dashes(line)}
        dots: dict[str, Any] = {"marker": "o", "markersize": radius * 2 * _POINTS, "markerfacecolor": _fill(fill)}
        (drawn,) = axes.plot(
            days, values, markeredgewidth=0, clip_on=False, gid=f"series-{number + 1}", **looks, **dots
        )
        drawn.set_label(label if not label.startswith("_") else f"\u200b{label}")  # matplotlib hides labels with a `_`
        titles[f"series-{number + 1}"] = [
            f"{day.isoformat()}, {label}: {_number(value)}"
            for day, value in zip(days, values, strict=True)
            if isfinite(value)
        ]
    _set_days(kit, axes, days[0], days[-1])
    _set_values(kit, axes, [value for values in series.values() for value in values if isfinite(value)])
    words: dict[str, Any] = {"fontsize": 12 * _POINTS, "labelcolor": _tone("text"), "frameon": False}
    above: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (0, 1), "borderaxespad": 0.2, "borderpad": 0}
    legend = axes.legend(ncols=columns, handlelength=2.2, **above, **words)
    for text in legend.get_texts():
        text.set_parse_math(False)  # a `$` is a dollar
    return titles


def _draw_edges(axes: Any, days: Sequence[date], series: Sequence[Sequence[float]], radius: float) -> None:
    """Draw each series where later ones have the same values, so wide that it shows on both sides of them."""
    for number, values in enumerate(series):
        covers = [sum(later[at] == value for later in series[number + 1 :]) for at, value in enumerate(values)]
        line = STYLES[series_style(number)[0]]
        for level in range(1, max(covers, default=0) + 1):
            covered = [value if count >= level else nan for value, count in zip(values, covers, strict=True)]
            edge = 2 * _EDGE * level
            size: dict[str, Any] = {"linewidth": (line.width + edge) * _POINTS, "markeredgewidth": 0}
            size |= {"marker": "o", "markersize": (radius * 2 + edge) * _POINTS, "clip_on": False}
            axes.plot(days, covered, color=_stroke(line), zorder=1 + number / 100, **size)


def _prepare_axes(axes: Any) -> None:
    for side in ("top", "left", "right"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(_tone("axis"))
    axes.set_facecolor(_tone("paper"))
    axes.set_axisbelow(True)
    axes.grid(axis="y", color=_tone("grid"), linewidth=_POINTS)
    axes.axhline(0, color=_tone("axis"), linewidth=_POINTS)
    looks = {"labelsize": 12 * _POINTS, "labelcolor": _tone("faint")}
    axes.tick_params(axis="x", color=_tone("axis"), **looks)
    axes.tick_params(axis="y", length=0, **looks)
    axes.xaxis.get_offset_text().set(color=_tone("faint"), fontsize=12 * _POINTS)


def _set_days(kit: Matplotlib, axes: Any, first: date, last: date) -> None:
    span = (last - first).days
    if span < 8:
        axes.xaxis.set_major_locator(kit.dates.DayLocator())  # of a short period, the others show hours
        axes.xaxis.set_major_formatter(kit.dates.DateFormatter("%d %b %Y"))
    else:
        locator = kit.dates.AutoDateLocator(minticks=3, maxticks=8)
        axes.xaxis.set_major_locator(locator)
        axes.xaxis.set_major_formatter(kit.dates.ConciseDateFormatter(locator))
    room = max(span * 0.02, 0.5)
    low, high = kit.dates.date2num([date.min, date.max])
    begin, end = kit.dates.date2num([first, last])
    axes.set_xlim(max(begin - room, low), min(end + room, high))


def _set_values(kit: Matplotlib, axes: Any, values: Sequence[float]) -> None:
    low, high = min(0.0, *values), max(0.0, *values)
    whole = all(value == int(value) for value in values)
    locator = kit.ticker.MaxNLocator(6, steps=[1, 2, 5, 10], integer=whole)
    ticks = locator.tick_values(low, high if high > low else 1)
    axes.set_yticks(ticks)
    axes.set_ylim(ticks[0], ticks[-1])  # the ticks enclose zero and all values
    axes.yaxis.set_major_formatter(kit.ticker.StrMethodFormatter("{x:,.10g}"))


def _document(content: bytes, description: str, titles: Mapping[str, Sequence[str]]) -> bytes:
    """Add to matplotlib's SVG the names that readers aloud say, the texts of dots, and the tones of dark paper."""
    ElementTree.register_namespace("", _SVG)
    root = ElementTree.fromstring(content)
    for metadata in root.findall(f"{{{_SVG}}}metadata"):
        root.remove(metadata)
    root.set("role", "img")
    root.set("aria-labelledby", "title desc")
    root.set("width", str(_WIDTH))
    root.attrib.pop("height", None)
    (title,) = root.findall(f"{{{_SVG}}}title")
    title.set("id", "title")
    described = ElementTree.Element(f"{{{_SVG}}}desc", {"id": "desc"})
    described.text = xml_characters(description)
    root.insert(1, described)
    sheet = ElementTree.Element(f"{{{_SVG}}}style")
    sheet.text = f"text{{font-family:{FONT}!important}}{DARK_PAPER}{{{_dark_tones()}}}"
    root.insert(2, sheet)
    for name, texts in titles.items():
        group = next(group for group in root.iter(f"{{{_SVG}}}g") if group.get("id") == name)
        for dot, text in zip(group.iter(f"{{{_SVG}}}use"), texts, strict=True):
            ElementTree.SubElement(dot, f"{{{_SVG}}}title").text = text
    return ElementTree.tostring(root) + b"\n"


def _dark_tones() -> str:
    pairs = {pair for style in STYLES.values() for pair in (style.fill, style.stroke) if pair is not None}
    return "".join(
        f'[style*="{part}: {light}"]{{{part}:{dark}!important}}'
        for light, dark in sorted(pairs)
        for part in ("fill", "stroke")
    )


def _tone(name: str) -> str:
    style = STYLES[name]
    return (style.fill or style.stroke or ("#000000",))[0]


def _stroke(style: Style) -> str:
    return style.stroke[0] if style.stroke else "none"


def _fill(style: Style) -> str:
    return style.fill[0] if style.fill else "none"


def _dashes(style: Style) -> Any:
    return (0, tuple(length / style.width for length in style.dash)) if style.dash else "-"


def _number(value: float) -> str:
    return f"{value:,.10g}"
