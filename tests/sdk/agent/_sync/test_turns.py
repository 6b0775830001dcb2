# Derived from tests/sdk/agent/_async/test_turns.py by `python -m codegen`; do not edit.
"""Turns: the text as it grows, the requests that are replied to, and the finished messages."""

import httpx
import pytest

from trivet import (
    AgentClient,
    APIConnectionError,
    APITimeoutError,
    AuthenticationError,
    DecodeError,
    InternalServerError,
    InvalidArgumentError,
    NotFoundError,
    PermissionDeniedError,
)
from trivet.agent import AssistantMessage, Prompt, UserMessage
from trivet_stubs import AgentStub
from trivet_stubs.agent import Ask, Fail, Hold, Question, Reasoning, Subtask, Text, Tool
from trivet_stubs.kernel.clock import RunningClock

TOOL = Tool("bash", {"command": "ls"}, output="README.md", asks="bash")


def texts(turn):
    return [text for text in turn]


def agents_text(messages):
    answers = [each for each in messages if isinstance(each, AssistantMessage)]
    return "".join(part.text for each in answers for part in each.content if part.type == "text")


def test_turn_yields_text_as_it_grows(agent_stub, agent_client):
    agent_stub.script(Reasoning("Hm, ", "well."), Text("Look", "ing"), Hold(), Text(" around."))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "What is here?") as turn:
            assert [next(turn), next(turn)] == ["Look", "ing"]
            assert turn.messages is None
            agent_stub.resume(session.id)
            assert texts(turn) == [" around."]
            prompt, answer = turn.messages
            assert texts(turn) == []
        assert isinstance(prompt, UserMessage)
        assert (prompt.id, prompt.text) == (turn.admitted.id, "What is here?")
        assert agents_text([answer]) == "Looking around."
        assert answer.time.completed is not None
        assert [prompt, answer] == agent.session.message.list(session.id, order="asc").all()


def test_run_returns_the_messages_of_the_turn(agent_stub, agent_client):
    with agent_client as agent:
        session = agent.session.create()
        agent.session.turn(session.id, "The first.").run()
        messages = agent.session.turn(session.id, Prompt(text="Say this."), deadline=60).run()
    assert [type(each) for each in messages] == [UserMessage, AssistantMessage]
    assert agents_text(messages) == "Say this."
    assert agent_stub.requests.count("session.prompt") == 2


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
        with pytest.raises(InvalidArgumentError, match=r"on_permission must be .* once, always or reject, got None"):
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
        if request.session_id != session.id:
            agent_stub.resume(session.id)
        return "once"

    agent_stub.script(Subtask("Look further"), TOOL, Text("Waiting. "), Hold(), Text("Done."))
    with agent_client as agent:
        session = agent.session.create()
        stranger = agent.session.create()
        with agent.session.turn(session.id, "Go.", on_permission=on_permission) as turn:
            assert next(turn) == "Waiting. "
            child = (agent.session.list(search="Look further").all())[0]
            for each in (stranger, child):
                agent_stub.script(TOOL, session_id=each.id)
                agent.session.prompt(each.id, prompt=Prompt(text="List."))
            assert texts(turn) == ["Done."]
        assert asked == [session.id, child.id]
        assert [each.session_id for each in agent.permission.list()] == [stranger.id]


def test_request_without_function_waits_for_another_client(agent_stub, agent_client):
    agent_stub.script(Text("May I?"), TOOL, Text(" Thanks."))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "List.") as turn:
            assert next(turn) == "May I?"
            [request] = agent.permission.list()
            agent.permission.reply(request.id, response="once")
            assert texts(turn) == [" Thanks."]


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
    agent_stub.script(Subtask("Below"), Text("May I?"), Hold(), Text(" Thanks."))
    agent_stub.script(TOOL)
    asked = []

    def on_permission(request):
        asked.append(request.id)
        return "once"

    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "List.", on_permission=on_permission) as turn:
            assert next(turn) == "May I?"
            [child] = agent.session.list(search="Below").all()
            agent_stub.faults.add(operation, status=403)
            agent.session.prompt(child.id, prompt=Prompt(text="List."))
            with pytest.raises(PermissionDeniedError):
                next(turn)
            agent_stub.resume(session.id)
            assert next(turn) == " Thanks."
        assert agent.permission.list() == []
    assert len(asked) == (2 if operation == "permission.reply" else 1)


def test_failed_catch_up_is_repeated_in_next_step(agent_stub, agent_client):
    agent_stub.script(Text("May I?"), Hold(), TOOL, Text(" Thanks."))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "List.", on_permission=lambda _: "once") as turn:
            assert next(turn) == "May I?"
            agent_stub.faults.add("permission.list", status=403)
            agent_stub.events.cut()
            agent_stub.resume(session.id)
            with pytest.raises(PermissionDeniedError):
                next(turn)
            assert texts(turn) == [" Thanks."]


