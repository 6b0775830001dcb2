"""The adapter for the server that people can install, through the client, against a server of recorded answers."""

import httpx
import pytest

from tests.sdk.agent._async.watching import until
from tests.sdk.agent.opencode.fake_server import DEFAULT, BriefClock
from tests.sdk.agent.opencode.recorded import PATCH, TEXT, WORDS, turn
from trivet import AsyncAgentClient, NotFoundError
from trivet.agent import AsyncStore, FileDiff, ModelReference, PermissionRule, Prompt, opencode
from trivet.agent._generated.models.session import decode_message
from trivet_stubs import RunningClock
from trivet_stubs.serving.port import serve

LIGHTHOUSE = "/home/dev/lighthouse"


def client(fake, clock=None):
    """A client whose looks at the busy sessions take no time."""
    transport, clock = opencode.AsyncTransport(fake.async_transport()), clock or BriefClock()
    return AsyncAgentClient(transport=transport, base_url="http://opencode.test", strict=True, clock=clock)


async def test_turn_yields_the_text_piece_by_piece(fake_opencode):
    async with client(fake_opencode) as agent:
        session = await agent.session.create()
        assert session.location.directory == DEFAULT
        async with agent.session.turn(session.id, "TEXT") as turn:
            pieces = [text async for text in turn]
        assert pieces == [*WORDS]
        assert (turn.outcome.status, turn.outcome.usage.output) == ("finished", 3)
        prompt, answer = turn.messages
        assert (prompt.text, answer.finish, answer.content[0].text) == ("TEXT", "stop", TEXT)


async def test_update_of_the_prompt_after_the_idle_event_delays_no_turn(fake_opencode, monkeypatch):
    monkeypatch.setattr("trivet.agent._turns.ending.GRACE", 60.0)  # the second without an event
    async with client(fake_opencode, RunningClock()) as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "TEXT", deadline=20)
        await turn.run()
    assert turn.outcome.status == "finished"


async def test_permission_is_asked_once_and_replied(fake_opencode):
    asked = []
    async with client(fake_opencode) as agent:
        session = await agent.at(directory=LIGHTHOUSE).session.create()
        on_permission = lambda request: asked.append(request) or "once"  # noqa: E731
        async with agent.session.turn(session.id, "BASH", on_permission=on_permission) as turn:
            steps = [(step.type, getattr(step, "status", None)) async for step in turn.steps()]
    assert [(request.action, request.resources) for request in asked] == [("bash", ["echo hi"])]
    assert [step for step in steps if step[0] == "tool"][-1] == ("tool", "completed")
    assert (turn.text, turn.outcome.usage.output) == (TEXT, 6)
    assert fake_opencode.replies == [{"reply": "once"}]


async def test_prompt_with_an_id_of_the_caller_is_sent_once(fake_opencode):
    async with client(fake_opencode) as agent:
        session = await agent.session.create()
        turns = [agent.session.turn(session.id, "TEXT", message_id="msg_mine") for _ in range(2)]
        for turn in turns:
            await turn.run()
        listed = await agent.session.message.list(session.id, order="asc").all()
    assert [turn.message_id for turn in turns] == ["msg_mine"] * 2
    assert [turn.admitted is None for turn in turns] == [False, True]
    assert [turn.text for turn in turns] == [TEXT] * 2
    assert (listed[0].id, len(listed)) == ("msg_mine", 2)


async def test_sessions_below_are_those_that_the_server_lists(fake_opencode):
    async with client(fake_opencode) as agent:
        session, child, grandchild, other = [await agent.session.create() for _ in range(4)]
        fake_opencode.sessions[child.id]["parentID"] = session.id
        fake_opencode.sessions[grandchild.id]["parentID"] = child.id
        for each in fake_opencode.sessions.values():
            each["time"]["updated"] = 40
        turn = agent.session.turn(session.id, "TEXT")
        await turn.run()
        for below in (child, grandchild, other):
            await agent.session.turn(below.id, "TEXT").run()
        attached = agent.session.attach(session.id, turn.message_id)
        await attached.run()
    assert list(turn.outcome.by_session) == [session.id]
    assert list(attached.outcome.by_session) == [session.id, child.id, grandchild.id]
    assert attached.outcome.cost == pytest.approx(3 * turn.outcome.cost)


