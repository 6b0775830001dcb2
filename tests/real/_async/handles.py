"""Handles, answers by a schema, tools, system texts and bounds of steps on the real server and its model."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from attrs import frozen

from tests.real._async.driving import client
from tests.real.effects import stays_missing
from tests.real.model import ANSWER, OUTPUT_TOOL
from trivet import APITimeoutError, InternalServerError, NotFoundError
from trivet.agent import OutputError, PermissionRule, PermissionRules


@frozen
class Verdict:
    """A verdict about a change."""

    right: bool
    place: Literal["code", "tests"]


RIGHT = 'GIVE {"right": true, "place": "code"}'
WRONG = 'GIVE {"right": "yes", "place": "docs"}'


def allow(request):
    return "once"


async def types(session):
    return [message.type for message in await session.messages().all()]


async def test_answer_by_a_type_has_its_value_and_its_messages_can_be_read(server, model):
    async with client(server) as agent, agent.session.start(directory=server.directory) as session:
        outcome = await session.run(f"one {RIGHT}", output=Verdict, deadline=60)
        assert (outcome.status, outcome.output, outcome.steps) == ("finished", Verdict(right=True, place="code"), 1)
        offer = next(offer for offer in model.offers if offer.prompt == f"one {RIGHT}")
        sent = offer.tools[OUTPUT_TOOL]
        assert (sent["required"], sent["description"]) == (["right", "place"], "A verdict about a change.")
        assert sent["properties"]["place"]["enum"] == ["code", "tests"]
        [prompt, answer] = await session.messages().all()
        assert (prompt.text, answer.type) == (f"one {RIGHT}", "assistant")
        second = await session.run("TEXT and now without a schema", deadline=60)
        assert (second.text, second.output) == (ANSWER, None)
        third = await session.run(f"READ a.txt THEN{RIGHT}", output=Verdict, on_permission=allow, deadline=60)
        assert (third.output.place, third.steps) == ("code", 2)
        assert await types(session) == ["user", "assistant"] * 2 + ["user", "assistant", "assistant"]
        assert [type(diff) for diff in await session.diff()] == []


@pytest.mark.parametrize(
    ("words", "fault"),
    [(WRONG, "expected true or false, got 'yes' @ $.right"), ("TEXT", "Model did not produce structured output")],
)
async def test_answer_that_does_not_fit_or_is_missing_is_an_error(server, words, fault):
    async with client(server) as agent, agent.session.start(directory=server.directory) as session:
        with pytest.raises(OutputError) as caught:
            await session.run(words, output=Verdict, output_retries=2, deadline=60)
        assert caught.value.faults[0] == fault
        assert caught.value.outcome.status == "failed"
        assert caught.value.outcome.text == ("" if words is WRONG else ANSWER)
        assert await types(session) == ["user", "assistant"]


async def test_answer_that_is_late_or_stopped_leaves_messages_that_can_be_read(server):
    async with client(server) as agent, agent.session.start(directory=server.directory) as session:
        with pytest.raises(APITimeoutError):
            await session.run(f"BASH sleep 30 THEN{RIGHT}", output=Verdict, on_permission=allow, deadline=4)
        assert await types(session) == ["user", "assistant"]
        async with session.turn(f"BASH sleep 30 THEN{RIGHT}", output=Verdict, on_permission=allow) as turn:
            async for step in turn.steps():
                if step.type == "tool" and step.status == "running":
                    break
            listed = [message.type for message in await agent.session.message.list(session.id, order="desc").page()]
            assert listed == ["assistant", "user"] * 2
            assert await turn.cancel()
        assert (turn.outcome.status, turn.outcome.works_on) == ("interrupted", False)
        assert await types(session) == ["user", "assistant"] * 2
        assert (await session.run(f"again {RIGHT}", output=Verdict, deadline=60)).output.right


async def test_turn_that_is_left_at_work_is_attached_and_has_its_output(server):
    async with client(server) as agent, agent.session.start(directory=server.directory) as session:
        words = f"BASH sleep 3 THEN{RIGHT}"
        async with session.turn(words, output=Verdict, on_permission=allow, on_leave="detach") as turn:
            async for step in turn.steps():
                if step.type == "tool" and step.status == "running":
                    break
        attached = agent.session.attach(session.id, turn.message_id, output=Verdict, on_permission=allow, deadline=60)
        await attached.run()
        assert (attached.outcome.output, attached.outcome.steps) == (Verdict(right=True, place="code"), 2)


async def test_system_text_reaches_the_model_with_each_prompt_of_the_handle(server, model):
    async with client(server) as agent:
        async with agent.session.start(directory=server.directory, system="You grow pears.") as session:
            await session.run("TEXT system one", deadline=60)
            await session.run("TEXT system two", system="You grow plums.", deadline=60)
            await session.run(f"system three {RIGHT}", output=Verdict, deadline=60)
    systems = [offer.system for offer in model.offers if "system" in offer.prompt]
    assert ["You grow pears." in text for text in systems] == [True, False, True]
    assert "You grow plums." in systems[1]


async def test_tools_that_are_taken_away_are_missing_in_the_tree_and_rules_stay(server, model):
    path = Path(server.directory, "taken-away.txt")
    rules = PermissionRules(deny=["edit"])
    async with client(server) as agent:
        async with agent.session.start(directory=server.directory, rules=rules, without_tools=["webfetch"]) as session:
            await session.run("TASK TEXT below taken", on_permission=allow, deadline=60)
            await session.run(f"WRITE {path}", on_permission=allow, deadline=60)
        offers = [offer for offer in model.offers if "taken" in offer.prompt]
        assert len(offers) >= 3
        assert not [offer.prompt for offer in offers if "webfetch" in offer.tools or "write" in offer.tools]
        assert stays_missing(path, 1)


async def test_rules_that_deny_all_other_tools_leave_the_answer_by_a_type(server):
    rules = [
        PermissionRule(action="*", resource="*", effect="deny"),
        PermissionRule(action="read", resource="*", effect="allow"),
    ]
    async with client(server) as agent:
        outcome = await agent.run(f"READ a.txt THEN{RIGHT}", directory=server.directory, rules=rules, output=Verdict)
        assert (outcome.output.right, outcome.steps) == (True, 2)


async def test_only_the_named_tools_are_left_and_are_asked_for_as_before(server, model):
    asked = []

    def note(request):
        asked.append(request.action)
        return "once"

    async with client(server) as agent:
        async with agent.session.start(directory=server.directory, only_tools=["bash"]) as session:
            outcome = await session.run("BASH echo only-one", on_permission=note, deadline=60)
            assert (outcome.status, asked) == ("finished", ["bash"])
            outcome = await session.run(f"only-two {RIGHT}", output=Verdict, deadline=60)
            assert outcome.output.right
        async with agent.session.start(directory=server.directory, only_tools=["read", "task"]) as session:
            await session.run("TASK TEXT below only-three", on_permission=allow, deadline=60)
    tools = {offer.prompt: sorted(offer.tools) for offer in model.offers if "only-" in offer.prompt}
    assert tools["BASH echo only-one"] == ["bash"]
    assert tools[f"only-two {RIGHT}"] == [OUTPUT_TOOL, "bash"]
    assert tools["TASK TEXT below only-three"] == ["read", "task"]
    assert "TEXT below only-three" not in tools, "a session below has no tools"


@pytest.mark.parametrize("most", [1, 3])
async def test_turn_ends_after_so_many_steps_and_the_model_is_not_asked_again(server, model, most):
    steps = []
    async with client(server) as agent, agent.session.start(directory=server.directory) as session:
        outcome = await session.run(
            f"ROUNDS steps {most}", max_steps=most, on_step=steps.append, on_permission=allow, deadline=60
        )
        assert (outcome.status, outcome.error.type, outcome.works_on) == ("over_budget", "max_steps", False)
        assert most <= outcome.steps <= most + 1
        assert [step.number for step in steps[:most]] == [*range(1, most + 1)]
        count = len(model.prompts)
        assert stays_missing(Path(server.directory, "none.txt"), 2)
        assert len(model.prompts) == count
        print(
            f"{outcome.steps} steps of {most}; the model was asked {model.prompts.count(f'ROUNDS steps {most}')} times"
        )


async def test_copy_of_a_session_has_its_messages_and_its_rules(server):
    path = Path(server.directory, "copied.txt")
    rules = PermissionRules(deny=["edit"])
    async with client(server) as agent, agent.session.start(directory=server.directory, rules=rules) as session:
        await session.run("TEXT one", deadline=60)
        await session.run(f"two {RIGHT}", output=Verdict, deadline=60)
        messages = await session.messages().all()
        async with session.fork(at=messages[2]) as copy:
            assert [message.type for message in await copy.messages().all()] == ["user", "assistant"]
            await copy.run(f"WRITE {path}", on_permission=allow, deadline=60)
            assert stays_missing(path, 1)
        with pytest.raises(InternalServerError):  # the server cannot copy a prompt with a schema
            await session.fork()
        with pytest.raises(NotFoundError):
            await session.fork(at="msg_00000000000000000000000000")
        assert await types(session) == ["user", "assistant"] * 2


async def test_one_line_runs_a_prompt_and_keeps_its_session(server):
    async with client(server) as agent:
        files = [("notes.txt", b"A pear tree in a handle.")]
        outcome = await agent.run(
            "ECHO the file", directory=server.directory, title="One line", files=files, deadline=60
        )
        assert "A pear tree in a handle." in outcome.text
        assert (await agent.session.get(outcome.session_id)).title == "One line"