def test_error_of_on_permission_leaves_the_request_open(agent_stub, agent_client):
    agent_stub.script(TOOL)

    def on_permission(request):
        raise LookupError(request.action)

    with agent_client as agent:
        session = agent.session.create()
        with pytest.raises(LookupError, match="bash"):
            agent.session.turn(session.id, "List.", on_permission=on_permission).run()
        assert len(agent.permission.list()) == 1


@pytest.mark.parametrize("clean", [True, False])
def test_turn_continues_after_its_stream_breaks(agent_stub, agent_client, clean):
    agent_stub.script(Text("One", ", two"), Hold(), Text(", three"), TOOL, Hold(), Text(", four", "."))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.", on_permission=lambda _: "once") as turn:
            assert [next(turn), next(turn)] == ["One", ", two"]
            agent_stub.events.cut(clean=clean)
            agent_stub.resume(session.id)  # no client receives the events
            assert next(turn) == ", three"
            agent_stub.events.cut(clean=clean)
            agent_stub.resume(session.id)
            assert "".join(texts(turn)) == ", four."
        assert agents_text(turn.messages) == "One, two, three, four."
    assert agent_stub.requests.count("session.prompt") == 1


def test_turn_without_events_still_yields_all_text(agent_stub, agent_client):
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.") as turn:
            assert next(turn) == "One"
            agent_stub.faults.add("event.subscribe", drop=True, times=None)
            agent_stub.events.cut()
            agent_stub.resume(session.id)
            assert "".join(texts(turn)) == ", two."


@pytest.mark.parametrize(
    "bad", [b"data: nonsense\n\n", b'data: {"delta": "\\ud83d"}\n\n', b"data: " + bytes(17_000_000)]
)
def test_unreadable_event_does_not_end_the_turn(agent_stub, agent_client, bad):
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.") as turn:
            assert next(turn) == "One"
            agent_stub.events.send_bytes(bad)
            agent_stub.resume(session.id)
            assert "".join(texts(turn)) == ", two."


def test_requests_are_fetched_after_an_unreadable_event(agent_stub, garbled):
    agent_stub.script(TOOL, Text("Done."))
    transport = garbled(agent_stub.transport(), b'"permission.asked"')
    with AgentClient(base_url="http://agent.test", transport=transport, clock=agent_stub.clock) as agent:
        session = agent.session.create()
        messages = agent.session.turn(session.id, "List.", on_permission=lambda _: "once", deadline=20).run()
    assert agents_text(messages) == "Done."


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


def test_web_page_instead_of_events_ends_the_turn(agent_stub, agent_client):
    agent_stub.script(Text("One"), Hold())
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.") as turn:
            assert next(turn) == "One"
            agent_stub.faults.add("event.subscribe", body="<html>", content_type="text/html", times=None)
            agent_stub.events.cut()
            with pytest.raises(DecodeError, match="the body is text/html"):
                next(turn)


@pytest.mark.parametrize("fault", [{"drop": True}, {"status": 503}, {"status": 504}])
def test_broken_wait_is_sent_again(agent_stub, agent_client, fault):
    agent_stub.faults.add("session.wait", times=9, **fault)
    with agent_client as agent:
        session = agent.session.create()
        messages = agent.session.turn(session.id, "Count.").run()
    assert agents_text(messages) == "Count."


def test_turn_fails_after_outage_of_one_minute(agent_stub, agent_client):
    agent_stub.script(Text("One"), Hold())
    agent_stub.faults.add("session.wait", status=503, times=None)
    with agent_client as agent:
        session = agent.session.create()
        with pytest.raises(InternalServerError, match=r"session\.wait"):
            agent.session.turn(session.id, "Count.").run()
    assert 60 <= agent_stub.clock.monotonic() < 80


def test_deadline_passes_while_the_clock_stands_still(agent_stub, agent_client):
    agent_stub.script(Hold())
    with agent_client as agent:
        session = agent.session.create()
        with pytest.raises(APITimeoutError, match=r"within the deadline of 0\.1 s"):
            agent.session.turn(session.id, "Count.", deadline=0.1).run()


def test_refused_reconnection_raises_in_the_turn(agent_stub, agent_client):
    agent_stub.script(Text("One"), Hold())
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.") as turn:
            assert next(turn) == "One"
            agent_stub.faults.add("event.subscribe", status=401)
            agent_stub.events.cut()
            with pytest.raises(AuthenticationError):
                next(turn)


def test_deadline_covers_the_whole_turn():
    clock = RunningClock()
    with AgentStub(clock=clock) as stub:
        stub.script(Text("One"), Hold())
        transport = stub.transport()
        with AgentClient(base_url="http://agent.test", transport=transport, clock=clock) as agent:
            session = agent.session.create()
            with agent.session.turn(session.id, "Count.", deadline=0.2) as turn:
                assert next(turn) == "One"
                with pytest.raises(APITimeoutError, match=r"session\.turn: the session is not idle within .* 0\.2 s"):
                    next(turn)
            with pytest.raises(APITimeoutError, match=r"session\.wait"):
                agent.session.wait(session.id, deadline=0.05)
            stub.resume(session.id)
            agent.session.wait(session.id, deadline=20)


