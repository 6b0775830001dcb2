"""The whole state over the control API: what one stub returns makes another one that answers the same."""

import copy
import json
import tracemalloc

import httpx
import pytest

from trivet_stubs import AgentStub, BusStub, ChatStub, Control, ControlClient
from trivet_stubs.agent.script import (
    Ask,
    Compaction,
    Fail,
    Finish,
    Hold,
    Interrupt,
    OtherPrompt,
    Pause,
    Question,
    Reasoning,
    Subtask,
    Task,
    Text,
    Todos,
    Together,
    Tool,
    read_step,
    write_step,
)

STEPS = [
    Text("Hello, ", "world."),
    Reasoning("Hm."),
    Tool("edit", input={"a": 1}, asks="edit", resources=["a"], edits={"a": None, "b": "c"}, fails="no", seconds=2),
    Question("Why?", Ask("Which?", ["this", "that"], header="W", multiple=True, custom=False)),
    Todos(["Look", {"content": "Leap", "status": "completed"}]),
    Subtask("Look around"),
    Task("Look", Text("x"), Task("Below"), agent="plan", model="stub/stub-1-mini"),
    Together(Task("One"), Task("Two", Finish(cost=1))),
    Compaction("So.", cost=0.5, input=3),
    Hold(),
    Hold(30),
    Pause(2.5),
    Finish("length", cost=0.5, input=3, output=4, reasoning=5, cache_read=6, cache_write=7),
    Fail("The key is wrong.", "ProviderAuthError"),
    Interrupt("Enough."),
    OtherPrompt("And then?"),
]


def http_of(stub, **headers):
    return httpx.Client(transport=stub.transport(), base_url="http://stub", headers=headers)


def test_chat_stub_answers_as_the_stub_whose_state_it_got(any_steer):
    with ChatStub(seed="3x4", users=5) as first, ChatStub(seed="empty") as second:
        with http_of(first, Authorization=f"Bearer {first.token('alice')}") as alice:
            trip = alice.post("/conversations", json={"title": "Trip"}).json()["id"]
            bob = next(user.id for user in first.state.records.users.values() if user.name == "bob")
            share = {"shared_with": bob, "permission": "view"}
            assert alice.post(f"/conversations/{trip}/shares", json=share).status_code == 201
        first.clock.advance(90)
        first.latency = 0.001
        temporary = first.token("bob", expires_in=600)
        state = any_steer(first).get("state").json()
        answer = any_steer(second).put("state", json=state)

        assert answer.json()["counts"] == first.steering.counts()
        assert any_steer(second).get("state").json() == state
        assert (second.latency, second.clock.now()) == (0.001, first.clock.now())
        paths = (
            "/conversations?include_archived=true",
            f"/conversations/{trip}/messages",
            "/admin/users",
            "/admin/ratings",
        )
        for token in (first.token("admin"), first.token("alice"), temporary):
            with (
                http_of(first, Authorization=f"Bearer {token}") as one,
                http_of(second, Authorization=f"Bearer {token}") as other,
            ):
                for path in paths:
                    assert other.get(path).json() == one.get(path).json()
        second.clock.advance(601)
        with http_of(second, Authorization=f"Bearer {temporary}") as other:
            assert other.get("/conversations").status_code == 401


def test_chat_stub_gives_new_records_new_ids():
    with ChatStub() as first, ChatStub(seed="empty") as second:
        second.steering.load(first.steering.state())
        known = {*second.state.records.conversations, *second.state.records.users}
        with http_of(second, Authorization=f"Bearer {second.token('alice')}") as alice:
            created = alice.post("/conversations", json={}).json()["id"]

        assert created not in known


def test_bus_stub_answers_as_the_stub_whose_state_it_got(any_steer):
    stop = {"BusStopCode": "00001", "RoadName": "Road", "Description": "Here", "Latitude": 1.0, "Longitude": 2.0}
    with BusStub(page_size=3) as first, BusStub() as second:
        first.seed(data={"stops": [{**stop, "BusStopCode": f"{number:05d}"} for number in range(5)]})
        state = any_steer(first).get("state").json()
        any_steer(second).put("state", json=state).raise_for_status()

        with http_of(second, AccountKey="stub-key") as bus:
            codes = [row["BusStopCode"] for row in bus.get("/BusStops").json()["value"]]
        assert codes == ["00000", "00001", "00002"]
        assert any_steer(second).get("state").json() == state


