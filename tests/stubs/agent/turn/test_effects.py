"""What a turn does to its session."""

import pytest

from tests.stubs.agent.helpers import cut_events, kinds, subscribe
from trivet_stubs.agent import Ask, Pause, Text
from trivet_stubs.agent.patch import Change
from trivet_stubs.agent.turn.effects import SessionEffects
from trivet_stubs.kernel.refusal import Refusal


def test_pause_advances_the_clock(agent_stub, conversation):
    agent_stub.script(Text("a"), Pause(2.5), Text("b"))
    conversation.prompt()

    assert conversation.last()["time"] == {"created": 1750032000000, "completed": 1750032002500}


@pytest.fixture
def session(agent_stub, conversation):
    return agent_stub.sessions[conversation.id]


@pytest.fixture
def effects(agent_stub, session):
    return SessionEffects(agent_stub.state, session, agent_stub.idle.notify)


SOURCE = {"messageID": "msg_1", "callID": "prt_1"}


def test_edit_is_a_change_since_the_session_began(agent_stub, session, effects):
    effects.edit("README.md", b"one")
    effects.edit("src/../README.md", b"two")
    effects.edit("new.txt", b"x")
    effects.edit("new.txt", None)

    before = b"# Orchard\n\nApples and pears.\n"
    assert session.changes == {"README.md": Change("README.md", before, b"two")}
    assert agent_stub.disk.read("/home/dev/orchard", "README.md") == b"two"
    with pytest.raises(Refusal, match="is not in /home/dev/orchard"):
        effects.edit("../out.txt", b"x")


def test_permission_request_is_added_to_the_context(agent_stub, session, effects):
    effects.request_permission("bash", ["ls"], SOURCE)
    (pending,) = agent_stub.runtimes[session.context].permissions.values()

    assert pending.session is session
    assert (pending.record["action"], pending.record["resources"]) == ("bash", ["ls"])
    assert pending.record["source"] == {"type": "tool", **SOURCE}


def test_question_request_is_added_to_the_context(agent_stub, session, effects):
    effects.request_answers([Ask("Why?").wire()], SOURCE)
    (pending,) = agent_stub.runtimes[session.context].questions.values()

    assert (pending.session, pending.record["tool"]) == (session, SOURCE)


def test_allowed_action_counts_after_the_rules_of_the_session(session, effects):
    session.permission = [{"action": "*", "resource": "*", "effect": "deny"}]
    assert effects.decide("bash", ["ls"]) == "deny"
    effects.allow("bash", ["ls"])

    assert effects.decide("bash", ["ls"]) == "allow"
    assert effects.decide("bash", ["rm"]) == "deny"


def test_config_decides_whether_a_turn_continues_after_a_rejection(agent_stub, session, effects):
    assert not effects.continues_after_rejection()
    agent_stub.runtimes[session.context].config["experimental"] = {"continue_loop_on_deny": True}

    assert effects.continues_after_rejection()


def test_subtask_is_in_the_context_of_its_parent(agent_stub, session, effects):
    effects.create_subtask("Leaf")
    child = list(agent_stub.sessions.values())[-1]

    assert (child.title, child.parent_id, child.agent) == ("Leaf", session.id, "explore")
    assert (child.context, child.project_id) == (session.context, session.project_id)


def test_todos_errors_and_subtasks_are_published(agent_stub, http, effects):
    with subscribe(http) as answer:
        effects.set_todos([{"content": "x", "status": "pending", "priority": "low"}])
        effects.report_error("Oh.")
        effects.create_subtask("Leaf")
        events = cut_events(agent_stub, answer)

    assert kinds(events)[1:] == ["todo.updated", "session.error", "session.created"]


def test_tokens_add_up_over_turns(session, effects):
    effects.count_tokens({"input": 1, "output": 2, "reasoning": 0})
    effects.count_tokens({"input": 10, "output": 20, "reasoning": 0})

    assert session.tokens == {"input": 11, "output": 22, "reasoning": 0}
