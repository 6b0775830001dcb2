"""The state machine of a turn, without a server: steps, waits, and how a turn ends."""

from itertools import count

import pytest

from trivet_stubs.agent import (
    Ask,
    Fail,
    Finish,
    Hold,
    Interrupt,
    OtherPrompt,
    Output,
    Pause,
    Question,
    Reasoning,
    Subtask,
    Text,
    Todos,
    Tool,
)
from trivet_stubs.agent.turn.machine import REJECTED, AssistantMessage, Rejection, TurnMachine, decide


class RecordedEffects:
    """Records the effects of a turn; the rules and the config are attributes."""

    def __init__(self):
        self.calls = []
        self.decision = "ask"
        self.continues = False
        self.tools = {"bash": True}

    def has_tool(self, name):
        return self.tools.get(name, True)

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


class Recorder:
    """Records the events that a message publishes."""

    def __init__(self):
        self.events = []

    def __call__(self, kind, **payload):
        self.events.append((kind, payload))

    @property
    def kinds(self):
        return [kind for kind, _ in self.events]


@pytest.fixture
def publish():
    return Recorder()


@pytest.fixture
def message(publish):
    ids, times = count(1), count(100)
    model = {"modelID": "m"}
    return AssistantMessage(
        "build", model, new_id=lambda prefix: f"{prefix}_{next(ids)}", now=lambda: next(times), publish=publish
    )


@pytest.fixture
def effects():
    return RecordedEffects()


@pytest.fixture
def turn(effects, message):
    def begin(*steps, prompt=""):
        machine = TurnMachine(steps, lambda: message, effects, prompt=prompt)
        machine.advance()
        return machine

    return begin


def states(message):
    return [part["state"]["status"] for part in message.record["content"] if part["type"] == "tool"]


def test_turn_does_nothing_before_it_is_advanced(effects, message):
    machine = TurnMachine([Text("a"), Pause(1)], lambda: message, effects)

    assert (machine.wait, machine.finish) == (None, None)
    assert (effects.calls, message.record["content"]) == ([], [])


def test_turn_without_steps_stops(turn, effects, message):
    machine = turn(prompt="One two")

    assert (machine.wait, machine.finish) == (None, "stop")
    assert message.record["finish"] == "stop"
    assert effects.calls == [("count_usage", message.record)]
    assert message.record["tokens"] == {"input": 2, "output": 0, "reasoning": 0, "cache": {"read": 0, "write": 0}}


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
    assert effects.calls[0] == ("report_error", "Out of ink.", "printer")
    assert message.record["error"] == {"type": "printer", "message": "Out of ink."}


def test_steps_after_a_finish_are_another_message(publish, effects):
    ids, messages = count(1), []

    def begin_message():
        new_id = lambda prefix: f"{prefix}_{next(ids)}"  # noqa: E731
        messages.append(AssistantMessage("build", {}, new_id=new_id, now=lambda: 1, publish=publish))
        return messages[-1]

    first = Finish("tool-calls", cost=0.5, input=10, output=20, reasoning=30, cache_read=40, cache_write=50)
    machine = TurnMachine([Text("a b"), first, Text("c"), Finish("length", cost=0.25)], begin_message, effects)
    machine.advance()

    records = [message.record for message in messages]
    assert [(record["finish"], record["cost"]) for record in records] == [("tool-calls", 0.5), ("length", 0.25)]
    assert [len(record["content"]) for record in records] == [1, 1]
    assert records[0]["tokens"] == {
        "input": 10,
        "output": 20,
        "reasoning": 30,
        "cache": {"read": 40, "write": 50},
    }
    assert (machine.finish, effects.calls) == ("length", [("count_usage", record) for record in records])


@pytest.mark.parametrize(
    "wait", [Hold(), Hold(9), Tool("bash", asks="bash"), Tool("bash", seconds=9), Question("Why?")]
)
def test_turn_that_waits_is_interrupted_with_its_tool(turn, effects, message, wait):
    machine = turn(wait, Text("Never."))
    assert machine.finish is None
    machine.interrupt("Stop.")

    assert (machine.wait, machine.finish) == (None, "aborted")
    assert states(message) == ([] if isinstance(wait, Hold) else ["error"])
    assert message.record["error"] == {"type": "aborted", "message": "Stop."}
    assert ("report_error", "Stop.", "MessageAbortedError") in effects.calls


def test_interruption_after_a_finished_message_begins_another_one(turn, message):
    machine = turn(Hold(0), Finish(), Hold(5))
    assert (machine.wait, machine.seconds) == ("hold", 5)
    machine.interrupt("Stop.")
    assert (machine.finish, message.record["error"]["type"]) == ("aborted", "aborted")


def test_agent_reads_why_a_permission_was_rejected_and_continues(turn, message):
    machine = turn(Tool("bash", asks="bash"), Text("Sorry."))
    machine.advance(Rejection("Use make instead."))

    assert machine.finish == "stop"
    assert message.record["content"][0]["state"]["error"]["message"] == "Use make instead."


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
    machine = TurnMachine([Tool("edit", edits={"../out": ""})], lambda: message, effects)
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
    assert effects.names == ["count_usage"]
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


def test_new_message_is_empty_and_unpublished(message, publish):
    assert message.record == {
        "id": "msg_1",
        "type": "assistant",
        "time": {"created": 100},
        "agent": "build",
        "model": {"modelID": "m"},
        "content": [],
    }
    assert publish.events == []
    message.publish()
    assert publish.events == [("message.updated", {"info": message.record})]