def test_agent_stub_answers_as_the_stub_whose_state_it_got(any_steer):
    with AgentStub() as first, AgentStub() as second:
        with http_of(first) as agent:
            session = agent.post("/api/session", json={"title": "Trees"}).json()["data"]["id"]
            first.script(Tool("edit", edits={"README.md": "# Trees\n"}), Text("Done."))
            prompt = {"prompt": {"text": "Write."}}
            assert agent.post(f"/api/session/{session}/prompt", json=prompt).is_success
            agent.post(f"/api/session/{session}/wait")
        first.disk.write("/home/dev/orchard", "apple.bin", b"\xff\x00")
        first.script(*STEPS, session_id=session, prompt="Write")
        state = any_steer(first).get("state").json()
        any_steer(second).put("state", json=state).raise_for_status()

        assert any_steer(second).get("state").json() == state
        assert list(second.scripts) == list(first.scripts)
        with http_of(first) as one, http_of(second) as other:
            for path in (f"/api/session/{session}", f"/api/session/{session}/message", "/api/project", "/api/session"):
                assert one.get(path).status_code == 200
                assert other.get(path).json() == one.get(path).json()
            assert "Done." in other.get(f"/api/session/{session}/message").text
        assert second.disk.read("/home/dev/orchard", "apple.bin") == b"\xff\x00"


def test_integers_of_any_size_and_halves_of_a_script_survive_in_a_state(any_steer):
    with AgentStub() as first, AgentStub() as second:
        with http_of(first) as agent:
            body = {"type": "worktree", "metadata": {"balance": 10**30}}
            assert agent.post("/api/workspace", json=body).json()["data"]["metadata"] == {"balance": 10**30}
        first.script(Text("A \ud83d", "\ude00 B"))
        state = any_steer(first).get("state").json()
        assert any_steer(second).put("state", content=json.dumps(state)).status_code == 200
        assert any_steer(second).get("state").json() == state
        with first.serve(control=Control()) as served, ControlClient(served.url) as control:
            assert control.state() == state
            control.load(state)

        for stub in (first, second):
            with http_of(stub) as agent:
                assert agent.get("/api/workspace").json()["data"][0]["metadata"] == {"balance": 10**30}
            assert [script.steps for script in stub.state.scripts] == [(Text("A \ud83d", "\ude00 B"),)]


def test_number_that_json_does_not_have_is_refused_in_a_state(any_steer):
    with ChatStub() as stub:
        state = any_steer(stub).get("state").json()
        state["data"]["conversations"][0]["messages"][0]["tool_calls"] = [{"args": {"loss": float("nan")}}]
        answer = any_steer(stub).put("state", content=json.dumps(state))

        assert answer.status_code == 400
        path = "data.conversations.0.messages.0.tool_calls.0.args.loss"
        assert answer.json()["error"] == f"{path}: NaN is not a number of JSON"


def test_turn_that_runs_is_over_in_the_stored_state(any_steer):
    with AgentStub() as first, AgentStub() as second:
        with http_of(first) as agent:
            session = agent.post("/api/session", json={}).json()["data"]["id"]
            first.script(Text("So far."), Hold(), Text("More."))
            assert agent.post(f"/api/session/{session}/prompt", json={"prompt": {"text": "Go."}}).is_success
            any_steer(second).put("state", json=any_steer(first).get("state").json()).raise_for_status()

        assert first.state.sessions[session].busy
        assert not second.state.sessions[session].busy
        with http_of(second) as agent:
            assert "So far." in agent.get(f"/api/session/{session}/message").text


@pytest.mark.parametrize("step", STEPS, ids=repr)
def test_step_survives_its_json_value(step):
    assert read_step(write_step(step)) == step


def changed(state, path, value):
    state = copy.deepcopy(state)
    *folders, name = path
    place = state
    for folder in folders:
        place = place[folder]
    if value is KeyError:
        del place[name]
    else:
        place[name] = value
    return state


