"""Turns that wait: for a reply that nothing gives, for a provider that refuses, for a tool, for a child.

Each test looks at the files, at what the server lists and stores, and at how often the model was asked.
"""

from pathlib import Path

import pytest

from tests.real._async.driving import client
from tests.real.effects import stays_missing
from tests.real.model import ANSWER, BEFORE
from trivet import APITimeoutError
from trivet.agent import UnansweredRequestError


async def until(agent, turn, condition):
    """Let the other tasks and threads run until a condition of a turn is true; return its activity then."""
    for _ in range(3000):
        activity = turn.activity
        if activity is not None and condition(activity):
            return activity
        await agent.agent.list()
    raise AssertionError(f"the last activity is {turn.activity}")


async def left_over(agent, server):
    """Return what works and what is asked in the first directory."""
    here = agent.at(directory=server.directory)
    busy = await agent.request("GET", "/session/status", query={"directory": server.directory})
    return busy.value, await here.permission.list(), await here.question.list()


@pytest.mark.parametrize("words", ["BASH touch {}", "TASK BASH touch {}", "ASK"])
async def test_turn_without_a_function_ends_with_the_request_and_leaves_nothing(server, model, words):
    async with client(server) as agent:
        session = await agent.at(directory=server.directory).session.create()
        file = Path(server.directory, f"{session.id}.txt")
        turn = agent.session.turn(session.id, f"{words.format(file.name)} {session.id}", deadline=60)
        with pytest.raises(UnansweredRequestError, match="pass on_") as caught:
            await turn.run()
        assert (caught.value.request.session_id == session.id) is not words.startswith("TASK")
        assert (turn.outcome.status, turn.outcome.works_on) == ("failed", False)
        assert await left_over(agent, server) == ({}, [], [])
        count = len(model.prompts)
        assert stays_missing(file, 2)
        assert len(model.prompts) == count

        most = 3 if words.startswith("TASK") else 1  # the parent may begin another step before the abort has reached it
        assert sum(session.id in prompt for prompt in model.prompts) <= most


async def test_detached_turn_leaves_its_request_to_the_one_that_attaches(server):
    async with client(server) as agent:
        here = agent.at(directory=server.directory)
        session = await here.session.create()
        file = Path(server.directory, f"{session.id}.txt")
        turn = agent.session.turn(session.id, f"BASH touch {file.name}", on_leave="detach", deadline=60)
        with pytest.raises(UnansweredRequestError) as caught:
            await turn.run()
        assert (turn.outcome.status, turn.outcome.works_on, file.exists()) == ("detached", True, False)
        async with agent.session.attach(session.id, turn.message_id, deadline=60) as attached:
            activity = await until(agent, attached, lambda now: now.kind == "request")
            assert activity.request.id == caught.value.request.id
            await here.permission.reply(caught.value.request.id, response="once")
            assert "".join([text async for text in attached]) == ANSWER
        assert file.exists()


@pytest.mark.parametrize("words", ["BASH touch {}", "TASK BASH touch {}"])
async def test_turn_that_waits_names_the_request_in_the_error_of_its_deadline(server, words):
    async with client(server) as agent:
        session = await agent.at(directory=server.directory).session.create()
        file = f"{session.id}.txt"
        turn = agent.session.turn(session.id, words.format(file), on_permission="wait", deadline=8)
        match = (
            rf"deadline of 8 s: the permission per_\w+ \(bash: touch {file}\) waits for a reply; pass on_permission="
        )
        with pytest.raises(APITimeoutError, match=match):
            await turn.run()
        assert await left_over(agent, server) == ({}, [], [])
        assert not Path(server.directory, file).exists()
        next_turn = agent.session.turn(session.id, "TEXT please", deadline=60)
        await next_turn.run()
        assert (next_turn.text, next_turn.outcome.status) == (ANSWER, "finished")


@pytest.mark.parametrize("words", ["ERR500 {}", "TASK ERR500 {}"])
async def test_provider_that_refuses_is_reported_and_bounded(server, model, words):
    async with client(server) as agent:
        session = await agent.at(directory=server.directory).session.create()
        reported = []
        options = {"on_provider_retry": reported.append, "max_provider_retries": 1, "deadline": 60}
        turn = agent.session.turn(session.id, words.format(session.id), **options)
        await turn.run()
        outcome = turn.outcome
        assert (outcome.status, outcome.error.type, outcome.works_on) == ("failed", "provider_retries", False)
        assert "the model fails with 500" in outcome.error.message
        assert [(retry.attempt, "fails with 500" in retry.message) for retry in reported] == [(1, True)]
        assert (reported[0].session_id == session.id) is not words.startswith("TASK")
        assert await left_over(agent, server) == ({}, [], [])


async def test_turn_cancelled_while_its_provider_refuses_is_interrupted(server):
    async with client(server) as agent:
        session = await agent.at(directory=server.directory).session.create()
        async with agent.session.turn(session.id, "ERR500 please", deadline=60) as turn:
            await until(agent, turn, lambda now: now.kind == "retrying")
            assert await turn.cancel()
        assert (turn.outcome.status, turn.outcome.text) == ("interrupted", "")


