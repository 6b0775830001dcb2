"""Which fields of a record are written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from trivet.chat import Share
from trivet.chat import converter as chat
from trivet.cli.output.columns import Column
from trivet.cli.output.plain import MISSING
from trivet.cli.output.shape import HIDDEN, Shape, cell, peek, plain_cell

SHARE = chat.structure({"id": "s1", "conversation_id": "c", "share_token": "t0k3n", "permission": "view"}, Share)


def test_chosen_fields_come_in_their_order_and_missing_ones_are_null() -> None:
    shape = Shape(("b.c", "eta", "none"), (Column("eta", value=lambda record: record["a"] + 1),))
    assert shape.selected({"a": 1, "b": {"c": 2}}) == {"b.c": 2, "eta": 2, "none": None}
    assert [each.name for each in shape.shown([])] == ["b.c", "eta", "none"]


def test_chosen_field_is_cut_where_it_is_cut_in_the_whole_record() -> None:
    record: dict[str, Any] = {}
    for _ in range(200):
        record = {"inner": record}
    assert Shape(("inner",)).selected(record) == Shape().selected(record)
    assert plain_cell(record, Column("inner")) == Shape().selected(record)["inner"]
    assert plain_cell(record, Column("none")) is None


def test_columns_of_the_command_come_before_the_fields_of_the_records() -> None:
    assert [each.name for each in Shape((), (Column("x"),)).shown([{"a": 1}])] == ["x"]
    assert [each.name for each in Shape().shown([{"a": 1}, {"b": 2, "a": 3}])] == ["a", "b"]
    assert [cell("text", each) for each in Shape().shown(["text"])] == ["text"]


def test_token_of_a_record_is_hidden_unless_it_is_chosen() -> None:
    def token(shape: Shape, *, hides: bool) -> object:
        columns = {each.name: each for each in shape.shown([SHARE], hides_secrets=hides)}
        return cell(SHARE, columns["share_token"])

    assert token(Shape(), hides=True) == HIDDEN
    assert token(Shape(), hides=False) == "t0k3n"
    assert token(Shape(("share_token",)), hides=True) == "t0k3n"
    assert cell({"a": 1}, Column("b")) is MISSING


def test_error_after_the_first_records_comes_after_them() -> None:
    def records() -> Iterator[int]:
        yield 1
        raise KeyboardInterrupt

    first, every = peek(records(), 100)
    assert first == [1]
    assert next(every) == 1
    with pytest.raises(KeyboardInterrupt):
        next(every)


def test_no_more_is_read_ahead_than_asked_for() -> None:
    numbers = iter(range(1000))
    first, every = peek(numbers, 3)
    assert (first, next(numbers)) == ([0, 1, 2], 3)
    assert next(every) == 0
