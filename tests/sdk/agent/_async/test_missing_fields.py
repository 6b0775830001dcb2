"""Records without fields that the contract only assumes: they change nothing, and end neither a view nor a turn."""

import pytest

from tests.sdk.agent._async.watching import texts, until
from trivet import DecodeError
from trivet.agent import AsyncStore
from trivet_stubs.agent import Hold, Text, Tool

KINDS = [
    "message.updated",
    "message.removed",
    "message.part.updated",
    "message.part.removed",
    "permission.asked",
    "permission.v2.asked",
    "permission.replied",
    "permission.v2.replied",
    "question.asked",
    "question.v2.asked",
    "question.replied",
    "question.rejected",
    "question.v2.replied",
    "question.v2.rejected",
    "session.idle",
    "session.status",
    "session.deleted",
    "session.updated",
    "session.next.moved",
]


def send_without(stub, kind, session_id):
    """Send events of a kind that lack one or all of the ids in their payload."""
    stub.events.send(kind, {})
    stub.events.send(kind, {"id": "x", "requestID": "x", "messageID": "x", "partID": "x"})
    if kind not in ("session.idle", "session.deleted"):
        stub.events.send(kind, {"sessionID": session_id})
    if kind == "message.part.updated":
        part = {"type": "text", "text": "no id"}
        stub.events.send(kind, {"sessionID": session_id, "messageID": "msg_0", "part": part})
        stub.events.send(kind, {"sessionID": session_id, "part": part})
    if kind == "message.updated":
        stub.events.send(kind, {"sessionID": session_id, "info": {"type": "assistant", "content": []}})


@pytest.mark.parametrize("kind", KINDS)
async def test_events_without_ids_leave_the_view_as_it_was(agent_stub, async_agent_client, kind):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        session = await agent.session.create(title="One")
        async with view.watch(session.id) as watch:
            before = await anext(watch)
            send_without(agent_stub, kind, session.id)
            await agent.session.update(session.id, title="Two")
            now = await until(watch, lambda latest: latest.session.title == "Two")
        assert view.failure is None
        assert (now.messages, now.status, now.permissions, now.questions) == (before.messages, None, (), ())


@pytest.mark.parametrize("listed", ["permission", "question"])
async def test_listed_requests_without_ids_are_left_out_of_the_view(agent_stub, async_agent_client, listed):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        session = await agent.session.create()
        asked = [{"sessionID": session.id}, {"id": "x"}, {}, {"id": "req_1", "sessionID": session.id}]
        agent_stub.faults.add(f"{listed}.list", body={"data": asked})
        view = await store.follow()
        now = view.session(session.id)
        assert [request.id for request in (*now.permissions, *now.questions)] == ["req_1"]
        await agent.session.delete(session.id)
        async with view.changes() as changes:
            while view.sessions:
                await anext(changes)
        assert view.failure is None


async def test_fetched_parts_without_ids_are_kept_by_position(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        session = await agent.session.create()
        parts = [{"type": "text", "text": "a"}, {"type": "reasoning", "text": "b"}, {"type": "text", "text": "c"}]
        message = {"id": "msg_1", "type": "assistant", "content": parts}
        agent_stub.faults.add("session.message.list", body={"data": [message], "cursor": {}})
        async with view.watch(session.id) as watch:
            now = await anext(watch)
            assert texts(now) == ["a", "c"]
            delta = {"sessionID": session.id, "messageID": "msg_1", "partID": "prt_1", "field": "text", "delta": "d"}
            agent_stub.events.send("message.part.delta", delta)
            part = {"type": "text", "id": "prt_1", "text": "d"}
            agent_stub.events.send(
                "message.part.updated", {"sessionID": session.id, "messageID": "msg_1", "part": part}
            )
            now = await until(watch, lambda latest: len(texts(latest)) == 3)
        assert texts(now) == ["a", "c", "d"]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("session.updated", "session.next.moved")])
async def test_events_without_ids_do_not_end_a_turn(agent_stub, async_agent_client, kind):
    agent_stub.script(Text("Look"), Hold(), Text("ing."))
    async with async_agent_client as agent:
        session = await agent.session.create()

        async def once(request):
            raise AssertionError(f"{request} cannot be replied to")

        turn = agent.session.turn(session.id, "Look.", on_permission=once, on_question=once)
        async with turn:
            assert await anext(turn) == "Look"
            send_without(agent_stub, kind, session.id)
            agent_stub.resume(session.id)
            assert "".join([text async for text in turn]) == "ing."
        assert len(turn.messages) == 2


async def test_listed_requests_without_ids_are_not_replied_to(agent_stub, async_agent_client):
    agent_stub.script(Tool("bash", {"command": "ls"}, output="README.md", asks="bash"), Text("Done."))
    asked = []

    async def on_permission(request):
        asked.append(request.action)
        return "once"

    async with async_agent_client as agent:
        session = await agent.session.create()
        waiting = [{"sessionID": session.id}, {"id": "x"}, {"id": 7, "sessionID": session.id}, {}]
        agent_stub.faults.add("permission.list", body={"data": waiting})
        messages = await agent.session.turn(session.id, "List.", on_permission=on_permission).run()
    assert asked == ["bash"]
    assert len(messages) == 2


async def test_turn_whose_prompt_gets_no_id_raises_decode_error(agent_stub, async_agent_client):
    async with async_agent_client as agent:
        session = await agent.session.create()
        body = {"data": {"sessionID": session.id, "delivery": "immediate"}}
        agent_stub.faults.add("session.prompt", body=body)
        turn = agent.session.turn(session.id, "Look.")
        with pytest.raises(DecodeError, match=r"session\.prompt.*\$\.data\.id"):
            await turn.run()
    assert turn.admitted.session_id == session.id
    assert (turn.messages, turn.outcome.status, turn.outcome.works_on) == ([], "failed", True)


async def test_text_of_parts_without_ids_is_yielded_at_the_end(agent_stub, async_agent_client):
    agent_stub.script(Hold(), Text("Unused."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Look.") as turn:
            prompt = {"id": turn.admitted.id, "type": "user", "text": "Look."}
            parts = [
                {"type": "text", "text": "Look"},
                {"type": "reasoning", "text": "Hm."},
                {"type": "text", "text": "ing."},
            ]
            answer = {"id": "msg_z", "type": "assistant", "content": parts}
            agent_stub.events.send("message.updated", {"sessionID": session.id, "info": prompt})
            agent_stub.events.send(
                "message.updated", {"sessionID": session.id, "info": {**answer, "content": parts[:1]}}
            )
            assert await anext(turn) == "Look"
            agent_stub.events.send("message.updated", {"sessionID": session.id, "info": answer})
            assert await anext(turn) == "ing."
