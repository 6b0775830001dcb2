"""Turns: permission requests and questions, and the replies to them."""

import time

import pytest

from tests.sdk.agent._async.turns import TOOL, agents_text, texts
from trivet import (
    InvalidArgumentError,
    PermissionDeniedError,
)
from trivet.agent import PermissionRules, Prompt, UnansweredRequestError
from trivet_stubs.agent import Ask, Hold, Question, Subtask, Text


@pytest.mark.parametrize("reply", ["once", "always", "reject"])
async def test_permission_requests_call_on_permission(agent_stub, async_agent_client, reply):
    agent_stub.script(TOOL, TOOL, Text("Done."))
    asked = []

    async def on_permission(request):
        asked.append((request.action, request.resources))
        return reply

    async with async_agent_client as agent:
        session = await agent.session.create()
        messages = await agent.session.turn(session.id, "List.", on_permission=on_permission).run()
        assert await agent.permission.list() == []
    assert asked == [("bash", ["ls"])] * (2 if reply == "once" else 1)
    assert agents_text(messages) == ("" if reply == "reject" else "Done.")


@pytest.mark.parametrize(("answers", "output"), [([["b"]], "b"), ((("a", "b"),), "a, b"), (None, None)])
async def test_questions_call_on_question(agent_stub, async_agent_client, answers, output):
    agent_stub.script(Question(Ask("Which?", ("a", "b"), multiple=True)), Text("So be it."))

    def on_question(request):
        assert [option.label for option in request.questions[0].options] == ["a", "b"]
        return answers

    async with async_agent_client as agent:
        session = await agent.session.create()
        messages = await agent.session.turn(session.id, "Ask.", on_question=on_question).run()
        tool = messages[1].content[0]
        assert tool.state.status == ("error" if output is None else "completed")
        assert output is None or tool.state.content[0].text == output
        assert agents_text(messages) == ("" if output is None else "So be it.")


@pytest.mark.parametrize("answers", ["Yes", ["Yes"], [["Yes"], "No"]])
async def test_on_question_returning_text_raises(agent_stub, async_agent_client, answers):
    agent_stub.script(Question("Sure?"))
    async with async_agent_client as agent:
        session = await agent.session.create()
        with pytest.raises(InvalidArgumentError, match=r"on_question must be .* a list of texts, got"):
            await agent.session.turn(session.id, "Ask.", on_question=lambda _: answers).run()
        assert (await agent.question.list(), agent_stub.requests.count("question.reply")) == ([], 0)


async def test_on_permission_returning_none_raises(agent_stub, async_agent_client):
    agent_stub.script(TOOL)
    async with async_agent_client as agent:
        session = await agent.session.create()
        with pytest.raises(InvalidArgumentError, match=r"on_permission must be .* once, always, reject or Rejected"):
            await agent.session.turn(session.id, "List.", on_permission=lambda _: None).run()
        assert len(agent_stub.requests.calls("permission.reply", response="reject")) == 1, "by leaving"


