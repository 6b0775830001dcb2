"""A request to the control API."""

import base64
import threading
from dataclasses import FrozenInstanceError

import httpx
import pytest

from trivet_stubs import AgentStub, BusStub, ChatStub, Control, rules
from trivet_stubs.control.endpoints import ControlRefusal, ControlRequest


def test_number_of_the_query_is_within_its_bounds():
    request = ControlRequest(query={"limit": "7"})

    assert (request.number("limit", 1, most=9), request.number("after", 1, most=9)) == (7, 1)
    for wrong in ("-1", "", "1.0", "٣", "10", "9" * 99):
        with pytest.raises(ControlRefusal, match=r"limit: .* is not a whole number from 0 to 9"):
            ControlRequest(query={"limit": wrong}).number("limit", 1, most=9)


def test_request_that_endpoints_share_cannot_be_changed():
    request = ControlRequest(body={"run": True})

    with pytest.raises(FrozenInstanceError):
        request.body = {}  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    assert request.body == {"run": True}


def test_clock_is_set_advanced_run_and_stopped(any_steer):
    with BusStub() as stub:
        control = any_steer(stub)
        assert control.get("clock").json() == {"now": "2025-06-16T08:00:00+08:00", "run": False}
        moved = control.patch("clock", json={"now": "2030-01-01T00:00:00Z", "advance": 90.5})
        assert moved.json() == {"now": "2030-01-01T00:01:30.500000+00:00", "run": False}
        assert control.patch("clock", json={"run": True}).json()["run"]
        assert any(stub.clock.now().isoformat() > moved.json()["now"] for _ in range(10_000_000))
        control.patch("clock", json={"run": False})
        assert control.get("clock").json() == control.get("clock").json()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"now": "2025-06-16T08:00:00"}, "now"),
        ({"now": "yesterday"}, "now"),
        ({"now": 0}, "now"),
        ({"now": "9999-12-31T23:59:59Z"}, "now"),
        ({"now": "0001-01-01T00:00:00Z"}, "now"),
        ({"advance": -1}, "advance"),
        ({"advance": 1e12}, "advance"),
        ({"advance": 9e10}, "advance"),
        ({"advance": True}, "advance"),
        ({"run": "yes"}, "run"),
        ({"runs": True}, "runs"),
        ({"now": "2025-06-16T08:00:60Z"}, "now"),
        ({"now": "2016-12-31T23:59:60Z"}, "now"),
        ({"now": "2025-06-16t08:00:00z"}, "now"),
    ],
)
def test_wrong_change_is_refused_by_its_field(steer, change, field):
    with BusStub() as stub:
        control = steer(stub)
        answer = control.patch("clock", json={**change, **({} if "run" in change else {"run": True})})
        assert (answer.status_code, answer.json()["error"].split(":")[0]) == (400, field)
        assert control.get("clock").json() == {"now": "2025-06-16T08:00:00+08:00", "run": False}


@pytest.mark.parametrize(("kind", "service"), [(BusStub, "bus"), (ChatStub, "chat"), (AgentStub, "agent")])
def test_service_shows_its_contract_and_its_rules(steer, kind, service):
    with kind() as stub:
        control = steer(stub)
        assert control.get("ready").json() == {"service": service, "ready": True}
        assert control.get("contract").json() == stub.contract.document
        assert control.get("openapi.json").json() == stub.contract.promised
        rules_by_id = {rule["id"]: rule for rule in control.get("rules").json()["items"]}
        assert list(rules_by_id) == list(rules(service))
        assert {rule["exercised"] for rule in rules_by_id.values()} == {0}


def test_exercised_rule_is_counted(steer):
    with BusStub() as stub, httpx.Client(transport=stub.transport()) as http:
        for _ in range(2):
            http.get("http://bus.test/BusStops", headers={"AccountKey": "wrong"})
        exercised = {rule["id"]: rule["exercised"] for rule in steer(stub).get("rules").json()["items"]}

    assert {name: count for name, count in exercised.items() if count} == {"bus.access.unknown-key-is-401": 2}


