"""Handles of sessions: they create, resume and copy sessions, run prompts with their options, and stop what runs."""

import json

import pytest

from tests.sdk.agent._async.turns import texts
from trivet import APITimeoutError, InternalServerError, InvalidArgumentError, NotFoundError, TrivetError
from trivet.agent import PermissionRules, Rejected, UnansweredRequestError, UnsupportedOperationError
from trivet_stubs.agent import AgentObserved, Finish, Hold, Question, Task, Text, Tool

ALL = AgentObserved(interrupts=True, reply_messages=True, prompt_options=True, forks=True)
BASH = Tool("bash", {"command": "ls"}, output="README.md", asks="bash")


@pytest.fixture
def stub(agent_stub):
    agent_stub.observed = ALL
    return agent_stub


def prompts(stub):
    """Return the bodies of the prompts."""
    return [json.loads(request.body) for request in stub.requests if request.operation == "session.prompt"]


async def test_session_is_created_where_and_as_the_arguments_say(stub, async_agent_client):
    rules = PermissionRules(allow=["read"], deny=["edit"])
    async with async_agent_client as agent:
        async with agent.session.start(
            directory="/home/dev/lighthouse", title="Paint it", agent="plan", model="stub/stub-1-mini", rules=rules
        ) as session:
            assert (session.id, session.session.title) == ("ses_000001", "Paint it")
            outcome = await session.run("Which fruit?")
        assert (outcome.text, outcome.session_id, outcome.output, outcome.steps) == (
            "Which fruit?",
            "ses_000001",
            None,
            1,
        )
        stored = stub.sessions["ses_000001"]
        assert (stored.context.directory, stored.agent, stored.model["modelID"]) == (
            *("/home/dev/lighthouse", "plan"),
            "stub-1-mini",
        )
        assert [(rule["action"], rule["effect"]) for rule in stored.permission] == [("read", "allow"), ("edit", "deny")]
        async with agent.at(directory="/home/dev/lighthouse").session.start() as other:
            assert stub.sessions[other.id].context.directory == "/home/dev/lighthouse"


async def test_handle_is_awaited_or_entered_and_keeps_its_session(stub, async_agent_client):
    async with async_agent_client as agent:
        session = await agent.session.start()
        assert "'ses_000001'" in repr(session)
        await session.close()
        await session.close()
        with pytest.raises(TrivetError, match=r"closed; agent\.session\.resume\('ses_000001'\) makes another one"):
            await session.run("Hello.")
        async with agent.session.resume(session.id) as again:
            await again.run("Hello.")
            assert [message.type async for message in again.messages()] == ["user", "assistant"]
            assert [message.type async for message in again.messages(order="desc")] == ["assistant", "user"]
        assert list(stub.sessions) == ["ses_000001"]
        with pytest.raises(NotFoundError):
            await agent.session.resume("ses_9")


async def test_options_of_the_handle_apply_to_each_prompt_unless_it_has_its_own(stub, async_agent_client):
    async with async_agent_client as agent:
        stub.script(BASH, Text("One."))
        stub.script(BASH, Text("Two."))
        stub.script(Question("Why?"), Text("Three."))
        async with agent.session.start(
            on_permission=lambda request: "once", system="Be brief.", without_tools=["webfetch"], variant="high"
        ) as session:
            first = await session.run("One")
            second = await session.run(
                "Two",
                on_permission=lambda request: Rejected("No."),
                system="Be long.",
                only_tools=["bash"],
                variant="low",
            )
            third = await session.run("Three", on_question=lambda request: [["Because."]])
    assert [first.text, second.text, third.text] == ["One.", "Two.", "Three."]
    options = [{name: body.get(name) for name in ("system", "tools", "variant")} for body in prompts(stub)]
    own = {"system": "Be brief.", "tools": {"webfetch": False}, "variant": "high"}
    assert options == [own, {"system": "Be long.", "tools": {"*": False, "bash": True}, "variant": "low"}, own]


async def test_request_without_a_function_names_the_argument(stub, async_agent_client):
    stub.script(BASH)
    async with async_agent_client as agent, agent.session.start() as session:
        with pytest.raises(UnansweredRequestError, match="pass on_permission= to the turn"):
            await session.run("List the files.")


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, ValueError])
async def test_error_that_ends_a_run_has_its_outcome_and_names_its_session(stub, async_agent_client, error):
    stub.script(Text("One."), Finish("tool-calls", cost=0.3), Text("So far."), Hold(), Text("Never."))

    def interrupt(step):
        raise error

    async with async_agent_client as agent:
        with pytest.raises(error) as caught:
            await agent.run("Go.", on_step=interrupt)
        outcome = caught.value.outcome
        assert (outcome.session_id, outcome.status, outcome.text, outcome.cost) == (
            *("ses_000001", "interrupted"),
            *("So far.", 0.3),
        )
        assert caught.value.__notes__ == [
            "the session is kept: agent.session.resume('ses_000001') goes on with it (interrupted)"
        ]
        async with agent.session.resume(outcome.session_id) as session:
            assert (await session.run("And again.")).text == "And again."


