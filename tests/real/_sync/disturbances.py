# Derived from tests/real/_async/disturbances.py by `python -m codegen`; do not edit.
"""Turns whose stream of events is disturbed by the network, and whose server is killed, over each transport."""

import pytest

from tests.real._sync import driving
from tests.real._sync.cuts import run_round
from tests.real._sync.driving import client
from tests.real.model import ANSWER
from tests.real.relay import Disturbance, run_relay
from tests.real.server import serve
from tests.real.transports import transports
from trivet import APIConnectionError
from trivet.agent import Store

PROMPTS = ("SLOW please", "SAY BASH", "ASK")


@pytest.fixture(autouse=True, params=transports())
def transport(request, monkeypatch):
    """Let the clients use a transport."""
    monkeypatch.setattr(driving, "below", transports()[request.param])


@pytest.mark.parametrize("kind", ["close", "reset", "drip"])
def test_disturbed_stream_leaves_the_view_and_the_turn_exact(server, kind):
    with run_relay(server.url, lambda: Disturbance(kind, 3000)) as relay:
        with client(server._replace(url=relay.url)) as agent, Store(agent) as store:
            view = store.follow(directory=server.directory)
            for prompt in PROMPTS:
                run_round(agent, view, prompt)
    assert relay.disturbed >= 1


def test_turn_ends_although_its_stream_is_frozen(server):
    """The connection stays open, so that only the other requests of the turn can notice its end."""
    with run_relay(server.url, lambda: Disturbance("freeze", 3000)) as relay:
        with client(server._replace(url=relay.url)) as agent:
            for prompt in PROMPTS:
                session = agent.session.create()
                options = {"on_permission": lambda _: "once", "on_question": lambda _: [["Plum"]], "deadline": 120}
                turn = agent.session.turn(session.id, prompt, **options)
                turn.run()
                assert turn.text.endswith(ANSWER)
                assert turn.messages == agent.session.message.list(session.id, order="asc").all()
                assert turn.outcome.status == "finished"
    assert relay.disturbed >= len(PROMPTS)


def test_turn_of_a_killed_server_is_an_error_and_keeps_its_text(program, model, tmp_path):
    with serve(program, tmp_path, model.url, password="correct-horse") as dying:
        with client(dying) as agent:
            session = agent.session.create()
            turn = agent.session.turn(session.id, "SLOW please", deadline=40)
            with pytest.raises(APIConnectionError):  # noqa: PT012
                with turn:
                    text = next(turn)
                    dying.kill()
                    for more in turn:
                        text += more
            assert turn.text == text
            assert ANSWER.startswith(text)
            assert turn.outcome.status in ("failed", "interrupted")