async def test_deadline_names_the_provider_that_refuses(server):
    async with client(server) as agent:
        session = await agent.at(directory=server.directory).session.create()
        turn = agent.session.turn(session.id, "ERR500 please", deadline=4)
        with pytest.raises(APITimeoutError, match=r'the provider refuses ".*fails with 500.*"; attempt \d+ follows at'):
            await turn.run()
        assert turn.outcome.works_on is False


@pytest.mark.parametrize("words", ["BASH sleep 600", "TASK BASH sleep 600"])
async def test_tool_that_runs_is_the_activity_with_its_time_also_in_a_child(server, words):
    async with client(server) as agent:
        session = await agent.at(directory=server.directory).session.create()
        turn = agent.session.turn(session.id, words, on_permission=lambda _: "once", deadline=60)
        async with turn:
            kind = "child" if words.startswith("TASK") else "tool"
            activity = await until(agent, turn, lambda now: now.kind == kind and now.tool == "bash")
            created = (await agent.session.get(session.id)).time.created
            assert 0 <= activity.since.timestamp() - created / 1000 < 60
            if kind == "child":
                child = await agent.session.get(activity.session_id)
                assert (child.parent_id, child.title) == (session.id, activity.title)
        assert turn.activity is None
        assert await left_over(agent, server) == ({}, [], [])


async def test_outcome_has_the_text_of_the_last_message_alone(server):
    async with client(server) as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "SAY BASH true", on_permission=lambda _: "once", deadline=60)
        await turn.run()
        stored = (await agent.session.message.list(session.id, order="asc").all())[-1]
        assert turn.text == BEFORE + ANSWER
        assert turn.outcome.text == ANSWER == "".join(part.text for part in stored.content if part.type == "text")


async def test_diff_has_the_names_of_unusual_files(server):
    async with client(server) as agent:
        session = await agent.at(directory=server.directory).session.create()
        names = [f'{session.id}-qu"ote.txt', f"{session.id}-café.txt", f'"{session.id}"']
        for name in names:
            turn = agent.session.turn(session.id, f"WRITE {name}", on_permission=lambda _: "once", deadline=60)
            await turn.run()
        assert [Path(server.directory, name).exists() for name in names] == [True] * 3
        assert sorted(diff.path for diff in await agent.session.diff(session.id)) == sorted(names)


async def leave_by_cancel(agent, turn):
    async with turn:
        await until(agent, turn, lambda now: now.kind == "request")
        assert await turn.cancel()


async def leave_by_exception(agent, turn):
    with pytest.raises(ZeroDivisionError):
        await raise_while_it_asks(agent, turn)


async def raise_while_it_asks(agent, turn):
    async with turn:
        await until(agent, turn, lambda now: now.kind == "request")
        raise ZeroDivisionError


@pytest.mark.parametrize("leave", [leave_by_cancel, leave_by_exception])
@pytest.mark.parametrize("words", ["BASH touch {}", "TASK BASH touch {}", "ASK"])
async def test_turn_that_is_left_rejects_what_its_sessions_ask_for_and_nothing_else(server, model, words, leave):
    async with client(server) as agent:
        here = agent.at(directory=server.directory)
        other = await here.session.create()
        async with agent.session.turn(other.id, f"BASH touch {other.id}.txt", on_permission="wait") as kept:
            await until(agent, kept, lambda now: now.kind == "request")
            [request] = await here.permission.list()
            session = await here.session.create()
            file = Path(server.directory, f"{session.id}.txt")
            options = {"on_permission": "wait", "on_question": "wait", "deadline": 60}
            turn = agent.session.turn(session.id, words.format(file.name), **options)
            await leave(agent, turn)
            assert (turn.outcome.status, turn.outcome.works_on) == ("interrupted", False)
            busy, permissions, questions = await left_over(agent, server)
            assert (list(busy), [left.id for left in permissions], questions) == ([other.id], [request.id], [])
            count = len(model.prompts)
            assert stays_missing(file, 2)
            assert len(model.prompts) == count
        assert await left_over(agent, server) == ({}, [], [])


async def test_closing_the_client_stops_the_agent_and_rejects_its_request(server):
    async with client(server) as agent:
        session = await agent.at(directory=server.directory).session.create()
        file = Path(server.directory, f"{session.id}.txt")
        async with client(server) as closing:
            turn = closing.session.turn(session.id, f"TASK BASH touch {file.name}", on_permission="wait", deadline=60)
            await turn.__aenter__()
            await until(closing, turn, lambda now: now.kind == "request")
        assert (turn.outcome.status, turn.outcome.works_on) == ("failed", False)
        assert await left_over(agent, server) == ({}, [], [])
        assert stays_missing(file, 2)
        await turn.__aexit__(None, None, None)
