"""The operations of sessions: their records, messages, prompts, permissions and questions."""

import asyncio

import httpx
import pytest

from tests.stubs.agent.helpers import (
    LIGHTHOUSE,
    Conversation,
    ask_for_bash,
    create,
    data,
    messages,
    pending,
    prompt,
    refusal,
)
from trivet_stubs.agent import Ask, Hold, Question, Subtask, Text, Tool


def titles(http, **params):
    return [row["title"] for row in data(http.get("/api/session", params=params))]


@pytest.mark.rule("agent.contexts.session-is-pinned-where-it-was-created", "agent.sessions.list-is-of-the-context")
def test_session_is_pinned_to_the_context_of_its_creation(http):
    here, there = create(http), create(http, LIGHTHOUSE, title="There")

    assert here["location"] == {"directory": "/home/dev/orchard"}
    assert there["location"] == LIGHTHOUSE
    assert data(http.get(f"/api/session/{there['id']}")) == there
    assert (titles(http), titles(http, **LIGHTHOUSE)) == ([here["title"]], ["There"])


@pytest.mark.rule("agent.sessions.create-takes-title-agent-model-and-permissions")
def test_session_is_created_with_title_agent_and_model(http):
    model = {"providerID": "router", "modelID": "meadow/grass-3.1:free", "variant": "high"}
    created = create(http, title="Mine", agent="plan", model=model)

    assert (created["title"], created["agent"], created["model"]) == ("Mine", "plan", model)
    assert created["id"] == "ses_000001"
    assert created["projectID"] == "prj_000001"
    assert created["time"] == {"created": 1750032000000, "updated": 1750032000000}


@pytest.mark.rule("agent.contexts.session-operations-use-the-pinned")
@pytest.mark.parametrize("name", ["directory", "workspace"])
@pytest.mark.parametrize(
    ("method", "below"),
    [
        ("GET", ""),
        ("PATCH", ""),
        ("DELETE", ""),
        ("POST", "/compact"),
        ("POST", "/prompt"),
        ("POST", "/wait"),
        *(("GET", path) for path in ("/context", "/diff", "/todo", "/message")),
    ],
)
def test_context_of_a_session_operation_is_refused(http, method, below, name):
    session = create(http)
    answer = http.request(method, f"/api/session/{session['id']}{below}", params={name: "/home/dev/orchard"})

    assert refusal(answer)[0] == 400
    assert refusal(answer)[2].startswith(f"{name}: is not a query parameter of session.")
    assert data(http.get(f"/api/session/{session['id']}")) == session


@pytest.mark.rule("agent.requests.missing-record-is-404", "agent.requests.session-ids-begin-with-ses")
def test_unknown_session_is_not_found(http):
    assert refusal(http.get("/api/session/ses_9"))[:2] == (404, "SessionNotFoundError")
    assert http.get("/api/session/ses_9").json()["sessionID"] == "ses_9"
    assert refusal(http.post("/api/session/ses_9/wait"))[:2] == (404, "SessionNotFoundError")
    assert refusal(http.get("/api/session/9"))[:2] == (400, "InvalidRequestError")


@pytest.mark.rule("agent.sessions.update-changes-title-archival-or-permissions", "agent.sessions.delete-removes-it")
def test_session_is_changed_archived_and_deleted(http, agent_stub):
    session = create(http)
    prompt(http, session)
    agent_stub.clock.advance(1)
    changed = data(http.patch(f"/api/session/{session['id']}", json={"title": "New", "archived": 1750032000500}))

    assert changed["title"] == "New"
    assert changed["time"] == {"created": 1750032000000, "updated": 1750032001000, "archived": 1750032000500}
    assert http.delete(f"/api/session/{session['id']}").status_code == 204
    assert refusal(http.get(f"/api/session/{session['id']}"))[0] == 404
    assert titles(http) == []


@pytest.mark.rule("agent.sessions.list-filters")
def test_subtask_is_a_session_below_another(http, agent_stub):
    session = create(http, title="Root")
    agent_stub.script(Subtask("Leaf"))
    prompt(http, session)
    leaf = data(http.get("/api/session"))[0]

    assert leaf["parentID"] == session["id"]
    assert (titles(http), titles(http, roots=True)) == (["Leaf", "Root"], ["Root"])
    http.delete(f"/api/session/{session['id']}")
    assert titles(http) == []


