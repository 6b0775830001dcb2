"""The pieces of a turn's text: no text twice, none taken back, and in the end all of it."""

import pytest

from tests.sdk.agent.turns.records import OTHER, PROMPT, answer, delta_event, message_event, part_event
from trivet.agent import (
    MessagePartUpdated,
    MessagePartUpdatedEvent,
    NamedError,
    ReasoningPart,
    ReasoningStep,
    SessionErrorEvent,
    SessionFailed,
    TextPart,
    TodosStep,
    TodosUpdated,
    TodoUpdatedEvent,
    ToolCompleted,
    ToolFailed,
    ToolPart,
    ToolPending,
    ToolRunning,
    ToolStep,
)
from trivet.agent._turns.answer import Attribution, TurnAnswer


class Shown:
    """The text of an answer, whose other steps are left out."""

    def __init__(self):
        self.builder = TurnAnswer(Attribution("msg_1"))

    def receive(self, event):
        return self.text_of(self.builder.receive(event))

    def merge(self, messages):
        return self.text_of(self.builder.merge(self.builder.transcript.begin(), messages))

    def text_of(self, steps):
        return "".join(step.text for step in steps if step.type == "text")


@pytest.fixture
def text():
    text = Shown()
    assert [text.receive(event) for event in (message_event(PROMPT), message_event(answer()))] == ["", ""]
    return text


@pytest.mark.parametrize(
    ("events", "texts"),
    [
        ([part_event(""), delta_event("a"), delta_event("b"), part_event("ab")], ["", "a", "b", ""]),
        ([delta_event("a"), part_event(""), delta_event("b"), part_event("ab")], ["", "a", "b", ""]),
        ([delta_event("a"), part_event("a"), delta_event("b")], ["", "a", "b"]),
        ([part_event("a "), delta_event("b "), part_event("a b")], ["a ", "b ", ""]),
        ([part_event("a"), part_event("abc")], ["a", "bc"]),
        ([part_event("", kind=ReasoningPart), delta_event("a"), part_event("a", kind=ReasoningPart)], ["", "", ""]),
        (
            [part_event(""), delta_event("a", field="id"), delta_event("a", of="msg_0"), part_event("a", of="msg_0")],
            ["", "", "", ""],
        ),
        ([part_event("a"), part_event("b", id="prt_1"), message_event(answer("a", "bc"))], ["a", "b", "c"]),
        ([part_event(None), delta_event("a")], ["", "a"]),
        (
            [delta_event("a"), delta_event("b"), part_event("a"), delta_event("c"), part_event("abc")],
            ["", "", "ab", "c", ""],
        ),
        ([delta_event("a", of="msg_3"), message_event(answer(id="msg_3")), part_event("", of="msg_3")], ["", "", "a"]),
        ([part_event(""), delta_event(5), delta_event(None), delta_event("a")], ["", "", "", "a"]),
    ],
)
def test_events_show_their_new_text_once(text, events, texts):
    assert [text.receive(event) for event in events] == texts


def test_text_before_the_prompt_is_not_shown():
    text = Shown()
    assert [text.receive(event) for event in (message_event(answer("a")), part_event("ab"), delta_event("c"))] == [
        "",
        "",
        "",
    ]
    assert not text.builder.attribution.seen


def test_deltas_after_a_fetch_are_ignored_until_a_snapshot(text):
    assert [text.receive(event) for event in (part_event(""), delta_event("one"))] == ["", "one"]
    assert text.merge([PROMPT, answer("one, two")]) == ", two"
    assert [text.receive(event) for event in (delta_event(", two"), delta_event(", three"))] == ["", ""]
    assert text.receive(part_event("one, two, three")) == ", three"
    assert text.receive(delta_event(".")) == "."
    assert text.merge([PROMPT, answer("one, two, three."), answer("one, two, three.")]) == ""


def test_text_that_looks_the_same_after_a_gap_waits_for_its_snapshot(text):
    assert text.receive(part_event("")) == ""
    text.builder.transcript.invalidate()  # "One " is missed, and the server stores a text when it has ended
    assert text.merge([PROMPT, answer("")]) == ""
    assert text.receive(delta_event("two")) == ""
    assert text.receive(part_event("One two")) == "One two"


def test_snapshots_older_than_a_fetch_do_not_resume_deltas(text):
    assert text.merge([PROMPT, answer("one, two")]) == "one, two"
    for event in (part_event(""), delta_event("one"), part_event("one"), delta_event(", two")):
        assert text.receive(event) == ""
    assert [text.receive(event) for event in (part_event("one, two"), delta_event("."), part_event("one, two."))] == [
        "",
        ".",
        "",
    ]


def test_fetch_without_events_shows_all_text():
    text = Shown()
    assert text.merge([PROMPT, answer("a", "b")]) == "ab"
    assert list(text.builder.attribution.answers) == ["msg_2"]
    assert text.builder.text() == "ab"


def without_id(*texts, kind=TextPart):
    """Return an answer whose parts have no ids, as they decode from an answer that leaves them out."""
    message = answer(*texts)
    message.content = [kind(type="text", id=None, text=text) for text in texts]
    return message


def test_part_that_gets_its_id_later_is_shown_once():
    text = Shown()
    assert [text.receive(event) for event in (message_event(PROMPT), message_event(without_id("One", "two")))] == [
        "",
        "Onetwo",
    ]
    events = [
        delta_event("!", id="prt_1"),
        part_event("two", id="prt_1"),
        delta_event("!", id="prt_1"),
        part_event("two!", id="prt_1"),
    ]
    assert [text.receive(event) for event in events] == ["", "", "!", ""]
    assert text.receive(part_event("One", id="prt_0")) == ""
    assert text.receive(message_event(answer("One", "two!"))) == ""
    assert text.merge([PROMPT, without_id("One", "two!")]) == ""
    assert text.builder.text() == "Onetwo!"


