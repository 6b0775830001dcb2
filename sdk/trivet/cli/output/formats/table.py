"""A table: a head, and a line for each record, cut to the width of the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from trivet._core.wire import has_form as is_a
from trivet.cli.output.columns import Column
from trivet.cli.output.formats.cells import fitted, text_of, width_of, widths
from trivet.cli.output.plain import MISSING, field_names, plain
from trivet.cli.output.shape import Shape, cell
from trivet.cli.output.target import Target
from trivet.cli.terminal.style import BOLD, styled

__all__ = ["write_record", "write_table"]

_GAP = "  "


def write_table(first: list[Any], records: Iterable[Any], shape: Shape, target: Target) -> int:
    """Write a table; the first records decide about columns and their widths, so that no more are held.

    Args:
        first: The first records.
        records: All records, these among them.
        shape: Which columns there are.
        target: Where it goes.

    Returns:
        How many records there were.
    """
    columns = shape.shown(first, hides_secrets=True)
    sample = [[_text(each, column, target) for column in columns] for each in first]
    titles = [target.visible(each.title or each.name) for each in columns]
    right = [each.right or _is_number(first, each) for each in columns]
    rows = [titles, *sample]
    fitting = widths(rows, [not each for each in right], target.width, len(_GAP))
    natural = widths(rows, [], None, len(_GAP))
    cuts = [each < wide for each, wide in zip(fitting, natural, strict=False)]
    count = 0

    def line(cells: Sequence[str], style: str = "") -> None:
        padded = zip(cells, fitting, right, cuts, strict=False)
        found = [fitted(text, wide, right=to, cut=cut) for text, wide, to, cut in padded]
        if target.width is not None and sum(map(width_of, found)) + len(_GAP) * (len(found) - 1) > target.width:
            found = [fitted(_GAP.join(found), target.width)]  # a later record is wider than the first ones
        target.write(
            _GAP.join(styled(each, style, styles=target.styled and bool(style)) for each in found).rstrip() + "\n"
        )

    for count, record in enumerate(records, 1):
        if count == 1:
            line(titles, BOLD)
        cells = sample[count - 1] if count <= len(sample) else [_text(record, column, target) for column in columns]
        line(cells)
        if target.on_terminal and count >= len(sample):
            target.flush()
    left_out = [each.name for each in columns[len(fitting) :]]
    if count and left_out:
        target.note(f"trivet: no room for {', '.join(left_out)}; --fields chooses, -o json has all")
    if not count:
        target.note("trivet: no records")
    return count


def write_record(record: Any, shape: Shape, target: Target) -> None:
    """Write one record: a line for each field, and a table for each of its lists of records."""
    if not field_names(record) and not shape.fields:
        target.write(f"{target.visible(text_of(plain(record)))}\n" if record is not None else "")
        return
    columns = shape.shown([record], hides_secrets=True)
    lists = [] if shape.fields else [each for each in columns if _is_list_of_records(_shown(record, each))]
    names = [target.visible(each.title or each.name) for each in columns if each not in lists]
    wide = max(map(width_of, names), default=0)
    for column, name in zip([each for each in columns if each not in lists], names, strict=True):
        title = styled(fitted(name, wide), BOLD, styles=target.styled)
        target.write(f"{title}{_GAP}{_text(record, column, target)}".rstrip() + "\n")
    for column in lists:
        target.write(f"\n{styled(target.visible(column.title or column.name), BOLD, styles=target.styled)}\n")
        items = _shown(record, column)
        write_table(items[:100], items, Shape(), target)


def _shown(record: Any, column: Column) -> Any:
    return cell(record, column) if column.text is None else column.text(record)


def _text(record: Any, column: Column, target: Target) -> str:
    found = _shown(record, column)
    return "" if found is MISSING else target.visible(text_of(found))


def _is_number(records: Sequence[Any], column: Column) -> bool:
    found = [value for each in records if (value := _shown(each, column)) is not MISSING and value is not None]
    return bool(found) and all(isinstance(each, int | float) and not isinstance(each, bool) for each in found)


def _is_list_of_records(value: Any) -> bool:
    return is_a(value, list) and bool(value) and all(field_names(each) for each in value)
