"""The file of a picture: refused names, and the marks in SVG and in PNG."""

from __future__ import annotations

import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest

from trivet.cli.failures import UsageError
from trivet.cli.pictures.file import check_suffix, render_png, render_svg, write_picture, xml_text
from trivet.cli.pictures.scene import Dot, Label, Line, Polygon, Scene

SCENE = Scene(100, 50, "A title", "A description.", [Label((10, 10), "text")])


def test_other_suffix_is_refused_and_nothing_written(tmp_path: Path) -> None:
    for name in ("chart.gif", "chart", ".svg"):
        with pytest.raises(UsageError, match=r"a picture is written as \.svg, \.png"):
            write_picture(tmp_path / name, SCENE)
    assert list(tmp_path.iterdir()) == []


def test_suffix_is_accepted_in_any_case(tmp_path: Path) -> None:
    assert check_suffix(tmp_path / "A.SVG") == ".svg"


def test_file_stays_if_its_replacement_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "chart.svg"
    path.write_text("old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left on device"):
        write_picture(path, SCENE, overwrite=True)
    assert [file.name for file in tmp_path.iterdir()] == ["chart.svg"]
    assert path.read_text() == "old"


def test_folder_that_does_not_exist_raises(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="absent"):
        write_picture(tmp_path / "absent" / "chart.svg", SCENE)


def test_every_mark_has_its_element() -> None:
    marks = (
        Line(((0, 0), (10, -0.04)), "axis"),
        Polygon(((0, 0), (1, 0), (0, 1)), "ink"),
        Dot((5, 5.25), 2, "stop", "here"),
        Label((1, 2), "text", "faint", 10, "end", bold=True),
    )
    text = render_svg(Scene(30, 20, "t", "d", marks))
    assert '<polyline class="axis" points="0,0 10,0"' in text
    assert '<polygon class="ink" points="0,0 1,0 0,1"/>' in text
    assert '<circle class="stop" cx="5" cy="5.2" r="2"><title>here</title></circle>' in text
    assert 'font-size="10" text-anchor="end" font-weight="600">text</text>' in text


def test_any_text_gives_wellformed_xml_without_elements_of_its_own() -> None:
    characters = "".join(map(chr, range(0x11000)))
    for start in range(0, len(characters), 900):
        text = characters[start : start + 900]
        scene = Scene(9, 9, text, text, [Label((1, 1), text), Dot((1, 1), 1, "ink", text)])
        tags = {element.tag.partition("}")[2] for element in ElementTree.fromstring(render_svg(scene)).iter()}
        assert tags == {"svg", "title", "desc", "style", "rect", "text", "circle"}


def test_xml_text_is_escaped() -> None:
    assert xml_text('Opp <b> & "c" \'\x07\uffff') == "Opp &lt;b&gt; &amp; &quot;c&quot; &#x27;\\x07\ufffd"


def test_png_has_the_size_of_the_scene_times_the_scale() -> None:
    pytest.importorskip("matplotlib", reason="the extra `pictures` is not installed")
    marks = (
        Line(((10, 10), (90, 10)), "dashed-1"),
        Polygon(((0, 0), (9, 0), (0, 9)), "ink"),
        Dot((50, 25), 5, "stop"),
        Label((10, 40), "\u65b0 \x1b $a", "faint", 10, "end", bold=True),
    )
    content = render_png(Scene(100, 50, "t", "d", marks), scale=2)
    assert struct.unpack(">II", content[16:24]) == (200, 100)
