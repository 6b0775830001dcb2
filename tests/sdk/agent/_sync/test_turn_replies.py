# Derived from tests/sdk/agent/_async/test_turn_replies.py by `python -m codegen`; do not edit.
"""Turns: permission requests and questions, and the replies to them."""

import time

import pytest

from tests.sdk.agent._sync.turns import TOOL, agents_text, texts
from trivet import (
    InvalidArgumentError,
    PermissionDeniedError,
)
from trivet.agent import PermissionRules, Prompt
from trivet_stubs.agent import Ask, Hold, Question, Subtask, Text


@pytest.mark.parametrize("reply", ["once", "always", "reject"])
def test_permission_requests_call_on_permission(agent_stub, agent_client, reply):
    agent_stub.script(TOOL, TOOL, Text("Done."))
    asked = []

    def on_permission(request):
        asked.append((request.action, request.resources))
        return reply

    with agent_client as agent:
        session = agent.session.create()
        messages = agent.session.turn(session.id, "List.", on_permission=on_permission).run()
        assert agent.permission.list() == []
    assert asked == [("bash", ["ls"])] * (2 if reply == "once" else 1)
    assert agents_text(messages) == ("" if reply == "reject" else "Done.")


@pytest.mark.parametrize(("answers", "output"), [([["b"]], "b"), ((("a", "b"),), "a, b"), (None, None)])
def test_questions_call_on_question(agent_stub, agent_client, answers, output):
    agent_stub.script(Question(Ask("Which?", ("a", "b"), multiple=True)), Text("So be it."))

    def on_question(request):
        assert [option.label for option in request.questions[0].options] == ["a", "b"]
        return answers

    with agent_client as agent:
        session = agent.session.create()
        messages = agent.session.turn(session.id, "Ask.", on_question=on_question).run()
        tool = messages[1].content[0]
        assert tool.state.status == ("error" if output is None else "completed")
        assert output is None or tool.state.content[0].text == output
        assert agents_text(messages) == ("" if output is None else "So be it.")


@pytest.mark.parametrize("answers", ["Yes", ["Yes"], [["Yes"], "No"]])
def test_on_question_returning_text_raises(agent_stub, agent_client, answers):
    agent_stub.script(Question("Sure?"))
    with agent_client as agent:
        session = agent.session.create()
        with pytest.raises(InvalidArgumentError, match=r"on_question must be .* a list of texts, got"):
            agent.session.turn(session.id, "Ask.", on_question=lambda _: answers).run()
        assert len(agent.question.list()) == 1, "nothing was replied"


def test_on_permission_returning_none_raises(agent_stub, agent_client):
    agent_stub.script(TOOL)
    with agent_client as agent:
        session = agent.session.create()
        with pytest.raises(InvalidArgumentError, match=r"on_permission must be .* once, always, reject or Rejected"):
            agent.session.turn(session.id, "List.", on_permission=lambda _: None).run()
        assert len(agent.permission.list()) == 1


def test_requests_from_before_the_prompt_are_replied_to_first(agent_stub, agent_client):
    agent_stub.script(TOOL, Text("The first."))
    with agent_client as agent:
        session = agent.session.create()
        agent.session.prompt(session.id, prompt=Prompt(text="Wait for me."))
        assert len(agent.permission.list()) == 1
        messages = agent.session.turn(session.id, "Second.", on_permission=lambda _: "once").run()
    assert agents_text(messages) == "Second."


def test_requests_of_subsessions_only_are_replied_to(agent_stub, agent_client):
    asked = []

    def on_permission(request):
        asked.append(request.session_id)
        return "once"

    agent_stub.script(Subtask("Look further"), TOOL, Text("Waiting. "), Hold(), Text("Done."))
    with agent_client as agent:
        session = agent.session.create()
        stranger = agent.session.create()
        with agent.session.turn(session.id, "Go.", on_permission=on_permission) as turn:
            assert next(turn) == "Waiting. "
            child = (agent.session.list(search="Look further").all())[0]
            for asking in (stranger, child):
                agent_stub.script(TOOL, session_id=asking.id)
                agent.session.prompt(asking.id, prompt=Prompt(text="List."))
            end = time.monotonic() + 10
            while (len(agent.permission.list()) > 1 or len(asked) < 2) and time.monotonic() < end:
                pass  # the other tasks and threads have their turns in the call
            agent_stub.resume(session.id)  # a turn that ends sends no more replies
            assert texts(turn) == ["Done."]
        assert asked == [session.id, child.id]
        assert [request.session_id for request in agent.permission.list()] == [stranger.id]


def test_request_without_function_waits_for_another_client(agent_stub, agent_client):
    agent_stub.script(Text("May I?"), TOOL, Text(" Thanks."))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "List.") as turn:
            assert next(turn) == "May I?"
            [request] = agent.permission.list()
            agent.permission.reply(request.id, response="once")
            assert texts(turn) == [" Thanks."]