@pytest.mark.rule("agent.sessions.list-filters")
def test_sessions_are_filtered_by_title_and_update_time(http, agent_stub):
    first = create(http, title="Apple pie")
    agent_stub.clock.advance(10)
    create(http, title="Pear tart")
    start = agent_stub.now()

    assert titles(http, search="PIE") == ["Apple pie"]
    assert titles(http, start=start) == ["Pear tart"]
    agent_stub.clock.advance(10)
    prompt(http, first)
    assert titles(http, start=start) == ["Pear tart", "Apple pie"]
    assert titles(http, start=start, order="asc", limit=1) == ["Apple pie"]


@pytest.mark.rule("agent.sessions.list-filters")
def test_sessions_are_filtered_by_path(http):
    create(http, title="Top")
    deep = create(http, {"directory": "/home/dev/orchard/src/deep"}, title="Deep")
    create(http, {"directory": "/home/dev/orchard/srcs"}, title="BackgroundRunner")

    assert deep["subpath"] == "src/deep"
    assert deep["projectID"] == "prj_000001"
    assert titles(http) == ["Top"]
    assert titles(http, path="src") == ["Deep"]
    assert titles(http, path="") == ["BackgroundRunner", "Deep", "Top"]
    assert titles(http, path="/home/dev/orchard/src") == ["Deep"]


@pytest.mark.parametrize("path", ["..", "../lighthouse", "/home/dev/lighthouse"])
def test_path_out_of_the_context_is_refused(http, path):
    create(http, {"directory": "/home/dev/lighthouse"})
    answer = http.get("/api/session", params={"path": path})

    assert refusal(answer) == (400, "InvalidRequestError", f'path: "{path}" is not in /home/dev/orchard')


def run_waiting(agent_stub, during):
    """Wait for a session at a hold, act meanwhile, and return the result of the wait."""

    async def run():
        async with httpx.AsyncClient(transport=agent_stub.async_transport(), base_url="http://agent.test") as http:
            session = (await http.post("/api/session")).json()["data"]
            agent_stub.script(Hold(), Text("Done."))
            await http.post(f"/api/session/{session['id']}/prompt", json={"prompt": {"text": "x"}})
            waiting = asyncio.create_task(http.post(f"/api/session/{session['id']}/wait"))
            for _ in range(50):  # turns of the event loop, not time
                await asyncio.sleep(0)
            assert agent_stub.requests.count("session.wait") == 1
            assert not waiting.done()
            await during(session["id"], http, waiting)
            return await waiting

    return asyncio.run(run())


@pytest.mark.rule("agent.sessions.compact-compacts", "agent.sessions.context-begins-at-the-last-compaction")
def test_compaction_starts_a_new_context(http):
    session = create(http)
    prompt(http, session, "One two")
    before = data(http.get(f"/api/session/{session['id']}/context"))
    assert http.post(f"/api/session/{session['id']}/compact").status_code == 204
    prompt(http, session, "Three")
    context = data(http.get(f"/api/session/{session['id']}/context"))

    assert before == messages(http, session, order="asc")[:2]
    assert [message["type"] for message in context] == ["compaction", "user", "assistant"]
    assert "One two" in context[0]["summary"]
    assert len(messages(http, session)) == 5


@pytest.mark.rule("agent.sessions.busy-is-409")
def test_busy_session_is_neither_compacted_nor_moved(http, agent_stub):
    session = create(http)
    agent_stub.script(Hold())
    prompt(http, session)
    body = {"sessionID": session["id"], "copyChanges": False}

    assert refusal(http.post(f"/api/session/{session['id']}/compact"))[:2] == (409, "SessionBusyError")
    assert refusal(http.post("/api/workspace/warp", json=body))[:2] == (409, "SessionBusyError")


