"""SVG: every mark, and text that is never markup."""

from __future__ import annotations

from xml.etree import ElementTree

from trivet.cli.pictures.scene import Dot, Label, Line, Scene, Shape
from trivet.cli.pictures.svg import render_svg, xml_text


def test_every_mark_has_its_element() -> None:
    marks = (
        Line(((0, 0), (10, -0.04)), "axis"),
        Shape(((0, 0), (1, 0), (0, 1)), "ink"),
        Dot((5, 5.25), 2, "stop", "here"),
        Label((1, 2), "text", "faint", 10, "end", bold=True),
    )
    text = render_svg(Scene(30, 20, "t", "d", marks))
    assert '<polyline class="axis" points="0,0 10,0"' in text
    assert '<polygon class="ink" points="0,0 1,0 0,1"/>' in text
    assert '<circle class="stop" cx="5" cy="5.2" r="2"><title>here</title></circle>' in text
    assert 'font-size="10" text-anchor="end" font-weight="600">text</text>' in text


def test_any_text_gives_wellformed_xml_without_elements_of_its_own() -> None:
    every = "".join(map(chr, range(0x11000)))
    for start in range(0, len(every), 900):
        text = every[start : start + 900]
        scene = Scene(9, 9, text, text, [Label((1, 1), text), Dot((1, 1), 1, "ink", text)])
        tags = {each.tag.partition("}")[2] for each in ElementTree.fromstring(render_svg(scene)).iter()}
        assert tags == {"svg", "title", "desc", "style", "rect", "text", "circle"}


def test_text_for_xml_is_escaped() -> None:
    assert xml_text('Opp <b> & "c" \'\x07\uffff') == "Opp &lt;b&gt; &amp; &quot;c&quot; &#x27;\\x07\ufffd"