async def test_deadline_and_missing_reply_have_the_outcome(stub, async_agent_client):
    stub.script(Text("So far."), Hold(120), Text("Late."))
    stub.script(BASH)
    async with async_agent_client as agent:
        with pytest.raises(APITimeoutError) as late:
            await agent.run("Slowly.", deadline=60)
        with pytest.raises(UnansweredRequestError) as unanswered:
            await agent.run("List the files.")
    assert (late.value.outcome.session_id, late.value.outcome.text) == ("ses_000001", "So far.")
    assert (unanswered.value.outcome.session_id, unanswered.value.outcome.status) == ("ses_000002", "failed")


async def test_error_before_the_prompt_names_the_session_and_has_no_outcome(stub, async_agent_client):
    stub.faults.add("session.prompt", status=500)
    async with async_agent_client as agent:
        with pytest.raises(InternalServerError) as caught:
            await agent.run("Go.")
    assert caught.value.outcome.session_id == "ses_000001"
    assert "agent.session.resume('ses_000001')" in caught.value.__notes__[0]


async def test_tools_that_are_taken_away_are_missing_in_the_tree(stub, async_agent_client):
    child = Task("Look", Tool("webfetch"), Tool("read"), Finish("tool-calls"), Text("Seen."))
    async with async_agent_client as agent:
        for options, stays in (({"without_tools": ["webfetch"]}, True), ({"only_tools": ["task", "read"]}, False)):
            stub.script(Tool("webfetch"), Tool("read"), child, Finish("tool-calls"), Text("Done."))
            outcome = await agent.run("Go.", **options)
            assert outcome.status == "finished"
            *_, parent, below = stub.sessions.values()
            tools = [[part["state"]["status"] for part in row.messages[1]["content"]] for row in (parent, below)]
            assert tools == [["error", "completed", "completed"], ["error", "completed" if stays else "error"]]


async def test_leaving_the_block_stops_a_turn_that_another_task_follows(stub, async_agent_client):
    stub.script(Text("One "), Hold(), Text("two."))
    async with async_agent_client as agent:
        async with agent.session.start() as session:
            turn = session.turn("Go.")
            async with turn:
                assert await anext(turn) == "One "
                await session.close()
                assert await texts(turn) == []
        assert (turn.outcome.status, turn.outcome.works_on) == ("interrupted", False)
        assert not stub.sessions[session.id].busy


async def test_closing_leaves_a_turn_at_work_that_was_to_be_left(stub, async_agent_client):
    stub.script(Text("One "), Hold(), Text("two."))
    async with async_agent_client as agent:
        async with agent.session.start() as session, session.turn("Go.", on_leave="detach") as turn:
            assert await anext(turn) == "One "
            await session.close()
        assert turn.outcome.status == "detached"
        assert stub.sessions[session.id].busy
        async with agent.session.resume(session.id) as session:
            stub.resume(session.id)
            await session.wait(deadline=20)
            assert not stub.sessions[session.id].busy


async def test_changes_of_the_session_and_its_end(stub, async_agent_client):
    stub.script(Tool("edit", edits={"README.md": "# New\n"}), Text("Done."))
    async with async_agent_client as agent:
        session = await agent.session.start(directory="/home/dev/orchard")
        await session.run("Edit it.")
        assert [diff.path for diff in await session.diff()] == ["README.md"]
        await session.delete()
        assert stub.sessions == {}


async def test_copy_has_the_messages_before_one_and_the_options_of_the_handle(stub, async_agent_client):
    rules = PermissionRules(deny=["edit"])
    async with async_agent_client as agent, agent.session.start(rules=rules, system="Be brief.") as session:
        await session.run("One")
        await session.run("Two")
        messages = await session.messages().all()
        for at, types in ((None, 4), (messages[2], 2), (messages[1].id, 1)):
            async with session.fork(at=at) as copy:
                assert len(await copy.messages().all()) == types
                assert [rule["action"] for rule in stub.sessions[copy.id].permission] == ["edit"]
                await copy.run("Three")
                assert prompts(stub)[-1]["system"] == "Be brief."
        with pytest.raises(NotFoundError):
            await session.fork(at="msg_9")
        assert len(await session.messages().all()) == 4


