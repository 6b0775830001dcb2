"""Tables: a header and a line for each record, cut to the width of the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from trivet._core.decoders import has_form
from trivet.cli.output.fields import MISSING, Column, FieldSelection, cell, field_names, plain
from trivet.cli.output.json import document
from trivet.cli.terminal import BOLD, Target, styled
from trivet.cli.text import fitted, plural, width_of

_GAP = "  "
_MIN_WIDTH = 20
"""A column is cut to this width, or to the width of its title, before another one is left out."""
_MIN_WIDTH_LAST = 8
"""The last column that is shown may be cut to this width."""
_MIN_WIDTH_FIRST = 40
"""The first column, which often identifies the record, is not cut below this width."""


def write_table(first: list[Any], records: Iterable[Any], selection: FieldSelection, target: Target) -> int:
    """Write a table, whose columns and widths are decided by the first records, so that the others need not be held.

    Args:
        first: The first records.
        records: All records, including the first ones.
        selection: The columns.
        target: Where the table is written.

    Returns:
        The number of records.
    """
    columns = selection.shown(first, hides_secrets=True)
    sample = [[_text(record, column, target) for column in columns] for record in first]
    titles = [target.visible(column.title or column.name) for column in columns]
    right = [column.right or _is_number(first, column) for column in columns]
    rows = [titles, *sample]
    fitting = widths(rows, [not to_right for to_right in right], target.width, len(_GAP))
    natural = widths(rows, [], None, len(_GAP))
    cuts = [width < wide for width, wide in zip(fitting, natural, strict=False)]
    count = 0

    def line(texts: Sequence[str], style: str = "") -> None:
        padded = zip(texts, fitting, right, cuts, strict=False)
        cells = [fitted(text, wide, right=to_right, cut=cut) for text, wide, to_right, cut in padded]
        if target.width is not None and sum(map(width_of, cells)) + len(_GAP) * (len(cells) - 1) > target.width:
            cells = [fitted(_GAP.join(cells), target.width)]  # a later record is wider than the first ones
        styles = target.styled and bool(style)
        target.write(_GAP.join(styled(text, style, styles=styles) for text in cells).rstrip() + "\n")

    for count, record in enumerate(records, 1):
        if count == 1:
            line(titles, BOLD)
        texts = sample[count - 1] if count <= len(sample) else [_text(record, column, target) for column in columns]
        line(texts)
        if target.on_terminal and count >= len(sample):
            target.flush()
    left_out = [column.name for column in columns[len(fitting) :]]
    if count and left_out:
        needed = sum(natural) + len(_GAP) * (len(natural) - 1)
        target.note(
            f"trivet: no room for {', '.join(left_out)}; {needed} columns show all, --fields chooses, -o json has all"
        )
    if not count:
        target.note("trivet: no records")
    return count


def write_record(record: Any, selection: FieldSelection, target: Target) -> None:
    """Write one record: a line for each field, and a table for each of its lists of records."""
    if not field_names(record) and not selection.fields:
        target.write(f"{target.visible(text_of(plain(record)))}\n" if record is not None else "")
        return
    columns = selection.shown([record], hides_secrets=True)
    tables = [] if selection.fields else [column for column in columns if _is_list_of_records(_value(record, column))]
    lines = [column for column in columns if column not in tables]
    names = [target.visible(column.title or column.name) for column in lines]
    wide = max(map(width_of, names), default=0)
    for column, name in zip(lines, names, strict=True):
        title = styled(fitted(name, wide), BOLD, styles=target.styled)
        target.write(f"{title}{_GAP}{_text(record, column, target)}".rstrip() + "\n")
    for column in tables:
        target.write(f"\n{styled(target.visible(column.title or column.name), BOLD, styles=target.styled)}\n")
        items = _value(record, column)
        write_table(items[:100], items, FieldSelection(), target)


def _value(record: Any, column: Column) -> Any:
    return cell(record, column) if column.text is None else column.text(record)


def _text(record: Any, column: Column, target: Target) -> str:
    value = _value(record, column)
    return "" if value is MISSING else target.visible(text_of(value))


def _is_number(records: Sequence[Any], column: Column) -> bool:
    values = [_value(record, column) for record in records]
    values = [value for value in values if value is not MISSING and value is not None]
    return bool(values) and all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def _is_list_of_records(value: Any) -> bool:
    return has_form(value, list) and bool(value) and all(field_names(item) for item in value)


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
    if has_form(value, (list, tuple)) and not hasattr(value, "_fields"):
        items: list[Any] = list(value)
        if any(field_names(item) is not None or has_form(item, (list, tuple)) for item in items):
            return f"{len(items)} {plural(len(items), 'item')}"
        return ", ".join(map(text_of, items))
    data = plain(value)
    return data if isinstance(data, str) else document(data)


def widths(rows: Sequence[Sequence[str]], may_cut: Sequence[bool], available: int | None, gap: int) -> list[int]:
    """Return the widths of the columns that fit, beginning with the first column.

    Args:
        rows: The texts; the first row is the header.
        may_cut: Whether each column may be cut; numbers may not.
        available: The width of the terminal; None for no limit.
        gap: The width between two columns.
    """
    natural = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    if available is None or not natural:
        return natural
    minimums = natural.copy()
    for index, title in enumerate(rows[0]):
        if may_cut[index]:
            minimum = max(_MIN_WIDTH, width_of(title), _MIN_WIDTH_FIRST if index == 0 else 0)
            minimums[index] = min(natural[index], minimum)
    count = len(natural)
    while count > 1 and sum(minimums[:count]) + gap * (count - 1) > available:
        count -= 1
    rest = available - sum(minimums[:count]) - gap * count
    if count < len(natural) and may_cut[count] and rest >= _MIN_WIDTH_LAST:  # a part of one more column
        minimums[count] = min(minimums[count], rest)
        count += 1
    natural, minimums = natural[:count], minimums[:count]
    room = available - gap * (count - 1)
    if count == 1:
        return [min(natural[0], max(room, 1))]
    return _shrunk(natural, minimums, room)


def _shrunk(natural: list[int], minimums: list[int], room: int) -> list[int]:
    """Cut the widest columns until all fit, none below its minimum."""
    # A binary search for the largest cap on all widths that fits.
    low, high = 0, max(natural)
    while low < high:
        cap = (low + high + 1) // 2
        if sum(max(minimum, min(width, cap)) for width, minimum in zip(natural, minimums, strict=True)) <= room:
            low = cap
        else:
            high = cap - 1
    capped = [max(minimum, min(width, low)) for width, minimum in zip(natural, minimums, strict=True)]
    for index, width in enumerate(capped):  # the columns that rounding has left over
        capped[index] = min(natural[index], width + max(0, room - sum(capped)))
    return capped