def test_wait_without_data_is_sent_again(agent_stub, waits):
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    transport = waits(agent_stub.transport(), 10)
    with AgentClient(base_url="http://agent.test", transport=transport, clock=agent_stub.clock) as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.") as turn:
            assert next(turn) == "One"
            agent_stub.resume(session.id)
            assert texts(turn) == [", two."]
    assert transport.times == 0


def test_deleting_the_session_raises_not_found_in_the_turn(agent_stub, agent_client):
    agent_stub.script(Text("One"), Hold())
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.") as turn:
            assert next(turn) == "One"
            agent.session.delete(session.id)
            with pytest.raises(NotFoundError):
                next(turn)
        with pytest.raises(NotFoundError):
            agent.session.turn(session.id, "Count.").run()


def test_turn_run_twice_raises_and_sends_nothing(agent_stub, agent_client):
    agent_stub.faults.add("session.prompt", cut_after=0)
    with agent_client as agent:
        session = agent.session.create()
        turn = agent.session.turn(session.id, "Count.")
        with pytest.raises(APIConnectionError):
            turn.run()
        with pytest.raises(TypeError, match="not sent twice"):
            turn.run()
        assert agent_stub.requests.count("session.prompt") == 1
        assert len(agent_stub.events) == 0, "the subscription is closed"

        turn = agent.session.turn(session.id, "Count.")
        turn.run()
        with pytest.raises(TypeError, match="not sent twice"):
            turn.run()
        assert agent_stub.requests.count("session.prompt") == 2


def test_leaving_a_turn_early_does_not_stop_the_agent(agent_stub, agent_client):
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.") as turn:
            assert next(turn) == "One"
        assert texts(turn) == []
        assert turn.messages is None
        agent_stub.resume(session.id)
        agent.session.wait(session.id)
        assert agents_text(agent.session.message.list(session.id).all()) == "One, two."


def test_turn_acts_in_the_context_of_its_session(agent_stub, agent_client):
    agent_stub.script(TOOL, Text("Done."))
    with agent_client as agent:
        session = agent.at(directory="/home/dev/lighthouse").session.create()
        messages = agent.session.turn(session.id, "List.", on_permission=lambda _: "once").run()
    assert agents_text(messages) == "Done."


def test_failed_turn_ends_with_message_that_holds_the_error(agent_stub, agent_client):
    agent_stub.script(Text("Well"), Fail("Out of words"))
    with agent_client as agent:
        session = agent.session.create()
        messages = agent.session.turn(session.id, "Talk.").run()
    assert messages[1].error.message == "Out of words"


def test_deferred_prompt_waits_for_current_work(agent_stub, agent_client):
    agent_stub.script(Text("First"), Hold(), Text("."))
    agent_stub.script(Text("Second."))
    with agent_client as agent:
        session = agent.session.create()
        agent.session.prompt(session.id, prompt=Prompt(text="One."))
        with agent.session.turn(session.id, "Two.", delivery="deferred") as turn:
            agent_stub.resume(session.id)
            assert texts(turn) == ["Second."]


def test_invalid_turn_arguments_raise_before_anything_is_sent(agent_stub, agent_client):
    with agent_client as agent:
        for arguments in ({"session_id": ""}, {"delivery": "later"}, {"deadline": 0}):
            with pytest.raises(InvalidArgumentError, match=next(iter(arguments))):
                agent.session.turn(**{"session_id": "ses_1", "prompt": "Go."} | arguments)
        for name in ("on_permission", "on_question"):
            with pytest.raises(InvalidArgumentError, match=f"{name} must be something to call"):
                agent.session.turn("ses_1", "Go.", **{name: "once"})
        assert repr(agent.session.turn("ses_1", "Go.")) == "Turn('ses_1')"
        with pytest.raises(InvalidArgumentError, match="deadline"):
            agent.session.wait("ses_1", deadline=-1)
        with pytest.raises(TypeError, match="inside its `with` block"):
            next(agent.session.turn("ses_1", "Go."))
        with pytest.raises(TypeError, match="turn"):
            agent.with_response(agent.session.turn, "ses_1", "Go.")
    assert len(agent_stub.requests) == 0


@pytest.mark.parametrize("deadline", [None, 100])
def test_wait_has_no_read_timeout(deadline):
    asked = []

    def answer(request):
        asked.append(request.extensions["timeout"])
        return httpx.Response(204)

    transport = httpx.MockTransport(answer)
    with AgentClient(transport=transport, timeout=3, deadline=4) as agent:
        answer = agent.with_response(agent.session.wait, "ses_1", deadline=deadline)
    assert answer.status == 204
    assert asked[0]["connect"] == 3
    assert asked[0]["read"] == pytest.approx(deadline, abs=10) if deadline else asked[0]["read"] is None