def test_seed_and_reset_of_the_chat_stub(any_steer):
    with ChatStub() as stub:
        control = any_steer(stub)
        start = control.get("records").json()
        own = {"users": [{"name": "zoe"}], "conversations": [{"owner": "zoe", "messages": []}]}
        seeded = control.post("seed", json={"seed": "100x2", "users": 3, "records": own}).json()
        assert seeded["counts"] == {"users": 11, "conversations": 101, "messages": 200, "ratings": 100, "shares": 0}
        assert control.get("records?kind=users&limit=2").json()["total"] == 11
        assert control.get("records?kind=conversations&limit=1").json()["items"][0]["title"] == "Conversation 00001"
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
                created = http.post("/conversations", json={"title": "New"})
                seen.append((created.json(), created.headers["x-request-id"], control.get("requests").json()))
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
            assert http.get("/_trivet/records").json()["counts"]["sessions"] == 0


@pytest.mark.parametrize("fault", [{"hang": True}, {"delay": 3600}])
def test_reset_ends_requests_that_a_fault_lets_wait(any_steer, fault):
    with BusStub() as stub:
        control = any_steer(stub)
        control.post("faults", json={"operation": "stops.list", **fault})
        failed = []

        def ask():
            path, headers = control.base_url.copy_with(path="/BusStops"), {"AccountKey": stub.account_key}
            try:
                control.get(path, headers=headers, timeout=None)  # on a clock that stands still, `hang` ends at once
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
        threads = [threading.Thread(target=use, args=job[:3], kwargs=job[3]) for job in jobs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (len(statuses), set(statuses)) == (90, {200, 201})
        assert httpx.post(f"{served.url}/_trivet/reset", trust_env=False).json()["counts"]["conversations"] == 7


@pytest.mark.parametrize(
    ("kind", "body", "sentence"),
    [
        (ChatStub, {"seed": "many"}, "seed: 'many' is neither empty nor small"),
        (ChatStub, {"seed": "1000000x1000000"}, "seed: 1000000x1000000 is more than 1000000 messages"),
        (ChatStub, {"users": -1}, "users: "),
        (ChatStub, {"records": {"conversations": [{"owner": "zoe"}]}}, "records.conversations.0.owner: there is no"),
        (ChatStub, {"data": {}}, "data: is not known here; the fields are records, seed, users"),
        (BusStub, {"data": {"stops": [{}]}}, "data.stops.0: "),
        (BusStub, {"data": {"stop": []}}, "data.stop: is not known here"),
        (AgentStub, {"projects": {}}, "projects: "),
        (AgentStub, {"projects": {"relative": {}}}, "projects"),
    ],
)
def test_wrong_seed_is_refused_and_changes_nothing(steer, kind, body, sentence):
    with kind() as stub:
        control = steer(stub)
        before = control.get("records").json()
        answer = control.post("seed", json=body)
        assert answer.status_code == 400
        assert answer.json()["error"].startswith(sentence)
        assert control.get("records").json() == before


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


WHOLE = {
    "operation": "stops.list",
    "times": 2,
    "after": 1,
    "probability": 1.0,
    "seed": 3,
    "status": 503,
    "headers": {"Retry-After": "1"},
    "body": {"busy": True},
    "cut_after": None,
    "delay": 0.0,
}


def test_fault_strikes_as_one_from_python_does(any_steer):
    with BusStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://bus.test") as http:
        http.headers["AccountKey"] = stub.account_key
        control = any_steer(stub)
        assert control.post("faults", json=WHOLE).json() == next(iter(stub.faults)).describe()
        answers = [http.get("/BusStops") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 503, 503, 200]
        assert (answers[1].json(), answers[1].headers["retry-after"]) == ({"busy": True}, "1")
        assert control.get("faults").json() == {"items": []}


@pytest.mark.parametrize(
    ("fault", "struck"),
    [
        ({"unknown_field": True}, lambda user: "x_unknown_field" in user),
        ({"unknown_field": "/items/0"}, lambda user: "x_unknown_field" in user),
        ({"unknown_enum": True}, lambda user: user["role"] == "x-unknown-value"),
        ({"missing_field": True}, lambda user: len(user) < 8),
        ({"missing_field": "/items/0/role"}, lambda user: "role" not in user),
    ],
)
def test_answer_that_breaks_the_contract_is_planned(any_steer, fault, struck):
    with ChatStub() as stub:
        control = any_steer(stub)
        control.post("faults", json={"operation": "admin.users.list", "probability": 1, **fault})
        headers = {"authorization": f"Bearer {stub.admin_token}"}
        answers = [control.get(control.base_url.copy_with(path="/admin/users"), headers=headers) for _ in range(2)]
        assert [struck(answer.json()["items"][0]) for answer in answers] == [True, False]


def test_event_stream_is_cut_within_an_event(any_steer):
    with AgentStub() as stub:
        control = any_steer(stub)
        control.post("faults", json={"operation": "event.subscribe", "after_events": 1, "mid_frame": True})
        with control.stream("GET", control.base_url.copy_with(path="/api/event")) as events:
            lines = events.iter_lines()
            assert "server.connected" in next(lines)
            stub.events.send("made.up", {})
            with pytest.raises(httpx.RemoteProtocolError):
                list(lines)


def test_bytes_are_sent_as_base64(steer):
    with BusStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://bus.test") as http:
        control = steer(stub)
        encoded = base64.b64encode(b"\xff\x00").decode()
        control.post("faults", json={"body_base64": encoded, "content_type": "application/zip"})
        answer = http.get("/BusStops")
        assert (answer.content, answer.headers["content-type"]) == (b"\xff\x00", "application/zip")


def test_fault_is_removed_alone_or_with_all(steer):
    with BusStub() as stub:
        control = steer(stub)
        numbers = [control.post("faults", json={"drop": True, "times": None}).json()["id"] for _ in range(3)]
        assert control.delete(f"faults/{numbers[1]}").json()["id"] == 2
        assert [fault["id"] for fault in control.get("faults").json()["items"]] == [1, 3]
        for other in ("+1", "%201", "0_1", "%D9%A1"):  # what else `int` takes for 1
            assert control.delete(f"faults/{other}").status_code == 404
        assert control.delete("faults").json() == {"items": []}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"operation": "stops.lst"}, "operation"),
        ({"times": -1}, "times"),
        ({"times": 1.5}, "times"),
        ({"probability": 2}, "probability"),
        ({"status": 100}, "status"),
        ({"headers": {"a b": "c"}}, "headers"),
        ({"headers": {"x": "\r\nset-cookie: 1"}}, "headers"),
        ({"body": 1}, "body"),
        ({"body_base64": "!"}, "body_base64"),
        ({"missing_field": "x"}, "missing_field"),
        ({"delay": 1e9}, "delay"),
        ({"nth": 1}, "nth"),
    ],
)
def test_wrong_fault_is_refused_by_its_field(steer, wrong, field):
    with BusStub() as stub:
        answer = steer(stub).post("faults", json=wrong)
        assert (answer.status_code, answer.json()["error"].split(":")[0]) == (400, field)
        assert len(stub.faults) == 0