def test_diff_holds_what_the_session_itself_changed(http, agent_stub):
    session, other = create(http), create(http)
    agent_stub.write("by-hand.txt", "x\n")
    agent_stub.script(Tool("edit", edits={"a.txt": "1\n", "README.md": None}))
    agent_stub.script(Tool("edit", edits={"a.txt": "1\n2\n", "b.txt": "b\n"}))
    agent_stub.script(Tool("edit", edits={"b.txt": None}))
    for _ in range(3):
        prompt(http, session)

    changes = data(http.get(f"/api/session/{session['id']}/diff"))
    assert [(change["path"], change["status"], change["additions"], change["deletions"]) for change in changes] == [
        ("README.md", "deleted", 0, 3),
        ("a.txt", "added", 2, 0),
    ]
    assert data(http.get(f"/api/session/{other['id']}/diff")) == []
    assert {change["file"] for change in data(http.get("/api/vcs/status"))} == {"README.md", "a.txt", "by-hand.txt"}
    assert data(http.get("/api/fs/file", params={"path": "a.txt"}))["content"] == "1\n2\n"


@pytest.mark.rule("agent.sessions.wait-returns-when-idle")
def test_wait_returns_when_the_session_is_idle(agent_stub):
    async def during(session_id, http, waiting):
        agent_stub.resume(session_id)

    assert run_waiting(agent_stub, during).status_code == 204


def test_wait_is_refused_when_the_session_is_deleted(agent_stub):
    async def during(session_id, http, waiting):
        assert (await http.delete(f"/api/session/{session_id}")).status_code == 204

    assert refusal(run_waiting(agent_stub, during))[:2] == (404, "SessionNotFoundError")


def test_wait_breaks_when_the_stub_closes(agent_stub):
    async def during(session_id, http, waiting):
        agent_stub.close()

    with pytest.raises(httpx.RemoteProtocolError):
        run_waiting(agent_stub, during)


def test_wait_ends_when_its_client_is_cancelled(agent_stub):
    async def during(session_id, http, waiting):
        waiting.cancel()

    with pytest.raises(asyncio.CancelledError):
        run_waiting(agent_stub, during)


@pytest.mark.parametrize("leaves", [True, False])
def test_wait_on_a_port_ends_whether_or_not_a_client_left(agent_server, leaves):
    stub = agent_server.stub
    with httpx.Client(base_url=agent_server.url, trust_env=False, timeout=0.2 if leaves else 10) as http:
        session = create(http)
        stub.script(Hold())
        prompt(http, session)
        if leaves:
            with pytest.raises(httpx.ReadTimeout):
                http.post(f"/api/session/{session['id']}/wait")
        stub.resume(session["id"])
        assert http.post(f"/api/session/{session['id']}/wait").status_code == 204


@pytest.mark.rule("agent.sessions.delivery-is-immediate-or-deferred")
def test_unknown_delivery_is_refused(http, conversation):
    body = {"prompt": {"text": "x"}, "delivery": "slow"}

    assert refusal(http.post(f"/api/session/{conversation.id}/prompt", json=body))[:2] == (400, "InvalidRequestError")
    assert conversation.messages() == []


def reply(http, request, response, **where):
    return http.post(f"/api/permission/{request['id']}/reply", params=where, json={"response": response})


@pytest.mark.rule("agent.permissions.reply-answers-the-request")
def test_turn_waits_for_a_permission_and_continues(agent_stub, http, conversation):
    ask_for_bash(agent_stub, conversation)
    (request,) = pending(http, "permission")

    assert (request["action"], request["resources"], request["sessionID"]) == ("bash", ["ls"], conversation.id)
    assert request["source"] == {
        "type": "tool",
        "messageID": conversation.last()["id"],
        "callID": conversation.parts()[0]["id"],
    }
    assert (conversation.parts()[0]["state"]["status"], len(conversation.parts())) == ("running", 1)
    assert "completed" not in conversation.last()["time"]
    assert reply(http, request, "once").status_code == 204
    assert [part.get("text", part.get("name")) for part in conversation.parts()] == ["bash", "Done."]
    assert pending(http, "permission") == []
    assert refusal(reply(http, request, "once"))[:2] == (404, "PermissionNotFoundError")