def test_request_that_rules_leave_to_another_client_does_not_wait_for_the_turn(agent_stub, agent_client):
    agent_stub.script(Subtask("Below"), Text("One"), Hold(), Text(", two"), Hold(), Text("."))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Go.", on_permission=PermissionRules(allow=["read"])) as turn:
            assert next(turn) == "One"
            [child] = agent.session.list(search="Below").all()
            agent_stub.script(TOOL, session_id=child.id)
            agent.session.prompt(child.id, prompt=Prompt(text="List."))
            agent_stub.resume(session.id)
            assert next(turn) == ", two", "the event of the request has arrived before"
            end = time.monotonic() + 10
            while turn.waiting and time.monotonic() < end:
                agent.session.get(session.id)  # the other tasks and threads have their turns in the call
            assert turn.waiting == ()
            [request] = agent.permission.list()
            assert request.session_id == child.id
            agent_stub.resume(session.id)
            assert texts(turn) == ["."]


def test_request_that_another_client_answers_waits_no_longer(agent_stub, agent_client):
    agent_stub.script(TOOL, Text("Thanks."))
    with agent_client as agent:
        session = agent.session.create()

        def on_permission(request):
            assert [waiting.id for waiting in turn.waiting] == [request.id]
            agent.permission.reply(request.id, response="once")
            while turn.waiting:
                agent.session.get(session.id)
            return "reject"

        # Named before it begins, as the function may be called before the block does.
        turn = agent.session.turn(session.id, "List.", on_permission=on_permission)
        with turn:
            assert texts(turn) == ["Thanks."]
        assert turn.waiting == ()


def test_request_answered_by_another_client_is_skipped(agent_stub, agent_client):
    agent_stub.script(TOOL, Question("Why?"), Text("Thanks."))

    def on_permission(request):
        agent.permission.reply(request.id, response="once")
        return "reject"

    def on_question(request):
        agent.question.reject(request.id)

    with agent_client as agent:
        agent.config.update(config=(agent.config.get()))
        session = agent.session.create()
        turn = agent.session.turn(session.id, "List.", on_permission=on_permission, on_question=on_question)
        messages = turn.run()
        assert messages[1].content[0].state.status == "completed"
        assert messages[1].content[1].state.status == "error"


@pytest.mark.parametrize("operation", ["permission.reply", "session.get"])
def test_failed_reply_is_repeated_in_next_step(agent_stub, agent_client, operation):
    agent_stub.script(Subtask("Below"))
    agent_stub.script(Text("May I?"), Hold(), Text(" Thanks."))
    agent_stub.script(TOOL)
    asked = []

    def on_permission(request):
        asked.append(request.id)
        return "once"

    with agent_client as agent:
        session = agent.session.create()
        agent.session.prompt(session.id, prompt=Prompt(text="Begin."))
        agent.session.wait(session.id)
        with agent.session.turn(session.id, "List.", on_permission=on_permission) as turn:
            assert next(turn) == "May I?"
            [child] = agent.session.list(search="Below").all()
            agent_stub.faults.add(operation, status=403)
            if operation == "session.get":  # no event says whose child it is
                request = {"id": "per_000001", "sessionID": child.id, "action": "bash", "resources": ["ls"]}
                agent_stub.events.send("permission.asked", request)
            else:
                agent.session.prompt(child.id, prompt=Prompt(text="List."))
            with pytest.raises(PermissionDeniedError):
                next(turn)
            agent_stub.resume(session.id)
            agent.session.wait(session.id)  # the text is there before the next step is taken
            assert next(turn) == " Thanks."
            agent.session.wait(child.id)
        assert agent.permission.list() == []
    assert len(asked) == (2 if operation == "permission.reply" else 1)


def test_error_of_on_permission_leaves_the_request_open(agent_stub, agent_client):
    agent_stub.script(TOOL)

    def on_permission(request):
        raise LookupError(request.action)

    with agent_client as agent:
        session = agent.session.create()
        with pytest.raises(LookupError, match="bash"):
            agent.session.turn(session.id, "List.", on_permission=on_permission).run()
        assert len(agent.permission.list()) == 1


@pytest.mark.parametrize("operation", ["permission.reply", "question.reply"])
def test_reply_is_retried_after_a_broken_connection(agent_stub, agent_client, operation):
    agent_stub.script(TOOL, Question("Sure?"), Text("Done."))
    agent_stub.faults.add(operation, cut_after=0, times=2)
    asked = []

    def on_permission(request):
        asked.append(request)
        return "once"

    def on_question(request):
        asked.append(request)
        return [["Yes"]]

    with agent_client as agent:
        session = agent.session.create()
        turn = agent.session.turn(session.id, "List.", on_permission=on_permission, on_question=on_question)
        assert agents_text(turn.run()) == "Done."
    assert len(asked) == 2