async def test_server_of_the_contract_refuses_options_before_anything_is_sent(agent_stub, async_agent_client):
    async with async_agent_client as agent:
        for option in (
            {"system": "Be brief."},
            {"only_tools": ["read"]},
            {"without_tools": ["x"]},
            {"variant": "high"},
        ):
            for begin in (agent.session.start, lambda **options: agent.session.resume("ses_1", **options)):
                with pytest.raises(UnsupportedOperationError, match=f"no place for {next(iter(option))}") as caught:
                    await begin(**option)
                assert "AgentObserved(prompt_options=True), if it is a stub" in str(caught.value)
            with pytest.raises(UnsupportedOperationError):
                await agent.run("Hello.", **option)
        assert len(agent_stub.requests) == 0
        async with agent.session.start() as session:
            with pytest.raises(
                UnsupportedOperationError, match=r"session\.fork: the contract has no place for a copy"
            ) as caught:
                await session.fork()
            assert "AgentObserved(forks=True), if it is a stub" in str(caught.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"model": "large"}, "model must be PROVIDER/MODEL, or a ModelReference, got 'large'"),
        ({"on_permission": 3}, "on_permission must be something to call"),
        ({"system": ""}, "system must be text that is not empty"),
        ({"only_tools": "read"}, "only_tools must be a list of at most 1000 names of tools, got 'read'"),
        (
            {"only_tools": ["read"], "without_tools": ["edit"]},
            "without_tools must be left out where only_tools is given",
        ),
        ({"price": 3}, "price must be a Price, 0 for models that are free, or a"),
        ({"directory": ""}, "directory must be text that is not empty"),
    ],
)
async def test_argument_that_breaks_a_rule_is_refused_before_it_is_sent(stub, async_agent_client, options, message):
    async with async_agent_client as agent:
        with pytest.raises(InvalidArgumentError, match=message):
            await agent.session.start(**options)
        with pytest.raises(InvalidArgumentError, match=message):
            await agent.run("Hello.", **options)
    assert len(stub.requests) == 0


async def test_with_response_refuses_methods_of_several_calls_before_they_are_sent(stub, async_agent_client):
    async with async_agent_client as agent:
        for method, *arguments in (
            (agent.run, "Hello."),
            (agent.run_all, ["Hello."]),
            (agent.session.start,),
            (agent.session.resume, "ses_1"),
        ):
            with pytest.raises(TypeError, match="sends more than one call"):
                await agent.with_response(method, *arguments)
    assert len(stub.requests) == 0


async def test_files_by_path_and_as_bytes_are_attached(stub, async_agent_client, tmp_path):
    (tmp_path / "notes.md").write_text("A pear tree.")
    async with async_agent_client as agent:
        await agent.run("Read them.", files=[tmp_path / "notes.md", ("tree.png", b"\x89PNG")])
        files = prompts(stub)[0]["prompt"]["files"]
        assert [(file["name"], file["mime"], file["uri"]) for file in files] == [
            ("notes.md", "text/plain", "data:text/plain;base64,QSBwZWFyIHRyZWUu"),
            ("tree.png", "image/png", "data:image/png;base64,iVBORw=="),
        ]
        count = len(stub.requests)
        for wrong, rule in (
            ([tmp_path / "none.md"], "files that can be read"),
            ([("big.txt", b"x" * 10_000_001)], "files of at most 10,000,000 bytes"),
            ([("text.txt", "text")], "a path, or a name with bytes"),
            ("notes.md", "a list of paths"),
            ([("a.txt", b"")] * 101, "at most 100 files"),
        ):
            with pytest.raises(InvalidArgumentError, match=rule):
                await agent.run("Read them.", files=wrong)
        assert len(stub.requests) == count


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"prompt": "\udcff"}, r"prompt\['text'\] must be text without half a surrogate pair"),
        ({"files": [("a\udcff.txt", b"A pear tree.")]}, r"prompt\['files'\]\[0\]\['name'\] must be text"),
        ({"deadline": 5_000_000}, "deadline must be a number of seconds of at most 4,000,000"),
    ],
)
async def test_prompt_that_cannot_be_sent_creates_no_session(stub, async_agent_client, arguments, message):
    async with async_agent_client as agent:
        with pytest.raises(InvalidArgumentError, match=message):
            await agent.run(**{"prompt": "What is it?"} | arguments)
    assert len(stub.requests) == 0
