"""Turns, the store and other operations of the client against the real server.

The prompts consist of words of `tests/real/model.py`, which select the answers of the model.
"""

from pathlib import Path

import pytest

from tests.real.effects import SLEEPER, ended, interrupted_once_started
from tests.real.model import ANSWER
from tests.sdk.agent._async.watching import until
from trivet import AsyncAgentClient, AuthenticationError, Basic, InternalServerError, NotFoundError
from trivet.agent import AsyncStore, FileDiff, PermissionRule, TurnFailedError, opencode


def client(server):
    transport = opencode.AsyncTransport()
    return AsyncAgentClient(
        transport=transport, base_url=server.url, auth=Basic("opencode", server.password), timeout=30, strict=True
    )


async def run(agent, prompt, **callbacks):
    """Run a turn in a session of its own, and return its steps, the turn and the session."""
    session = await agent.session.create()
    async with agent.session.turn(session.id, prompt, deadline=25, **callbacks) as turn:
        steps = [step async for step in turn.steps()]
    return steps, turn, session


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
        assert tool.part.state.structured == {"answers": [["Plum"]]}
        assert (turn.text, turn.outcome.status) == (ANSWER, "finished")
        steps, _, _ = await run(agent, "ASK", on_question=lambda request: None)
        assert [step for step in steps if step.type == "tool"][-1].status == "error"


async def test_todos_are_a_step_and_are_listed(server):
    async with client(server) as agent:
        steps, turn, session = await run(agent, "TODO")
        [todos] = [step.todos for step in steps if step.type == "todos"]
        assert todos == await agent.session.todo(session.id)
        assert [(todo.content, todo.status) for todo in todos] == [("prune", "pending")]
        assert (turn.text, turn.outcome.status) == (ANSWER, "finished")


@pytest.mark.parametrize("status", [401, 500])
async def test_failure_of_the_provider_is_the_outcome_of_the_turn(server, status):
    async with client(server) as agent:
        steps, turn, session = await run(agent, f"ERR{status} please")
        assert (steps, turn.text, turn.outcome.status) == ([], "", "failed")
        assert f"the model fails with {status}" in turn.outcome.error.message
        with pytest.raises(TurnFailedError, match=f"the model fails with {status}"):
            await agent.session.turn(session.id, f"ERR{status} again", raise_on_failure=True, deadline=25).run()


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
        assert await agent.session.diff(session.id) == [FileDiff(path="pid.txt")]


async def test_interrupted_text_is_an_interrupted_turn(server):
    async with client(server) as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "SLOW please", deadline=60) as turn:
            await anext(turn)
            await agent.request("POST", "/api/session/{id}/interrupt", segments={"id": session.id}, accept="*/*")
            async for _ in turn:
                pass
        assert (turn.outcome.status, turn.outcome.error.type) == ("interrupted", "MessageAbortedError")
        assert turn.messages == await agent.session.message.list(session.id, order="asc").all()


async def test_rules_of_a_session_are_refused_and_configured_rules_apply(server):
    deny = PermissionRule(action="*", resource="*", effect="deny")
    async with client(server) as agent:
        here = agent.at(directory=server.directory)
        count = len(await here.session.list().all())
        with pytest.raises(opencode.UnsupportedOperationError, match="the input permission"):
            await here.session.create(permission=[deny])
        assert len(await here.session.list().all()) == count
        session = await here.session.create()
        with pytest.raises(opencode.UnsupportedOperationError, match="the input permission"):
            await here.session.update(session.id, permission=[deny])
        turn = agent.session.turn(session.id, "BASH touch asked.txt", on_permission=lambda _: "reject", deadline=60)
        await turn.run()
        assert not Path(server.directory, "asked.txt").exists(), "by the server's configuration, bash asks"


async def test_diff_names_the_files_that_the_session_changed(server):
    async with client(server) as agent:
        session = await agent.session.create()
        assert await agent.session.diff(session.id) == []
        first, second = f"{session.id}_1.txt", f"{session.id}_2.txt"
        for name in (first, second, first):
            await agent.session.turn(session.id, f"WRITE {name}", on_permission=lambda _: "once", deadline=60).run()
            assert Path(server.directory, name).read_text() == "written by the agent\n"
            Path(server.directory, first).write_text("changed by the user\n")
        assert await agent.session.diff(session.id) == [FileDiff(path=first), FileDiff(path=second)]


async def test_diff_outside_of_a_repository_is_unsupported(server, tmp_path):
    configuration = Path(server.directory, "opencode.json").read_text()
    tmp_path.joinpath("opencode.json").write_text(configuration)
    async with client(server) as agent:
        session = await agent.at(directory=str(tmp_path)).session.create()
        await agent.session.turn(session.id, "WRITE plain.txt", on_permission=lambda _: "once", deadline=60).run()
        assert tmp_path.joinpath("plain.txt").exists()
        with pytest.raises(opencode.UnsupportedOperationError, match=r"session\.diff: .* in a git repository"):
            await agent.session.diff(session.id)


async def test_two_turns_of_a_session_have_their_own_answers(server):
    async with client(server) as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "SLOW please", deadline=25) as first:
            started = await anext(first)
            async with agent.session.turn(session.id, "TEXT please", delivery="deferred", deadline=25) as second:
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
            turn = agent.session.turn(session.id, f"{word} please", on_permission=lambda _: "once", deadline=25)
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
        with pytest.raises(opencode.UnsupportedOperationError, match=r"session\.compact: opencode does not have"):
            await agent.session.compact(session.id)
        with pytest.raises(opencode.UnsupportedOperationError, match="the input roots of this operation"):
            await agent.session.list(roots=True).all()
        with pytest.raises(opencode.UnsupportedOperationError):
            await agent.auth.list()


async def test_operations_on_files_and_settings(server):
    async with client(server) as agent:
        here = agent.at(directory=server.directory)
        assert (await here.fs.file("notes.txt")).content == "pears\n"
        assert "notes.txt" in [entry.path for entry in await here.fs.tree(".")]
        assert "notes.txt" in [entry.path for entry in await here.fs.search(query="notes", type="file", limit=5)]
        assert (await here.vcs.get()).branch
        assert (await here.config.get()).model == "rules/rules-1"
        assert [project.worktree for project in await here.project.list()]
        session = await here.session.create(title="First")
        assert (await here.session.update(session.id, title="Second")).title == "Second"
        assert [match.title for match in await here.session.list(search="Second").all()] == ["Second"]
        await here.session.delete(session.id)
        assert await here.session.list(search="Second").all() == []
        with pytest.raises(NotFoundError):
            await here.session.get(session.id)
        with pytest.raises(InternalServerError):
            await here.fs.file("none.txt")


async def test_password_is_asked_for(server):
    async with AsyncAgentClient(transport=opencode.AsyncTransport(), base_url=server.url) as agent:
        for call in (agent.agent.list, agent.session.list().page, agent.config.get):
            with pytest.raises(AuthenticationError):
                await call()


async def test_strict_client_reads_the_lists_of_the_server(server):
    async with client(server) as agent:
        here = agent.at(directory=server.directory)
        for method in (
            here.agent.list,
            here.command.list,
            here.skill.list,
            here.provider.list,
            here.catalog.model.list,
        ):
            assert await method()
        for method in (here.pty.list, here.formatter.status, here.lsp.status, here.mcp.server.list, here.vcs.status):
            assert isinstance(await method(), list)
        pty = await here.pty.create(command="sleep", cwd=server.directory)
        assert (await here.pty.update(pty.id, title="Naps")).title == "Naps"
        await here.pty.delete(pty.id)