async def test_turn_that_fails_has_the_outcome_failed(fake_opencode):
    async with client(fake_opencode) as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "FAIL") as turn:
            assert [text async for text in turn] == []
    assert (turn.outcome.status, turn.outcome.error.message) == ("failed", "the model fails with 401")


async def test_turn_that_is_interrupted_has_the_outcome_interrupted(fake_opencode):
    async with client(fake_opencode) as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "STOP")
        messages = await turn.run()
        listed = await agent.session.message.list(session.id, order="asc").all()
    assert (turn.outcome.status, turn.outcome.error.type) == ("interrupted", "MessageAbortedError")
    assert messages == listed


async def test_rules_of_a_session_reach_the_server(fake_opencode):
    deny = PermissionRule(action="edit", resource="*", effect="deny")
    async with client(fake_opencode) as agent:
        session = await agent.session.create(permission=[deny])
        await agent.session.update(session.id, permission=[deny])
    rule = {"permission": "edit", "pattern": "*", "action": "deny"}
    assert fake_opencode.sessions[session.id]["permission"] == [rule, rule]


async def test_misspelt_model_or_agent_creates_no_session(fake_opencode):
    async with client(fake_opencode) as agent:
        with pytest.raises(NotFoundError, match="the server does not have the model rules/rules-l"):
            await agent.session.create(model=ModelReference(provider_id="rules", model_id="rules-l"))
        with pytest.raises(NotFoundError, match="the server does not have the agent plane"):
            await agent.session.create(agent="plane")
    assert fake_opencode.sessions == {}


async def test_prompt_has_the_agent_of_its_session(fake_opencode):
    async with client(fake_opencode) as agent:
        session = await agent.session.create(agent="plan")
        admitted = await agent.session.prompt(session.id, prompt=Prompt(text="TEXT"))
    assert [(prompt["messageID"], prompt["agent"]) for prompt in fake_opencode.prompts] == [(admitted.id, "plan")]


async def test_diff_has_the_patches_of_the_turns(fake_opencode):
    async with client(fake_opencode) as agent:
        session = await agent.session.create()
        await agent.session.turn(session.id, "BASH", on_permission=lambda _: "once").run()
        diff = FileDiff(path="notes.txt", status="added", additions=1, deletions=0, patch=PATCH)
        assert await agent.session.diff(session.id) == [diff]
        fake_opencode.messages(session.id)[1]["parts"] = fake_opencode.messages(session.id)[1]["parts"][:2]
        with pytest.raises(opencode.UnsupportedOperationError, match="no snapshot after a step"):
            await agent.session.diff(session.id)


async def test_compaction_shortens_the_context(fake_opencode):
    async with client(fake_opencode) as agent:
        session = await agent.session.create(model=ModelReference(provider_id="rules", model_id="other"))
        await agent.session.turn(session.id, "TEXT").run()
        assert [message.type for message in await agent.session.context(session.id)] == ["user", "assistant"]
        await agent.session.compact(session.id)
        [summary] = await agent.session.context(session.id)
    assert (summary.type, summary.summary) == ("compaction", "A summary by other")


async def test_pages_of_messages_hold_each_message_once(fake_opencode):
    async with client(fake_opencode) as agent:
        session = await agent.session.create()
        for text in ("TEXT 1", "TEXT 2"):
            await agent.session.turn(session.id, text).run()
        listed = {
            order: await agent.session.message.list(session.id, order=order, limit=3).all() for order in ("asc", "desc")
        }
    assert [message.text for message in listed["asc"][::2]] == ["TEXT 1", "TEXT 2"]
    assert listed["asc"] == listed["desc"][::-1]


async def test_stream_that_ends_in_the_middle_loses_no_text(fake_opencode):
    async with client(fake_opencode) as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "CUT") as turn:
            pieces = [text async for text in turn]
    assert ("".join(pieces), turn.text, turn.outcome.status) == (TEXT, TEXT, "finished")
    assert len(pieces) > 1


