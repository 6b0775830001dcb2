"""The state machine of a turn, without a server: steps, waits, and how a turn ends."""

from itertools import count

import pytest

from trivet_stubs.agent import (
    Ask,
    Fail,
    Hold,
    Interrupt,
    OtherPrompt,
    Pause,
    Question,
    Reasoning,
    Subtask,
    Text,
    Todos,
    Tool,
)
from trivet_stubs.agent.turn.machine import REJECTED, TurnMachine
from trivet_stubs.agent.turn.message import AssistantMessage


class RecordedEffects:
    """Keeps what a turn does; the rules and the config are attributes."""

    def __init__(self):
        self.calls = []
        self.decision = "ask"
        self.continues = False

    def __getattr__(self, name):
        return lambda *arguments: self.calls.append((name, *arguments))

    def continues_after_rejection(self):
        return self.continues

    def decide(self, action, resources):
        self.calls.append(("decide", action, resources))
        return self.decision

    @property
    def names(self):
        return [name for name, *_ in self.calls]


@pytest.fixture
def effects():
    return RecordedEffects()


@pytest.fixture
def message():
    ids = count(1)
    return AssistantMessage(
        "build", {}, new_id=lambda prefix: f"{prefix}_{next(ids)}", now=lambda: 0, publish=lambda kind, **payload: None
    )


@pytest.fixture
def turn(effects, message):
    def begin(*steps, prompt=""):
        machine = TurnMachine(steps, message, effects, prompt=prompt)
        machine.advance()
        return machine

    return begin


def states(message):
    return [part["state"]["status"] for part in message.record["content"] if part["type"] == "tool"]


def test_turn_does_nothing_before_it_is_advanced(effects, message):
    machine = TurnMachine([Text("a"), Pause(1)], message, effects)

    assert (machine.wait, machine.finish) == (None, None)
    assert (effects.calls, message.record["content"]) == ([], [])


def test_turn_without_steps_stops(turn, effects, message):
    machine = turn(prompt="One two")

    assert (machine.wait, machine.finish) == (None, "stop")
    assert message.record["finish"] == "stop"
    assert effects.calls == [("count_tokens", {"input": 2, "output": 0, "reasoning": 0})]


def test_steps_are_played_in_order(turn, effects, message):
    machine = turn(Reasoning("Hm."), Text("a", "b"), Todos(["x"]), Subtask("Leaf"), Pause(2.5))

    assert machine.finish == "stop"
    assert [(part["type"], part["text"]) for part in message.record["content"]] == [
        ("reasoning", "Hm."),
        ("text", "ab"),
    ]
    assert effects.calls[:-1] == [
        ("set_todos", [{"status": "pending", "priority": "medium", "content": "x"}]),
        ("create_subtask", "Leaf"),
        ("pause", 2.5),
    ]


def test_hold_waits_until_the_turn_is_advanced(turn, message):
    machine = turn(Text("a"), Hold(), Text("b"), Hold())

    assert (machine.wait, machine.finish, len(message.record["content"])) == ("hold", None, 1)
    machine.advance()
    assert (machine.wait, machine.finish, len(message.record["content"])) == ("hold", None, 2)
    machine.advance()
    assert (machine.wait, machine.finish) == (None, "stop")


def test_failure_ends_the_turn(turn, effects, message):
    machine = turn(Fail("Out of ink.", type="printer"), Text("Never."))

    assert machine.finish == message.record["finish"] == "error"
    assert message.record["content"] == []
    assert effects.calls[0] == ("report_error", "Out of ink.")


def test_interruption_ends_the_turn(turn, effects, message):
    machine = turn(OtherPrompt("And then?"), Interrupt("Stop."), Text("Never."))

    assert machine.finish == message.record["finish"] == "aborted"
    assert message.record["error"] == {"type": "aborted", "message": "Stop."}
    assert effects.calls[:2] == [("send_prompt", "And then?"), ("report_error", "Stop.", "MessageAbortedError")]


def test_cancelled_turn_plays_no_further_step(turn, effects, message):
    machine = turn(Hold(), Text("Never."))
    machine.cancel()

    assert (machine.wait, machine.finish) == (None, None)
    assert (effects.calls, message.record["content"]) == ([], [])


