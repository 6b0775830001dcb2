"""Turns, the store and other operations of the client against the real server.

The prompts consist of words of `tests/real/model.py`, which select the answers of the model.
"""

from pathlib import Path

import pytest

from tests.real._async.driving import client, run
from tests.real.effects import SLEEPER, ended, interrupted_once_started, stays_missing
from tests.real.model import ANSWER
from tests.real.observed import observes
from tests.sdk.agent._async.watching import until
from trivet import APITimeoutError, AsyncAgentClient, AuthenticationError, NotFoundError
from trivet.agent import AsyncStore, ModelReference, PermissionRule, Prompt, PromptFile, TurnFailedError, opencode

ORDERS = ("asc", "desc")


@pytest.mark.parametrize("word", ["TEXT", "SLOW"])
async def test_text_arrives_in_pieces_and_completely(server, word):
    async with client(server) as agent:
        steps, turn, session = await run(agent, f"{word} please")
        assert {step.type for step in steps} == {"text"}
        assert "".join(step.text for step in steps) == turn.text == ANSWER
        assert len(steps) > 1
        assert (turn.outcome.status, turn.outcome.finish_reason, turn.outcome.usage.output) == ("finished", "stop", 3)
        assert (turn.messages[0].text, turn.messages[1].finish) == (f"{word} please", "stop")
        assert turn.messages == await agent.session.message.list(session.id, order="asc").all()
        assert turn.outcome.cost == (await agent.session.get(session.id)).cost == 0.011


async def test_prompt_keeps_the_agent_and_the_model_of_its_session(server):
    async with client(server) as agent:
        session = await agent.session.create(
            agent="plan", model=ModelReference(provider_id="rules", model_id="rules-2")
        )
        await agent.session.turn(session.id, "TEXT", deadline=60).run()
        answer = (await agent.session.message.list(session.id, order="asc").all())[-1]
        assert (answer.agent, answer.model.id) == ("plan", "rules-2")


@pytest.mark.parametrize(
    ("choice", "description"),
    [
        (
            {"model": ModelReference(provider_id="rules", model_id="rules-l")},
            "the model rules/rules-l; it has rules/rules-1",
        ),
        ({"model": ModelReference(provider_id="opencode", model_id="big-pickle")}, "the model opencode/big-pickle"),
        ({"agent": "plane"}, "the agent plane; it has build"),
    ],
)
async def test_misspelt_model_or_agent_is_an_error_and_leaves_no_session(server, choice, description):
    async with client(server) as agent:
        here = agent.at(directory=server.directory)
        count = len(await here.session.list().all())
        with pytest.raises(NotFoundError, match=f"the server does not have {description}"):
            await here.session.create(**choice)
        assert len(await here.session.list().all()) == count


@observes("session.compact", "the conversation is replaced by a summary")
@observes("session.context", "the messages from the last summary on")
async def test_compaction_shortens_the_context(server):
    async with client(server) as agent:
        _, _, session = await run(agent, "TEXT please")
        assert len(await agent.session.context(session.id)) == 2
        await agent.session.compact(session.id)
        await agent.session.wait(session.id, deadline=60)
        [summary] = await agent.session.context(session.id)
        assert (summary.type, summary.summary) == ("compaction", ANSWER)


async def test_pages_of_messages_hold_each_message_once(server):
    async with client(server) as agent:
        session = await agent.session.create()
        for number in range(3):
            await agent.session.turn(session.id, f"TEXT {number}", deadline=60).run()
        listed = {order: await agent.session.message.list(session.id, order=order, limit=2).all() for order in ORDERS}
        assert [message.text for message in listed["asc"][::2]] == ["TEXT 0", "TEXT 1", "TEXT 2"]
        assert listed["asc"] == listed["desc"][::-1]


async def test_subagent_works_in_a_session_of_its_own(server):
    async with client(server) as agent:
        steps, turn, session = await run(agent, "TASK please")
        tool = [step for step in steps if step.type == "tool"][-1]
        assert (tool.part.name, tool.status, turn.outcome.status) == ("task", "completed", "finished")
        child = await agent.session.get(tool.part.state.structured["sessionId"])
        assert child.parent_id == session.id


async def test_attached_file_reaches_the_model(server):
    file = PromptFile(uri="data:text/plain;base64,YSBwZWFyIHRyZWU=", name="tree.txt")
    async with client(server) as agent:
        session = await agent.session.create()
        await agent.session.turn(session.id, Prompt(text="ECHO", files=[file]), deadline=60).run()
        prompt, answer = await agent.session.message.list(session.id, order="asc").all()
        assert "a pear tree" in answer.content[0].text
        assert (prompt.text, [file.name for file in prompt.files]) == ("ECHO", ["tree.txt"])


