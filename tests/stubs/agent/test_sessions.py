"""The agent stub: sessions, their lists and pages, and what is done with their messages."""

import asyncio

import httpx
import pytest

from tests.stubs.agent.helpers import LIGHTHOUSE, data, in_process, refusal
from trivet_stubs.agent import Hold, Subtask, Text, Tool


@pytest.fixture
def http(agent_stub):
    with in_process(agent_stub) as client:
        yield client


def create(http, params=None, **body):
    return data(http.post("/api/session", params=params, json=body))


def prompt(http, session, text="Hello, world", **more):
    return data(http.post(f"/api/session/{session['id']}/prompt", json={"prompt": {"text": text}, **more}))


def messages(http, session, **params):
    return data(http.get(f"/api/session/{session['id']}/message", params=params))


def titles(http, **params):
    return [each["title"] for each in data(http.get("/api/session", params=params))]


def test_a_session_is_pinned_to_the_context_that_it_was_made_in(http):
    here, there = create(http), create(http, LIGHTHOUSE, title="There")

    assert here["location"] == {"directory": "/home/dev/orchard"}
    assert there["location"] == LIGHTHOUSE
    assert data(http.get(f"/api/session/{there['id']}")) == there
    assert (titles(http), titles(http, **LIGHTHOUSE)) == ([here["title"]], ["There"])


def test_what_a_session_is_made_with(http):
    model = {"providerID": "router", "modelID": "meadow/grass-3.1:free", "variant": "high"}
    made = create(http, title="Mine", agent="plan", model=model)

    assert (made["title"], made["agent"], made["model"]) == ("Mine", "plan", model)
    assert made["id"] == "ses_000001"
    assert made["projectID"] == "prj_000001"
    assert made["time"] == {"created": 1750032000000, "updated": 1750032000000}


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
        *(("GET", each) for each in ("/context", "/diff", "/todo", "/message")),
    ],
)
def test_session_operations_take_no_context(http, method, below, name):
    session = create(http)
    answer = http.request(method, f"/api/session/{session['id']}{below}", params={name: "/home/dev/orchard"})

    assert refusal(answer)[0] == 400
    assert refusal(answer)[2].startswith(f"{name}: is not a query parameter of session.")
    assert data(http.get(f"/api/session/{session['id']}")) == session


def test_a_session_that_there_is_not(http):
    assert refusal(http.get("/api/session/ses_9"))[:2] == (404, "SessionNotFoundError")
    assert http.get("/api/session/ses_9").json()["sessionID"] == "ses_9"
    assert refusal(http.post("/api/session/ses_9/wait"))[:2] == (404, "SessionNotFoundError")
    assert refusal(http.get("/api/session/9"))[:2] == (400, "InvalidRequestError")


def test_a_session_is_changed_archived_and_deleted(http, agent_stub):
    session = create(http)
    prompt(http, session)
    agent_stub.clock.advance(1)
    changed = data(http.patch(f"/api/session/{session['id']}", json={"title": "New", "archived": 1750032000500}))

    assert changed["title"] == "New"
    assert changed["time"] == {"created": 1750032000000, "updated": 1750032001000, "archived": 1750032000500}
    assert http.delete(f"/api/session/{session['id']}").status_code == 204
    assert refusal(http.get(f"/api/session/{session['id']}"))[0] == 404
    assert titles(http) == []


def test_subtasks_are_sessions_below_another(http, agent_stub):
    session = create(http, title="Root")
    agent_stub.script(Subtask("Leaf"))
    prompt(http, session)
    leaf = data(http.get("/api/session"))[0]

    assert leaf["parentID"] == session["id"]
    assert (titles(http), titles(http, roots=True)) == (["Leaf", "Root"], ["Root"])
    http.delete(f"/api/session/{session['id']}")
    assert titles(http) == []


# Lists.


def test_sessions_by_what_they_are_called_and_when_they_were_changed(http, agent_stub):
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


def test_sessions_below_a_path(http):
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
def test_no_path_leads_to_the_sessions_of_another_context(http, path):
    create(http, {"directory": "/home/dev/lighthouse"})
    answer = http.get("/api/session", params={"path": path})

    assert refusal(answer) == (400, "InvalidRequestError", f'path: "{path}" is not in /home/dev/orchard')


@pytest.mark.parametrize("limit", [0, -3, 2.5, "many"])
@pytest.mark.parametrize("path", ["session", "session/ses_000001/message"])
def test_limits_that_are_refused(http, path, limit):
    create(http)

    assert refusal(http.get(f"/api/{path}", params={"limit": limit}))[:2] == (400, "InvalidRequestError")


def test_the_largest_limits(http):
    session = create(http)

    assert http.get("/api/session", params={"limit": 100_000}).status_code == 200
    assert refusal(http.get(f"/api/session/{session['id']}/message", params={"limit": 201}))[0] == 400


def walk(http, path, **params):
    """Every page of a list from its beginning to its end, and the whole answers."""
    pages, cursor = [], None
    while True:
        answer = http.get(
            path, params=params if cursor is None else {"limit": params["limit"], "cursor": cursor}
        ).json()
        pages.append(answer)
        cursor = answer["cursor"]["next"]
        if cursor is None:
            return [[each["id"] for each in page["data"]] for page in pages], pages


@pytest.mark.parametrize("null_at_end", [False, True])
@pytest.mark.parametrize("order", ["asc", "desc"])
@pytest.mark.parametrize("below", ["", "/{id}/message"])
def test_pages_by_cursor_in_both_orders(http, agent_stub, below, order, null_at_end):
    agent_stub.null_at_end = null_at_end
    session = create(http)
    for _ in range(2):
        create(http)
        prompt(http, session)
    create(http)
    path = f"/api/session{below}".format(id=session["id"])
    pages, _ = walk(http, path, order=order, limit=2)
    ids = sorted(each["id"] for each in data(http.get(path)))

    assert len(ids) == 4
    assert [each for page in pages for each in page] == (ids if order == "asc" else ids[::-1])
    assert [len(page) for page in pages] == ([2, 2] if null_at_end else [2, 2, 0])