def test_error_of_an_effect_leaves_the_turn_unfinished(effects, message):
    def edit(path, content):
        raise ValueError(path)

    effects.edit = edit
    machine = TurnMachine([Tool("edit", edits={"../out": ""})], message, effects)
    with pytest.raises(ValueError, match="out"):
        machine.advance()

    assert (machine.wait, machine.finish) == (None, None)


# Tools.


def test_tool_without_an_action_needs_no_permission(turn, effects, message):
    machine = turn(Tool("edit", edits={"a.txt": "a", "b.txt": None}, output="Ok."))

    assert machine.finish == "stop"
    assert effects.calls[:2] == [("edit", "a.txt", b"a"), ("edit", "b.txt", None)]
    assert states(message) == ["completed"]


def test_tool_that_fails_edits_nothing_and_the_turn_continues(turn, effects, message):
    machine = turn(Tool("edit", edits={"a.txt": "a"}, fails="No disk."), Text("Next."))

    assert (machine.finish, states(message)) == ("stop", ["error"])
    assert effects.names == ["count_tokens"]
    assert message.record["content"][1]["text"] == "Next."


@pytest.mark.parametrize(
    ("tool", "resources"),
    [
        (Tool("bash", asks="bash"), ["*"]),
        (Tool("bash", {"command": "ls", "n": 1}, asks="bash"), ["ls", "1"]),
        (Tool("bash", {"command": "ls"}, asks="bash", resources=["/"]), ["/"]),
    ],
)
def test_resources_are_given_or_the_arguments(turn, effects, tool, resources):
    turn(tool)

    assert effects.calls[0] == ("decide", "bash", resources)


@pytest.mark.parametrize(("decision", "state"), [("allow", "completed"), ("deny", "error")])
def test_rule_decides_without_a_wait(turn, effects, message, decision, state):
    effects.decision = decision
    machine = turn(Tool("bash", asks="bash", edits={"a.txt": "a"}))

    assert (machine.finish, states(message)) == ("stop", [state])
    assert ("edit" in effects.names) is (decision == "allow")
    assert "request_permission" not in effects.names


@pytest.mark.parametrize("reply", ["once", "always"])
def test_permitted_tool_runs_and_always_allows_it_further(turn, effects, message, reply):
    machine = turn(Tool("bash", {"command": "ls"}, asks="bash", edits={"a.txt": "a"}))
    assert (machine.wait, states(message)) == ("permission", ["running"])
    assert effects.calls[1] == ("request_permission", "bash", ["ls"], {"messageID": "msg_1", "callID": "prt_2"})
    machine.advance(reply)

    assert (machine.finish, states(message)) == ("stop", ["completed"])
    assert (("allow", "bash", ["ls"]) in effects.calls) is (reply == "always")
    assert "edit" in effects.names


@pytest.mark.parametrize("continues", [True, False])
def test_rejected_tool_ends_the_turn_unless_it_continues(turn, effects, message, continues):
    effects.continues = continues
    machine = turn(Tool("bash", asks="bash", edits={"a.txt": "a"}), Text("Next."))
    machine.advance("reject")

    assert machine.finish == ("stop" if continues else "rejected")
    assert message.record["content"][0]["state"]["error"]["message"] == REJECTED
    assert len(message.record["content"]) == 1 + continues
    assert "edit" not in effects.names


# Questions.


def test_answers_are_the_output_of_the_question(turn, effects, message):
    machine = turn(Question("Why?", Ask("Which?", ["a", "b"], multiple=True)), Text("Next."))
    questions = [Ask("Why?").wire(), Ask("Which?", ["a", "b"], multiple=True).wire()]
    assert machine.wait == "question"
    assert effects.calls == [("request_answers", questions, {"messageID": "msg_1", "callID": "prt_2"})]
    machine.advance([["So."], ["a", "b"]])

    part = message.record["content"][0]
    assert (part["name"], part["state"]["input"]) == ("question", {"questions": questions})
    assert part["state"]["content"] == [{"type": "text", "text": "So.; a, b"}]
    assert machine.finish == "stop"


@pytest.mark.parametrize("continues", [True, False])
def test_rejected_question_ends_the_turn_unless_it_continues(turn, effects, message, continues):
    effects.continues = continues
    machine = turn(Question("Why?"), Text("Next."))
    machine.advance(None)

    assert machine.finish == ("stop" if continues else "rejected")
    assert (states(message), len(message.record["content"])) == (["error"], 1 + continues)
