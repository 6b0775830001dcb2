"""Faults, over HTTP."""

import base64

import httpx
import pytest

from trivet_stubs import AgentStub, BusStub, ChatStub

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
        assert [each.status_code for each in answers] == [200, 503, 503, 200]
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
        assert [struck(each.json()["items"][0]) for each in answers] == [True, False]


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
        assert [each["id"] for each in control.get("faults").json()["items"]] == [1, 3]
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


def test_number_of_faults_is_bounded(steer):
    with BusStub() as stub:
        for _ in range(1000):
            stub.faults.add(drop=True)
        answer = steer(stub).post("faults", json={"drop": True})
        assert answer.json() == {"error": "faults: 1000 of them wait already"}