@pytest.mark.long
def test_number_of_faults_is_bounded(steer):
    with BusStub() as stub:
        for _ in range(1000):
            stub.faults.add(drop=True)
        answer = steer(stub).post("faults", json={"drop": True})
        assert answer.json() == {"error": "faults: there are already 1000"}


def test_requests_are_listed_in_order_page_by_page(any_steer):
    with BusStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://bus.test") as http:
        http.headers["AccountKey"] = stub.account_key
        control = any_steer(stub)
        for path in ("/BusStops?$skip=1", "/BusRoutes", "/BusStops", "/nowhere"):
            http.get(path)

        first = control.get("requests?limit=3").json()
        rest = control.get(f"requests?after={first['next']}").json()
        assert [request["number"] for request in first["items"] + rest["items"]] == [1, 2, 3, 4]
        last = control.get("requests?last=2").json()["items"]
        assert [request["path"] for request in last] == ["/BusStops", "/nowhere"]
        of_one = control.get("requests?operation=stops.list").json()["items"]
        assert [request["query"] for request in of_one] == [[["$skip", "1"]], []]
        assert control.get("requests?after=4").json() == {"items": [], "next": 4}
        assert first["items"][0]["headers"]["accountkey"] == "(hidden)"
        assert control.delete("requests").json() == {"items": [], "next": 0}
        http.get("/BusStops")
        assert [request["number"] for request in control.get("requests").json()["items"]] == [5]


def test_large_bodies_are_read_a_few_at_a_time(steer):
    with BusStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://bus.test") as http:
        control = steer(stub)
        for _ in range(4):
            http.request("GET", "/BusStops", content=bytes(2_000_000))
        pages = [control.get(f"requests?{query}").json()["items"] for query in ("after=0", "last=9", "after=3")]
        assert [[request["number"] for request in page] for page in pages] == [[1, 2], [3, 4], [4]]


