"""The message of a turn, and the events of its changes."""

from itertools import count

import pytest

from trivet_stubs.agent.turn.message import AssistantMessage


class Recorder:
    """Keeps the events that a message publishes."""

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
    used = message.complete("stop", prompt="Count to three.")

    assert used == {"input": 3, "output": 4, "reasoning": 0}
    assert message.record["tokens"] == {**used, "cache": {"read": 0, "write": 0}}
    assert (message.record["finish"], "completed" in message.record["time"]) == ("stop", True)
    assert publish.events[-1] == ("message.updated", {"info": message.record})


def test_failure_is_part_of_the_completed_message(message, publish):
    message.fail("printer", "Out of ink.")
    assert publish.events == []
    message.complete("error", prompt="")

    assert message.record["error"] == {"type": "printer", "message": "Out of ink."}
