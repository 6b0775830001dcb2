# Derived from tests/sdk/agent/_async/test_opencode.py by `python -m codegen`; do not edit.
"""The adapter for the server that people can install, through the client, against a server of recorded answers."""

import httpx
import pytest

from tests.sdk.agent._sync.watching import until
from tests.sdk.agent.opencode.fake_server import DEFAULT, BriefClock
from tests.sdk.agent.opencode.recorded import PATCH, TEXT, WORDS, turn
from trivet import AgentClient, NotFoundError
from trivet.agent import FileDiff, ModelReference, PermissionRule, Prompt, Store, opencode
from trivet.agent._generated.models.session import decode_message
from trivet_stubs import RunningClock
from trivet_stubs.serving.port import serve

LIGHTHOUSE = "/home/dev/lighthouse"


def client(fake, clock=None):
    """A client whose looks at the busy sessions take no time."""
    transport, clock = opencode.Transport(fake.transport()), clock or BriefClock()
    return AgentClient(transport=transport, base_url="http://opencode.test", strict=True, clock=clock)


def test_turn_yields_the_text_piece_by_piece(fake_opencode):
    with client(fake_opencode) as agent:
        session = agent.session.create()
        assert session.location.directory == DEFAULT
        with agent.session.turn(session.id, "TEXT") as turn:
            pieces = [text for text in turn]
        assert pieces == [*WORDS]
        assert (turn.outcome.status, turn.outcome.usage.output) == ("finished", 3)
        prompt, answer = turn.messages
        assert (prompt.text, answer.finish, answer.content[0].text) == ("TEXT", "stop", TEXT)


def test_update_of_the_prompt_after_the_idle_event_delays_no_turn(fake_opencode, monkeypatch):
    monkeypatch.setattr("trivet.agent._turns.ending.GRACE", 60.0)  # the second without an event
    with client(fake_opencode, RunningClock()) as agent:
        session = agent.session.create()
        turn = agent.session.turn(session.id, "TEXT", deadline=20)
        turn.run()
    assert turn.outcome.status == "finished"


def test_permission_is_asked_once_and_replied(fake_opencode):
    asked = []
    with client(fake_opencode) as agent:
        session = agent.at(directory=LIGHTHOUSE).session.create()
        on_permission = lambda request: asked.append(request) or "once"  # noqa: E731
        with agent.session.turn(session.id, "BASH", on_permission=on_permission) as turn:
            steps = [(step.type, getattr(step, "status", None)) for step in turn.steps()]
    assert [(request.action, request.resources) for request in asked] == [("bash", ["echo hi"])]
    assert [step for step in steps if step[0] == "tool"][-1] == ("tool", "completed")
    assert (turn.text, turn.outcome.usage.output) == (TEXT, 6)
    assert fake_opencode.replies == [{"reply": "once"}]


def test_prompt_with_an_id_of_the_caller_is_sent_once(fake_opencode):
    with client(fake_opencode) as agent:
        session = agent.session.create()
        turns = [agent.session.turn(session.id, "TEXT", message_id="msg_mine") for _ in range(2)]
        for turn in turns:
            turn.run()
        listed = agent.session.message.list(session.id, order="asc").all()
    assert [turn.message_id for turn in turns] == ["msg_mine"] * 2
    assert [turn.admitted is None for turn in turns] == [False, True]
    assert [turn.text for turn in turns] == [TEXT] * 2
    assert (listed[0].id, len(listed)) == ("msg_mine", 2)


def test_sessions_below_are_those_that_the_server_lists(fake_opencode):
    with client(fake_opencode) as agent:
        session, child, grandchild, other = [agent.session.create() for _ in range(4)]
        fake_opencode.sessions[child.id]["parentID"] = session.id
        fake_opencode.sessions[grandchild.id]["parentID"] = child.id
        for each in fake_opencode.sessions.values():
            each["time"]["updated"] = 40
        turn = agent.session.turn(session.id, "TEXT")
        turn.run()
        for below in (child, grandchild, other):
            agent.session.turn(below.id, "TEXT").run()
        attached = agent.session.attach(session.id, turn.message_id)
        attached.run()
    assert list(turn.outcome.by_session) == [session.id]
    assert list(attached.outcome.by_session) == [session.id, child.id, grandchild.id]
    assert attached.outcome.cost == pytest.approx(3 * turn.outcome.cost)