async def test_store_follows_two_directories_at_once(fake_opencode):
    async with client(fake_opencode) as agent, AsyncStore(agent) as store:
        views = {directory: await store.follow(directory=directory) for directory in (DEFAULT, LIGHTHOUSE)}
        assert list(store) == [f"local:{DEFAULT}", f"local:{LIGHTHOUSE}"]
        for directory, word in ((DEFAULT, "TEXT"), (LIGHTHOUSE, "BASH")):
            session = await agent.at(directory=directory).session.create(title=word)
            async with views[directory].watch(session.id) as watch:
                turn = agent.session.turn(session.id, word, on_permission=lambda _: "once")
                expected = (tuple(await turn.run()), "idle")
                seen = await until(watch, lambda now, expected=expected: (now.messages, now.status.type) == expected)
            assert seen.session.title == word
        titles = {directory: [entry.session.title for entry in view.sessions] for directory, view in views.items()}
        assert titles == {DEFAULT: ["TEXT"], LIGHTHOUSE: ["BASH"]}


async def test_default_context_is_named_by_the_server(fake_opencode):
    async with client(fake_opencode) as agent, AsyncStore(agent) as store:
        await agent.at(directory=LIGHTHOUSE).session.create()
        assert (await store.follow()).key == f"local:{DEFAULT}"
        assert await agent.session.list().all() == []
        assert len(await agent.at(directory=LIGHTHOUSE).session.list().all()) == 1


async def test_wait_ends_when_the_session_is_not_busy(fake_opencode):
    async with client(fake_opencode) as agent:
        session = await agent.session.create()
        await agent.session.wait(session.id, deadline=20)
        assert [request.partition("?")[0] for request in fake_opencode.requests[-2:]] == [
            "GET /session/status",
            f"GET /session/{session.id}/message",
        ]


async def test_operation_that_is_missing_is_an_error_and_sends_nothing(fake_opencode):
    async with client(fake_opencode) as agent:
        with pytest.raises(opencode.UnsupportedOperationError, match=r"auth\.list: .* use GET /api/integration"):
            await agent.auth.list()
        with pytest.raises(opencode.UnsupportedOperationError, match="the input roots of this operation"):
            await agent.session.list(roots=True).all()
        assert fake_opencode.requests == []
        session = await agent.session.create()
        with pytest.raises(opencode.UnsupportedOperationError) as caught:
            await agent.session.prompt(session.id, prompt=Prompt(text="TEXT"), delivery="deferred")
    assert (caught.value.operation, caught.value.lacks) == ("session.prompt", ("delivery",))
    assert "at the next step of its work" in caught.value.instead
    assert fake_opencode.prompts == []


async def test_record_is_picked_from_a_list_or_is_not_found(fake_opencode):
    async with client(fake_opencode) as agent:
        assert (await agent.catalog.model.get("rules", "rules/1")).name == "Rules"
        with pytest.raises(NotFoundError, match=r"catalog\.model\.get: 404 NotFoundError"):
            await agent.catalog.model.get("rules", "rules")
        with pytest.raises(NotFoundError, match="Session not found"):
            await agent.session.get("ses_none")


async def test_messages_are_those_of_the_server(fake_opencode):
    async with client(fake_opencode) as agent:
        session = await agent.session.create()
        messages = await agent.session.turn(session.id, "TEXT").run()
        listed = await agent.session.message.list(session.id, order="asc").all()
    expected = turn(session.id, messages[0].id, "TEXT").contract
    assert messages == listed == [decode_message(message) for message in expected]


async def test_turn_and_store_work_over_a_port(fake_opencode):
    with serve(fake_opencode.app) as served:
        transport = opencode.AsyncTransport()
        async with (
            AsyncAgentClient(transport=transport, base_url=served.url, clock=BriefClock()) as agent,
            AsyncStore(agent) as store,
        ):
            view = await store.follow(directory=DEFAULT)
            session = await agent.session.create(title="Over a port")
            async with view.watch(session.id) as watch:
                messages = await agent.session.turn(session.id, "BASH", on_permission=lambda _: "once").run()
                assert (await until(watch, lambda now: now.messages == tuple(messages))).session.title == "Over a port"


async def test_routes_of_the_server_itself_are_reached(fake_opencode):
    transport = opencode.AsyncTransport(fake_opencode.async_transport())
    request = httpx.Request("POST", "http://opencode.test/session/ses_1/abort", json={"a": 1})
    response = await transport.handle_async_request(request)
    assert response.status_code == 200
    assert fake_opencode.requests == ["POST /session/ses_1/abort"]