def test_part_that_loses_its_id_is_shown_once(text):
    assert text.receive(part_event("One")) == "One"
    assert text.receive(part_event("two", id="prt_1")) == "two"
    assert text.merge([PROMPT, without_id("One", "two", "three")]) == "three"
    assert text.merge([PROMPT, without_id("One", "two", "three")]) == ""


def test_new_part_is_not_taken_for_one_of_another_text(text):
    assert text.receive(message_event(without_id("One"))) == "One"
    assert text.receive(part_event("Two", id="x")) == "Two"


def test_reasoning_and_tools_are_steps_of_their_own():
    builder = TurnAnswer(Attribution("msg_1"))
    reasoning = part_event("Hm", kind=ReasoningPart)
    for event in (message_event(PROMPT), message_event(answer())):
        assert builder.receive(event) == []
    assert builder.receive(reasoning) == [ReasoningStep("Hm", "msg_2")]
    assert builder.receive(delta_event(".")) == [ReasoningStep(".", "msg_2")]
    call = ToolPart(type="tool", id="t", name="bash", state=ToolPending(status="pending"))
    done = ToolPart(type="tool", id="t", name="bash", state=ToolCompleted(status="completed"))
    assert [builder.receive(part_event(tool, id="t")) for tool in (call, call, done)] == [
        [ToolStep(call, "msg_2")],
        [],
        [ToolStep(done, "msg_2")],
    ]
    assert builder.text() == ""


@pytest.mark.parametrize(
    ("ended", "fetched"),
    [
        (ToolCompleted(status="completed"), ToolRunning(status="running")),
        (ToolCompleted(status="completed"), ToolCompleted(status="completed", result="Orchard")),
        (ToolFailed(status="error"), ToolPending(status="pending")),
    ],
)
def test_call_that_has_ended_is_shown_as_ended_once(ended, fetched):
    def call(state):
        return ToolPart(type="tool", id="t", name="bash", state=state)

    builder = TurnAnswer(Attribution("msg_1"))
    for event in (message_event(PROMPT), message_event(answer())):
        builder.receive(event)
    assert builder.receive(part_event(call(ended), id="t")) == [ToolStep(call(ended), "msg_2")]
    recording = builder.transcript.begin()
    message = answer()
    message.content = [call(fetched)]
    assert builder.merge(recording, [PROMPT, message]) == []
    assert builder.receive(part_event(call(ended), id="t")) == []
    assert builder.messages()[-1].content == [call(ended)]


def test_part_that_names_its_message_itself_is_shown(text):
    part = TextPart(type="text", id="prt_0", text="One", __source__={"messageID": "msg_2"})
    payload = MessagePartUpdated(session_id="s", part=part)
    assert text.receive(MessagePartUpdatedEvent(id="", type="message.part.updated", payload=payload)) == "One"


def test_text_that_the_fetched_messages_hold_already_grows_on(text):
    assert [text.receive(event) for event in (part_event(""), delta_event("one"))] == ["", "one"]
    assert text.merge([PROMPT, answer("one")]) == ""
    assert text.receive(delta_event(", two")) == ", two"


def test_todos_and_errors_of_another_time_are_left_out(text):
    todos = TodoUpdatedEvent(id="", type="todo.updated", payload=TodosUpdated(session_id="s", todos=[]))
    failed = SessionFailed(session_id="s", error=NamedError(name="Out"))
    error = SessionErrorEvent(id="", type="session.error", payload=failed)
    before = TurnAnswer(Attribution("msg_1"))
    assert (before.receive(todos), before.receive(error), before.error) == ([], [], None)
    assert text.builder.receive(todos) == [TodosStep([])]
    text.builder.receive(error)
    assert text.builder.error == NamedError(name="Out")


def test_reasoning_that_gets_its_id_later_is_shown_once():
    builder = TurnAnswer(Attribution("msg_1"))
    message = answer()
    message.content = [ReasoningPart(type="reasoning", id=None, text="Hm")]
    assert builder.receive(message_event(PROMPT)) == []
    assert builder.receive(message_event(message)) == [ReasoningStep("Hm", "msg_2")]
    assert builder.receive(part_event("Hm.", kind=ReasoningPart)) == [ReasoningStep(".", "msg_2")]


def test_tool_call_that_gets_its_id_later_stays_one_part():
    builder = TurnAnswer(Attribution("msg_1"))
    state = ToolPending(status="pending")
    call, other = (
        ToolPart(type="tool", id=id_, name=name, state=state) for id_, name in (("t", "bash"), ("u", "read"))
    )
    message = answer()
    message.content = [ToolPart(type="tool", id=None, name="bash", state=ToolPending(status="pending"))]
    for event in (message_event(PROMPT), message_event(message)):
        builder.receive(event)
    assert builder.receive(part_event(other)) == [ToolStep(other, "msg_2")]
    assert builder.receive(part_event(call)) == [ToolStep(call, "msg_2")]
    assert builder.messages()[-1].content == [call, other]


def test_parts_of_a_message_of_another_prompt_are_not_kept():
    builder = TurnAnswer(Attribution("msg_1"))
    other = answer("Two", id="msg_6")
    for event in (message_event(PROMPT), message_event(answer("One", finish="stop")), message_event(OTHER)):
        builder.receive(event)
    builder.receive(delta_event("T", of="msg_6"))
    assert builder.transcript.parts("msg_6")
    assert builder.receive(message_event(other)) == []
    assert not builder.transcript.parts("msg_6")
