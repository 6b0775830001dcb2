# Derived from tests/sdk/agent/_async/test_turns.py by `python -m codegen`; do not edit.
"""A turn in one call: the text as it grows, the requests that are answered, and the messages that came of it."""

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


def test_the_text_as_it_grows(agent_stub, agent_client):
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


def test_all_of_it_at_once(agent_stub, agent_client):
    with agent_client as agent:
        session = agent.session.create()
        agent.session.turn(session.id, "The first.").run()
        messages = agent.session.turn(session.id, Prompt(text="Say this."), deadline=60).run()
    assert [type(each) for each in messages] == [UserMessage, AssistantMessage]
    assert agents_text(messages) == "Say this."
    assert agent_stub.requests.count("session.prompt") == 2


@pytest.mark.parametrize("reply", ["once", "always", "reject"])
def test_permissions_are_asked_of_the_caller(agent_stub, agent_client, reply):
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


@pytest.mark.parametrize(("answers", "said"), [([["b"]], "b"), ((("a", "b"),), "a, b"), (None, None)])
def test_questions_are_asked_of_the_caller(agent_stub, agent_client, answers, said):
    agent_stub.script(Question(Ask("Which?", ("a", "b"), multiple=True)), Text("So be it."))

    def on_question(request):
        assert [option.label for option in request.questions[0].options] == ["a", "b"]
        return answers

    with agent_client as agent:
        session = agent.session.create()
        messages = agent.session.turn(session.id, "Ask.", on_question=on_question).run()
        tool = messages[1].content[0]
        assert tool.state.status == ("error" if said is None else "completed")
        assert said is None or tool.state.content[0].text == said
        assert agents_text(messages) == ("" if said is None else "So be it.")


@pytest.mark.parametrize("answers", ["Yes", ["Yes"], [["Yes"], "No"]])
def test_a_text_is_no_list_of_texts(agent_stub, agent_client, answers):
    agent_stub.script(Question("Sure?"))
    with agent_client as agent:
        session = agent.session.create()
        with pytest.raises(InvalidArgumentError, match=r"on_question must be .* a list of texts, got"):
            agent.session.turn(session.id, "Ask.", on_question=lambda _: answers).run()
        assert len(agent.question.list()) == 1, "nothing was replied"


def test_nothing_is_no_permission(agent_stub, agent_client):
    agent_stub.script(TOOL)
    with agent_client as agent:
        session = agent.session.create()
        with pytest.raises(InvalidArgumentError, match=r"on_permission must be .* once, always or reject, got None"):
            agent.session.turn(session.id, "List.", on_permission=lambda _: None).run()
        assert len(agent.permission.list()) == 1


def test_what_was_asked_before_the_prompt_is_answered_first(agent_stub, agent_client):
    agent_stub.script(TOOL, Text("The first."))
    with agent_client as agent:
        session = agent.session.create()
        agent.session.prompt(session.id, prompt=Prompt(text="Wait for me."))
        assert len(agent.permission.list()) == 1
        messages = agent.session.turn(session.id, "Second.", on_permission=lambda _: "once").run()
    assert agents_text(messages) == "Second."


def test_what_sessions_below_ask_for_is_answered_and_nothing_else(agent_stub, agent_client):
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


def test_a_request_that_nobody_here_answers_waits_for_another(agent_stub, agent_client):
    agent_stub.script(Text("May I?"), TOOL, Text(" Thanks."))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "List.") as turn:
            assert next(turn) == "May I?"
            [request] = agent.permission.list()
            agent.permission.reply(request.id, response="once")
            assert texts(turn) == [" Thanks."]


def test_a_request_that_another_answered_first(agent_stub, agent_client):
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
def test_a_reply_that_did_not_arrive_is_made_again(agent_stub, agent_client, operation):
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


def test_catching_up_that_failed_is_begun_again(agent_stub, agent_client):
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


def test_a_function_that_fails_leaves_the_agent_where_it_is(agent_stub, agent_client):
    agent_stub.script(TOOL)

    def on_permission(request):
        raise LookupError(request.action)

    with agent_client as agent:
        session = agent.session.create()
        with pytest.raises(LookupError, match="bash"):
            agent.session.turn(session.id, "List.", on_permission=on_permission).run()
        assert len(agent.permission.list()) == 1


@pytest.mark.parametrize("clean", [True, False])
def test_a_stream_that_breaks_does_not_break_the_turn(agent_stub, agent_client, clean):
    agent_stub.script(Text("One", ", two"), Hold(), Text(", three"), TOOL, Hold(), Text(", four", "."))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.", on_permission=lambda _: "once") as turn:
            assert [next(turn), next(turn)] == ["One", ", two"]
            agent_stub.events.cut(clean=clean)
            agent_stub.resume(session.id)  # nobody hears of it
            assert next(turn) == ", three"
            agent_stub.events.cut(clean=clean)
            agent_stub.resume(session.id)
            assert "".join(texts(turn)) == ", four."
        assert agents_text(turn.messages) == "One, two, three, four."
    assert agent_stub.requests.count("session.prompt") == 1