def test_permission_of_another_context_is_not_found(agent_stub, http):
    ask_for_bash(agent_stub, Conversation(http, LIGHTHOUSE))
    (request,) = pending(http, "permission", **LIGHTHOUSE)

    assert pending(http, "permission") == []
    assert refusal(reply(http, request, "once"))[0] == 404
    assert reply(http, request, "once", **LIGHTHOUSE).status_code == 204


def test_always_allows_the_action_from_then_on_and_once_does_not(agent_stub, http, conversation):
    for response in ("once", "always"):
        ask_for_bash(agent_stub, conversation)
        reply(http, pending(http, "permission")[0], response)
    ask_for_bash(agent_stub, conversation)

    assert pending(http, "permission") == []
    assert conversation.last()["finish"] == "stop"
    ask_for_bash(agent_stub, conversation, "rm")
    assert len(pending(http, "permission")) == 1


@pytest.mark.parametrize("continues", [True, False])
def test_rejection_ends_the_turn_unless_the_config_continues_it(agent_stub, http, conversation, continues):
    http.patch("/api/config", json={"config": {"experimental": {"continue_loop_on_deny": continues}}})
    ask_for_bash(agent_stub, conversation)
    reply(http, pending(http, "permission")[0], "reject")

    assert conversation.parts()[0]["state"]["status"] == "error"
    assert (conversation.last()["finish"], len(conversation.parts())) == (("stop", 2) if continues else ("rejected", 1))


@pytest.mark.parametrize(("effect", "status"), [("allow", "completed"), ("deny", "error"), ("ask", "running")])
def test_rules_of_a_session_decide_before_the_user(agent_stub, http, effect, status):
    rules = [
        {"action": "*", "resource": "*", "effect": "ask"},
        {"action": "ba*", "resource": "l*", "effect": effect},
    ]
    conversation = Conversation(http, permission=rules)
    ask_for_bash(agent_stub, conversation)

    assert conversation.parts()[0]["state"]["status"] == status
    assert len(pending(http, "permission")) == (effect == "ask")


def test_refused_reply_leaves_the_request_pending(agent_stub, http, conversation):
    ask_for_bash(agent_stub, conversation)
    (request,) = pending(http, "permission")

    assert refusal(reply(http, request, "maybe"))[0] == 400
    assert pending(http, "permission") == [request]


def test_deleted_session_leaves_no_permission_request(agent_stub, http, conversation):
    ask_for_bash(agent_stub, conversation)
    http.delete(f"/api/session/{conversation.id}")

    assert pending(http, "permission") == []


@pytest.mark.rule("agent.questions.reply-answers-the-question", "agent.questions.answers-fit-the-questions")
def test_turn_waits_for_answers_and_continues(agent_stub, http, conversation):
    agent_stub.script(
        Question("Why?", Ask("Which?", ["a", "b"], header="One", multiple=True, custom=False)), Text("Ok.")
    )
    conversation.prompt()
    (request,) = pending(http, "question")

    def answer(*answers):
        return http.post(f"/api/question/{request['id']}/reply", json={"response": {"answers": answers}})

    assert [question["question"] for question in request["questions"]] == ["Why?", "Which?"]
    assert refusal(answer(["So."]))[2] == "response.answers: 1 answers to 2 questions"
    assert refusal(answer(["So.", "And so."], ["a"]))[2] == "response.answers.0: only one may be chosen"
    assert refusal(answer(["So."], ["c"]))[2] == "response.answers.1: is not one of a, b"
    assert answer(["So."], ["a", "b"]).status_code == 204
    assert conversation.parts()[0]["state"]["content"] == [{"type": "text", "text": "So.; a, b"}]
    assert conversation.parts()[1]["text"] == "Ok."
    assert refusal(answer(["So."], ["a"]))[:2] == (404, "QuestionNotFoundError")


@pytest.mark.rule("agent.questions.reject-ends-the-question")
def test_rejected_question_ends_the_turn(agent_stub, http, conversation):
    agent_stub.script(Question("Why?"), Text("Never."))
    conversation.prompt()
    path = f"/api/question/{pending(http, 'question')[0]['id']}/reject"

    assert http.post(path).status_code == 204
    assert (conversation.last()["finish"], len(conversation.parts())) == ("rejected", 1)
    assert refusal(http.post(path))[:2] == (404, "QuestionNotFoundError")
