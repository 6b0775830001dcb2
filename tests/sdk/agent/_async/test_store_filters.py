"""Views of a part of a context's sessions."""

from contextlib import aclosing

import pytest

from trivet import InvalidArgumentError
from trivet.agent import AsyncStore, Prompt
from trivet_stubs.agent import Subtask

ORCHARD = "/home/dev/orchard"


async def first(changes, condition):
    async for view in changes:
        if condition(view):
            return view
    raise AssertionError("the changes ended before the condition was met")


async def test_filtered_view_holds_sessions_that_match_now_and_later(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        await agent.session.create(title="Pears")
        apples = await agent.session.create(title="Apples")
        view = await store.follow(directory=ORCHARD, roots=True, search="apple")
        assert view.key == f"local:{ORCHARD}?roots=true&search=apple"
        assert [entry.session.id for entry in view.sessions] == [apples.id]
        async with aclosing(view.changes()) as changes:
            assert (await anext(changes)).session.id == apples.id
            agent_stub.script(Subtask("Peel the apple"))
            await agent.session.prompt(apples.id, prompt=Prompt(text="Peel."))
            late = await agent.session.create(title="More apples")
            await first(changes, lambda change: change.session.id == late.id)
            assert len(await agent.session.list(search="apple").all()) == 3, "one of them is a subtask"
            assert [entry.session.id for entry in view.sessions] == [apples.id, late.id]
            await agent.session.update(apples.id, title="Plums")
            assert (await first(changes, lambda change: change.gone)).session.id == apples.id
        assert [entry.session.id for entry in view.sessions] == [late.id]
        with pytest.raises(InvalidArgumentError, match="a session of local:"):
            await anext(view.watch(apples.id))


async def test_each_filter_of_a_context_has_a_view_of_its_own(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        await agent.session.create()
        whole, roots = await store.follow(directory=ORCHARD), await store.follow(directory=ORCHARD, roots=True)
        late = await store.follow(start=agent_stub.now() + 1)
        assert list(store) == [f"local:{ORCHARD}", f"local:{ORCHARD}?roots=true", late.key]
        assert await store.follow(directory=ORCHARD, roots=True) is roots
        assert (len(whole.sessions), len(roots.sessions), len(late.sessions)) == (1, 1, 0)
        deep = await agent.at(directory=f"{ORCHARD}/src").session.create()
        below = await store.follow(directory=ORCHARD, path="src")
        assert [entry.session.id for entry in below.sessions] == [deep.id]
        for wrong in ({"roots": "yes"}, {"start": "now"}, {"path": 5}, {"search": b"x"}):
            with pytest.raises(InvalidArgumentError, match=next(iter(wrong))):
                await store.follow(**wrong)