@pytest.mark.parametrize("reply", ["once", "reject"])
async def test_permission_is_asked_and_replied(server, reply):
    async with client(server) as agent:
        asked = []

        def on_permission(request):
            asked.append((request.action, request.resources))
            return reply

        steps, turn, _ = await run(agent, "BASH", on_permission=on_permission)
        assert asked == [("bash", ["echo from-the-tool"])]
        tool = [step for step in steps if step.type == "tool"][-1]
        if reply == "once":
            assert (tool.part.name, tool.status) == ("bash", "completed")
            assert "from-the-tool" in tool.part.state.content[0].text
            assert (turn.text, turn.outcome.status, turn.outcome.usage.output) == (ANSWER, "finished", 6)
        else:
            assert tool.status == "error"
        assert await agent.permission.list() == []


async def test_question_is_answered_or_rejected(server):
    async with client(server) as agent:
        steps, turn, _ = await run(agent, "ASK", on_question=lambda request: [["Plum"]])
        tool = [step for step in steps if step.type == "tool"][-1]
        assert tool.part.state.structured["answers"] == [["Plum"]]
        assert (turn.text, turn.outcome.status) == (ANSWER, "finished")
        steps, _, _ = await run(agent, "ASK", on_question=lambda request: None)
        assert [step for step in steps if step.type == "tool"][-1].status == "error"


@observes("session.todo", "the todos that the agent has written")
async def test_todos_are_a_step_and_are_listed(server):
    async with client(server) as agent:
        steps, turn, session = await run(agent, "TODO")
        [todos] = [step.todos for step in steps if step.type == "todos"]
        assert todos == await agent.session.todo(session.id)
        assert [(todo.content, todo.status) for todo in todos] == [("prune", "pending")]
        assert (turn.text, turn.outcome.status) == (ANSWER, "finished")


async def test_failure_of_the_provider_is_the_outcome_of_the_turn(server):
    async with client(server) as agent:
        steps, turn, session = await run(agent, "ERR401 please")
        assert (steps, turn.text, turn.outcome.status) == ([], "", "failed")
        assert "the model fails with 401" in turn.outcome.error.message
        with pytest.raises(TurnFailedError, match="the model fails with 401"):
            await agent.session.turn(session.id, "ERR401 again", raise_on_failure=True, deadline=60).run()


async def test_provider_that_is_unavailable_is_tried_again_until_the_deadline(server):
    async with client(server) as agent:
        session = await agent.session.create()
        async with agent.event.subscribe() as events:
            with pytest.raises(APITimeoutError, match="the session is not idle within the deadline"):
                await agent.session.turn(session.id, "ERR500 please", deadline=10).run()
            async for event in events:
                if event.type == "session.status" and event.payload.status.type == "retry":
                    break
        await agent.request("POST", "/session/{id}/abort", segments={"id": session.id}, accept="*/*")
        await agent.session.wait(session.id, deadline=60)


async def test_interrupted_command_is_killed_and_the_model_is_not_called_again(server):
    """The test looks at the process and the files of the command, not only at the answers."""
    async with client(server) as agent:
        session = await agent.session.create()
        with interrupted_once_started(server, session.id):
            turn = agent.session.turn(session.id, f"BASH {SLEEPER}", on_permission=lambda _: "once", deadline=60)
            await turn.run()
        assert ended(server.directory)
        assert turn.outcome.status == "interrupted"
        messages = await agent.session.message.list(session.id, order="asc").all()
        assert [message.type for message in messages] == ["user", "assistant"]
        with pytest.raises(opencode.UnsupportedOperationError, match="no snapshot after a step"):
            await agent.session.diff(session.id)


async def test_interrupted_text_is_an_interrupted_turn(server):
    async with client(server) as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "SLOW please", deadline=60) as turn:
            await anext(turn)
            await agent.request("POST", "/session/{id}/abort", segments={"id": session.id}, accept="*/*")
            async for _ in turn:
                pass
        assert (turn.outcome.status, turn.outcome.error.type) == ("interrupted", "MessageAbortedError")
        assert turn.messages == await agent.session.message.list(session.id, order="asc").all()


async def test_stopped_command_writes_nothing_later(server, model):
    """The command writes a file after two seconds; the test looks for it, and for requests to the model, after six."""
    late = Path(server.directory, "late-file.txt")
    async with client(server) as agent:
        session = await agent.at(directory=server.directory).session.create()
        with interrupted_once_started(server, session.id):
            command = f"BASH echo $$ > pid.txt; sleep 2; touch {late.name}"
            turn = agent.session.turn(session.id, command, on_permission=lambda _: "once", deadline=60)
            await turn.run()
        count = len(model.prompts)
        assert stays_missing(late), "the command would have written it after two seconds"
        assert len(model.prompts) == count
        messages = await agent.session.message.list(session.id, order="asc").all()
        assert messages[-1].error.type == "MessageAbortedError"


