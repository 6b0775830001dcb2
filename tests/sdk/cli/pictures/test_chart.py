"""Charts by day: the lines, texts and names of the SVG that is written, and PNG."""

from __future__ import annotations

import re
import struct
import sys
from collections.abc import Sequence
from datetime import date, timedelta
from importlib.util import find_spec
from math import inf, nan
from pathlib import Path
from xml.etree import ElementTree

import pytest

from trivet.cli.failures import UsageError
from trivet.cli.pictures.chart import daily_chart, write_daily_chart
from trivet.cli.pictures.styles import HUES

pytestmark = pytest.mark.skipif(find_spec("matplotlib") is None, reason="the extra `pictures` is not installed")

DAYS = [date(2025, 10, 1) + timedelta(days=number) for number in range(4)]
HOSTILE = "<script>alert(1)</script> & \x1b[31m \ud800 $x$"
SVG = "{http://www.w3.org/2000/svg}"


def svg(days: Sequence[date], **series: Sequence[float]) -> ElementTree.Element:
    return ElementTree.fromstring(daily_chart(days, series, title="t"))


def texts(root: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


def group(root: ElementTree.Element, name: str = "series-1") -> ElementTree.Element:
    return next(element for element in root.iter(f"{SVG}g") if element.get("id") == name)


def line(root: ElementTree.Element, name: str = "series-1") -> list[tuple[str, float, float]]:
    """The steps of a series' line: `M` begins a run of points, `L` goes on."""
    path = group(root, name).find(f"{SVG}path")
    assert path is not None
    steps = re.findall(r"([ML]) ([-\d.]+) ([-\d.]+)", path.get("d") or "")
    return [(step, float(x), float(y)) for step, x, y in steps]


def titles(root: ElementTree.Element, name: str = "series-1") -> list[str | None]:
    return [dot.findtext(f"{SVG}title") for dot in group(root, name).iter(f"{SVG}use")]


def test_svg_with_hostile_texts_is_wellformed_and_has_a_name(tmp_path: Path) -> None:
    path = tmp_path / "chart.svg"
    write_daily_chart(path, DAYS, {HOSTILE: [1, 2, 3, 4], "down": [0, 0, 1, 0]}, title=HOSTILE)
    text = path.read_text("utf-8")
    root = ElementTree.fromstring(text)
    shown = "<script>alert(1)</script> & \\x1b[31m \\ud800 $x$"
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == shown
    assert (root.findtext(f"{SVG}desc") or "").startswith("A line chart by day, 2025-10-01 to 2025-10-04: ")
    assert texts(root).count(shown) == 2  # the title and the legend
    assert root.findall(f".//{SVG}script") == []
    assert not re.search(r"https?://(?!www\.w3\.org/(2000/svg|1999/xlink)\")", text)
    assert [file.name for file in tmp_path.iterdir()] == ["chart.svg"]


def test_every_tone_of_the_chart_has_one_for_dark_paper() -> None:
    text = daily_chart(DAYS, {"up": [1, 2, 3, 4], "down": [0, 0, 1, 0]}, title="t").decode()
    sheet, drawn = text[text.index("<style>") : text.index("</style>")], text[text.index("</style>") :]
    tones = set(re.findall(r"(?:fill|stroke): #[0-9a-f]{6}", drawn))
    assert {f"stroke: {HUES[0][0]}", f"stroke: {HUES[1][0]}", "fill: #ffffff"} <= tones
    assert "prefers-color-scheme:dark" in sheet
    for tone in tones - {"fill: #000000", "stroke: #000000"}:
        assert f'[style*="{tone}"]' in sheet


@pytest.mark.parametrize("gap", [nan, inf, -inf])
def test_value_that_is_not_finite_leaves_a_gap(gap: float) -> None:
    whole, cut = svg(DAYS, up=[1, 2, 3, 4]), svg([*DAYS, date(2025, 10, 5)], up=[1, 2, gap, 4, 5])
    assert [step for step, _, _ in line(whole)] == ["M", "L", "L", "L"]
    assert [step for step, _, _ in line(cut)] == ["M", "L", "M", "L"]
    assert len(titles(cut)) == 4


def test_days_are_placed_by_date_in_any_order() -> None:
    root = svg([date(2025, 10, 11), date(2025, 10, 1), date(2025, 10, 2)], up=[3, 1, 2])
    (_, first, low), (_, second, _), (_, last, high) = line(root)
    assert last - first == pytest.approx(10 * (second - first), abs=0.01)
    assert low > high  # SVG counts from the top
    assert titles(root) == ["2025-10-01, up: 1", "2025-10-02, up: 2", "2025-10-11, up: 3"]


def test_point_shows_its_day_series_and_value() -> None:
    assert titles(svg(DAYS, up=[1200, 2, 3, 0.25]))[::3] == ["2025-10-01, up: 1,200", "2025-10-04, up: 0.25"]


@pytest.mark.parametrize("values", [[], [nan]])
def test_chart_without_data_says_so(values: list[float]) -> None:
    assert "no data" in texts(svg(DAYS[: len(values)], up=values))


@pytest.mark.parametrize(
    ("days", "values"),
    [
        (DAYS[:1], [5.0]),
        (DAYS, [-3.0, 1e9, 0.0, 2.5]),
        ([date.min, date.max], [1, 2]),
        ([date.min], [1]),
        ([date.max], [0]),
        (DAYS[:2], [1e300, -1e-300]),
    ],
)
def test_every_point_is_inside_the_picture(days: list[date], values: list[float]) -> None:
    root = svg(days, up=values)
    _, _, width, height = (float(number) for number in (root.get("viewBox") or "").split())
    assert len(titles(root)) == len(days)
    assert all(0 <= x <= width and 0 <= y <= height for _, x, y in line(root))


def test_values_are_labelled_with_round_numbers_that_enclose_them_and_zero() -> None:
    assert {"0", "20", "40", "60"} <= set(texts(svg(DAYS, up=[3, 42, 51, 8])))
    assert {"0", "1", "2"} <= set(texts(svg(DAYS, up=[1, 2, 0, 1])))
    assert "0.5" not in texts(svg(DAYS, up=[1, 2, 0, 1]))  # a count of ratings


@pytest.mark.parametrize("length", [0, 1, 7, 8, 30, 60, 120, 400, 4000, 36500])
def test_days_are_labelled_by_date_never_by_the_hour(length: int) -> None:
    first = date(2024, 2, 27)
    shown = texts(svg([first, first + timedelta(days=length)], up=[1, 2]))
    assert not [text for text in shown if ":" in text]
    assert any("20" in text for text in shown)  # a year


def test_twenty_series_have_a_legend_each_and_lines_of_their_own() -> None:
    root = svg(DAYS, **{f"series {number}": [1, 2, 3, number] for number in range(20)})
    assert {f"series {number}" for number in range(20)} <= set(texts(root))
    looks = [group(root, f"series-{number}")[0].get("style") for number in range(1, 17)]
    assert len(set(looks)) == 16
    assert sum("dasharray" in (look or "") for look in looks) == 8


def test_name_with_an_underline_is_in_the_legend() -> None:
    assert any("_up" in text for text in texts(svg(DAYS, _up=[1, 2, 3, 4])))


def test_series_of_another_length_raises() -> None:
    with pytest.raises(ValueError, match="the series 'up' has 1 values for 4 days"):
        daily_chart(DAYS, {"up": [1]}, title="t")


@pytest.mark.long
def test_the_same_values_give_the_same_bytes() -> None:
    for form in ("svg", "png"):
        first, second = (daily_chart(DAYS, {"up": [1, 2, 3, 4]}, title="t", form=form) for _ in range(2))
        assert first == second


def test_png_is_written_and_takes_dollars_as_text(tmp_path: Path) -> None:
    path = tmp_path / "chart.png"
    write_daily_chart(path, DAYS, {HOSTILE: [1, 2, 3, 4]}, title="FLAT FEE $1.10 to $3.50 \\frac{")
    content = path.read_bytes()
    assert struct.unpack(">II", content[16:24]) == (1680, 800)


@pytest.mark.parametrize("name", ["chart.svg", "chart.png"])
def test_chart_without_matplotlib_names_the_pip_line(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.backends.backend_agg", None)
    with pytest.raises(UsageError, match=r"A chart needs more packages: .*pip install '/path/to/trivet\[pictures\]'"):
        write_daily_chart(tmp_path / name, DAYS, {"up": [1, 2, 3, 4]}, title="t")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("count", [2, 3])
def test_series_with_equal_values_are_all_visible(tmp_path: Path, count: int) -> None:
    image = pytest.importorskip("matplotlib.image")
    series = {f"series {number}": [1, 3, 3, 2] for number in range(count)}
    write_daily_chart(tmp_path / "chart.png", DAYS, series, title="t")
    pixels = (image.imread(tmp_path / "chart.png")[:, :, :3] * 255).round().astype(int)
    plot = pixels[len(pixels) // 3 :].reshape(-1, 3)  # below the legend
    for light, _ in HUES[:count]:
        tone = [int(light[at : at + 2], 16) for at in (1, 3, 5)]
        assert (plot == tone).all(axis=1).sum() > 500
