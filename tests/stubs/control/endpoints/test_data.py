"""The data of a stub, over HTTP: seeds, resets and turns."""

import threading

import httpx
import pytest

from trivet_stubs import AgentStub, BusStub, ChatStub, Control


def test_seed_and_reset_of_the_chat_stub(any_steer):
    with ChatStub() as stub:
        control = any_steer(stub)
        start = control.get("state").json()
        own = {"users": [{"name": "zoe"}], "conversations": [{"owner": "zoe", "messages": []}]}
        seeded = control.post("seed", json={"seed": "100x2", "users": 3, "records": own}).json()
        assert seeded["counts"] == {"users": 11, "conversations": 101, "messages": 200, "ratings": 100, "shares": 0}
        assert control.get("state?kind=users&limit=2").json()["total"] == 11
        assert control.get("state?kind=conversations&limit=1").json()["items"][0]["title"] == "Conversation 00001"
        assert control.post("reset").json() == start


def test_what_was_set_before_serving_survives_a_reset(any_steer):
    with ChatStub() as stub:
        stub.records.users.clear()
        stub.latency = 0.0625
        control = any_steer(stub)
        control.post("seed", json={})
        control.patch("settings", json={"latency": 0})
        assert control.post("reset").json()["counts"]["users"] == 0
        assert stub.latency == 0.0625


def test_reset_makes_ids_times_and_numbers_repeat(any_steer):
    with ChatStub() as stub:
        control = any_steer(stub)
        seen = []
        for _ in range(2):
            stub.clock.advance(5)
            with httpx.Client(transport=stub.transport(), base_url="http://chat.test") as http:
                http.headers["authorization"] = f"Bearer {stub.token('alice')}"
                made = http.post("/conversations", json={"title": "New"})
                seen.append((made.json(), made.headers["x-request-id"], control.get("requests").json()))
            control.post("reset")
        assert seen[0] == seen[1]


def test_reset_in_the_middle_of_a_download_leaves_it_whole():
    with BusStub() as stub, stub.serve(control=Control()) as served:
        with httpx.Client(base_url=served.url, trust_env=False) as http:
            stub.volume_rows = 60_000
            link = http.get("/PV/Bus", headers={"AccountKey": stub.account_key}).json()["value"][0]["Link"]
            with http.stream("GET", link) as download:
                chunks = download.iter_raw()
                first = next(chunks)
                assert http.post("/_trivet/reset").json()["counts"]["stops"] == 18
                whole = first + b"".join(chunks)
            assert len(whole) == int(download.headers["content-length"])
            assert len(stub.requests) == 0


def test_reset_breaks_open_event_streams_and_numbers_events_from_1():
    with AgentStub() as stub, stub.serve(control=Control()) as served:
        with httpx.Client(base_url=served.url, trust_env=False, timeout=10.0) as http:
            for _ in range(2):
                with http.stream("GET", "/api/event") as events:
                    lines = events.iter_lines()
                    assert '"id":"evt_000001"' in next(lines)
                    http.post("/api/session", json={})
                    http.post("/_trivet/reset")
                    with pytest.raises(httpx.RemoteProtocolError):
                        list(lines)
            assert http.get("/_trivet/state").json()["counts"]["sessions"] == 0


@pytest.mark.parametrize("fault", [{"hang": True}, {"delay": 3600}])
def test_reset_ends_requests_that_a_fault_lets_wait(any_steer, fault):
    with BusStub() as stub:
        control = any_steer(stub)
        control.post("faults", json={"operation": "stops.list", **fault})
        failed = []

        def ask():
            path, headers = control.base_url.copy_with(path="/BusStops"), {"AccountKey": stub.account_key}
            try:
                control.get(path, headers=headers, timeout=30.0)
            except httpx.RemoteProtocolError as error:
                failed.append(error)

        asking = threading.Thread(target=ask)
        asking.start()
        while asking.is_alive():
            if len(stub.requests):
                control.post("reset")
            asking.join(0.005)
        assert len(failed) == 1


def test_two_clients_and_a_storm_of_resets_lose_no_answer():
    with ChatStub() as stub, stub.serve(control=Control()) as served:
        statuses = []

        def use(method, path, times, **options):
            with httpx.Client(base_url=served.url, trust_env=False, timeout=30.0) as http:
                http.headers["authorization"] = f"Bearer {stub.token('alice')}"
                statuses.extend(http.request(method, path, **options).status_code for _ in range(times))

        jobs = [
            ("POST", "/_trivet/reset", 15, {}),
            ("POST", "/_trivet/seed", 15, {"json": {"seed": "20x2"}}),
            ("POST", "/conversations", 30, {"json": {"title": "New"}}),
            ("GET", "/conversations", 30, {}),
        ]
        threads = [threading.Thread(target=use, args=each[:3], kwargs=each[3]) for each in jobs]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert (len(statuses), set(statuses)) == (90, {200, 201})
        assert httpx.post(f"{served.url}/_trivet/reset", trust_env=False).json()["counts"]["conversations"] == 7


@pytest.mark.parametrize(
    ("kind", "body", "sentence"),
    [
        (ChatStub, {"seed": "many"}, "seed: 'many' is neither empty nor small"),
        (ChatStub, {"seed": "1000000x1000000"}, "seed: 1000000x1000000 is more than 1000000 messages"),
        (ChatStub, {"users": -1}, "users: "),
        (ChatStub, {"records": {"conversations": [{"owner": "zoe"}]}}, "records.conversations.0.owner: there is no"),
        (ChatStub, {"data": {}}, "data: is not known here; there are records, seed, users"),
        (BusStub, {"data": {"stops": [{}]}}, "data.stops.0: "),
        (BusStub, {"data": {"stop": []}}, "data.stop: is not known here"),
        (AgentStub, {"projects": {}}, "projects: "),
        (AgentStub, {"projects": {"relative": {}}}, "projects"),
    ],
)
def test_wrong_seed_is_refused_and_changes_nothing(steer, kind, body, sentence):
    with kind() as stub:
        control = steer(stub)
        before = control.get("state").json()
        answer = control.post("seed", json=body)
        assert answer.status_code == 400
        assert answer.json()["error"].startswith(sentence)
        assert control.get("state").json() == before


def test_turn_is_scripted_held_and_resumed(any_steer):
    with AgentStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://agent.test") as http:
        control = any_steer(stub)
        steps = [{"type": "text", "deltas": ["So "]}, {"type": "hold"}, {"type": "text", "deltas": ["far."]}]
        assert control.post("turns", json={"steps": steps}).json() == {"waiting": 1}
        session = http.post("/api/session", json={}).json()["data"]["id"]
        http.post(f"/api/session/{session}/prompt", json={"prompt": {"text": "Go."}})
        assert stub.sessions[session].busy
        assert control.post("turns/resume", json={"session_id": session}).json() == {"resumed": session}
        assert not stub.sessions[session].busy
        assert control.post("turns/resume", json={"session_id": session}).status_code == 400
        wrong = control.post("turns", json={"steps": [{"type": "text", "delta": []}]})
        assert (wrong.status_code, wrong.json()["error"].split(":")[0]) == (400, "steps.0.delta")