@observes("session.create", "under `deny`, no file is written; under `ask`, the agent asks")
@observes("session.update", "added rules bind the next prompt")
async def test_rules_of_a_session_bind(server):
    deny = PermissionRule(action="edit", resource="*", effect="deny")
    async with client(server) as agent:
        here = agent.at(directory=server.directory)
        session = await here.session.create(permission=[deny])
        denied, allowed = Path(server.directory, "denied.txt"), Path(server.directory, "allowed.txt")
        await agent.session.turn(session.id, f"WRITE {denied.name}", deadline=60).run()
        assert not denied.exists()
        await here.session.update(session.id, permission=[PermissionRule(action="edit", resource="*", effect="allow")])
        await agent.session.turn(session.id, f"WRITE {allowed.name}", deadline=60).run()
        assert allowed.read_text() == "written by the agent\n"
        await here.session.update(session.id, permission=[PermissionRule(action="edit", resource="*", effect="ask")])
        asked = []
        on_permission = lambda request: asked.append((request.action, request.resources)) or "reject"  # noqa: E731
        await agent.session.turn(session.id, f"WRITE {denied.name}", on_permission=on_permission, deadline=60).run()
        assert asked == [("edit", ["denied.txt"])]
        assert not denied.exists()


async def test_configured_rules_apply(server):
    async with client(server) as agent:
        session = await agent.at(directory=server.directory).session.create()
        turn = agent.session.turn(session.id, "BASH touch asked.txt", on_permission=lambda _: "reject", deadline=60)
        await turn.run()
        assert not Path(server.directory, "asked.txt").exists(), "by the server's configuration, bash asks"


@observes("session.diff", "the files that the agent has written, with patches; without a snapshot, it is refused")
async def test_diff_names_the_files_that_the_session_changed(server):
    async with client(server) as agent:
        session = await agent.session.create()
        assert await agent.session.diff(session.id) == []
        first, second = f"{session.id}_1.txt", f"{session.id}_2.txt"
        for name in (first, second, first):
            await agent.session.turn(session.id, f"WRITE {name}", on_permission=lambda _: "once", deadline=60).run()
            assert Path(server.directory, name).read_text() == "written by the agent\n"
            Path(server.directory, first).write_text("changed by the user\n")
        diffs = {diff.path: diff for diff in await agent.session.diff(session.id)}
        assert diffs.keys() == {first, second}
        assert diffs[second].status == "added"
        assert "+written by the agent" in diffs[second].patch


async def test_diff_outside_of_a_repository_is_unsupported(server, tmp_path):
    configuration = Path(server.directory, "opencode.json").read_text()
    tmp_path.joinpath("opencode.json").write_text(configuration)
    async with client(server) as agent:
        session = await agent.at(directory=str(tmp_path)).session.create()
        await agent.session.turn(session.id, "WRITE plain.txt", on_permission=lambda _: "once", deadline=60).run()
        assert tmp_path.joinpath("plain.txt").exists()
        with pytest.raises(opencode.UnsupportedOperationError, match=r"session\.diff: .* use vcs\.diff"):
            await agent.session.diff(session.id)


async def test_two_turns_of_a_session_have_their_own_answers(server):
    async with client(server) as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "SLOW please", deadline=60) as first:
            started = await anext(first)
            async with agent.session.turn(session.id, "TEXT please", deadline=60) as second:
                texts = ["".join([text async for text in turn]) for turn in (first, second)]
        assert [started + texts[0], texts[1]] == [ANSWER, ANSWER]
        assert [turn.messages[0].text for turn in (first, second)] == ["SLOW please", "TEXT please"]
        assert [turn.outcome.status for turn in (first, second)] == ["finished", "finished"]


async def test_store_follows_two_directories(server):
    async with client(server) as agent, AsyncStore(agent) as store:
        words = {server.directory: "TEXT", server.other_directory: "BASH"}
        for directory, word in words.items():
            here = agent.at(directory=directory)
            view = await store.follow(directory=directory)
            assert view.key == f"local:{directory}"
            session = await here.session.create(title=f"In {directory}")
            turn = agent.session.turn(session.id, f"{word} please", on_permission=lambda _: "once", deadline=60)
            async with view.watch(session.id) as watch:
                expected = await turn.run()
                seen = await until(
                    watch, lambda now, expected=tuple(expected): now.messages == expected and now.status.type == "idle"
                )
                assert seen.session.title == f"In {directory}"
                assert seen.session.location.directory == directory
                await agent.session.update(session.id, title=f"Still in {directory}")
                await until(watch, lambda now, title=f"Still in {directory}": now.session.title == title)
        for directory in words:
            titles = [view_of_session.session.title for view_of_session in store[f"local:{directory}"].sessions]
            assert f"Still in {directory}" in titles
            assert not {f"Still in {other}" for other in words if other != directory} & set(titles)


async def test_unsupported_operation_is_a_typed_error(server):
    async with client(server) as agent:
        session = await agent.session.create(title="Short")
        with pytest.raises(opencode.UnsupportedOperationError, match="the input delivery of this operation"):
            await agent.session.prompt(session.id, prompt=Prompt(text="Later"), delivery="deferred")
        with pytest.raises(opencode.UnsupportedOperationError, match="the input roots of this operation"):
            await agent.session.list(roots=True).all()
        with pytest.raises(opencode.UnsupportedOperationError):
            await agent.auth.list()


async def test_password_is_asked_for(server):
    async with AsyncAgentClient(transport=opencode.AsyncTransport(), base_url=server.url) as agent:
        for call in (agent.agent.list, agent.session.list().page, agent.config.get):
            with pytest.raises(AuthenticationError):
                await call()
