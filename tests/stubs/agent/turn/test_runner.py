"""The runner of turns: prompts, scripts, and the order of turns."""

import json

import httpx
import pytest

from tests.stubs.agent.helpers import (
    Conversation,
    ask_for_bash,
    cut_events,
    data,
    kinds,
    subscribe,
)
from trivet_stubs.agent import (
    AgentObserved,
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
from trivet_stubs.agent.patch import Change
from trivet_stubs.agent.turn.runner import SessionEffects, TurnRunner
from trivet_stubs.kernel.refusal import Refusal


@pytest.mark.rule("agent.sessions.prompt-adds-a-message-and-queues")
def test_turn_publishes_its_events_in_order(any_http, agent_stub):
    session = data(any_http.post("/api/session"))
    agent_stub.script(Text("One ", "two"), Tool("bash", asks="bash"), Question("Why?"), Todos(["x"]), Fail("No."))
    with subscribe(any_http) as answer:
        any_http.post(f"/api/session/{session['id']}/prompt", json={"prompt": {"text": "Go."}})
        (asked,) = data(any_http.get("/api/permission"))
        any_http.post(f"/api/permission/{asked['id']}/reply", json={"response": "once"})
        (question,) = data(any_http.get("/api/question"))
        any_http.post(f"/api/question/{question['id']}/reply", json={"response": {"answers": [["So."]]}})
        events = cut_events(agent_stub, answer)

    assert kinds(events) == [
        "server.connected",
        "message.updated",
        "session.updated",
        "session.status",
        "message.updated",
        "message.part.updated",
        "message.part.delta",
        "message.part.delta",
        "message.part.updated",
        "message.part.updated",
        "permission.asked",
        "permission.replied",
        "message.part.updated",
        "message.part.updated",
        "question.asked",
        "question.replied",
        "message.part.updated",
        "todo.updated",
        "session.error",
        "message.updated",
        "session.updated",
        "session.status",
        "session.idle",
    ]
    assert [event["payload"]["delta"] for event in events if event["type"] == "message.part.delta"] == ["One ", "two"]
    assert {event["payload"].get("sessionID", session["id"]) for event in events} == {session["id"]}
    assert events[10]["payload"] == asked
    last = [event["payload"]["info"] for event in events if event["type"] == "message.updated"][-1]
    assert last == data(any_http.get(f"/api/session/{session['id']}/message", params={"limit": 1}))[0]
    assert len({event["id"] for event in events}) == len(events)


def test_split_pairs_are_sent_as_escapes_and_stored_whole(any_http, agent_stub):
    session = data(any_http.post("/api/session"))
    half = "\ud83d"
    agent_stub.script(
        Text(f"A {half}", "\ude00 B"),
        Reasoning(half),
        Tool("read", input={"path": half}, output=f"X {half}", edits={"a.txt": f"Y {half}"}),
        Todos([half]),
        Subtask(half),
        Fail(half),
    )
    with subscribe(any_http) as answer:
        any_http.post(f"/api/session/{session['id']}/prompt", json={"prompt": {"text": "Go."}})
        agent_stub.events.cut()
        raw = answer.read()

    assert rb'"delta":"A \ud83d"' in raw
    assert rb'"delta":"\ude00 B"' in raw
    assert rb'"content":[{"type":"text","text":"X \ud83d"}]' in raw
    text = any_http.get(f"/api/session/{session['id']}/message").text
    message = next(row for row in json.loads(text)["data"] if row["type"] == "assistant")
    assert [part["text"] for part in message["content"] if "text" in part] == ["A 😀 B", "\ufffd"]
    (tool,) = (part["state"] for part in message["content"] if part["type"] == "tool")
    assert (tool["input"], tool["content"][0]["text"]) == ({"path": "\ufffd"}, "X \ufffd")
    assert message["error"]["message"] == "\ufffd"
    assert "\ufffd" in [row["title"] for row in data(any_http.get("/api/session"))]
    assert "Y \ufffd" in any_http.get(f"/api/session/{session['id']}/diff").text


def test_prompt_without_a_script_is_echoed(conversation):
    admitted = conversation.prompt("Hello,  world\n!")
    user, assistant = conversation.messages()

    assert admitted == {
        "id": user["id"],
        "sessionID": conversation.id,
        "prompt": {"text": "Hello,  world\n!"},
        "delivery": "immediate",
        "admittedSeq": 1,
        "promotedSeq": 1,
        "timeCreated": 1750032000000,
    }
    assert (user["type"], user["text"]) == ("user", "Hello,  world\n!")
    assert [part["text"] for part in assistant["content"]] == ["Hello,  world\n!"]
    assert (assistant["finish"], assistant["tokens"]["input"], assistant["tokens"]["output"]) == ("stop", 3, 3)
    assert assistant["time"] == {"created": 1750032000000, "completed": 1750032000000}


@pytest.mark.parametrize("text", ["", " ", "\n\n", "a\u2028b c", "  leading and trailing  "])
def test_echo_is_exact(conversation, text):
    conversation.prompt(text)

    assert [part["text"] for part in conversation.parts()] == [text]


def test_files_and_agents_of_a_prompt_are_kept(http, conversation):
    files = [{"uri": "file:///home/dev/orchard/README.md", "mime": "text/plain", "name": "README.md"}]
    prompt = {"text": "Look.", "files": files, "agents": [{"name": "explore"}]}
    data(http.post(f"/api/session/{conversation.id}/prompt", json={"prompt": prompt}))

    assert conversation.messages()[0].items() >= prompt.items()


def test_script_serves_one_prompt(agent_stub, conversation):
    agent_stub.script(
        Reasoning("Hm, ", "well."), Text("One ", "two."), Todos(["Rest", {"content": "Eat", "priority": "high"}])
    )
    conversation.prompt()
    first = conversation.parts()
    conversation.prompt("Again.")

    assert [(part["type"], part["text"]) for part in first] == [("reasoning", "Hm, well."), ("text", "One two.")]
    assert [part["text"] for part in conversation.parts()] == ["Again."]
    assert data(conversation.http.get(f"/api/session/{conversation.id}/todo")) == [
        {"content": "Rest", "status": "pending", "priority": "medium"},
        {"content": "Eat", "status": "pending", "priority": "high"},
    ]


def test_script_of_a_session_waits_for_that_session(agent_stub, http, conversation):
    other = Conversation(http)
    agent_stub.script(Text("For the other."), session_id=other.id)
    agent_stub.script(Text("For any session."))
    conversation.prompt()
    other.prompt()

    assert conversation.parts()[0]["text"] == "For any session."
    assert other.parts()[0]["text"] == "For the other."


def test_script_of_a_prompt_waits_for_a_prompt_with_its_text(agent_stub, http, conversation):
    other = Conversation(http)
    agent_stub.script(Text("Pears."), prompt="pears")
    agent_stub.script(Text("For no other session."), session_id=other.id, prompt="apples")
    conversation.prompt("Count the apples.")
    assert "".join(part["text"] for part in conversation.parts()) == "Count the apples."
    conversation.prompt("Count the pears.")
    other.prompt("Count the apples.")

    assert [part["text"] for part in conversation.parts()] == ["Pears."]
    assert other.parts()[0]["text"] == "For no other session."


def test_failure_ends_the_turn(agent_stub, conversation):
    agent_stub.script(Text("So far."), Fail("Out of ink.", type="printer"), Text("Never."))
    conversation.prompt()

    assert [part["text"] for part in conversation.parts()] == ["So far."]
    assert (conversation.last()["finish"], conversation.last()["error"]) == (
        "error",
        {"type": "printer", "message": "Out of ink."},
    )


def test_tool_completes_or_fails(agent_stub, conversation):
    agent_stub.script(Tool("bash", input={"command": "ls"}, output="README.md"), Tool("web", fails="No net."))
    conversation.prompt()
    used, failed = (part["state"] for part in conversation.parts())

    assert (used["status"], used["input"]) == ("completed", {"command": "ls"})
    assert used["content"] == [{"type": "text", "text": "README.md"}]
    assert (failed["status"], failed["error"]["message"]) == ("error", "No net.")
    assert conversation.last()["finish"] == "stop"


@pytest.mark.rule("agent.sessions.immediate-before-deferred")
def test_immediate_prompts_run_before_deferred_ones(agent_stub, conversation):
    agent_stub.script(Hold(), Text("First."))
    conversation.prompt("first")
    answers = [
        conversation.prompt("late", delivery="deferred"),
        conversation.prompt("soon"),
        conversation.prompt("later", delivery="deferred"),
    ]
    assert [message["type"] for message in conversation.messages()] == ["user", "assistant", "user", "user", "user"]
    agent_stub.resume(conversation.id)
    texts = [message["content"][0]["text"] for message in conversation.messages() if message["type"] == "assistant"]

    assert texts == ["First.", "soon", "late", "later"]
    assert [answer["delivery"] for answer in answers] == ["deferred", "immediate", "deferred"]
    assert [answer["admittedSeq"] for answer in answers] == [2, 3, 4]
    assert not any("promotedSeq" in answer for answer in answers)


def test_hold_of_some_seconds_ends_with_them_or_when_the_test_resumes_it(agent_stub, conversation):
    for end in (lambda: agent_stub.clock.advance(30), lambda: agent_stub.resume(conversation.id)):
        agent_stub.script(Text("So far."), Hold(30), Text("Done."), Hold())
        conversation.prompt()
        agent_stub.clock.advance(29)
        assert len(conversation.parts()) == 1
        end()
        assert len(conversation.parts()) == 2
        agent_stub.clock.advance(30)  # the end of the first hold does not end the second one
        assert agent_stub.sessions[conversation.id].busy
        agent_stub.resume(conversation.id)


def test_client_that_waits_for_the_session_lets_the_seconds_pass(agent_stub, http, conversation):
    agent_stub.script(Tool("bash", seconds=30), Text("Next."), Hold(12), Text("Done."))
    conversation.prompt()
    with pytest.raises(httpx.ReadTimeout):
        http.post(f"/api/session/{conversation.id}/wait", timeout=20)
    assert agent_stub.clock.monotonic() == 20
    assert http.post(f"/api/session/{conversation.id}/wait", timeout=None).status_code == 204
    assert agent_stub.clock.monotonic() == 42


def test_hold_of_a_session_that_was_reset_is_not_continued(agent_stub, conversation):
    agent_stub.script(Hold(30), Tool("edit", edits={"late.txt": "x"}))
    conversation.prompt()
    agent_stub.reset()
    agent_stub.clock.advance(30)
    assert not any(path.endswith("late.txt") for path in agent_stub.disk.files)


def test_turn_that_waits_is_interrupted_with_its_requests_and_the_prompts_behind_it(agent_stub, http, conversation):
    ask_for_bash(agent_stub, conversation)
    conversation.prompt("And then?")
    with subscribe(http) as answer:
        agent_stub.interrupt(conversation.id)
        events = cut_events(agent_stub, answer)

    assert data(http.get("/api/permission")) == []
    assert kinds(events)[-2:] == ["session.status", "session.idle"]
    [answer] = [message for message in conversation.messages() if message["type"] == "assistant"]
    assert (answer["finish"], answer["error"]["type"]) == ("aborted", "aborted")
    for session_id in (conversation.id, "ses_9"):
        with pytest.raises(ValueError, match="has no turn that waits"):
            agent_stub.interrupt(session_id)


def test_only_a_turn_at_a_hold_is_resumed(agent_stub, conversation):
    ask_for_bash(agent_stub, conversation)

    for session_id in (conversation.id, "ses_none"):
        with pytest.raises(ValueError, match="is not at a Hold"):
            agent_stub.resume(session_id)


def test_turn_that_breaks_the_rules_ends_and_frees_its_session(agent_stub, http, conversation):
    agent_stub.script(Tool("edit", edits={"../out.txt": "x"}))
    prompt = {"prompt": {"text": "Go."}}

    assert http.post(f"/api/session/{conversation.id}/prompt", json=prompt).status_code == 400
    assert not agent_stub.sessions[conversation.id].busy
    conversation.prompt("Again.")
    assert conversation.last()["finish"] == "stop"


def test_cancel_drops_the_turn_its_requests_and_later_prompts(agent_stub, conversation):
    runner = TurnRunner(agent_stub.state)
    ask_for_bash(agent_stub, conversation)
    conversation.prompt("behind")
    session = agent_stub.sessions[conversation.id]
    assert len(session.queue) == 1
    runner.cancel(session)

    assert not session.busy
    assert agent_stub.runtimes[session.context].permissions == {}


def test_reply_to_a_session_without_a_turn_does_nothing(agent_stub, conversation):
    session = agent_stub.sessions[conversation.id]
    TurnRunner(agent_stub.state).reply(session, "once")

    assert session.messages == []


def test_echo_of_a_long_prompt_is_a_bounded_number_of_events(http, agent_stub, conversation):
    text = "word " * 20_000
    with subscribe(http) as answer:
        conversation.prompt(text)
        events = cut_events(agent_stub, answer)

    assert kinds(events).count("message.part.delta") <= 1_000
    assert conversation.parts()[0]["text"] == text


def test_observed_switches_leave_out_events_and_name_prompts(any_http, agent_stub):
    agent_stub.observed = AgentObserved(lost_requests=True, no_idle_events=True, parent_ids=True)
    agent_stub.script(Tool("bash", asks="bash"), Question("Why?"), Text("Done."))
    session = data(any_http.post("/api/session"))
    with subscribe(any_http) as answer:
        any_http.post(f"/api/session/{session['id']}/prompt", json={"prompt": {"text": "Go."}})
        (asked,) = data(any_http.get("/api/permission"))
        agent_stub.reply(asked["id"], "once")
        (question,) = data(any_http.get("/api/question"))
        agent_stub.reply(question["id"], [["So."]])
        events = cut_events(agent_stub, answer)

    received = kinds(events)
    assert {"permission.replied", "question.replied"} < set(received)
    assert not {"permission.asked", "question.asked", "session.idle"} & set(received)
    user, assistant = data(any_http.get(f"/api/session/{session['id']}/message", params={"order": "asc"}))
    assert (assistant["parentID"], assistant["finish"]) == (user["id"], "stop")


@pytest.mark.rule("agent.sessions.wait-is-503-as-observed")
def test_wait_that_is_not_available_is_refused(any_http, agent_stub):
    agent_stub.observed.no_wait = True
    session = data(any_http.post("/api/session"))
    answer = any_http.post(f"/api/session/{session['id']}/wait")
    assert (answer.status_code, answer.json()["_tag"]) == (503, "ServiceUnavailableError")
    assert answer.json()["message"] == "Session wait is not available yet"


def test_prompt_of_another_client_waits_for_the_end_of_the_turn(agent_stub, conversation):
    agent_stub.script(Text("One"), OtherPrompt("And then?"), Text("."), Interrupt())
    conversation.prompt("Count.")
    texts = [
        message.get("text") or [part["text"] for part in message["content"]] for message in conversation.messages()
    ]
    assert texts == ["Count.", ["One", "."], "And then?", ["And then?"]]


def test_reply_to_an_unknown_request_is_an_error(agent_stub, conversation):
    agent_stub.script(Question("Why?"), Text("Never."))
    conversation.prompt("Ask.")
    agent_stub.reply("que_000001", None)
    with pytest.raises(ValueError, match="request_id: 'que_000001' waits for no reply"):
        agent_stub.reply("que_000001", None)
    assert conversation.last()["finish"] == "rejected"


def test_pause_advances_the_clock(agent_stub, conversation):
    agent_stub.script(Text("a"), Pause(2.5), Text("b"))
    conversation.prompt()

    assert conversation.last()["time"] == {"created": 1750032000000, "completed": 1750032002500}


@pytest.fixture
def session(agent_stub, conversation):
    return agent_stub.sessions[conversation.id]


@pytest.fixture
def effects(agent_stub, session):
    notify = agent_stub.idle.notify
    return SessionEffects(agent_stub.state, session, notify, notify, notify)


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
    for factor in (1, 10):
        tokens = {"input": factor, "output": 2 * factor, "reasoning": 0, "cache": {"read": 3 * factor, "write": 0}}
        effects.count_usage({"tokens": tokens, "cost": 0.25})

    record = session.wire()
    assert record["tokens"] == {"input": 11, "output": 22, "reasoning": 0, "cache": {"read": 33, "write": 0}}
    assert record["cost"] == 0.5
