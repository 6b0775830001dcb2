"""A server that ignores the runtime context, and answers for one of its own."""

import httpx
import pytest

from trivet import AsyncAgentClient, DecodeError
from trivet.agent import IgnoredContextWarning

THERE = {"directory": "/srv/default"}
SESSION = {"id": "ses_1", "location": THERE}


def ignoring(request):
    """Answer every operation for the directory that the server was started in."""
    if request.method == "POST":
        return httpx.Response(200, json={"data": SESSION})
    return httpx.Response(200, json={"location": THERE, "data": []})


def client(**options):
    return AsyncAgentClient(transport=httpx.MockTransport(ignoring), **options).at(directory="/home/dev/orchard")


async def test_ignored_context_is_a_warning_with_both_directories():
    async with client() as agent:
        with pytest.warns(IgnoredContextWarning, match="directory is '/srv/default', not '/home/dev/orchard'"):
            assert await agent.skill.list() == []
        with pytest.warns(IgnoredContextWarning, match=r"^session\.create: "):
            assert (await agent.session.create()).id == "ses_1"
        with pytest.warns(IgnoredContextWarning, match=r"^session\.list: "):
            assert await agent.session.list().all() == []


async def test_ignored_context_is_an_error_of_a_strict_client():
    async with client(strict=True) as agent:
        with pytest.raises(DecodeError, match="another context: directory is '/srv/default'") as caught:
            await agent.skill.list()
    assert caught.value.operation == "skill.list"
    assert b"/srv/default" in caught.value.body


async def test_answer_without_requested_context_is_accepted():
    async with AsyncAgentClient(transport=httpx.MockTransport(ignoring), strict=True) as agent:
        assert await agent.skill.list() == []


async def test_secret_that_a_context_repeats_is_not_shown():
    def repeating(request):
        return httpx.Response(200, json={"location": {"directory": "/home/t0ken-of-mine"}, "data": []})

    agent = AsyncAgentClient(transport=httpx.MockTransport(repeating), headers={"x-key": "t0ken-of-mine"})
    async with agent:
        with pytest.warns(IgnoredContextWarning) as caught:
            await agent.at(directory="/home/dev").skill.list()
    assert "t0ken" not in str(caught[0].message)


async def test_session_that_a_server_makes_elsewhere_is_noticed(agent_stub, async_agent_client):
    agent_stub.observed.ignored_context = True
    async with async_agent_client as agent:
        bound = agent.at(directory="/home/dev/lighthouse")
        with pytest.warns(IgnoredContextWarning, match="directory is '/home/dev/orchard', not '/home/dev/lighthouse'"):
            session = await bound.session.create()
        assert session.location.directory == "/home/dev/orchard"
