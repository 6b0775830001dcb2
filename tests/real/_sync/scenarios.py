# Derived from tests/real/_async/scenarios.py by `python -m codegen`; do not edit.
"""Turns, the store and other operations of the client against the real server.

The prompts consist of words of `tests/real/model.py`, which select the answers of the model.
"""

from pathlib import Path

import pytest

from tests.real._sync.driving import client, run
from tests.real.effects import SLEEPER, ended, interrupted_once_started, stays_missing
from tests.real.model import ANSWER
from tests.real.observed import observes
from tests.sdk.agent._sync.watching import until
from trivet import AgentClient, APITimeoutError, AuthenticationError, NotFoundError
from trivet.agent import ModelReference, PermissionRule, Prompt, PromptFile, Store, TurnFailedError, opencode

ORDERS = ("asc", "desc")


@pytest.mark.parametrize("word", ["TEXT", "SLOW"])
def test_text_arrives_in_pieces_and_completely(server, word):
    with client(server) as agent:
        steps, turn, session = run(agent, f"{word} please")
        assert {step.type for step in steps} == {"text"}
        assert "".join(step.text for step in steps) == turn.text == ANSWER
        assert len(steps) > 1
        assert (turn.outcome.status, turn.outcome.finish_reason, turn.outcome.usage.output) == ("finished", "stop", 3)
        assert (turn.messages[0].text, turn.messages[1].finish) == (f"{word} please", "stop")
        assert turn.messages == agent.session.message.list(session.id, order="asc").all()
        assert turn.outcome.cost == (agent.session.get(session.id)).cost == 0.011


def test_prompt_keeps_the_agent_and_the_model_of_its_session(server):
    with client(server) as agent:
        session = agent.session.create(agent="plan", model=ModelReference(provider_id="rules", model_id="rules-2"))
        agent.session.turn(session.id, "TEXT", deadline=60).run()
        answer = (agent.session.message.list(session.id, order="asc").all())[-1]
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
def test_misspelt_model_or_agent_is_an_error_and_leaves_no_session(server, choice, description):
    with client(server) as agent:
        here = agent.at(directory=server.directory)
        count = len(here.session.list().all())
        with pytest.raises(NotFoundError, match=f"the server does not have {description}"):
            here.session.create(**choice)
        assert len(here.session.list().all()) == count


@observes("session.compact", "the conversation is replaced by a summary")
@observes("session.context", "the messages from the last summary on")
def test_compaction_shortens_the_context(server):
    with client(server) as agent:
        _, _, session = run(agent, "TEXT please")
        assert len(agent.session.context(session.id)) == 2
        agent.session.compact(session.id)
        agent.session.wait(session.id, deadline=60)
        [summary] = agent.session.context(session.id)
        assert (summary.type, summary.summary) == ("compaction", ANSWER)


def test_pages_of_messages_hold_each_message_once(server):
    with client(server) as agent:
        session = agent.session.create()
        for number in range(3):
            agent.session.turn(session.id, f"TEXT {number}", deadline=60).run()
        listed = {order: agent.session.message.list(session.id, order=order, limit=2).all() for order in ORDERS}
        assert [message.text for message in listed["asc"][::2]] == ["TEXT 0", "TEXT 1", "TEXT 2"]
        assert listed["asc"] == listed["desc"][::-1]


def test_subagent_works_in_a_session_of_its_own(server):
    with client(server) as agent:
        steps, turn, session = run(agent, "TASK please")
        tool = [step for step in steps if step.type == "tool"][-1]
        assert (tool.part.name, tool.status, turn.outcome.status) == ("task", "completed", "finished")
        child = agent.session.get(tool.part.state.structured["sessionId"])
        assert child.parent_id == session.id


def test_attached_file_reaches_the_model(server):
    file = PromptFile(uri="data:text/plain;base64,YSBwZWFyIHRyZWU=", name="tree.txt")
    with client(server) as agent:
        session = agent.session.create()
        agent.session.turn(session.id, Prompt(text="ECHO", files=[file]), deadline=60).run()
        prompt, answer = agent.session.message.list(session.id, order="asc").all()
        assert "a pear tree" in answer.content[0].text
        assert (prompt.text, [file.name for file in prompt.files]) == ("ECHO", ["tree.txt"])


@pytest.mark.parametrize("reply", ["once", "reject"])
def test_permission_is_asked_and_replied(server, reply):
    with client(server) as agent:
        asked = []

        def on_permission(request):
            asked.append((request.action, request.resources))
            return reply

        steps, turn, _ = run(agent, "BASH", on_permission=on_permission)
        assert asked == [("bash", ["echo from-the-tool"])]
        tool = [step for step in steps if step.type == "tool"][-1]
        if reply == "once":
            assert (tool.part.name, tool.status) == ("bash", "completed")
            assert "from-the-tool" in tool.part.state.content[0].text
            assert (turn.text, turn.outcome.status, turn.outcome.usage.output) == (ANSWER, "finished", 6)
        else:
            assert tool.status == "error"
        assert agent.permission.list() == []


