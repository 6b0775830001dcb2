"""Charts by day, the ticks of their axes, and the files that they write."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise
from math import nan
from pathlib import Path
from xml.etree import ElementTree

import pytest

from trivet.cli.failures import UsageError
from trivet.cli.pictures.chart import daily_chart, day_label, day_ticks, number_label, number_ticks, write_daily_chart
from trivet.cli.pictures.scene import Dot, Label, Line

DAYS = [date(2025, 10, 1) + timedelta(days=number) for number in range(4)]
HOSTILE = "<script>alert(1)</script> & \x1b[31m \ud800 $x$"


def lines(days: Sequence[date], values: Sequence[float]) -> list[Line]:
    chart = daily_chart(days, {"up": values}, title="t")
    return [mark for mark in chart.marks if isinstance(mark, Line) and mark.style == "line-1"][1:]  # without the legend


def test_svg_with_hostile_texts_is_wellformed_and_has_a_name(tmp_path: Path) -> None:
    path = tmp_path / "chart.svg"
    write_daily_chart(path, DAYS, {HOSTILE: [1, 2, 3, 4], "down": [0, 0, 1, 0]}, title=HOSTILE)
    text = path.read_text("utf-8")
    root = ElementTree.fromstring(text)
    name = "{http://www.w3.org/2000/svg}"
    assert root.get("role") == "img"
    assert root.findtext(f"{name}title") == "<script>alert(1)</script> & \\x1b[31m \\ud800 $x$"
    assert (root.findtext(f"{name}desc") or "").startswith("A line chart by day, 2025-10-01 to 2025-10-04: ")
    assert root.findall(f".//{name}script") == []
    assert "prefers-color-scheme:dark" in text
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    assert [file.name for file in tmp_path.iterdir()] == ["chart.svg"]


def test_value_that_is_not_a_number_leaves_a_gap() -> None:
    assert [len(line.points) for line in lines(DAYS, [1, 2, 3, 4])] == [4]
    assert [len(line.points) for line in lines([*DAYS, date(2025, 10, 5)], [1, 2, nan, 4, 5])] == [2, 2]


def test_days_are_placed_by_date_in_any_order() -> None:
    (line,) = lines([date(2025, 10, 11), date(2025, 10, 1), date(2025, 10, 2)], [3, 1, 2])
    (first, _), (second, _), (last, _) = line.points
    assert last - first == pytest.approx(10 * (second - first))


def test_point_shows_its_day_series_and_value() -> None:
    chart = daily_chart(DAYS, {"up": [1200, 2, 3, 4]}, title="t")
    titles = [mark.title for mark in chart.marks if isinstance(mark, Dot)]
    assert "2025-10-01, up: 1,200" in titles


@pytest.mark.parametrize("values", [[], [nan]])
def test_chart_without_data_says_so(values: list[float]) -> None:
    chart = daily_chart(DAYS[: len(values)], {"up": values}, title="t")
    assert "no data" in [mark.text for mark in chart.marks if isinstance(mark, Label)]


def test_one_day_and_negative_values_are_inside_the_picture() -> None:
    for days, values in ((DAYS[:1], [5.0]), (DAYS, [-3.0, 1e9, 0.0, 2.5])):
        chart = daily_chart(days, {"up": values}, title="t")
        for mark in chart.marks:
            points = mark.points if isinstance(mark, Line) else ((mark.at,) if isinstance(mark, Dot | Label) else ())
            assert all(0 <= x <= chart.width and 0 <= y <= chart.height for x, y in points), mark


def test_twenty_series_fit_and_have_a_legend_each() -> None:
    chart = daily_chart(DAYS, {f"series {number}": [1, 2, 3, number] for number in range(20)}, title="t")
    texts = [mark.text for mark in chart.marks if isinstance(mark, Label)]
    assert all(f"series {number}" in texts for number in range(20))
    assert {mark.style for mark in chart.marks} >= {"line-1", "line-8", "dashed-1"}


def test_series_of_another_length_raises() -> None:
    with pytest.raises(ValueError, match="the series 'up' has 1 values for 4 days"):
        daily_chart(DAYS, {"up": [1]}, title="t")


def test_png_is_written_and_takes_dollars_as_text(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra `pictures` is not installed")
    path = tmp_path / "chart.png"
    write_daily_chart(path, DAYS, {HOSTILE: [1, 2, 3, 4]}, title="FLAT FEE $1.10 to $3.50 \\frac{")
    assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    assert len(path.read_bytes()) > 5_000


def test_png_without_matplotlib_names_the_pip_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.backends.backend_agg", None)
    with pytest.raises(UsageError, match=r"pip install '/path/to/trivet\[pictures\]'"):
        write_daily_chart(tmp_path / "chart.png", DAYS, {"up": [1, 2, 3, 4]}, title="t")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (3, 42, [0, 10, 20, 30, 40, 50]),
        (0, 0, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (-3, 1, [-3, -2, -1, 0, 1]),
        (0.1, 0.3, [0, 0.1, 0.2, 0.3]),
    ],
)
def test_number_ticks_are_round_and_enclose_the_range(low: float, high: float, ticks: list[float]) -> None:
    assert number_ticks(low, high) == ticks


def test_number_ticks_are_few_for_any_order_of_magnitude() -> None:
    for power in range(-9, 18):
        ticks = number_ticks(0, 3.7 * 10.0**power)
        assert 3 <= len(ticks) <= 8
        assert ticks[-1] >= 3.7 * 10.0**power * 0.999


def test_day_ticks_are_few_and_inside_the_period() -> None:
    first = date(2024, 2, 27)
    for length in (0, 1, 7, 8, 30, 60, 120, 400, 4000, 36500):
        days = [first, first + timedelta(days=length)]
        ticks = day_ticks(days)
        assert 1 <= len(ticks) <= 8
        assert all(days[0] <= tick <= days[1] for tick in ticks)
        assert len({later - earlier for earlier, later in pairwise(ticks)}) <= 3


def test_ticks_of_weeks_are_mondays_and_of_months_first_days() -> None:
    assert {tick.weekday() for tick in day_ticks([date(2025, 10, 1), date(2025, 11, 5)])} == {0}
    assert {tick.day for tick in day_ticks([date(2025, 1, 5), date(2025, 7, 5)])} == {1}


def test_labels_show_the_year_where_it_changes() -> None:
    assert day_label(date(2025, 12, 1), None) == "1 Dec 2025"
    assert day_label(date(2025, 12, 8), date(2025, 12, 1)) == "8 Dec"
    assert day_label(date(2026, 1, 5), date(2025, 12, 29)) == "5 Jan 2026"
    assert [number_label(value) for value in (12500, 0.25, -3)] == ["12,500", "0.25", "-3"]