async def test_requests_from_before_the_prompt_are_replied_to_first(agent_stub, async_agent_client):
    agent_stub.script(TOOL, Text("The first."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        await agent.session.prompt(session.id, prompt=Prompt(text="Wait for me."))
        assert len(await agent.permission.list()) == 1
        messages = await agent.session.turn(session.id, "Second.", on_permission=lambda _: "once").run()
    assert agents_text(messages) == "Second."


async def test_requests_of_subsessions_only_are_replied_to(agent_stub, async_agent_client):
    asked = []

    def on_permission(request):
        asked.append(request.session_id)
        return "once"

    agent_stub.script(Subtask("Look further"), TOOL, Text("Waiting. "), Hold(), Text("Done."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        stranger = await agent.session.create()
        async with agent.session.turn(session.id, "Go.", on_permission=on_permission) as turn:
            assert await anext(turn) == "Waiting. "
            child = (await agent.session.list(search="Look further").all())[0]
            for asking in (stranger, child):
                agent_stub.script(TOOL, session_id=asking.id)
                await agent.session.prompt(asking.id, prompt=Prompt(text="List."))
            end = time.monotonic() + 10
            while (len(await agent.permission.list()) > 1 or len(asked) < 2) and time.monotonic() < end:
                pass  # the other tasks and threads have their turns in the call
            agent_stub.resume(session.id)  # a turn that ends sends no more replies
            assert await texts(turn) == ["Done."]
        assert asked == [session.id, child.id]
        assert [request.session_id for request in await agent.permission.list()] == [stranger.id]


async def test_request_waits_for_another_client_if_the_options_say_so(agent_stub, async_agent_client):
    agent_stub.script(Text("May I?"), TOOL, Text(" Thanks."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "List.", on_permission="wait") as turn:
            assert await anext(turn) == "May I?"
            [request] = await agent.permission.list()
            await agent.permission.reply(request.id, response="once")
            assert await texts(turn) == [" Thanks."]


@pytest.mark.parametrize("rules", [PermissionRules(allow=["read"]), PermissionRules(allow=["*"], ask=["bash"])])
async def test_request_that_rules_do_not_decide_ends_the_turn(agent_stub, async_agent_client, rules):
    agent_stub.script(Text("May I?"), TOOL, Text("Never."))
    async with async_agent_client as agent:
        async with agent.session.start(on_permission=rules) as session:
            with pytest.raises(UnansweredRequestError, match="PermissionRules need otherwise=") as caught:
                await session.run("List.")
    assert caught.value.request.resources == ["ls"]
    assert "on_permission='wait'" in caught.value.how_to_reply
    assert len(agent_stub.requests.calls("permission.reply", response="reject")) == 1, "by leaving"


async def test_request_that_rules_decide_needs_no_otherwise(agent_stub, async_agent_client):
    agent_stub.script(TOOL, Text("Done."))
    async with async_agent_client as agent:
        outcome = await agent.run("List.", on_permission=PermissionRules(allow=["bash"]))
    assert (outcome.status, outcome.text) == ("finished", "Done.")


async def test_request_that_rules_leave_to_another_client_does_not_wait_for_the_turn(agent_stub, async_agent_client):
    agent_stub.script(Subtask("Below"), Text("One"), Hold(), Text(", two"), Hold(), Text("."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        rules = PermissionRules(allow=["read"], otherwise="wait")
        async with agent.session.turn(session.id, "Go.", on_permission=rules) as turn:
            assert await anext(turn) == "One"
            [child] = await agent.session.list(search="Below").all()
            agent_stub.script(TOOL, session_id=child.id)
            await agent.session.prompt(child.id, prompt=Prompt(text="List."))
            agent_stub.resume(session.id)
            assert await anext(turn) == ", two", "the event of the request has arrived before"
            end = time.monotonic() + 10
            while turn.waiting and time.monotonic() < end:
                await agent.session.get(session.id)  # the other tasks and threads have their turns in the call
            assert turn.waiting == ()
            [request] = await agent.permission.list()
            assert request.session_id == child.id
            agent_stub.resume(session.id)
            assert await texts(turn) == ["."]


async def test_request_that_another_client_answers_waits_no_longer(agent_stub, async_agent_client):
    agent_stub.script(TOOL, Text("Thanks."))
    async with async_agent_client as agent:
        session = await agent.session.create()

        async def on_permission(request):
            assert [waiting.id for waiting in turn.waiting] == [request.id]
            await agent.permission.reply(request.id, response="once")
            while turn.waiting:
                await agent.session.get(session.id)
            return "reject"

        # Named before it begins, as the function may be called before the block does.
        turn = agent.session.turn(session.id, "List.", on_permission=on_permission)
        async with turn:
            assert await texts(turn) == ["Thanks."]
        assert turn.waiting == ()


async def test_request_answered_by_another_client_is_skipped(agent_stub, async_agent_client):
    agent_stub.script(TOOL, Question("Why?"), Text("Thanks."))

    async def on_permission(request):
        await agent.permission.reply(request.id, response="once")
        return "reject"

    async def on_question(request):
        await agent.question.reject(request.id)

    async with async_agent_client as agent:
        await agent.config.update(config=(await agent.config.get()))
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "List.", on_permission=on_permission, on_question=on_question)
        messages = await turn.run()
        assert messages[1].content[0].state.status == "completed"
        assert messages[1].content[1].state.status == "error"


@pytest.mark.parametrize("operation", ["permission.reply", "session.get"])
async def test_failed_reply_is_repeated_in_next_step(agent_stub, async_agent_client, operation):
    agent_stub.script(Subtask("Below"))
    agent_stub.script(Text("May I?"), Hold(), Text(" Thanks."))
    agent_stub.script(TOOL)
    asked = []

    def on_permission(request):
        asked.append(request.id)
        return "once"

    async with async_agent_client as agent:
        session = await agent.session.create()
        await agent.session.prompt(session.id, prompt=Prompt(text="Begin."))
        await agent.session.wait(session.id)
        async with agent.session.turn(session.id, "List.", on_permission=on_permission) as turn:
            assert await anext(turn) == "May I?"
            [child] = await agent.session.list(search="Below").all()
            agent_stub.faults.add(operation, status=403)
            if operation == "session.get":  # a prompt would send the child, with its parent
                request = {"id": "per_9", "sessionID": child.id, "action": "bash", "resources": ["ls"]}
                agent_stub.events.send("permission.asked", request)
            else:
                await agent.session.prompt(child.id, prompt=Prompt(text="List."))
            with pytest.raises(PermissionDeniedError):
                await anext(turn)
            agent_stub.resume(session.id)
            await agent.session.wait(session.id)  # the text is there before the next step is taken
            assert await anext(turn) == " Thanks."
            await agent.session.wait(child.id)
        assert await agent.permission.list() == []
    assert len(asked) == (2 if operation == "permission.reply" else 1)


async def test_error_of_on_permission_ends_the_turn_which_rejects_the_request(agent_stub, async_agent_client):
    agent_stub.script(TOOL)

    def on_permission(request):
        raise LookupError(request.action)

    async with async_agent_client as agent:
        session = await agent.session.create()
        with pytest.raises(LookupError, match="bash"):
            await agent.session.turn(session.id, "List.", on_permission=on_permission).run()
        assert await agent.permission.list() == []


@pytest.mark.parametrize("operation", ["permission.reply", "question.reply"])
async def test_reply_is_retried_after_a_broken_connection(agent_stub, async_agent_client, operation):
    agent_stub.script(TOOL, Question("Sure?"), Text("Done."))
    agent_stub.faults.add(operation, cut_after=0, times=2)
    asked = []

    def on_permission(request):
        asked.append(request)
        return "once"

    def on_question(request):
        asked.append(request)
        return [["Yes"]]

    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "List.", on_permission=on_permission, on_question=on_question)
        assert agents_text(await turn.run()) == "Done."
    assert len(asked) == 2