def test_settings_of_each_service_are_read_and_changed(any_steer):
    with BusStub() as bus, ChatStub() as chat, AgentStub() as agent:
        changes = [
            (bus, {"page_size": 3, "holidays": ["2025-08-09"], "account_key": "other", "volume_rows": 5}),
            (chat, {"observed": ["late_commits"], "quota": {"requests": 9, "per": 60.0}}),
            (agent, {"heartbeat_every": 0.5, "null_at_end": True, "observed": ["parent_ids"]}),
            (agent, {"prices": {"stub/stub-1": {"input": 0, "output": 0}}}),
        ]
        for stub, change in changes:
            control = any_steer(stub)
            before = control.get("settings").json()
            assert control.patch("settings", json=change).json() == {**before, **change}
            control.post("reset")
            assert control.get("settings").json() == before


def test_quota_is_a_count(steer):
    with BusStub() as stub:
        control = steer(stub)
        for quota in (1e300, {"requests": 1e300}):
            answer = control.patch("settings", json={"quota": quota})
            assert (answer.status_code, answer.json()["error"][:6]) == (400, "quota:")
        assert '"requests":2,' in control.patch("settings", json={"quota": {"requests": 2.0}}).text


def test_quota_is_used_up_and_comes_back_with_its_window(steer):
    with BusStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://bus.test") as http:
        http.headers["AccountKey"] = stub.account_key
        control = steer(stub)
        control.patch("settings", json={"quota": {"requests": 1, "per": 60}})
        statuses = [http.get("/BusStops").status_code for _ in range(2)]
        control.patch("clock", json={"advance": 60})
        assert [*statuses, http.get("/BusStops").status_code] == [200, 500, 200]


def test_fault_of_one_caller_leaves_the_others_alone(any_steer):
    with ChatStub() as stub:
        control = any_steer(stub)
        fault = {"operation": "conversations.list", "caller": "alice", "status": 503, "times": None}
        assert control.post("faults", json=fault).json()["caller"] == "alice"
        with httpx.Client(transport=stub.transport(), base_url="http://stub") as client:
            statuses = [
                client.get("/conversations", headers={"Authorization": f"Bearer {stub.token(name)}"}).status_code
                for name in ("bob", "alice", "admin", "alice")
            ]

        assert statuses == [200, 503, 200, 503]
        assert "stub-token" not in control.get("faults").text


def test_fault_for_a_request_header_is_for_exactly_this_value(any_steer):
    with BusStub() as stub:
        control = any_steer(stub)
        fault = {"request_headers": {"X-Test": "7", "Cookie": "secret"}, "status": 503, "times": None}
        shown = control.post("faults", json=fault).json()["request_headers"]
        assert shown == {"X-Test": "7", "Cookie": "(hidden)"}
        with httpx.Client(
            transport=stub.transport(), base_url="http://stub", headers={"AccountKey": "stub-key"}
        ) as client:
            statuses = [
                client.get("/BusStops", headers=headers).status_code
                for headers in (
                    {},
                    {"x-test": "7"},
                    {"x-test": "77", "cookie": "secret"},
                    {"x-test": "7", "cookie": "secret"},
                )
            ]

        assert statuses == [200, 200, 200, 503]


@pytest.mark.parametrize(
    ("stub_class", "fault", "sentence"),
    [
        (ChatStub, {"caller": "zoe"}, "caller: there is no user 'zoe'"),
        (BusStub, {"caller": "alice"}, "caller: 'alice' is unknown; the callers are account key"),
        (AgentStub, {"caller": "alice"}, "caller: 'alice' is unknown; the stub asks for no credentials"),
        (BusStub, {"request_headers": {"X Test": "7"}}, "request_headers: 'X Test' is not the name of a header"),
    ],
)
def test_fault_of_an_unknown_caller_or_a_wrong_header_is_refused(steer, stub_class, fault, sentence):
    with stub_class() as stub:
        answer = steer(stub).post("faults", json={**fault, "status": 503})

        assert answer.status_code == 400
        assert answer.json()["error"].startswith(sentence)
        assert len(stub.faults) == 0