@pytest.mark.parametrize(
    ("stub_class", "path", "value", "sentence"),
    [
        (ChatStub, ["version"], 2, "version"),
        (ChatStub, ["service"], "bus", "service: the state is of 'bus', and not of 'chat'"),
        (ChatStub, ["data"], KeyError, "data"),
        (ChatStub, ["clock", "now"], "today", "now"),
        (ChatStub, ["settings", "latency"], -1, "latency"),
        (ChatStub, ["data", "users", 0, "role"], "king", "role"),
        (ChatStub, ["data", "users", 0, "email"], 5, "email"),
        (ChatStub, ["data", "users", 0, "is_active"], 1, "is_active"),
        (ChatStub, ["data", "users", 0, "created_at"], "2025-06-16T08:00:00", "created_at"),
        (ChatStub, ["data", "users", 0, "hat"], "red", "hat"),
        (ChatStub, ["data", "users", 0, "id"], KeyError, "id"),
        (ChatStub, ["data", "conversations", 0, "user_id"], "x", "data.conversations: the owner of"),
        (ChatStub, ["data", "ratings", 0, "message_id"], "x", "data.ratings: "),
        (BusStub, ["data", "stops", 0, "BusStopCode"], 7, "data.stops.0: "),
        (AgentStub, ["data", "projects", 0, "created"], "now", "created"),
        (AgentStub, ["data", "projects"], [], "is not among the projects"),
        (AgentStub, ["data", "files", "/home/dev/orchard/README.md"], {"base64": "?"}, "README.md"),
        (AgentStub, ["data", "scripts"], [{"steps": [{"type": "sing"}]}], "scripts"),
    ],
)
def test_wrong_state_is_refused_by_its_field_and_changes_nothing(steer, stub_class, path, value, sentence):
    with stub_class() as stub:
        control = steer(stub)
        if stub_class is AgentStub:
            with http_of(stub) as agent:
                assert agent.post("/api/session", json={}).is_success
        state = control.get("state").json()
        answer = control.put("state", json=changed(state, path, value))

        assert answer.status_code == 400
        assert sentence in answer.json()["error"]
        assert control.get("state").json() == state


def test_client_moves_a_state_from_one_stub_to_another():
    with ChatStub(seed="2x2") as first, ChatStub() as second:
        with first.serve(control=Control()) as one, second.serve(control=Control()) as other:
            with ControlClient(one.url) as source, ControlClient(other.url) as target:
                counts = target.load(source.state())["counts"]
                assert counts == source.counts() == target.counts()
                assert target.callers()["alice"] == {"Authorization": "Bearer stub-token-alice"}


@pytest.mark.parametrize("stub_class", [AgentStub, ChatStub])
def test_wrong_value_of_a_state_is_refused_in_the_memory_of_the_state(stub_class):
    with stub_class() as stub:
        state = stub.steering.state()
        wrong = "a" * 160_000
        for name in state["data"]:
            tracemalloc.start()
            try:
                with pytest.raises(ValueError, match=rf"data\.{name}\b"):
                    stub.steering.load({**state, "data": {**state["data"], name: wrong}})
                peak = tracemalloc.get_traced_memory()[1]
            finally:
                tracemalloc.stop()
            assert peak < 20 * len(wrong)
        stub.steering.load(state)


@pytest.mark.parametrize("wrong", ["text", 7, None, ["text"], [7], [[]]])
def test_wrong_list_of_a_state_is_named(wrong):
    with ChatStub() as stub:
        state = stub.steering.state()
        with pytest.raises(ValueError, match=r"data\.ratings"):
            stub.steering.load({**state, "data": {**state["data"], "ratings": wrong}})


def test_change_after_a_chat_stub_got_a_state_is_later_than_those_before():
    with ChatStub(seed="empty") as first, ChatStub(seed="empty") as second:
        titles = ("one", "two", "three")
        with http_of(first, Authorization=f"Bearer {first.admin_token}") as admin:
            ids = [admin.post("/conversations", json={"title": title}).json()["id"] for title in titles]
        second.steering.load(first.steering.state())
        with http_of(second, Authorization=f"Bearer {second.admin_token}") as admin:
            assert admin.patch(f"/conversations/{ids[0]}", json={"title": "latest"}).status_code == 200
            listed = admin.get("/conversations").json()["items"]
    assert [item["title"] for item in listed] == ["latest", "three", "two"]