def test_turn_that_fails_has_the_outcome_failed(fake_opencode):
    with client(fake_opencode) as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "FAIL") as turn:
            assert [text for text in turn] == []
    assert (turn.outcome.status, turn.outcome.error.message) == ("failed", "the model fails with 401")


def test_turn_that_is_interrupted_has_the_outcome_interrupted(fake_opencode):
    with client(fake_opencode) as agent:
        session = agent.session.create()
        turn = agent.session.turn(session.id, "STOP")
        messages = turn.run()
        listed = agent.session.message.list(session.id, order="asc").all()
    assert (turn.outcome.status, turn.outcome.error.type) == ("interrupted", "MessageAbortedError")
    assert messages == listed


def test_rules_of_a_session_reach_the_server(fake_opencode):
    deny = PermissionRule(action="edit", resource="*", effect="deny")
    with client(fake_opencode) as agent:
        session = agent.session.create(permission=[deny])
        agent.session.update(session.id, permission=[deny])
    rule = {"permission": "edit", "pattern": "*", "action": "deny"}
    assert fake_opencode.sessions[session.id]["permission"] == [rule, rule]


def test_misspelt_model_or_agent_creates_no_session(fake_opencode):
    with client(fake_opencode) as agent:
        with pytest.raises(NotFoundError, match="the server does not have the model rules/rules-l"):
            agent.session.create(model=ModelReference(provider_id="rules", model_id="rules-l"))
        with pytest.raises(NotFoundError, match="the server does not have the agent plane"):
            agent.session.create(agent="plane")
    assert fake_opencode.sessions == {}


def test_prompt_has_the_agent_of_its_session(fake_opencode):
    with client(fake_opencode) as agent:
        session = agent.session.create(agent="plan")
        admitted = agent.session.prompt(session.id, prompt=Prompt(text="TEXT"))
    assert [(prompt["messageID"], prompt["agent"]) for prompt in fake_opencode.prompts] == [(admitted.id, "plan")]


def test_diff_has_the_patches_of_the_turns(fake_opencode):
    with client(fake_opencode) as agent:
        session = agent.session.create()
        agent.session.turn(session.id, "BASH", on_permission=lambda _: "once").run()
        diff = FileDiff(path="notes.txt", status="added", additions=1, deletions=0, patch=PATCH)
        assert agent.session.diff(session.id) == [diff]
        fake_opencode.messages(session.id)[1]["parts"] = fake_opencode.messages(session.id)[1]["parts"][:2]
        with pytest.raises(opencode.UnsupportedOperationError, match="no snapshot after a step"):
            agent.session.diff(session.id)


def test_compaction_shortens_the_context(fake_opencode):
    with client(fake_opencode) as agent:
        session = agent.session.create(model=ModelReference(provider_id="rules", model_id="other"))
        agent.session.turn(session.id, "TEXT").run()
        assert [message.type for message in agent.session.context(session.id)] == ["user", "assistant"]
        agent.session.compact(session.id)
        [summary] = agent.session.context(session.id)
    assert (summary.type, summary.summary) == ("compaction", "A summary by other")


def test_pages_of_messages_hold_each_message_once(fake_opencode):
    with client(fake_opencode) as agent:
        session = agent.session.create()
        for text in ("TEXT 1", "TEXT 2"):
            agent.session.turn(session.id, text).run()
        listed = {
            order: agent.session.message.list(session.id, order=order, limit=3).all() for order in ("asc", "desc")
        }
    assert [message.text for message in listed["asc"][::2]] == ["TEXT 1", "TEXT 2"]
    assert listed["asc"] == listed["desc"][::-1]


def test_stream_that_ends_in_the_middle_loses_no_text(fake_opencode):
    with client(fake_opencode) as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "CUT") as turn:
            pieces = [text for text in turn]
    assert ("".join(pieces), turn.text, turn.outcome.status) == (TEXT, TEXT, "finished")
    assert len(pieces) > 1