def test_a_turn_needs_no_events(agent_stub, agent_client):
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
def test_an_event_that_is_none_does_not_end_the_turn(agent_stub, agent_client, bad):
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.") as turn:
            assert next(turn) == "One"
            agent_stub.events.send_bytes(bad)
            agent_stub.resume(session.id)
            assert "".join(texts(turn)) == ", two."


def test_what_a_bad_event_may_have_asked_is_looked_for(agent_stub, garbled):
    agent_stub.script(TOOL, Text("Done."))
    way = garbled(agent_stub.transport(), b'"permission.asked"')
    with AgentClient(base_url="http://agent.test", transport=way, clock=agent_stub.clock) as agent:
        session = agent.session.create()
        messages = agent.session.turn(session.id, "List.", on_permission=lambda _: "once", deadline=20).run()
    assert agents_text(messages) == "Done."


@pytest.mark.parametrize("operation", ["permission.reply", "question.reply"])
def test_a_reply_may_be_sent_again(agent_stub, agent_client, operation):
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


def test_a_stream_that_becomes_a_page_ends_the_turn(agent_stub, agent_client):
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
def test_a_wait_that_breaks_is_begun_again(agent_stub, agent_client, fault):
    agent_stub.faults.add("session.wait", times=9, **fault)
    with agent_client as agent:
        session = agent.session.create()
        messages = agent.session.turn(session.id, "Count.").run()
    assert agents_text(messages) == "Count."


def test_a_service_that_is_away_for_a_minute_is_given_up(agent_stub, agent_client):
    agent_stub.script(Text("One"), Hold())
    agent_stub.faults.add("session.wait", status=503, times=None)
    with agent_client as agent:
        session = agent.session.create()
        with pytest.raises(InternalServerError, match=r"session\.wait"):
            agent.session.turn(session.id, "Count.").run()
    assert 60 <= agent_stub.clock.monotonic() < 80


def test_a_deadline_comes_on_a_clock_that_stands_still(agent_stub, agent_client):
    agent_stub.script(Hold())
    with agent_client as agent:
        session = agent.session.create()
        with pytest.raises(APITimeoutError, match=r"within the deadline of 0\.1 s"):
            agent.session.turn(session.id, "Count.", deadline=0.1).run()


def test_a_refused_stream_is_an_error(agent_stub, agent_client):
    agent_stub.script(Text("One"), Hold())
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.") as turn:
            assert next(turn) == "One"
            agent_stub.faults.add("event.subscribe", status=401)
            agent_stub.events.cut()
            with pytest.raises(AuthenticationError):
                next(turn)


def test_a_deadline_is_for_the_whole_turn():
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


def test_a_wait_that_hears_nothing_is_begun_anew(agent_stub, waits):
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    way = waits(agent_stub.transport(), 10)
    with AgentClient(base_url="http://agent.test", transport=way, clock=agent_stub.clock) as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.") as turn:
            assert next(turn) == "One"
            agent_stub.resume(session.id)
            assert texts(turn) == [", two."]
    assert way.times == 0


def test_a_session_that_is_deleted_meanwhile(agent_stub, agent_client):
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


def test_a_prompt_is_never_sent_twice(agent_stub, agent_client):
    agent_stub.faults.add("session.prompt", cut_after=0)
    with agent_client as agent:
        session = agent.session.create()
        turn = agent.session.turn(session.id, "Count.")
        with pytest.raises(APIConnectionError):
            turn.run()
        with pytest.raises(TypeError, match="not sent twice"):
            turn.run()
        assert agent_stub.requests.count("session.prompt") == 1
        assert len(agent_stub.events) == 0, "and the events are let go of"

        turn = agent.session.turn(session.id, "Count.")
        turn.run()
        with pytest.raises(TypeError, match="not sent twice"):
            turn.run()
        assert agent_stub.requests.count("session.prompt") == 2


def test_leaving_early_leaves_the_agent_at_work(agent_stub, agent_client):
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


def test_the_context_is_the_sessions(agent_stub, agent_client):
    agent_stub.script(TOOL, Text("Done."))
    with agent_client as agent:
        session = agent.at(directory="/home/dev/lighthouse").session.create()
        messages = agent.session.turn(session.id, "List.", on_permission=lambda _: "once").run()
    assert agents_text(messages) == "Done."


def test_a_turn_that_fails_is_a_message_that_says_so(agent_stub, agent_client):
    agent_stub.script(Text("Well"), Fail("Out of words"))
    with agent_client as agent:
        session = agent.session.create()
        messages = agent.session.turn(session.id, "Talk.").run()
    assert messages[1].error.message == "Out of words"


def test_a_deferred_prompt_waits_its_turn(agent_stub, agent_client):
    agent_stub.script(Text("First"), Hold(), Text("."))
    agent_stub.script(Text("Second."))
    with agent_client as agent:
        session = agent.session.create()
        agent.session.prompt(session.id, prompt=Prompt(text="One."))
        with agent.session.turn(session.id, "Two.", delivery="deferred") as turn:
            agent_stub.resume(session.id)
            assert texts(turn) == ["Second."]


def test_arguments_are_checked_before_anything_is_sent(agent_stub, agent_client):
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
def test_waiting_has_no_read_timeout(deadline):
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
