"""Writing records to stdout, one by one as they arrive, in the format of `--output`."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from typing import Any

from attrs import evolve

from trivet._core.decoders import has_form
from trivet.cli.failures import UsageError
from trivet.cli.options import Format, Options
from trivet.cli.output.fields import Column, FieldSelection, check_fields, peek
from trivet.cli.terminal import Target

LOOKAHEAD = 100
"""How many records are read before the first is written: they decide the columns, their widths, and known fields."""


def write_records(
    records: Iterable[Any], options: Options, *, columns: tuple[Column, ...], on_terminal: bool, live: bool = False
) -> int:
    """Write records.

    >>> write_records(client.stops.list(), options, columns=(), on_terminal=False)

    Args:
        records: Records of trivet, mappings, or other attrs objects; read once, and written as they arrive.
        options: The shared options: format, fields, query, raw.
        columns: The columns of a table and of CSV; by default the fields of the records.
        on_terminal: Whether stdout is a terminal.
        live: Whether the records arrive slowly, as events do: each is written at once, and the first one decides the
            columns. The query is applied to each record, and a result of null is left out; otherwise, it is applied to
            the list of all records.

    Returns:
        The number of records.

    Raises:
        UsageError: No record has a field of `--fields`, or the query does not fit the data.
    """
    if options.query is not None:
        return _write_result(records, options, columns, on_terminal=on_terminal, live=live)
    selection = FieldSelection(options.fields, columns)
    form = _format(options, on_terminal=on_terminal)
    target = _target(options, form, on_terminal=on_terminal, live=live)
    lookahead = 1 if live else LOOKAHEAD if form in (Format.TABLE, Format.CSV) or selection.fields else 0
    first, all_records = peek(records, lookahead)
    _check_fields(selection, first, target)
    counted = CountingIterator(all_records)
    writer = _writer(form)
    try:
        if form is Format.TABLE:
            writer.write_table(first, counted, selection, target)
        elif form is Format.CSV:
            writer.write_rows(first, counted, selection, target)
        elif form is Format.YAML:
            writer.write_sequence(map(selection.selected, counted), target)
        elif form is Format.NDJSON:
            writer.write_lines(map(selection.selected, counted), target)
        else:
            writer.write_array(map(selection.selected, counted), target)
    finally:
        target.close()
    return counted.count


def _check_fields(selection: FieldSelection, first: list[Any], target: Target) -> None:
    """Refuse a field of `--fields` that no record has; while records arrive slowly, a later one may have it."""
    try:
        check_fields(selection.fields, first, selection.columns)
    except UsageError as error:
        if not target.live:
            raise
        target.note(f"note: {error}; later records may have it")


def _write_result(
    records: Iterable[Any], options: Options, columns: tuple[Column, ...], *, on_terminal: bool, live: bool
) -> int:
    """Write the result of the query for a list of records; return the number of the records."""
    selection, query = FieldSelection(options.fields, columns), options.query
    assert query is not None
    first, all_records = peek(records, 1 if live else LOOKAHEAD if options.fields else 0)
    counted = CountingIterator(all_records)
    _check_fields(selection, first, Target(on_terminal=on_terminal, raw=options.raw, live=live))
    if live:
        results = (query.result(selection.selected(record)) for record in counted)
        known = (result for result in results if result is not None)
        _show_result(known, options, on_terminal=on_terminal, live=True)
    else:
        result = query.result([selection.selected(record) for record in counted])
        _show_result(result, options, on_terminal=on_terminal)
    return counted.count


def _show_result(result: Any, options: Options, *, on_terminal: bool, live: bool = False) -> None:
    """Write the result of a query: a list as records, any other value as one value; raw text without quotes."""
    form, options = _format(options, on_terminal=on_terminal), evolve(options, query=None, fields=())
    is_list = live or has_form(result, list)
    if options.raw and (form is Format.NDJSON or (form is Format.JSON and isinstance(result, str))):
        target = Target(on_terminal=on_terminal, raw=True, live=live)
        _writer(form).write_lines(result if is_list else [result], target, quotes=False)
    elif is_list:
        write_records(result, options, columns=(), on_terminal=on_terminal, live=live)
    else:
        write_one(result, options, columns=(), on_terminal=on_terminal)


def write_one(value: Any, options: Options, *, columns: tuple[Column, ...], on_terminal: bool) -> None:
    """Write one value: an object in JSON and YAML, a line for each field in a table.

    >>> write_one(client.conversations.get("c1"), options, columns=(), on_terminal=False)

    Raises:
        UsageError: The value does not have a field of `--fields`, or the query does not fit it. It is written all the
            same, and whole: the call that returned it may have created a record that is shown only once, such as a
            share.
    """
    form, result = _format(options, on_terminal=on_terminal), None
    try:
        check_fields(options.fields, [value], columns)
        if options.query is not None:
            result = options.query.result(FieldSelection(options.fields, columns).selected(value))
    except UsageError:
        _write_one(value, FieldSelection((), columns), _target(options, form, on_terminal=on_terminal), form)
        raise
    if options.query is not None:
        _show_result(result, options, on_terminal=on_terminal)
        return
    selection = FieldSelection(options.fields, columns)
    _write_one(value, selection, _target(options, form, on_terminal=on_terminal), form)


def _write_one(value: Any, selection: FieldSelection, target: Target, form: Format) -> None:
    writer = _writer(form)
    try:
        if form is Format.TABLE:
            writer.write_record(value, selection, target)
        elif form is Format.CSV:
            writer.write_rows([value], [value], selection, target)
        elif form is Format.NDJSON:
            writer.write_lines([selection.selected(value)], target)
        else:
            writer.write_value(selection.selected(value), target)
    finally:
        target.close()


def _target(options: Options, form: Format, *, on_terminal: bool, live: bool = False) -> Target:
    paged = form is Format.TABLE and not options.no_pager
    return Target(on_terminal=on_terminal, raw=options.raw, live=live, paged=paged)


def _format(options: Options, *, on_terminal: bool) -> Format:
    return options.output or (Format.TABLE if on_terminal else Format.JSON)


def _writer(form: Format) -> Any:
    """Return the module of a format; the others are not imported."""
    name = "json" if form is Format.NDJSON else form.value
    return importlib.import_module(f"trivet.cli.output.{name}")


class CountingIterator(Iterator[Any]):
    """An iterator that counts the records that it yields."""

    def __init__(self, records: Iterator[Any]) -> None:
        self._records = records
        self.count: int = 0

    def __next__(self) -> Any:
        record = next(self._records)
        self.count += 1
        return record
