"""Turns whose agent lets other agents work, on the real server: their cost is the one that it has stored."""

import random
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.real._async.driving import client
from tests.real.effects import stays_missing
from tests.real.trees import STEP, busy_sessions, make_tree_repository, open_requests, stored_costs
from trivet import APITimeoutError, InvalidArgumentError
from trivet.agent import ModelReference, Price

CREW = "CREW ROUNDS one {0} | ROUNDS two {0} | CREW ROUNDS three {0} & TEXT four {0}"
"""The turn's own session has three below it, and the third one has two."""

SESSIONS = 6
TOKENS = 8
STEPS = 2 + 6 + 6 + 2 + 6 + 1


@pytest.fixture
def directory(server, model):
    return make_tree_repository(server, model)


async def begin(agent, directory, words, **options):
    """Return a turn in a session of its own, and the id of the session."""
    session = await agent.at(directory=directory).session.create()
    return agent.session.turn(session.id, words.format(session.id), **{"deadline": 90, **options}), session.id


def parts(outcome):
    return {session_id: pytest.approx(part.cost) for session_id, part in outcome.by_session.items() if part.cost}


async def test_outcome_has_what_the_server_has_stored_of_all_sessions(server, directory):
    async with client(server) as agent:
        turn, session_id = await begin(agent, directory, CREW, max_cost=10)
        await turn.run()
        stored = stored_costs(server, session_id, directory)
        assert (turn.outcome.status, len(stored)) == ("finished", SESSIONS)
        assert stored == parts(turn.outcome)
        assert turn.outcome.cost == pytest.approx(STEPS * STEP) == pytest.approx(sum(stored.values()))
        assert (turn.outcome.usage.input, turn.outcome.usage.output) == (5 * STEPS, 3 * STEPS)
        assert list(turn.outcome.by_model) == ["rules/rules-1"]
        attached = agent.session.attach(session_id, turn.message_id)
        await attached.run()
        assert attached.outcome.by_session == turn.outcome.by_session


async def test_compaction_counts(server, directory):
    async with client(server) as agent:
        turn, session_id = await begin(agent, directory, "FULL {0}")
        await turn.run()
        [stored] = stored_costs(server, session_id, directory).values()
        assert "compaction" in [message.type for message in turn.messages]
        assert turn.outcome.cost == pytest.approx(stored)
        assert stored > 31.006 + STEP


async def test_later_turn_of_a_session_counts_its_own_sessions(server, directory):
    async with client(server) as agent:
        first, session_id = await begin(agent, directory, "CREW TEXT one | TEXT two")
        await first.run()
        second = agent.session.turn(session_id, "CREW TEXT three", deadline=60)
        await second.run()
        assert [turn.outcome.cost for turn in (first, second)] == [pytest.approx(4 * STEP), pytest.approx(3 * STEP)]
        ended = agent.session.attach(session_id, first.message_id)
        await ended.run()
        assert ended.outcome.by_session == first.outcome.by_session


ENDS = {
    "cancel": lambda chance: {},
    "deadline": lambda chance: {"deadline": chance.uniform(0.5, 4)},
    "cost": lambda chance: {"max_cost": chance.randint(1, 12) * STEP},
    "tokens": lambda chance: {"max_tokens": chance.randint(1, 12) * TOKENS},
}


@pytest.mark.parametrize("kind", ENDS)
async def test_five_ends_at_random_leave_nothing_at_work_and_count_what_is_stored(server, model, directory, kind):
    """Twenty with the four kinds; `-s` shows by how many steps the budgets were exceeded."""
    chance, ends, over = random.Random(kind), [], []
    async with client(server) as agent:
        for _ in range(5):
            options, seconds = ENDS[kind](chance), chance.uniform(0.5, 4)
            turn, session_id = await begin(agent, directory, CREW, **options)
            with suppress(APITimeoutError):
                async with turn:
                    began = time.monotonic()
                    async for _ in turn.steps():
                        if kind == "cancel" and time.monotonic() - began > seconds:
                            assert await turn.cancel()
                            break
            stored = stored_costs(server, session_id, directory)
            assert not set(busy_sessions(server, directory)) & set(stored)
            assert {id_: cost for id_, cost in stored.items() if cost} == parts(turn.outcome)
            assert (turn.outcome.cost, turn.outcome.works_on) == (pytest.approx(sum(stored.values())), False)
            ends.append((session_id, stored))
            if kind in ("cost", "tokens"):
                assert turn.outcome.status == "over_budget"
                limit = options["max_cost"] / STEP if kind == "cost" else options["max_tokens"] / TOKENS
                over.append(round(sum(stored.values()) / STEP - limit))
        count = len(model.prompts)
        assert stays_missing(Path(directory, "none.txt"), 4)
        assert len(model.prompts) == count
        assert open_requests(server, directory) == []
        for session_id, stored in ends:
            assert stored_costs(server, session_id, directory) == stored
    print(f"{kind}: {len(ends)} ends; steps over the budget: {over}")
    assert all(steps <= SESSIONS for steps in over)


async def test_budget_without_a_price_is_refused_before_the_prompt(server, model, directory):
    async with client(server) as agent:
        session = await agent.at(directory=directory).session.create(
            model=ModelReference(provider_id="rules", model_id="rules-3")
        )
        count = len(model.prompts)
        with pytest.raises(
            InvalidArgumentError, match="known price, which is not 0, or with `price`, got 'rules/rules-3'"
        ):
            await agent.session.turn(session.id, "TEXT", max_cost=0.01).run()
        assert await agent.session.message.list(session.id).all() == []
        assert len(model.prompts) == count
        for price, cost in ((0, 0), (Price(input=2000, output=1000), 0.013), ({"rules/rules-3": 0}, 0)):
            turn = agent.session.turn(session.id, "TEXT", max_cost=1, price=price, deadline=60)
            await turn.run()
            assert (turn.outcome.status, turn.outcome.cost) == ("finished", pytest.approx(cost))
        turn = agent.session.turn(session.id, "TEXT", deadline=60)
        await turn.run()
        assert (turn.outcome.status, turn.outcome.cost, turn.outcome.usage.input) == ("finished", None, 5)


async def test_session_below_without_a_price_ends_a_budget(server, model, directory):
    async with client(server) as agent:
        turn, session_id = await begin(agent, directory, "SKETCH SLOW ROUNDS {0}", max_cost=1)
        await turn.run()
        error = turn.outcome.error
        assert (turn.outcome.status, turn.outcome.works_on, error.type) == ("over_budget", False, "unknown_price")
        assert "rules/rules-3" in error.message
        count = len(model.prompts)
        assert stays_missing(Path(directory, "none.txt"), 2)
        assert len(model.prompts) == count
        assert not set(busy_sessions(server, directory)) & set(stored_costs(server, session_id, directory))

        turn, session_id = await begin(agent, directory, "SKETCH TEXT {0}")
        await turn.run()
        assert (turn.outcome.status, turn.outcome.cost) == ("finished", None)
        assert (
            turn.outcome.cost_known
            == pytest.approx(2 * STEP)
            == pytest.approx(sum(stored_costs(server, session_id, directory).values()))
        )
        price = {"rules/rules-3": Price(input=1000, output=0)}
        turn, _ = await begin(agent, directory, "SKETCH TEXT {0}", price=price, max_cost=1)
        await turn.run()
        assert turn.outcome.cost == pytest.approx(2 * STEP + 0.005)