def test_question_is_answered_or_rejected(server):
    with client(server) as agent:
        steps, turn, _ = run(agent, "ASK", on_question=lambda request: [["Plum"]])
        tool = [step for step in steps if step.type == "tool"][-1]
        assert tool.part.state.structured["answers"] == [["Plum"]]
        assert (turn.text, turn.outcome.status) == (ANSWER, "finished")
        steps, _, _ = run(agent, "ASK", on_question=lambda request: None)
        assert [step for step in steps if step.type == "tool"][-1].status == "error"


@observes("session.todo", "the todos that the agent has written")
def test_todos_are_a_step_and_are_listed(server):
    with client(server) as agent:
        steps, turn, session = run(agent, "TODO")
        [todos] = [step.todos for step in steps if step.type == "todos"]
        assert todos == agent.session.todo(session.id)
        assert [(todo.content, todo.status) for todo in todos] == [("prune", "pending")]
        assert (turn.text, turn.outcome.status) == (ANSWER, "finished")


def test_failure_of_the_provider_is_the_outcome_of_the_turn(server):
    with client(server) as agent:
        steps, turn, session = run(agent, "ERR401 please")
        assert (steps, turn.text, turn.outcome.status) == ([], "", "failed")
        assert "the model fails with 401" in turn.outcome.error.message
        with pytest.raises(TurnFailedError, match="the model fails with 401"):
            agent.session.turn(session.id, "ERR401 again", raise_on_failure=True, deadline=60).run()


def test_provider_that_is_unavailable_is_tried_again_until_the_deadline(server):
    with client(server) as agent:
        session = agent.session.create()
        with agent.event.subscribe() as events:
            with pytest.raises(APITimeoutError, match="the session is not idle within the deadline"):
                agent.session.turn(session.id, "ERR500 please", deadline=10).run()
            for event in events:
                if event.type == "session.status" and event.payload.status.type == "retry":
                    break
        agent.request("POST", "/session/{id}/abort", segments={"id": session.id}, accept="*/*")
        agent.session.wait(session.id, deadline=60)


def test_interrupted_command_is_killed_and_the_model_is_not_called_again(server):
    """The test looks at the process and the files of the command, not only at the answers."""
    with client(server) as agent:
        session = agent.session.create()
        with interrupted_once_started(server, session.id):
            turn = agent.session.turn(session.id, f"BASH {SLEEPER}", on_permission=lambda _: "once", deadline=60)
            turn.run()
        assert ended(server.directory)
        assert turn.outcome.status == "interrupted"
        messages = agent.session.message.list(session.id, order="asc").all()
        assert [message.type for message in messages] == ["user", "assistant"]
        with pytest.raises(opencode.UnsupportedOperationError, match="no snapshot after a step"):
            agent.session.diff(session.id)


def test_interrupted_text_is_an_interrupted_turn(server):
    with client(server) as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "SLOW please", deadline=60) as turn:
            next(turn)
            agent.request("POST", "/session/{id}/abort", segments={"id": session.id}, accept="*/*")
            for _ in turn:
                pass
        assert (turn.outcome.status, turn.outcome.error.type) == ("interrupted", "MessageAbortedError")
        assert turn.messages == agent.session.message.list(session.id, order="asc").all()


def test_stopped_command_writes_nothing_later(server, model):
    """The command writes a file after two seconds; the test looks for it, and for requests to the model, after six."""
    late = Path(server.directory, "late-file.txt")
    with client(server) as agent:
        session = agent.at(directory=server.directory).session.create()
        with interrupted_once_started(server, session.id):
            command = f"BASH echo $$ > pid.txt; sleep 2; touch {late.name}"
            turn = agent.session.turn(session.id, command, on_permission=lambda _: "once", deadline=60)
            turn.run()
        count = len(model.prompts)
        assert stays_missing(late), "the command would have written it after two seconds"
        assert len(model.prompts) == count
        messages = agent.session.message.list(session.id, order="asc").all()
        assert messages[-1].error.type == "MessageAbortedError"


@observes("session.create", "under `deny`, no file is written; under `ask`, the agent asks")
@observes("session.update", "added rules bind the next prompt")
def test_rules_of_a_session_bind(server):
    deny = PermissionRule(action="edit", resource="*", effect="deny")
    with client(server) as agent:
        here = agent.at(directory=server.directory)
        session = here.session.create(permission=[deny])
        denied, allowed = Path(server.directory, "denied.txt"), Path(server.directory, "allowed.txt")
        agent.session.turn(session.id, f"WRITE {denied.name}", deadline=60).run()
        assert not denied.exists()
        here.session.update(session.id, permission=[PermissionRule(action="edit", resource="*", effect="allow")])
        agent.session.turn(session.id, f"WRITE {allowed.name}", deadline=60).run()
        assert allowed.read_text() == "written by the agent\n"
        here.session.update(session.id, permission=[PermissionRule(action="edit", resource="*", effect="ask")])
        asked = []
        on_permission = lambda request: asked.append((request.action, request.resources)) or "reject"  # noqa: E731
        agent.session.turn(session.id, f"WRITE {denied.name}", on_permission=on_permission, deadline=60).run()
        assert asked == [("edit", ["denied.txt"])]
        assert not denied.exists()


