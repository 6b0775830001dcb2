"""`opencode.serve` with the real server."""

import socket
from pathlib import Path

import httpx
import pytest

from tests.real.effects import SLEEPER, ended, forget, killed_once_started, lives, started
from tests.real.model import ANSWER
from trivet import AsyncAgentClient, AuthenticationError, Basic
from trivet.agent import Prompt, opencode


def serve(server, program, home, **options):
    """Return a server in the directory of the other one, with a home of its own."""
    env = {"HOME": str(home), "OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1"}
    return opencode.async_serve(server.directory, program=program, env=env, **options)


def is_closed(url):
    with socket.socket() as sock:
        return sock.connect_ex(("127.0.0.1", httpx.URL(url).port)) != 0


async def test_turn_of_a_started_server_and_its_end(server, program, tmp_path):
    served = serve(server, program, tmp_path)
    async with served as agent:
        session = await agent.session.create()
        assert session.location.directory == server.directory
        turn = agent.session.turn(session.id, "TEXT please", deadline=60)
        await turn.run()
        assert turn.text == ANSWER
        async with AsyncAgentClient(base_url=served.url, auth=Basic("opencode", "guessed")) as stranger:
            with pytest.raises(AuthenticationError):
                await stranger.request("GET", "/config")
        assert served.password not in served.log.read_text("utf-8")
    assert (lives(served.pid), is_closed(served.url), served.log.exists()) == (False, True, False)


async def test_command_of_the_agent_ends_with_its_server(server, program, tmp_path):
    forget(server.directory)
    served = serve(server, program, tmp_path, config={"permission": {"bash": "allow"}})
    async with served as agent:
        session = await agent.session.create()
        await agent.session.prompt(session.id, prompt=Prompt(text=f"BASH (trap '' TERM HUP; sleep 600) & {SLEEPER}"))
        while not started(server.directory):
            await agent.clock.asleep(0.05)
    assert ended(server.directory)
    assert not lives(served.pid)
    assert not [path for path in Path("/proc").glob("[0-9]*/environ") if served.password.encode() in _read(path)]


async def test_server_that_dies_ends_the_turn_and_the_command_at_once(server, program, tmp_path):
    forget(server.directory)
    served = serve(server, program, tmp_path, config={"permission": {"bash": "allow"}})
    async with served as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, f"BASH {SLEEPER}", deadline=60)
        with killed_once_started(server.directory, served.pid), pytest.raises(opencode.ServerEndedError) as caught:
            await turn.run()
        assert (caught.value.status, served.password in repr(caught.value)) == (-9, False)
        assert ended(server.directory)


async def test_configuration_that_the_server_refuses_is_an_error(server, program, tmp_path):
    served = serve(server, program, tmp_path, config={"model": 3})
    with pytest.raises(opencode.ServerStartError, match=r"ConfigInvalidError.*Expected string"):
        await served.__aenter__()
    assert (lives(served.pid), is_closed(served.url)) == (False, True)


async def test_taken_port_is_an_error(server, program, tmp_path):
    served = serve(server, program, tmp_path, port=httpx.URL(server.url).port)
    with pytest.raises(opencode.ServerStartError, match=r"ended with the status 1 before it answered.*ServeError"):
        await served.__aenter__()


def _read(path):
    try:
        return path.read_bytes()
    except OSError:
        return b""
