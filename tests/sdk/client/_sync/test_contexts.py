# Derived from tests/sdk/client/_async/test_contexts.py by `python -m codegen`; do not edit.
"""Runtime contexts of the agent client."""

import pickle

import httpx
import pytest

from trivet import AgentClient, InvalidArgumentError
from trivet.agent import context_key


class Echo:
    """Answers every request with an empty answer, and records the requests."""

    def __init__(self):
        self.asked = []
        self.transport = httpx.MockTransport(self.answer)

    def answer(self, request):
        self.asked.append(request)
        return httpx.Response(200, json={"data": []}) if request.method == "GET" else httpx.Response(204)

    @property
    def query(self):
        return list(self.asked[-1].url.params.multi_items())


@pytest.mark.parametrize(
    "bound",
    [
        {},
        {"directory": "/home/me"},
        {"workspace": "wrk_1"},
        {"directory": "relative/../x", "workspace": "wrk_1"},
        {"directory": "/ä ö/日本/\U0001f600&a=b#c?d%2F+"},
        {"directory": "C:\\Users\\me"},
        {"directory": "line\nend\x00"},
    ],
)
def test_request_operation_sends_the_context_of_its_client(bound):
    service = Echo()
    with AgentClient(transport=service.transport) as agent:
        here = agent.at(**bound)
        assert type(here) is AgentClient
        here.command.list()
        assert service.query == list(bound.items())
        here.permission.reply("per_1", response="once")
        assert service.query == list(bound.items())
        here.fs.tree("src")
        assert service.query == [("path", "src"), *bound.items()]
        agent.command.list()
        assert service.query == []


def test_server_and_session_operations_send_none():
    service = Echo()
    with AgentClient(transport=service.transport) as agent:
        here = agent.at(directory="/d", workspace="wrk_1")
        here.project.list()
        here.workspace.sync()
        here.session.wait("ses_1")
        here.session.todo("ses_1")
        here.session.message.list("ses_1").all()
    assert [request.url.query for request in service.asked] == [b""] * 5


def test_last_binding_replaces_earlier_ones_and_copies_keep_it():
    service = Echo()
    with AgentClient(transport=service.transport) as agent:
        here = agent.at(directory="/d", workspace="wrk_1").with_options(timeout=5)
        here.skill.list()
        assert service.query == [("directory", "/d"), ("workspace", "wrk_1")]
        here.at(directory="/e").skill.list()
        assert service.query == [("directory", "/e")]
        answer = here.with_response(here.skill.list)
        assert (answer.value, answer.record.location) == ([], None)
        assert service.query == [("directory", "/d"), ("workspace", "wrk_1")]
        with pytest.raises(TypeError, match="a method of this client"):
            agent.with_response(here.skill.list)
    again = pickle.loads(pickle.dumps(AgentClient().at(directory="/d")))
    assert again.context_key() == "local:/d"


@pytest.mark.parametrize("wrong", ["", 5, b"/d", "half \ud800"])
@pytest.mark.parametrize("name", ["directory", "workspace"])
def test_context_that_is_not_text_raises(name, wrong):
    with AgentClient() as agent:
        with pytest.raises(InvalidArgumentError, match=f"^{name} must be text"):
            agent.at(**{name: wrong})
        with pytest.raises(InvalidArgumentError, match=f"^{name} must be text"):
            agent.context_key(**{"directory": "/d", name: wrong})


def test_session_method_has_no_context_argument():
    service = Echo()
    with AgentClient(transport=service.transport) as agent:
        with pytest.raises(TypeError, match="directory"):
            agent.session.get("ses_1", directory="/d")
    assert service.asked == []


def test_context_key_is_built_from_workspace_and_directory():
    with AgentClient() as agent:
        assert agent.context_key(directory="/d") == "local:/d" == context_key("/d")
        assert agent.context_key(directory="/d", workspace="wrk_1") == "wrk_1:/d" == context_key("/d", "wrk_1")
        here = agent.at(directory="/d:e", workspace="wrk_1")
        assert (here.context_key(), here.context_key(directory="/f")) == ("wrk_1:/d:e", "local:/f")
        for client in (agent, agent.at(workspace="wrk_1")):
            with pytest.raises(InvalidArgumentError, match="directory must be given, or bound by `at`"):
                client.context_key()


def test_diff_is_returned_in_either_format():
    def answer(request):
        if request.headers["accept"] == "text/x-diff":
            return httpx.Response(200, text="--- ä\n", headers={"content-type": "text/x-diff; charset=utf-8"})
        return httpx.Response(200, json=[{"file": "a", "patch": "", "additions": 1, "deletions": 0, "status": "added"}])

    with AgentClient(transport=httpx.MockTransport(answer)) as agent:
        here = agent.at(directory="/d")
        assert [file.additions for file in here.vcs.diff(mode="default")] == [1]
        assert here.vcs.diff(format="patch") == "--- ä\n"
        answered = here.with_response(here.vcs.diff, format="patch")
        assert (answered.value, answered.status) == ("--- ä\n", 200)
        for wrong in ({"format": "html"}, {"mode": "index"}):
            with pytest.raises(InvalidArgumentError, match="must be one of"):
                here.vcs.diff(**wrong)
