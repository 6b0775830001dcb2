"""Turns and stores of a client share one stream, and each goes on when the stream, or another one of them, does not."""

import gc
import weakref
from contextlib import suppress

import pytest

from trivet import AuthenticationError, PermissionDeniedError
from trivet.agent import AsyncStore, Prompt
from trivet.observe import Observer
from trivet_stubs.agent import Hold, Subtask, Text, Tool

TURNS = 60


async def opened_turns(stub, agent, *script, count=TURNS):
    """Open turns one after the other, none of which has ended."""
    turns = []
    for number in range(count):
        session = await agent.session.create()
        stub.script(Text(f"{number}: "), Hold(), *script)
        turns.append(await agent.session.turn(session.id, "Hello.", on_permission=lambda _: "once").__aenter__())
        assert await anext(turns[-1]) == f"{number}: "
    return turns


def resume_all(stub):
    for session_id in list(stub.sessions):
        with suppress(ValueError):  # it is not at a hold
            stub.resume(session_id)


async def left_text(turn):
    """Return the text until the end of the turn, and leave its block."""
    text = "".join([text async for text in turn])
    await turn.__aexit__(None, None, None)
    return text


@pytest.mark.long
async def test_sixty_turns_share_one_stream(agent_stub, async_agent_client):
    async with async_agent_client as agent:
        turns = await opened_turns(agent_stub, agent, Text("done."))
        resume_all(agent_stub)
        assert {await left_text(turn) for turn in turns} == {"done."}
        assert {turn.outcome.status for turn in turns} == {"finished"}
        assert agent_stub.requests.count("event.subscribe") == 1
        await agent.session.turn((await agent.session.create()).id, "Hello.").run()
        assert agent_stub.requests.count("event.subscribe") == 2, "the last one of the sixty has closed the stream"


@pytest.mark.parametrize("clean", [True, False])
async def test_cuts_of_the_shared_stream_leave_every_turn_exact(agent_stub, async_agent_client, clean):
    script = (Text("one ", "two "), Hold(), Tool("bash", asks="bash"), Text("three."))
    async with async_agent_client as agent, AsyncStore(agent) as store:
        await store.follow()
        turns = await opened_turns(agent_stub, agent, *script, count=10)
        for _ in range(2):
            agent_stub.events.cut(clean=clean)
            resume_all(agent_stub)  # no client receives the events
        assert {await left_text(turn) for turn in turns} == {"one two three."}
        assert agent_stub.requests.count("event.subscribe") in (2, 3), "the second cut may have hit no connection"


@pytest.mark.parametrize("ending", ["cancelled", "broken", "detached", "refused"])
async def test_end_of_one_turn_leaves_the_others(agent_stub, async_agent_client, ending):
    async with async_agent_client as agent:
        first, second, third = await opened_turns(agent_stub, agent, Text("done."), count=3)
        if ending == "cancelled":
            await first.cancel()
        elif ending == "detached":
            first.detach()
        elif ending == "refused":
            agent_stub.faults.add("session.message.list", status=403)
            agent_stub.events.send_bytes(b"data: {\n\n")
            with pytest.raises(PermissionDeniedError):
                await anext(first)
        error = RuntimeError() if ending == "broken" else None
        await first.__aexit__(type(error), error, None)
        resume_all(agent_stub)
        assert {await left_text(turn) for turn in (second, third)} == {"done."}
    assert agent_stub.requests.count("event.subscribe") == 1


@pytest.mark.long
async def test_turn_that_is_not_read_delays_no_other(agent_stub, async_agent_client):
    words = [f"{number} " for number in range(3000)]
    async with async_agent_client as agent:
        slow, other = await opened_turns(agent_stub, agent, Text(*words), count=2)
        resume_all(agent_stub)
        assert await left_text(other) == "".join(words)
        assert await left_text(slow) == "".join(words)
    assert agent_stub.requests.count("event.subscribe") == 1


class Listener(Observer):
    """An observer of nothing."""


@pytest.mark.parametrize(
    "options",
    [{"timeout": 3}, {"deadline": 30}, {"max_retries": 0}, {"headers": {"x-a": "b"}}, {"observers": [Listener()]}],
)
async def test_turns_with_other_options_have_another_stream(agent_stub, async_agent_client, options):
    async with async_agent_client as agent:
        others = agent.with_options(**options)
        turns = [
            *await opened_turns(agent_stub, agent, count=2),
            *await opened_turns(agent_stub, others, count=2),
            *await opened_turns(agent_stub, agent.with_options(timeout=agent._connection.settings.timeouts), count=1),
        ]
        resume_all(agent_stub)
        for turn in turns:
            await left_text(turn)
    assert agent_stub.requests.count("event.subscribe") == 2


async def test_subscriptions_of_a_user_are_a_stream_each(agent_stub, async_agent_client):
    async with async_agent_client as agent:
        turns = await opened_turns(agent_stub, agent, count=1)
        async with agent.event.subscribe(), agent.event.subscribe():
            assert agent_stub.requests.count("event.subscribe") == 3
        resume_all(agent_stub)
        assert await left_text(turns[0]) == ""