def test_the_way_back(http):
    for _ in range(5):
        create(http)
    pages, answers = walk(http, "/api/session", limit=2)
    back = http.get("/api/session", params={"limit": 2, "cursor": answers[2]["cursor"]["previous"]}).json()

    assert [each["id"] for each in back["data"]] == pages[1]
    first = http.get("/api/session", params={"limit": 2, "cursor": back["cursor"]["previous"]}).json()
    assert [each["id"] for each in first["data"]] == pages[0]


def test_a_page_is_not_disturbed_by_what_comes_meanwhile(http):
    for _ in range(3):
        create(http)
    first = http.get("/api/session", params={"limit": 2, "search": "session"}).json()
    create(http)
    http.delete(f"/api/session/{first['data'][-1]['id']}")
    second = http.get("/api/session", params={"cursor": first["cursor"]["next"]}).json()

    assert [each["id"] for each in first["data"] + second["data"]] == ["ses_000003", "ses_000002", "ses_000001"]


def test_cursors_that_are_refused(http):
    session = create(http)
    prompt(http, session)
    cursor = http.get("/api/session", params={"order": "asc"}).json()["cursor"]["next"]

    def refused(path="session", **params):
        return refusal(http.get(f"/api/{path}", params={"cursor": cursor, **params}))[:2]

    assert refused(cursor="nonsense") == (400, "InvalidCursorError")
    assert refused(cursor="") == (400, "InvalidCursorError")
    assert refused(cursor=cursor[:8] + "x" + cursor[9:]) == (400, "InvalidCursorError")
    assert refused(order="asc") == (400, "InvalidCursorError")
    assert refused(search="x") == (400, "InvalidCursorError")
    assert refused(**LIGHTHOUSE) == (400, "InvalidCursorError")
    assert refused(f"session/{session['id']}/message") == (400, "InvalidCursorError")
    assert http.get("/api/session", params={"cursor": cursor}).status_code == 200


# What is done with messages.


def test_compaction_begins_the_context_anew(http):
    session = create(http)
    prompt(http, session, "One two")
    before = data(http.get(f"/api/session/{session['id']}/context"))
    assert http.post(f"/api/session/{session['id']}/compact").status_code == 204
    prompt(http, session, "Three")
    context = data(http.get(f"/api/session/{session['id']}/context"))

    assert before == messages(http, session, order="asc")[:2]
    assert [each["type"] for each in context] == ["compaction", "user", "assistant"]
    assert "One two" in context[0]["summary"]
    assert len(messages(http, session)) == 5


def test_a_busy_session_is_not_compacted_nor_moved(http, agent_stub):
    session = create(http)
    agent_stub.script(Hold())
    prompt(http, session)
    body = {"sessionID": session["id"], "copyChanges": False}

    assert refusal(http.post(f"/api/session/{session['id']}/compact"))[:2] == (409, "SessionBusyError")
    assert refusal(http.post("/api/workspace/warp", json=body))[:2] == (409, "SessionBusyError")


def test_the_diff_is_what_the_session_has_changed(http, agent_stub):
    session, other = create(http), create(http)
    agent_stub.write("by-hand.txt", "x\n")
    agent_stub.script(Tool("edit", edits={"a.txt": "1\n", "README.md": None}))
    agent_stub.script(Tool("edit", edits={"a.txt": "1\n2\n", "b.txt": "b\n"}))
    agent_stub.script(Tool("edit", edits={"b.txt": None}))
    for _ in range(3):
        prompt(http, session)

    found = data(http.get(f"/api/session/{session['id']}/diff"))
    assert [(each["path"], each["status"], each["additions"], each["deletions"]) for each in found] == [
        ("README.md", "deleted", 0, 3),
        ("a.txt", "added", 2, 0),
    ]
    assert data(http.get(f"/api/session/{other['id']}/diff")) == []
    assert {each["file"] for each in data(http.get("/api/vcs/status"))} == {"README.md", "a.txt", "by-hand.txt"}
    assert data(http.get("/api/fs/file", params={"path": "a.txt"}))["content"] == "1\n2\n"


# Waiting.


def run_waiting(agent_stub, during):
    """Begin to wait for a session that stands still, do something, and give what the wait came to."""

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


def test_wait_returns_when_the_session_is_at_rest(agent_stub):
    async def during(session_id, http, waiting):
        agent_stub.resume(session_id)

    assert run_waiting(agent_stub, during).status_code == 204


def test_wait_ends_when_the_session_goes_away(agent_stub):
    async def during(session_id, http, waiting):
        assert (await http.delete(f"/api/session/{session_id}")).status_code == 204

    assert refusal(run_waiting(agent_stub, during))[:2] == (404, "SessionNotFoundError")


def test_wait_ends_when_the_stub_closes(agent_stub):
    async def during(session_id, http, waiting):
        agent_stub.close()

    with pytest.raises(httpx.RemoteProtocolError):
        run_waiting(agent_stub, during)


def test_wait_ends_when_the_client_leaves(agent_stub):
    async def during(session_id, http, waiting):
        waiting.cancel()

    with pytest.raises(asyncio.CancelledError):
        run_waiting(agent_stub, during)


@pytest.mark.parametrize("leaves", [True, False])
def test_wait_on_a_port(agent_server, leaves):
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
