"""The agent stub as users start it: its command, its fixtures, and its faults."""

import asyncio
import os
import signal
import subprocess
import sys

import httpx
import pytest

from tests.stubs.agent.helpers import frames, in_process
from trivet import AgentClient, AsyncAgentClient
from trivet.agent import UnsupportedOperationError
from trivet_stubs import AgentStub
from trivet_stubs.__main__ import main
from trivet_stubs.agent import AgentObserved, AsyncServedTransport, Hold, Output, ServedTransport, Text

pytest_plugins = ("pytester",)
TEST = """
import asyncio

def test_clients(agent_stub, agent_client, async_agent_client):
    created = agent_client.session.create(title="Mine")

    async def run():
        async with async_agent_client as client:
            return [session.title async for session in client.session.list()]

    assert asyncio.run(run()) == [created.title] == ["Mine"]
    assert agent_stub.requests.count("session.create") == 1

def test_server(agent_server):
    from trivet import AgentClient

    with AgentClient(base_url=agent_server.url, clock=agent_server.stub.clock) as client:
        assert client.project.list()[0].worktree == agent_server.stub.default.directory
"""


def test_fixtures_give_clients_of_one_stub(kept_modules, pytester):
    pytester.makepyfile(TEST)
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", plugins=[kept_modules])
    result.assert_outcomes(passed=2)


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="another process cannot be interrupted, only ended, on Windows")
@pytest.mark.parametrize(
    ("arguments", "opens"),
    [
        ([], lambda settings: {}),
        (["--token", "t0ken"], lambda settings: {"headers": {"authorization": f"Bearer {settings['TOKEN']}"}}),
        (["--password", "geheim"], lambda settings: {"auth": (settings["USERNAME"], settings["PASSWORD"])}),
    ],
)
def test_command_serves_a_stub_with_the_credentials_it_prints(arguments, opens):
    command = [sys.executable, "-m", "trivet_stubs", "agent", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            count = 2 if not arguments else 3 + (arguments[0] == "--password")
            lines = [process.stdout.readline().strip() for _ in range(count)]
            settings = dict(line.removeprefix("export TRIVET_AGENT_").split("=") for line in lines[1:])
            url = f"{settings['BASE_URL']}/api/project"
            open_ones = httpx.get(url, trust_env=False).status_code
            answer = httpx.get(url, trust_env=False, **opens(settings))
            os.kill(process.pid, signal.SIGTERM)
            assert process.wait(10) == 0
        finally:
            process.kill()

    assert lines[0] == f"agent stub at {settings['BASE_URL']}"
    assert (open_ones, answer.status_code) == (401 if arguments else 200, 200)


def test_command_refuses_two_kinds_of_credentials(capsys):
    with pytest.raises(SystemExit) as end:
        main(["agent", "--token", "t0ken", "--password", "geheim"])

    assert end.value.code == 2
    assert "geheim" not in capsys.readouterr().err


def test_faults_apply_to_the_event_stream_too(agent_stub):
    agent_stub.faults.add("event.subscribe", cut_after=20)
    agent_stub.faults.add("session.list", status=500, body={"name": "UnknownError", "data": {"message": "Oh."}})
    with in_process(agent_stub) as http:
        with (
            http.stream("GET", "/api/event") as answer,
            pytest.raises(httpx.RemoteProtocolError),
        ):
            list(frames(answer))
        assert http.get("/api/session").json()["data"] == {"message": "Oh."}
        with http.stream("GET", "/api/event") as answer:
            assert next(frames(answer))["type"] == "server.connected"


def test_transport_of_a_served_stub_offers_its_switches():
    observed = AgentObserved(prompt_options=True, forks=True, interrupts=True)
    with AgentStub(observed=observed) as stub, stub.serve() as served:
        stub.script(Output({"right": True}))
        stub.script(Text("One "), Hold())
        with AgentClient(base_url=served.url, transport=ServedTransport(observed)) as agent:
            outcome = agent.run("Is it right?", output={"type": "object"})
            assert outcome.output == {"right": True}
            with agent.session.resume(outcome.session_id) as session:
                with session.fork() as copy:
                    assert len(copy.messages().all()) == 2
                with session.turn("Slowly.") as turn:
                    assert next(turn) == "One "
                assert (turn.outcome.status, turn.outcome.works_on) == ("interrupted", False)
        with AgentClient(base_url=served.url, transport=ServedTransport(AgentObserved())) as agent:
            with pytest.raises(UnsupportedOperationError, match=r"or trivet_stubs\.agent\.ServedTransport on a port"):
                agent.run("Is it right?", output={"type": "object"})


def test_transport_of_a_served_stub_for_an_async_client():
    observed = AgentObserved(prompt_options=True)

    async def run(url):
        async with AsyncAgentClient(base_url=url, transport=AsyncServedTransport(observed)) as agent:
            return await agent.run("Is it right?", output={"type": "object"}, system="Be brief.")

    with AgentStub(observed=observed) as stub, stub.serve() as served:
        stub.script(Output({"right": True}))
        assert asyncio.run(run(served.url)).output == {"right": True}
        assert stub.requests.calls("session.prompt")