@pytest.mark.rule("agent.events.delta-appends-to-the-field-it-names")
@pytest.mark.parametrize("kind", ["text", "reasoning"])
def test_text_is_published_delta_by_delta(message, publish, kind):
    message.write_text(kind, ["One ", "two"])

    assert message.record["content"] == [{"type": kind, "id": "prt_2", "text": "One two"}]
    assert publish.kinds == [
        "message.part.updated",
        "message.part.delta",
        "message.part.delta",
        "message.part.updated",
    ]
    delta = {"messageID": "msg_1", "partID": "prt_2", "field": "text", "delta": "One "}
    assert publish.events[1][1] == delta


def test_tool_is_running_until_it_ends(message, publish):
    part = message.start_tool("bash", {"command": "ls"})
    assert (part["state"]["status"], part["state"]["input"]) == ("running", {"command": "ls"})
    assert message.source(part) == {"messageID": "msg_1", "callID": "prt_2"}
    message.end_tool(part, "README.md", failed=False)

    assert message.record["content"] == [part]
    assert (part["state"]["status"], part["state"]["content"]) == ("completed", [{"type": "text", "text": "README.md"}])
    assert part["time"]["completed"] > part["time"]["ran"]
    assert publish.kinds == ["message.part.updated"] * 2


def test_tool_without_output_has_no_content(message):
    part = message.start_tool("bash", {})
    message.end_tool(part, "", failed=False)

    assert part["state"]["content"] == []


def test_failed_tool_has_an_error(message):
    part = message.start_tool("bash", {})
    message.end_tool(part, "No net.", failed=True)

    assert (part["state"]["status"], part["state"]["error"]) == ("error", {"type": "tool", "message": "No net."})


def test_completed_message_counts_its_words_as_tokens(message, publish):
    message.write_text("reasoning", ["Hm."])
    message.start_tool("bash", {})
    message.write_text("text", ["One two ", "three"])
    message.complete(Finish(), prompt="Count to three.")

    assert message.record["tokens"] == {"input": 3, "output": 4, "reasoning": 0, "cache": {"read": 0, "write": 0}}
    assert (message.record["finish"], "completed" in message.record["time"]) == ("stop", True)
    assert publish.events[-1] == ("message.updated", {"info": message.record})


def test_failure_is_part_of_the_completed_message(message, publish):
    message.fail("printer", "Out of ink.")
    assert publish.events == []
    message.complete(Finish("error"), prompt="")

    assert message.record["error"] == {"type": "printer", "message": "Out of ink."}


def rule(action, resource, effect):
    return {"action": action, "resource": resource, "effect": effect}


def test_action_without_a_rule_is_left_to_the_user():
    assert decide([], "bash", ["ls"]) == "ask"
    assert decide([rule("edit", "*", "allow")], "bash", ["ls"]) == "ask"


@pytest.mark.parametrize("effect", ["allow", "deny", "ask"])
def test_last_matching_rule_decides(effect):
    assert decide([rule("*", "*", "allow"), rule("ba*", "l*", effect), rule("bash", "rm", "deny")], "bash", ["ls"]) == (
        effect
    )


def test_patterns_are_case_sensitive():
    assert decide([rule("BASH", "*", "allow")], "bash", ["ls"]) == "ask"


@pytest.mark.parametrize(
    ("resources", "decision"),
    [(["a"], "allow"), (["b"], "deny"), (["c"], "ask"), (["a", "b", "c"], "deny"), (["a", "c"], "ask"), ([], "ask")],
)
def test_one_resource_denies_and_all_allow(resources, decision):
    assert decide([rule("*", "a", "allow"), rule("*", "b", "deny")], "bash", resources) == decision


def test_tool_that_was_taken_away_fails_and_the_turn_goes_on(turn, effects, message):
    effects.tools["bash"] = False
    assert turn(Tool("bash", asks="bash"), Text("So.")).finish == "stop"
    tool, text = message.record["content"]
    assert (tool["state"]["status"], tool["state"]["error"]["message"]) == ("error", "The agent has no tool bash")
    assert (text["text"], effects.names) == ("So.", ["count_usage"])


@pytest.mark.parametrize("value", [{"good": True}, 3])
def test_output_ends_a_turn_whose_prompt_has_a_schema(effects, message, value):
    machine = TurnMachine([Output(value), Text("Never.")], lambda: message, effects, has_schema=True)
    machine.advance()
    assert (machine.finish, message.record["structured"]) == ("tool-calls", value)
    [tool] = message.record["content"]
    assert (tool["name"], tool["state"]["status"]) == ("StructuredOutput", "completed")


@pytest.mark.parametrize("steps", [(Text("So."),), (Text("So."), Finish("stop"))])
def test_turn_without_the_output_of_its_schema_fails(effects, message, steps):
    machine = TurnMachine(steps, lambda: message, effects, has_schema=True)
    machine.advance()
    assert message.record["error"]["type"] == "StructuredOutputError"


def test_output_without_a_schema_is_a_tool_that_fails(turn, message):
    assert turn(Output({"good": True}), Text("So.")).finish == "stop"
    assert [part.get("state", {}).get("status") for part in message.record["content"]] == ["error", None]
    assert "structured" not in message.record