def test_configured_rules_apply(server):
    with client(server) as agent:
        session = agent.at(directory=server.directory).session.create()
        turn = agent.session.turn(session.id, "BASH touch asked.txt", on_permission=lambda _: "reject", deadline=60)
        turn.run()
        assert not Path(server.directory, "asked.txt").exists(), "by the server's configuration, bash asks"


@observes("session.diff", "the files that the agent has written, with patches; without a snapshot, it is refused")
def test_diff_names_the_files_that_the_session_changed(server):
    with client(server) as agent:
        session = agent.session.create()
        assert agent.session.diff(session.id) == []
        first, second = f"{session.id}_1.txt", f"{session.id}_2.txt"
        for name in (first, second, first):
            agent.session.turn(session.id, f"WRITE {name}", on_permission=lambda _: "once", deadline=60).run()
            assert Path(server.directory, name).read_text() == "written by the agent\n"
            Path(server.directory, first).write_text("changed by the user\n")
        diffs = {diff.path: diff for diff in agent.session.diff(session.id)}
        assert diffs.keys() == {first, second}
        assert diffs[second].status == "added"
        assert "+written by the agent" in diffs[second].patch


def test_diff_outside_of_a_repository_is_unsupported(server, tmp_path):
    configuration = Path(server.directory, "opencode.json").read_text()
    tmp_path.joinpath("opencode.json").write_text(configuration)
    with client(server) as agent:
        session = agent.at(directory=str(tmp_path)).session.create()
        agent.session.turn(session.id, "WRITE plain.txt", on_permission=lambda _: "once", deadline=60).run()
        assert tmp_path.joinpath("plain.txt").exists()
        with pytest.raises(opencode.UnsupportedOperationError, match=r"session\.diff: .* use vcs\.diff"):
            agent.session.diff(session.id)


def test_two_turns_of_a_session_have_their_own_answers(server):
    with client(server) as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "SLOW please", deadline=60) as first:
            started = next(first)
            with agent.session.turn(session.id, "TEXT please", deadline=60) as second:
                texts = ["".join([text for text in turn]) for turn in (first, second)]
        assert [started + texts[0], texts[1]] == [ANSWER, ANSWER]
        assert [turn.messages[0].text for turn in (first, second)] == ["SLOW please", "TEXT please"]
        assert [turn.outcome.status for turn in (first, second)] == ["finished", "finished"]


def test_store_follows_two_directories(server):
    with client(server) as agent, Store(agent) as store:
        words = {server.directory: "TEXT", server.other_directory: "BASH"}
        for directory, word in words.items():
            here = agent.at(directory=directory)
            view = store.follow(directory=directory)
            assert view.key == f"local:{directory}"
            session = here.session.create(title=f"In {directory}")
            turn = agent.session.turn(session.id, f"{word} please", on_permission=lambda _: "once", deadline=60)
            with view.watch(session.id) as watch:
                expected = turn.run()
                seen = until(
                    watch, lambda now, expected=tuple(expected): now.messages == expected and now.status.type == "idle"
                )
                assert seen.session.title == f"In {directory}"
                assert seen.session.location.directory == directory
                agent.session.update(session.id, title=f"Still in {directory}")
                until(watch, lambda now, title=f"Still in {directory}": now.session.title == title)
        for directory in words:
            titles = [view_of_session.session.title for view_of_session in store[f"local:{directory}"].sessions]
            assert f"Still in {directory}" in titles
            assert not {f"Still in {other}" for other in words if other != directory} & set(titles)


def test_unsupported_operation_is_a_typed_error(server):
    with client(server) as agent:
        session = agent.session.create(title="Short")
        with pytest.raises(opencode.UnsupportedOperationError, match="the input delivery of this operation"):
            agent.session.prompt(session.id, prompt=Prompt(text="Later"), delivery="deferred")
        with pytest.raises(opencode.UnsupportedOperationError, match="the input roots of this operation"):
            agent.session.list(roots=True).all()
        with pytest.raises(opencode.UnsupportedOperationError):
            agent.auth.list()


def test_password_is_asked_for(server):
    with AgentClient(transport=opencode.Transport(), base_url=server.url) as agent:
        for call in (agent.agent.list, agent.session.list().page, agent.config.get):
            with pytest.raises(AuthenticationError):
                call()
