"""The endpoint `verify`: the requests that a test expects of its client, and the nearest one otherwise."""

import httpx
import pytest

from trivet_stubs import ChatStub, Control, ControlClient, ControlError

ALICE = {"authorization": "Bearer stub-token-alice"}


def create(stub: ChatStub, *titles: str) -> None:
    with httpx.Client(transport=stub.transport(), base_url="http://stub", headers=ALICE) as client:
        for title in titles:
            assert client.post("/conversations", json={"title": title}).status_code == 201


def test_matching_requests_are_answered_with_their_numbers(any_steer):
    with ChatStub() as stub:
        control = any_steer(stub)
        create(stub, "Trip", "Tyres", "Trip")

        def calls(**body: object) -> list[int]:
            answer = control.post("verify", json={"operation": "conversations.create", **body})
            assert answer.status_code == 200
            return answer.json()["calls"]

        assert calls() == [1, 2, 3]
        assert calls(inputs={"title": "Trip"}, times=2) == [1, 3]
        assert calls(inputs={"title": "Tyres"}, times=None) == [2]
        assert calls(inputs={"title": "Boat"}, times=0) == []


def test_missing_request_is_a_409_with_the_nearest_one(steer):
    with ChatStub() as stub:
        control = steer(stub)
        create(stub, "Tyres", "Boat")
        answer = control.post(
            "verify", json={"operation": "conversations.create", "inputs": {"title": "Trip"}, "times": 1}
        )

        assert answer.status_code == 409
        assert answer.json()["error"] == (
            "there is no call of conversations.create with title='Trip'. "
            "The nearest of its 2 calls is request 2, answered 201:\n  title: 'Boat' instead of 'Trip'"
        )
        assert answer.json()["calls"] == []
        assert answer.json()["nearest"]["number"] == 2
        assert "stub-token-alice" not in answer.text


def test_operation_that_was_not_called_has_no_nearest_request(steer):
    with ChatStub() as stub:
        control = steer(stub)
        create(stub, "Tyres")
        answer = control.post("verify", json={"operation": "conversations.delete"})

        assert answer.status_code == 409
        assert answer.json() == {
            "error": "conversations.delete was not called; the stub got: conversations.create (1)",
            "calls": [],
            "nearest": None,
        }


def test_another_number_of_calls_names_the_requests(steer):
    with ChatStub() as stub:
        control = steer(stub)
        create(stub, "Tyres", "Boat")
        for times, sentence in (
            (0, "there are 2 calls of conversations.create instead of 0: requests 1, 2"),
            (3, "there are 2 calls of conversations.create instead of 3: requests 1, 2"),
        ):
            answer = control.post("verify", json={"operation": "conversations.create", "times": times})
            assert (answer.status_code, answer.json()["error"]) == (409, sentence)
            assert answer.json()["calls"] == [1, 2]


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, "operation"),
        ({"operation": "conversations.lst"}, "'conversations.lst' is not one of"),
        ({"operation": "conversations.list", "inputs": {"titel": 1}}, "has no input titel"),
        ({"operation": "conversations.list", "times": -1}, "times"),
        ({"operation": "conversations.list", "time": 1}, "time"),
    ],
)
def test_wrong_expectation_is_a_400_that_names_the_field(steer, body, sentence):
    with ChatStub() as stub:
        answer = steer(stub).post("verify", json=body)

        assert answer.status_code == 400
        assert sentence in answer.json()["error"]


def test_client_raises_an_assertion_error_with_the_difference():
    with ChatStub() as stub, stub.serve(control=Control()) as served, ControlClient(served.url) as control:
        create(stub, "Tyres")

        assert control.verify("conversations.create", times=1, title="Tyres") == [1]
        with pytest.raises(AssertionError, match=r"title: 'Tyres' instead of 'Trip'"):
            control.verify("conversations.create", title="Trip")
        with pytest.raises(ControlError, match=r"is not one of"):
            control.verify("conversations.craete")
