"""One part assembled from snapshots and deltas."""

import pytest

from trivet import Unknown, extra
from trivet.agent import TextPart
from trivet.agent._generated.models.session import decode_part
from trivet.agent._store.transcript import PartBuilder, id_of


def text(value, **fields):
    return decode_part({"type": "text", "id": "prt_1", "text": value, **fields})


def built(builder):
    return builder.build().text


def test_deltas_alone_build_nothing_and_are_uncertain():
    builder = PartBuilder()
    assert (builder.known, builder.uncertain, builder.build()) == (False, False, None)
    builder.append("text", "a")
    assert (builder.known, builder.uncertain, builder.build()) == (False, True, None)


def test_deltas_after_a_snapshot_are_appended_and_certain():
    builder = PartBuilder()
    builder.replace(text("a"))
    for delta in ("a", "b"):
        builder.append("text", delta)
    assert (built(builder), builder.uncertain) == ("aab", False)


def test_deltas_that_a_fetched_text_ends_with_are_left_out():
    builder = PartBuilder(text("one, two"))
    for delta in (", ", "two", ", three"):
        builder.append("text", delta)
    assert (built(builder), builder.uncertain) == ("one, two, three", True)


def test_late_empty_snapshot_keeps_earlier_text_and_is_uncertain():
    builder = PartBuilder()
    builder.append("text", "a")
    builder.replace(text(""))
    assert (built(builder), builder.uncertain) == ("a", True)
    builder.replace(text("ab"))
    assert (built(builder), builder.uncertain) == ("ab", False)


def test_late_empty_snapshot_keeps_text_built_from_deltas():
    builder = PartBuilder(text("one, two"))
    for delta in (", ", "two", ", three"):
        builder.append("text", delta)
        builder.build()
    builder.replace(text(""))
    assert built(builder) == "one, two, three"
    builder.append("text", ".")
    assert built(builder) == "one, two, three."


def test_late_empty_snapshot_keeps_fetched_text():
    builder = PartBuilder(text("a"))
    builder.replace(text(""))
    assert built(builder) == "a"


def test_second_empty_snapshot_empties_the_text():
    builder = PartBuilder()
    builder.replace(text("a"))
    builder.replace(text(""))
    assert built(builder) == ""


def test_built_part_does_not_change():
    builder = PartBuilder(text("a"))
    before = builder.build()
    builder.append("text", "b")
    assert (before.text, built(builder)) == ("a", "ab")


def test_delta_of_field_that_is_not_text_is_ignored():
    builder = PartBuilder(text("a", count=5))
    builder.append("count", "b")
    assert extra(builder.build()) == {"count": 5}


@pytest.mark.parametrize("fields", [{}, {"note": None}, {"note": ""}])
def test_delta_of_field_beyond_the_contract_is_appended(fields):
    builder = PartBuilder()
    builder.replace(text("a", **fields))
    builder.append("note", "b")
    assert extra(builder.build()) == {"note": "b"}


def test_part_of_unknown_type_grows():
    builder = PartBuilder()
    builder.replace(decode_part({"type": "sketch", "id": "prt_1", "text": "a"}))
    builder.append("text", "b")
    assert builder.build() == Unknown(data={"type": "sketch", "id": "prt_1", "text": "ab"})


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (TextPart(type="text", id="prt_1", text=""), "prt_1"),
        (Unknown(data={"id": "prt_1"}), "prt_1"),
        (Unknown(data={"id": 5}), None),
        (Unknown(data={}), None),
    ],
)
def test_part_id_is_the_text_id_of_the_record(part, expected):
    assert id_of(part) == expected
