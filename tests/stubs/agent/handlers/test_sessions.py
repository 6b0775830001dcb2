"""The operations of sessions: create, list, change and delete."""

import pytest

from tests.stubs.agent.helpers import LIGHTHOUSE, create, data, prompt, refusal
from trivet_stubs.agent import Subtask


def titles(http, **params):
    return [each["title"] for each in data(http.get("/api/session", params=params))]


def test_session_is_pinned_to_the_context_of_its_creation(http):
    here, there = create(http), create(http, LIGHTHOUSE, title="There")

    assert here["location"] == {"directory": "/home/dev/orchard"}
    assert there["location"] == LIGHTHOUSE
    assert data(http.get(f"/api/session/{there['id']}")) == there
    assert (titles(http), titles(http, **LIGHTHOUSE)) == ([here["title"]], ["There"])


def test_session_is_created_with_title_agent_and_model(http):
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
def test_context_of_a_session_operation_is_refused(http, method, below, name):
    session = create(http)
    answer = http.request(method, f"/api/session/{session['id']}{below}", params={name: "/home/dev/orchard"})

    assert refusal(answer)[0] == 400
    assert refusal(answer)[2].startswith(f"{name}: is not a query parameter of session.")
    assert data(http.get(f"/api/session/{session['id']}")) == session


def test_unknown_session_is_not_found(http):
    assert refusal(http.get("/api/session/ses_9"))[:2] == (404, "SessionNotFoundError")
    assert http.get("/api/session/ses_9").json()["sessionID"] == "ses_9"
    assert refusal(http.post("/api/session/ses_9/wait"))[:2] == (404, "SessionNotFoundError")
    assert refusal(http.get("/api/session/9"))[:2] == (400, "InvalidRequestError")


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


def test_subtask_is_a_session_below_another(http, agent_stub):
    session = create(http, title="Root")
    agent_stub.script(Subtask("Leaf"))
    prompt(http, session)
    leaf = data(http.get("/api/session"))[0]

    assert leaf["parentID"] == session["id"]
    assert (titles(http), titles(http, roots=True)) == (["Leaf", "Root"], ["Root"])
    http.delete(f"/api/session/{session['id']}")
    assert titles(http) == []


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
