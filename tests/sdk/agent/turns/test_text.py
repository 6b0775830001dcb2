"""What is shown of a turn's text: nothing twice, nothing taken back, and in the end all of it."""

import pytest

from trivet.agent import (
    AssistantMessage,
    MessagePartDelta,
    MessagePartDeltaEvent,
    MessagePartUpdated,
    MessagePartUpdatedEvent,
    MessageUpdated,
    MessageUpdatedEvent,
    ReasoningPart,
    TextPart,
    UserMessage,
)
from trivet.agent._turns.text import TurnText

PROMPT = UserMessage(id="msg_1", type="user", text="Go.")


def said(*texts):
    content = [TextPart(type="text", id=f"prt_{at}", text=text) for at, text in enumerate(texts)]
    return AssistantMessage(id="msg_2", type="assistant", content=content)


def said3():
    return AssistantMessage(id="msg_3", type="assistant", content=[])


def message(info):
    return MessageUpdatedEvent(id="", type="message.updated", payload=MessageUpdated(session_id="s", info=info))


def part(text, of="msg_2", kind=TextPart, id="prt_0"):
    found = kind(type="text" if kind is TextPart else "reasoning", id=id, text=text)
    payload = MessagePartUpdated(session_id="s", message_id=of, part=found)
    return MessagePartUpdatedEvent(id="", type="message.part.updated", payload=payload)


def delta(text, of="msg_2", id="prt_0", field="text"):
    payload = MessagePartDelta(session_id="s", message_id=of, part_id=id, field=field, delta=text)
    return MessagePartDeltaEvent(id="", type="message.part.delta", payload=payload)


@pytest.fixture
def text():
    text = TurnText("msg_1")
    assert [text.receive(each) for each in (message(PROMPT), message(said()))] == ["", ""]
    return text


@pytest.mark.parametrize(
    ("events", "shown"),
    [
        ([part(""), delta("a"), delta("b"), part("ab")], ["", "a", "b", ""]),
        ([delta("a"), part(""), delta("b"), part("ab")], ["", "a", "b", ""]),
        ([delta("a"), part("a"), delta("b")], ["", "a", "b"]),
        ([part("a "), delta("b "), part("a b")], ["a ", "b ", ""]),
        ([part("a"), part("abc")], ["a", "bc"]),
        ([part("", kind=ReasoningPart), delta("a"), part("a", kind=ReasoningPart)], ["", "", ""]),
        ([part(""), delta("a", field="id"), delta("a", of="msg_0"), part("a", of="msg_0")], ["", "", "", ""]),
        ([part("a"), part("b", id="prt_1"), message(said("a", "bc"))], ["a", "b", "c"]),
        ([part(None), delta("a")], ["", "a"]),
        ([delta("a"), delta("b"), part("a"), delta("c"), part("abc")], ["", "", "ab", "c", ""]),
        ([delta("a", of="msg_3"), message(said3()), part("", of="msg_3")], ["", "", "a"]),
        ([part(""), delta(5), delta(None), delta("a")], ["", "", "", "a"]),
    ],
)
def test_what_is_shown(text, events, shown):
    assert [text.receive(each) for each in events] == shown


def test_what_comes_before_the_prompt_is_of_an_earlier_one():
    text = TurnText("msg_1")
    assert [text.receive(each) for each in (message(said("a")), part("ab"), delta("c"))] == ["", "", ""]
    assert not text.started


def test_a_delta_after_a_fetch_may_be_in_it_already(text):
    assert [text.receive(each) for each in (part(""), delta("one"))] == ["", "one"]
    assert text.merge([PROMPT, said("one, two")]) == ", two"
    assert [text.receive(each) for each in (delta(", two"), delta(", three"))] == ["", ""]
    assert text.receive(part("one, two, three")) == ", three"
    assert text.receive(delta(".")) == "."
    assert text.merge([PROMPT, said("one, two, three."), said("one, two, three.")]) == ""


def test_snapshots_that_are_older_than_a_fetch_settle_nothing(text):
    assert text.merge([PROMPT, said("one, two")]) == "one, two"
    for event in (part(""), delta("one"), part("one"), delta(", two")):
        assert text.receive(event) == ""
    assert [text.receive(each) for each in (part("one, two"), delta("."), part("one, two."))] == ["", ".", ""]


def test_a_fetch_alone_is_enough():
    text = TurnText("msg_1")
    assert text.merge([PROMPT, said("a", "b")]) == "ab"
    assert (text.started, text.messages) == (True, {"msg_2"})
