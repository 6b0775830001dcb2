"""Writes a picture as PNG, by matplotlib; the extra `pictures` installs it."""

from __future__ import annotations

import io
import logging
import warnings
from importlib import import_module
from typing import Any

from trivet._core.extras import how_to_install
from trivet._text import printable
from trivet.cli.failures import UsageError
from trivet.cli.pictures.palette import STYLES
from trivet.cli.pictures.scene import Dot, Label, Line, Mark, Scene, Shape

__all__ = ["render_png"]

_DPI = 100
_ALIGN = {"start": "left", "middle": "center", "end": "right"}


def render_png(scene: Scene, *, scale: float = 2) -> bytes:
    """Return a picture as PNG, on light paper.

    >>> Path("chart.png").write_bytes(render_png(scene))

    Args:
        scene: The picture.
        scale: How many pixels of the file one of the picture is.

    Raises:
        UsageError: matplotlib is not installed.
    """
    kit = _Matplotlib()
    figure = kit.figure.Figure(figsize=(scene.width / _DPI, scene.height / _DPI), dpi=_DPI)
    canvas = kit.agg.FigureCanvasAgg(figure)
    figure.set_facecolor(STYLES["paper"].fill[0] if STYLES["paper"].fill else "white")
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, scene.width)
    axes.set_ylim(scene.height, 0)
    for order, mark in enumerate(scene.marks):
        _draw(kit, axes, mark, order)
    file = io.BytesIO()
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)  # it looks for fonts the first time
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a letter that its font lacks is drawn as a box
        canvas.figure.savefig(file, format="png", dpi=_DPI * scale, metadata={"Title": printable(scene.title)})
    return file.getvalue()


class _Matplotlib:
    """The modules of matplotlib that draw without a window; they need not be installed for a type checker."""

    def __init__(self) -> None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # those of what matplotlib itself imports
                self.agg: Any = import_module("matplotlib.backends.backend_agg")
                self.figure: Any = import_module("matplotlib.figure")
                self.patches: Any = import_module("matplotlib.patches")
                self.effects: Any = import_module("matplotlib.patheffects")
        except ImportError:
            raise UsageError(f"PNG needs more packages: {how_to_install('pictures')}; .svg needs none") from None


def _draw(kit: _Matplotlib, axes: Any, mark: Mark, order: int) -> None:
    style = STYLES[mark.style]
    fill = style.fill[0] if style.fill else "none"
    stroke = style.stroke[0] if style.stroke else "none"
    width = style.width * 72 / _DPI
    looks = {"facecolor": fill, "edgecolor": stroke, "linewidth": width if style.stroke else 0, "zorder": order}
    match mark:
        case Line(points):
            dashes = (0, tuple(each * 72 / _DPI / width for each in style.dash)) if style.dash else "-"
            ends = {"solid_joinstyle": "round", "solid_capstyle": "round"}
            axes.plot(*zip(*points, strict=True), color=stroke, linewidth=width, linestyle=dashes, zorder=order, **ends)
        case Shape(points):
            axes.add_patch(kit.patches.Polygon(points, **looks))
        case Dot(at, radius):
            axes.add_patch(kit.patches.Circle(at, radius, **looks))
        case Label((x, y), text, _, size, anchor, bold):
            paper = STYLES["paper"].fill
            halo = kit.effects.withStroke(linewidth=2, foreground=paper[0] if paper else "white")
            axes.text(
                x,
                y,
                printable(text).replace("\x00", ""),
                color=fill,
                fontsize=size * 72 / _DPI,
                horizontalalignment=_ALIGN[anchor],
                verticalalignment="baseline",
                fontweight="bold" if bold else "normal",
                parse_math=False,  # a `$` is a dollar
                path_effects=[halo],
                zorder=order,
            )
