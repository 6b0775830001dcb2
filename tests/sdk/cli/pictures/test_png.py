"""PNG: the marks by matplotlib."""

from __future__ import annotations

import struct

import pytest

from trivet.cli.pictures.png import render_png
from trivet.cli.pictures.scene import Dot, Label, Line, Scene, Shape

pytest.importorskip("matplotlib", reason="the extra `pictures` is not installed")


def test_picture_has_its_size_times_the_scale() -> None:
    marks = (
        Line(((10, 10), (90, 10)), "dashed-1"),
        Shape(((0, 0), (9, 0), (0, 9)), "ink"),
        Dot((50, 25), 5, "stop"),
        Label((10, 40), "\u65b0 \x1b $a", "faint", 10, "end", bold=True),
    )
    content = render_png(Scene(100, 50, "t", "d", marks), scale=2)
    assert struct.unpack(">II", content[16:24]) == (200, 100)