def test_store_follows_two_directories_at_once(fake_opencode):
    with client(fake_opencode) as agent, Store(agent) as store:
        views = {directory: store.follow(directory=directory) for directory in (DEFAULT, LIGHTHOUSE)}
        assert list(store) == [f"local:{DEFAULT}", f"local:{LIGHTHOUSE}"]
        for directory, word in ((DEFAULT, "TEXT"), (LIGHTHOUSE, "BASH")):
            session = agent.at(directory=directory).session.create(title=word)
            with views[directory].watch(session.id) as watch:
                turn = agent.session.turn(session.id, word, on_permission=lambda _: "once")
                expected = (tuple(turn.run()), "idle")
                seen = until(watch, lambda now, expected=expected: (now.messages, now.status.type) == expected)
            assert seen.session.title == word
        titles = {directory: [entry.session.title for entry in view.sessions] for directory, view in views.items()}
        assert titles == {DEFAULT: ["TEXT"], LIGHTHOUSE: ["BASH"]}


def test_default_context_is_named_by_the_server(fake_opencode):
    with client(fake_opencode) as agent, Store(agent) as store:
        agent.at(directory=LIGHTHOUSE).session.create()
        assert (store.follow()).key == f"local:{DEFAULT}"
        assert agent.session.list().all() == []
        assert len(agent.at(directory=LIGHTHOUSE).session.list().all()) == 1


def test_wait_ends_when_the_session_is_not_busy(fake_opencode):
    with client(fake_opencode) as agent:
        session = agent.session.create()
        agent.session.wait(session.id, deadline=20)
        assert [request.partition("?")[0] for request in fake_opencode.requests[-2:]] == [
            "GET /session/status",
            f"GET /session/{session.id}/message",
        ]


def test_operation_that_is_missing_is_an_error_and_sends_nothing(fake_opencode):
    with client(fake_opencode) as agent:
        with pytest.raises(opencode.UnsupportedOperationError, match=r"auth\.list: .* use GET /api/integration"):
            agent.auth.list()
        with pytest.raises(opencode.UnsupportedOperationError, match="the input roots of this operation"):
            agent.session.list(roots=True).all()
        assert fake_opencode.requests == []
        session = agent.session.create()
        with pytest.raises(opencode.UnsupportedOperationError) as caught:
            agent.session.prompt(session.id, prompt=Prompt(text="TEXT"), delivery="deferred")
    assert (caught.value.operation, caught.value.lacks) == ("session.prompt", ("delivery",))
    assert "at the next step of its work" in caught.value.instead
    assert fake_opencode.prompts == []


def test_record_is_picked_from_a_list_or_is_not_found(fake_opencode):
    with client(fake_opencode) as agent:
        assert (agent.catalog.model.get("rules", "rules/1")).name == "Rules"
        with pytest.raises(NotFoundError, match=r"catalog\.model\.get: 404 NotFoundError"):
            agent.catalog.model.get("rules", "rules")
        with pytest.raises(NotFoundError, match="Session not found"):
            agent.session.get("ses_none")


def test_messages_are_those_of_the_server(fake_opencode):
    with client(fake_opencode) as agent:
        session = agent.session.create()
        messages = agent.session.turn(session.id, "TEXT").run()
        listed = agent.session.message.list(session.id, order="asc").all()
    expected = turn(session.id, messages[0].id, "TEXT").contract
    assert messages == listed == [decode_message(message) for message in expected]


def test_turn_and_store_work_over_a_port(fake_opencode):
    with serve(fake_opencode.app) as served:
        transport = opencode.Transport()
        with (
            AgentClient(transport=transport, base_url=served.url, clock=BriefClock()) as agent,
            Store(agent) as store,
        ):
            view = store.follow(directory=DEFAULT)
            session = agent.session.create(title="Over a port")
            with view.watch(session.id) as watch:
                messages = agent.session.turn(session.id, "BASH", on_permission=lambda _: "once").run()
                assert (until(watch, lambda now: now.messages == tuple(messages))).session.title == "Over a port"


def test_routes_of_the_server_itself_are_reached(fake_opencode):
    transport = opencode.Transport(fake_opencode.transport())
    request = httpx.Request("POST", "http://opencode.test/session/ses_1/abort", json={"a": 1})
    response = transport.handle_request(request)
    assert response.status_code == 200
    assert fake_opencode.requests == ["POST /session/ses_1/abort"]
