"""A stream that is cut again and again: the store and the turns end equal to what the server has stored.

`CUTS` is the number of cuts in each API, 300 by default. `pytest -n 0 -s tests/real/_async/cuts.py` shows the figures.
"""

import math
import os
import random
from collections import Counter

import pytest

from tests.real._async.driving import client
from tests.real.at_once import async_at_once
from tests.real.relay import Disturbance, run_relay
from trivet.agent import AsyncStore

CUTS = int(os.environ.get("CUTS", "300"))
CUTS_OF_A_TEST = 20
CLIENTS = 4
"""The number of clients at once, each with a stream, a store and turns of its own."""

PROMPTS = ("SLOW please", "SAY BASH", "REASON SLOW", "ROUNDS", "SAY TODO", "MULTI", "ASK", "TEXT please", "ECHO")
DIGITS = (2.7, 4.7)
"""The powers of ten of the bytes of a stream that pass before a cut: at least the head; a turn has some 20,000."""

ENDED = ("completed", "error")
"""The statuses of a call of a tool that has ended."""

PATIENCE = 60.0
"""Seconds in which the view becomes equal, on a machine with other work."""


async def differences(agent, view, session_id):
    """Return what a view has otherwise than the server: names and both values.

    A status whose event was lost is missing, because the server does not list it.
    """
    stored = await agent.session.message.list(session_id, order="asc").all()
    expected = {"messages": tuple(stored), "session": await agent.session.get(session_id)}
    expected |= {"permissions": (), "questions": ()}
    now = view.session(session_id)
    pairs = [(name, getattr(now, name, None), value) for name, value in expected.items()]
    if now is not None and now.status is not None and now.status.type != "idle":
        pairs.append(("status", now.status, None))
    return [pair for pair in pairs if pair[1] != pair[2]]


async def run_round(agent, view, prompt):
    """Run a turn, and compare its results and the view with what the server has stored."""
    session = await agent.session.create()
    async with view.watch(session.id) as watch:
        await anext(watch)
        options = {"on_permission": lambda _: "once", "on_question": lambda _: [["Plum"]], "deadline": 120}
        async with agent.session.turn(session.id, prompt, **options) as turn:
            steps = [step async for step in turn.steps()]
        stored = await agent.session.message.list(session.id, order="asc").all()
        kept = await agent.session.get(session.id)
        answers = stored[1:]
        texts = [part.text for message in answers for part in message.content if part.type == "text"]
        assert turn.messages == stored
        assert "".join(step.text for step in steps if step.type == "text") == turn.text == "".join(texts)
        tools = [(part.id, part.state.status) for message in answers for part in message.content if part.type == "tool"]
        ended = [(step.part.id, step.status) for step in steps if step.type == "tool" and step.status in ENDED]
        assert sorted(ended) == sorted(tools)  # two tools of a step may end in another order than they began
        assert turn.outcome.usage.input == sum(message.tokens.input for message in answers)
        assert turn.outcome.usage.output == sum(message.tokens.output for message in answers)
        assert (turn.outcome.status, turn.outcome.cost) == ("finished", kept.cost)
        limit = agent.clock.monotonic() + PATIENCE
        while await differences(agent, view, session.id) and agent.clock.monotonic() < limit:
            await agent.clock.asleep(0.1)
        assert await differences(agent, view, session.id) == []


async def run_rounds(server, number):
    """Run turns of one client, until its streams have been cut often enough; return the number of cuts and turns."""
    chance, turns = random.Random(number), 0

    def plan():
        return Disturbance(chance.choice(["close", "reset"]), int(10 ** chance.uniform(*DIGITS)))

    with run_relay(server.url, plan) as relay:
        async with client(server._replace(url=relay.url)) as agent, AsyncStore(agent) as store:
            view = await store.follow(directory=server.directory)
            while relay.disturbed < CUTS_OF_A_TEST / CLIENTS:
                await run_round(agent, view, PROMPTS[(number + turns) % len(PROMPTS)])
                turns += 1
    return relay.disturbed, turns


@pytest.fixture(scope="module")
def totals():
    """Count the cuts and turns of all parts, and print the sums at the end."""
    counts = Counter()
    yield counts
    print(f"\nsum: {counts['cuts']} cuts in {counts['turns']} turns with {AsyncStore.__name__}")


@pytest.mark.parametrize("part", range(math.ceil(CUTS / CUTS_OF_A_TEST)))
async def test_view_and_turns_are_exact_after_every_cut(server, totals, part):
    figures = await async_at_once(run_rounds, [(server, CLIENTS * part + number) for number in range(CLIENTS)])
    cuts, turns = (sum(figure) for figure in zip(*figures, strict=True))
    print(f"\n{cuts} cuts in {turns} turns")
    totals.update(cuts=cuts, turns=turns)
    assert cuts >= CUTS_OF_A_TEST
