# Derived from tests/sdk/agent/_async/test_ignored_context.py by `python -m codegen`; do not edit.
"""A server that ignores the runtime context, and answers for one of its own."""

import httpx
import pytest

from trivet import AgentClient, DecodeError
from trivet.agent import IgnoredContextWarning

THERE = {"directory": "/srv/default"}
SESSION = {"id": "ses_1", "location": THERE}


def ignoring(request):
    """Answer every operation for the directory that the server was started in."""
    if request.method == "POST":
        return httpx.Response(200, json={"data": SESSION})
    return httpx.Response(200, json={"location": THERE, "data": []})


def client(**options):
    return AgentClient(transport=httpx.MockTransport(ignoring), **options).at(directory="/home/dev/orchard")


def test_ignored_context_is_a_warning_with_both_directories():
    with client() as agent:
        with pytest.warns(IgnoredContextWarning, match="directory is '/srv/default', not '/home/dev/orchard'"):
            assert agent.skill.list() == []
        with pytest.warns(IgnoredContextWarning, match=r"^session\.create: "):
            assert (agent.session.create()).id == "ses_1"
        with pytest.warns(IgnoredContextWarning, match=r"^session\.list: "):
            assert agent.session.list().all() == []


def test_ignored_context_is_an_error_of_a_strict_client():
    with client(strict=True) as agent:
        with pytest.raises(DecodeError, match="another context: directory is '/srv/default'") as caught:
            agent.skill.list()
    assert caught.value.operation == "skill.list"
    assert b"/srv/default" in caught.value.body


def test_answer_without_requested_context_is_accepted():
    with AgentClient(transport=httpx.MockTransport(ignoring), strict=True) as agent:
        assert agent.skill.list() == []


def test_secret_that_a_context_repeats_is_not_shown():
    def repeating(request):
        return httpx.Response(200, json={"location": {"directory": "/home/t0ken-of-mine"}, "data": []})

    agent = AgentClient(transport=httpx.MockTransport(repeating), headers={"x-key": "t0ken-of-mine"})
    with agent:
        with pytest.warns(IgnoredContextWarning) as caught:
            agent.at(directory="/home/dev").skill.list()
    assert "t0ken" not in str(caught[0].message)


def test_session_that_a_server_makes_elsewhere_is_noticed(agent_stub, agent_client):
    agent_stub.observed.ignored_context = True
    with agent_client as agent:
        bound = agent.at(directory="/home/dev/lighthouse")
        with pytest.warns(IgnoredContextWarning, match="directory is '/home/dev/orchard', not '/home/dev/lighthouse'"):
            session = bound.session.create()
        assert session.location.directory == "/home/dev/orchard"
