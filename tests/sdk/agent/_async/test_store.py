"""The live view: contexts, sessions and messages while the stub works on them."""

from contextlib import aclosing

import pytest

from tests.sdk.agent._async.watching import texts, until
from trivet import (
    DecodeError,
    InternalServerError,
    InvalidArgumentError,
    NotFoundError,
    PermissionDeniedError,
    TrivetError,
)
from trivet.agent import AsyncStore, CompactionMessage, Prompt, QuestionResponse, SessionBusy, SessionIdle
from trivet_stubs.agent import Hold, Question, Reasoning, Text, Todos, Tool

ORCHARD, LIGHTHOUSE = "/home/dev/orchard", "/home/dev/lighthouse"


def idle(view):
    return isinstance(view.status, SessionIdle)


async def test_watch_shows_a_turn_until_it_ends(agent_stub, async_agent_client):
    agent_stub.script(
        Reasoning("Hm."), Text("Hello ", "there."), Hold(), Text("Bye."), Tool("bash", output="README.md")
    )
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        session = await agent.session.create(title="Hello")
        async with aclosing(view.watch(session.id)) as watch:
            now = await anext(watch)
            assert (now.session, now.messages, now.loaded, now.status) == (session, (), True, None)
            await agent.session.prompt(session.id, prompt=Prompt(text="Say hello."))
            now = await until(watch, lambda latest: texts(latest) == ["Hello there."])
            assert isinstance(now.status, SessionBusy)
            agent_stub.resume(session.id)
            now = await until(watch, idle)
            assert texts(now) == ["Hello there.", "Bye."]
            assert list(now.messages) == await agent.session.message.list(session.id, order="asc").all()
            assert now.session == await agent.session.get(session.id)
            assert view.session(session.id) == now
        assert not view.session(session.id).loaded


