"""The cells of a table: their text, and how wide they are on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from rich.cells import cell_len, set_cell_size

from trivet._core.wire import has_form as is_a
from trivet.cli.output.formats.json import document
from trivet.cli.output.plain import field_names, plain

__all__ = ["fitted", "text_of", "width_of", "widths"]

_NARROWEST = 20
"""A column is cut to this, or to its head, before one is left out."""
_LAST = 8
"""The last column that is shown may be as narrow as this."""
_WIDEST_FIRST = 40
"""The first column names the record, as an id does: it is not cut below this."""


def text_of(value: Any) -> str:
    """Return the text of a cell.

    >>> text_of(True), text_of(None), text_of(["a", "b"])
    ('yes', '', 'a, b')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    if isinstance(value, datetime):
        return value.isoformat(" ", "seconds").replace("+00:00", "Z")
    if is_a(value, (list, tuple)) and not hasattr(value, "_fields"):
        items: list[Any] = list(value)
        if any(field_names(each) is not None or is_a(each, (list, tuple)) for each in items):
            return f"{len(items)} item{'s' * (len(items) != 1)}"
        return ", ".join(map(text_of, items))
    found = plain(value)
    return found if isinstance(found, str) else document(found)


def width_of(text: str) -> int:
    """Return the columns that text takes on a terminal: two for each character of Chinese or an emoji.

    >>> width_of("東京")
    4
    """
    return cell_len(text)


def fitted(text: str, width: int, *, right: bool = False, cut: bool = True) -> str:
    """Return text that takes exactly this width: padded, or cut with an ellipsis unless it may be longer.

    >>> fitted("Orchid Ave", 7)
    'Orchid…'
    """
    wide = width_of(text)
    if wide == width or (wide > width and not cut):
        return text
    if wide > width:
        return set_cell_size(text, width - 1) + "…" if width else ""
    return " " * (width - wide) + text if right else text + " " * (width - wide)


def widths(rows: Sequence[Sequence[str]], may_cut: Sequence[bool], available: int | None, gap: int) -> list[int]:
    """Return the widths of the columns that fit, from the first.

    Args:
        rows: The texts, the head first.
        may_cut: Of each column, whether it may be cut; numbers may not.
        available: The width of the terminal; None for no limit.
        gap: The width between two columns.
    """
    wide = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    if available is None or not wide:
        return wide
    least = [
        min(each, max(_NARROWEST, width_of(rows[0][at]), _WIDEST_FIRST * (at == 0))) if may_cut[at] else each
        for at, each in enumerate(wide)
    ]
    shown = len(wide)
    while shown > 1 and sum(least[:shown]) + gap * (shown - 1) > available:
        shown -= 1
    rest = available - sum(least[:shown]) - gap * shown
    if shown < len(wide) and may_cut[shown] and rest >= _LAST:
        least[shown] = min(least[shown], rest)
        shown += 1
    wide, least = wide[:shown], least[:shown]
    room = available - gap * (shown - 1)
    if shown == 1:
        return [min(wide[0], max(room, 1))]
    return _shrunk(wide, least, room)


def _shrunk(wide: list[int], least: list[int], room: int) -> list[int]:
    """Cut the widest columns until all fit, none below its least width."""
    low, high = 0, max(wide)
    while low < high:
        cap = (low + high + 1) // 2
        if sum(max(need, min(each, cap)) for each, need in zip(wide, least, strict=True)) <= room:
            low = cap
        else:
            high = cap - 1
    found = [max(need, min(each, low)) for each, need in zip(wide, least, strict=True)]
    for at, each in enumerate(found):  # what rounding has left over
        found[at] = min(wide[at], each + max(0, room - sum(found)))
    return found
