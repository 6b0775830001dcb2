"""One message assembled from snapshots and parts."""

import pytest

from trivet import Unknown
from trivet.agent import AssistantMessage, TextPart, UserMessage
from trivet.agent._generated.models.session import decode_part
from trivet.agent._store.transcript import MessageBuilder, id_of


def part(id_, text="a"):
    return TextPart(type="text", id=id_, text=text)


def message(*parts):
    return AssistantMessage(id="msg_1", type="assistant", content=[*parts])


def ids_of(builder):
    return [part.id for part in builder.build().content]


def test_parts_alone_build_no_message():
    builder = MessageBuilder()
    builder.replace_part(part("p"))
    assert (builder.known, builder.build()) == (False, None)


def test_part_that_gets_its_id_later_is_the_same_part():
    """A part that the service sends without an id has no id at all, and a class of its own."""
    builder = MessageBuilder(message(decode_part({"type": "text", "text": "One"}), part("q", "Two")))
    builder.replace_part(part("p", "One, two"))
    assert builder.build() == message(part("p", "One, two"), part("q", "Two"))


def test_parts_before_their_message_are_kept_and_uncertain():
    builder = MessageBuilder()
    builder.replace_part(part("p"))
    builder.replace(message())
    assert (ids_of(builder), builder.uncertain) == (["p"], True)
    builder.replace(message(part("p")))
    assert (ids_of(builder), builder.uncertain) == (["p"], False)


def test_snapshot_replaces_the_parts():
    builder = MessageBuilder(message(part("p"), part("q")))
    builder.replace(message(part("q"), part("r")))
    assert ids_of(builder) == ["q", "r"]


def test_message_without_parts_keeps_none():
    builder = MessageBuilder(UserMessage(id="msg_1", type="user", text="Go."))
    assert builder.build() == UserMessage(id="msg_1", type="user", text="Go.")


def test_new_part_is_the_last_one():
    builder = MessageBuilder(message(part("p")))
    builder.replace_part(part("q"))
    assert (ids_of(builder), builder.uncertain) == (["p", "q"], False)


def test_part_after_deltas_of_another_makes_order_uncertain():
    builder = MessageBuilder(message())
    builder.append("p", "text", "a")
    builder.replace_part(part("q"))
    builder.replace_part(part("p"))
    assert builder.uncertain
    builder.replace(message(part("p"), part("q")))
    assert not builder.uncertain


def test_deltas_wait_for_their_part_across_a_snapshot_of_the_message():
    builder = MessageBuilder(message())
    builder.append("p", "text", "a")
    builder.replace(message(part("q")))
    builder.replace_part(part("p", ""))
    assert [part.text for part in builder.build().content] == ["a", "a"]


def test_removed_part_is_gone_and_unknown_one_ignored():
    builder = MessageBuilder(message(part("p"), part("q")))
    builder.remove_part("p")
    builder.remove_part("none")
    assert ids_of(builder) == ["q"]


def test_built_message_is_shared_and_does_not_change():
    builder = MessageBuilder(message(part("p")))
    before = builder.build()
    assert builder.build() is before
    builder.append("p", "text", "b")
    assert before == message(part("p"))
    assert builder.build() == message(part("p", "ab"))


@pytest.mark.parametrize("content", [[], [{"type": "text", "id": "p", "text": "a"}]])
def test_message_of_unknown_type_keeps_its_parts(content):
    builder = MessageBuilder(Unknown(data={"id": "msg_1", "type": "oracle", "content": content}))
    builder.replace_part(part("q"))
    parts = builder.build().data["content"]
    assert [part["id"] for part in parts] == [*(part["id"] for part in content), "q"]


@pytest.mark.parametrize("content", [None, 5, [5], {}])
def test_malformed_list_of_parts_is_left_out(content):
    record = Unknown(data={"id": "msg_1", "type": "oracle", "content": content})
    builder = MessageBuilder(record)
    builder.replace_part(part("q"))
    builder.replace(record)
    assert len(builder.build().data["content"]) == 1


@pytest.mark.parametrize(
    ("record", "expected"),
    [(message(), "msg_1"), (Unknown(data={"id": "m"}), "m"), (Unknown(data={"id": 5}), None), (Unknown(data={}), None)],
)
def test_message_id_is_the_text_id_of_the_record(record, expected):
    assert id_of(record) == expected