async def test_follow_fetches_existing_sessions_and_requests(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        sessions = [await agent.session.create() for _ in range(51)]
        for number in range(26):
            await agent.session.prompt(sessions[0].id, prompt=Prompt(text=f"Prompt {number}"))
        agent_stub.script(Tool("bash", asks="bash"))
        await agent.session.prompt(sessions[1].id, prompt=Prompt(text="Look."))
        view = await store.follow()
        assert [entry.session.id for entry in view.sessions] == [session.id for session in sessions]
        assert [permission.id for permission in view.session(sessions[1].id).permissions] == ["per_000001"]
        async with aclosing(view.watch(sessions[0].id)) as watch:
            now = await anext(watch)
        assert list(now.messages) == await agent.session.message.list(sessions[0].id, order="asc").all()
        assert len(now.messages) == 52


async def test_watch_opened_during_a_turn_shows_all_of_it(agent_stub, async_agent_client):
    agent_stub.script(Text("One ", "two "), Hold(), Text("three."))
    async with async_agent_client as agent, AsyncStore(agent) as store:
        session = await agent.session.create()
        await agent.session.prompt(session.id, prompt=Prompt(text="Count."))
        view = await store.follow()
        async with aclosing(view.watch(session.id)) as watch:
            assert texts(await anext(watch)) == ["One two "]
            agent_stub.resume(session.id)
            assert texts(await until(watch, idle)) == ["One two ", "three."]


async def test_each_context_has_one_view_of_its_own(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        orchard, lighthouse = await store.follow(), await store.follow(directory=LIGHTHOUSE)
        assert list(store) == [f"local:{ORCHARD}", f"local:{LIGHTHOUSE}"]
        assert store[orchard.key] is orchard
        assert lighthouse.key in store
        assert await store.follow(directory=f"{LIGHTHOUSE}/.") is lighthouse
        asked = len(agent_stub.requests)
        assert await store.follow(directory=LIGHTHOUSE) is lighthouse
        assert len(agent_stub.requests) == asked
        assert await store.follow() is orchard
        assert len(store) == len(agent_stub.events) == 2
        session = await agent.at(directory=LIGHTHOUSE).session.create()
        async with aclosing(lighthouse.changes()) as changes:
            assert (await anext(changes)).session == session
        assert orchard.sessions == []
        await store.unfollow(orchard.key)
        with pytest.raises(KeyError):
            store[orchard.key]
        assert await store.follow() is not orchard
    assert len(agent_stub.events) == 0


async def test_bound_client_follows_its_own_context(async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent.at(directory=LIGHTHOUSE)) as store:
        assert (await store.follow()).key == f"local:{LIGHTHOUSE}"


async def test_follow_uses_the_given_directory_if_the_server_names_none(agent_stub, async_agent_client):
    agent_stub.faults.add("session.list", body={"data": []})
    async with async_agent_client as agent, AsyncStore(agent) as store:
        assert (await store.follow(directory="/d", workspace=None)).key == "local:/d"


async def test_moved_session_changes_from_one_view_to_the_other(async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        workspace = await agent.workspace.create(type="worktree", directory="/home/dev/elsewhere")
        here, there = await store.follow(), await store.follow(workspace=workspace.id)
        assert there.key == f"{workspace.id}:/home/dev/elsewhere"
        session = await agent.session.create()
        async with aclosing(here.watch(session.id)) as watch, aclosing(there.changes()) as arrivals:
            await anext(watch)
            await agent.workspace.warp(session_id=session.id, workspace_id=workspace.id, copy_changes=False)
            assert [update async for update in watch][1:] == []
            assert (await anext(arrivals)).session.id == session.id
        assert here.session(session.id) is None
        with pytest.raises(InvalidArgumentError, match="a session of local:/home/dev/orchard"):
            await anext(here.watch(session.id))


async def test_deleting_a_session_ends_its_watches(agent_stub, async_agent_client):
    agent_stub.script(Tool("bash", asks="bash"))
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        session = await agent.session.create()
        await agent.session.prompt(session.id, prompt=Prompt(text="Look."))
        async with aclosing(view.watch(session.id)) as watch:
            await until(watch, lambda latest: len(latest.permissions) == 1)
            await agent.session.delete(session.id)
            async for update in watch:
                assert update.session.id == session.id
        assert view.sessions == []
        with pytest.raises(NotFoundError):
            await anext(view.watch(session.id))


async def test_view_shows_requests_until_they_are_answered(agent_stub, async_agent_client):
    agent_stub.script(Tool("bash", asks="bash"), Question("Which?"), Question("Why?"), Todos(["x"]))
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        session = await agent.session.create()
        async with aclosing(view.watch(session.id)) as watch:
            await agent.session.prompt(session.id, prompt=Prompt(text="Look."))
            now = await until(watch, lambda latest: latest.permissions)
            assert now.permissions[0].action == "bash"
            await agent.permission.reply(now.permissions[0].id, response="once")
            now = await until(watch, lambda latest: latest.questions)
            assert (now.permissions, now.questions[0].questions[0].question) == ((), "Which?")
            await agent.question.reply(now.questions[0].id, response=QuestionResponse(answers=[["x"]]))
            now = await until(watch, lambda latest: latest.questions and latest.questions != now.questions)
            await agent.question.reject(now.questions[0].id)
            assert (await until(watch, idle)).questions == ()


async def test_compaction_appears_as_a_message(async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        session = await agent.session.create()
        await agent.session.prompt(session.id, prompt=Prompt(text="Hello."))
        async with aclosing(view.watch(session.id)) as watch:
            await agent.session.compact(session.id)
            now = await until(watch, lambda latest: len(latest.messages) == 3)
            assert isinstance(now.messages[-1], CompactionMessage)


async def test_slow_watch_gets_the_latest_state(agent_stub, async_agent_client):
    agent_stub.script(Text(*"abcdefghij"))
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        session = await agent.session.create()
        async with aclosing(view.watch(session.id)) as slow, aclosing(view.watch(session.id)) as quick:
            await anext(slow)
            await agent.session.prompt(session.id, prompt=Prompt(text="Spell."))
            last = await until(quick, idle)
            assert await anext(slow) == last
            await agent.session.update(session.id, title="Spelled")
            assert (await anext(slow)).session.title == "Spelled"


async def test_failed_fetch_is_repeated_until_it_succeeds(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        session = await agent.session.create()
        agent_stub.faults.add("session.message.list", status=500, times=3)
        async with aclosing(view.watch(session.id)) as watch:
            assert (await anext(watch)).loaded
        assert 1.75 <= agent_stub.clock.monotonic() <= 3.5, "0.5, 1 and 2 s, each cut by chance to a half at least"


async def test_watch_of_a_session_deleted_meanwhile_ends(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        session = await agent.session.create()
        await anext(view.changes())  # the event that it was created has come
        agent_stub.faults.add("session.message.list", status=404)
        assert [update async for update in view.watch(session.id)] == []
        assert view.session(session.id) is None
        assert view.failure is None


async def test_refused_fetch_ends_the_view_and_raises_in_its_watches(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        session = await agent.session.create()
        agent_stub.faults.add("session.message.list", status=403)
        with pytest.raises(PermissionDeniedError):
            await anext(view.watch(session.id))
        assert isinstance(view.failure, PermissionDeniedError)
        with pytest.raises(PermissionDeniedError):
            await anext(view.changes())
        again = await store.follow()
        assert again is not view
        assert (await anext(again.watch(session.id))).session.id == session.id


async def test_failure_not_yet_raised_is_raised_when_the_store_closes(agent_stub, async_agent_client):
    async def follow(agent):
        async with AsyncStore(agent) as store:
            view = await store.follow()
            agent_stub.events.send_bytes(b"data: nonsense\n\n" * 6)
            for _ in range(1000):
                await agent.project.list()
                if view.failure is not None:
                    break

    async with async_agent_client as agent:
        with pytest.raises(DecodeError, match="not a JSON object"):
            await follow(agent)


async def test_failures_of_several_contexts_are_raised_as_one_with_notes(agent_stub, async_agent_client):
    async def follow(agent):
        async with AsyncStore(agent) as store:
            views = [await store.follow(directory=directory) for directory in (ORCHARD, LIGHTHOUSE)]
            for directory in (ORCHARD, LIGHTHOUSE):
                agent_stub.events.send_bytes(b"data: nonsense\n\n" * 6, agent_stub.context(directory))
            for _ in range(1000):
                await agent.project.list()
                if all(view.failure is not None for view in views):
                    break

    async with async_agent_client as agent:
        with pytest.raises(DecodeError) as raised:
            await follow(agent)
    [note] = raised.value.__notes__
    assert note.startswith(f"also, local:{LIGHTHOUSE}: DecodeError(")


async def test_follow_raises_the_first_failure(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        for operation in ("event.subscribe", "session.list", "permission.list", "question.list"):
            agent_stub.faults.add(operation, status=500)
            with pytest.raises(InternalServerError, match=operation):
                await store.follow()
        assert len(store) == 0
        assert (await store.follow()).sessions == []


async def test_closed_store_ends_its_watches_and_refuses_new_ones(async_agent_client):
    async with async_agent_client as agent:
        async with AsyncStore(agent) as store:
            view = await store.follow()
            session = await agent.session.create()
            watch = view.watch(session.id)
            changes = view.changes()
            await anext(watch)
            await anext(changes)
        assert [update async for update in watch] == []
        assert [update async for update in changes] == []
        with pytest.raises(TrivetError, match="closed"):
            await store.follow()
        with pytest.raises(TrivetError, match="closed"):
            await anext(view.watch(session.id))
        await store.aclose()