async def test_refused_stream_is_opened_again_by_the_next_turn(agent_stub, async_agent_client):
    agent_stub.faults.add("event.subscribe", status=401)
    async with async_agent_client as agent:
        session = await agent.session.create()
        with pytest.raises(AuthenticationError):
            await agent.session.turn(session.id, "Hello.").run()
        await agent.session.turn(session.id, "Hello.").run()
    assert agent_stub.requests.count("session.prompt") == 1


async def test_refused_reconnection_raises_in_each_turn_which_goes_on(agent_stub, async_agent_client):
    async with async_agent_client as agent:
        turns = await opened_turns(agent_stub, agent, Text("done."), count=3)
        agent_stub.faults.add("event.subscribe", status=401)
        agent_stub.events.cut()
        errors = []
        for turn in turns:
            with pytest.raises(AuthenticationError) as caught:
                await anext(turn)
            errors.append(caught.value)
        assert len({id(error) for error in errors}) == len(turns), "an error of its own, with its own traceback"
        resume_all(agent_stub)
        assert {await left_text(turn) for turn in turns} == {"done."}


@pytest.mark.parametrize("filters", [{}, {"search": "nothing has this title"}])
async def test_turns_share_the_stream_of_a_store(agent_stub, async_agent_client, filters):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        await store.follow(directory="/home/dev/orchard", **filters)
        for number in range(3):
            session = await agent.session.create()
            agent_stub.script(Text(f"Answer {number}", "."))
            async with agent.session.turn(session.id, "Hello.") as turn:
                assert "".join([text async for text in turn]) == f"Answer {number}."
    assert agent_stub.requests.count("event.subscribe") == 1


async def test_turn_elsewhere_or_with_other_headers_has_its_own_stream(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        await store.follow(directory="/home/dev/orchard")
        clients = [agent.at(directory="/home/dev/lighthouse"), agent.with_options(headers={"x-a": "b"})]
        for number, client in enumerate(clients):
            session = await client.session.create()
            agent_stub.script(Text("Hi."))
            await client.session.turn(session.id, "Hello.").run()
            assert agent_stub.requests.count("event.subscribe") == 2 + number


@pytest.mark.parametrize("ending", ["closed", "unfollowed", "refused"])
async def test_turn_continues_when_the_shared_stream_ends(agent_stub, async_agent_client, ending):
    async with async_agent_client as agent:
        store = AsyncStore(agent)
        view = await store.follow()
        session = await agent.session.create()
        agent_stub.script(Text("One "), Hold(), Text("two ", "three."))
        async with agent.session.turn(session.id, "Hello.") as turn:
            received = await anext(turn)
            if ending == "closed":
                await store.aclose()
            elif ending == "unfollowed":
                await store.unfollow(view.key)
            else:
                agent_stub.faults.add("event.subscribe", status=401)
                agent_stub.events.cut()
                with pytest.raises(AuthenticationError):
                    async for _ in view.changes():
                        pass
                with pytest.raises(AuthenticationError):
                    await anext(turn)
            agent_stub.resume(session.id)
            async for text in turn:
                received += text
        assert received == "One two three."
        assert turn.outcome.status == "finished"
        await store.aclose()


@pytest.mark.parametrize("harm", ["cut", "restart", "garbage"])
async def test_turn_catches_up_after_a_gap_of_the_shared_stream(agent_stub, async_agent_client, harm):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        await store.follow()
        session = await agent.session.create()
        agent_stub.script(Text("One "), Hold(), Tool("bash", asks="bash"), Text("two."))
        async with agent.session.turn(session.id, "Hello.", on_permission=lambda _: "once") as turn:
            received = await anext(turn)
            if harm == "garbage":
                agent_stub.events.send_bytes(b"data: {\n\n")
            else:
                getattr(agent_stub.events, harm)(clean=False)
            agent_stub.resume(session.id)
            async for text in turn:
                received += text
        assert received == "One two."
    assert agent_stub.requests.count("event.subscribe") == (1 if harm == "garbage" else 2)


async def test_turn_that_was_left_is_not_kept(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        await store.follow()
        session = await agent.session.create()
        agent_stub.script(Hold())
        async with agent.session.turn(session.id, "Hello.") as turn:
            left = weakref.ref(turn)
        del turn
        agent_stub.resume(session.id)
        await agent.session.wait(session.id)
        gc.collect()
        assert left() is None
        assert (await store.follow()).failure is None


@pytest.mark.long
async def test_turns_know_the_session_of_a_request_without_a_call(agent_stub, async_agent_client):
    tool = Tool("bash", asks="bash")
    async with async_agent_client as agent:
        turns = await opened_turns(agent_stub, agent, Subtask("Below"), Text("Go"), Hold(), tool, Text("."), count=10)
        resume_all(agent_stub)
        assert {await anext(turn) for turn in turns} == {"Go"}
        below = await agent.session.list(search="Below").all()
        for session in below:
            agent_stub.script(tool, session_id=session.id)
            await agent.session.prompt(session.id, prompt=Prompt(text="List."))
            await agent.session.wait(session.id)
        resume_all(agent_stub)
        assert {await left_text(turn) for turn in turns} == {"."}
    assert agent_stub.requests.count("permission.reply") == 10 + len(below) == 20
    assert agent_stub.requests.count("session.get") == 10, "of each turn's own session"
