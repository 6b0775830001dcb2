"""Turns whose stream of events is disturbed by the network, and whose server is killed, over each transport."""

import pytest

from tests.real._async import driving
from tests.real._async.cuts import run_round
from tests.real._async.driving import client
from tests.real.model import ANSWER
from tests.real.relay import Disturbance, run_relay
from tests.real.server import serve
from tests.real.transports import async_transports
from trivet import APIConnectionError
from trivet.agent import AsyncStore

PROMPTS = ("SLOW please", "SAY BASH", "ASK")


@pytest.fixture(autouse=True, params=async_transports())
def transport(request, monkeypatch):
    """Let the clients use a transport."""
    monkeypatch.setattr(driving, "below", async_transports()[request.param])


@pytest.mark.parametrize("kind", ["close", "reset", "drip"])
async def test_disturbed_stream_leaves_the_view_and_the_turn_exact(server, kind):
    with run_relay(server.url, lambda: Disturbance(kind, 3000)) as relay:
        async with client(server._replace(url=relay.url)) as agent, AsyncStore(agent) as store:
            view = await store.follow(directory=server.directory)
            for prompt in PROMPTS:
                await run_round(agent, view, prompt)
    assert relay.disturbed >= 1


async def test_turn_ends_although_its_stream_is_frozen(server):
    """The connection stays open, so that only the other requests of the turn can notice its end."""
    with run_relay(server.url, lambda: Disturbance("freeze", 3000)) as relay:
        async with client(server._replace(url=relay.url)) as agent:
            for prompt in PROMPTS:
                session = await agent.session.create()
                options = {"on_permission": lambda _: "once", "on_question": lambda _: [["Plum"]], "deadline": 120}
                turn = agent.session.turn(session.id, prompt, **options)
                await turn.run()
                assert turn.text.endswith(ANSWER)
                assert turn.messages == await agent.session.message.list(session.id, order="asc").all()
                assert turn.outcome.status == "finished"
    assert relay.disturbed >= len(PROMPTS)


async def test_turn_of_a_killed_server_is_an_error_and_keeps_its_text(program, model, tmp_path):
    with serve(program, tmp_path, model.url, password="correct-horse") as dying:
        async with client(dying) as agent:
            session = await agent.session.create()
            turn = agent.session.turn(session.id, "SLOW please", deadline=40)
            with pytest.raises(APIConnectionError):  # noqa: PT012
                async with turn:
                    text = await anext(turn)
                    dying.kill()
                    async for more in turn:
                        text += more
            assert turn.text == text
            assert ANSWER.startswith(text)
            assert turn.outcome.status in ("failed", "interrupted")
