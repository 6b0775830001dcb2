"""The shapes of answers, compared with the spec."""

import json

import pytest

from trivet_checks.exchanges.gate import Gate
from trivet_checks.exchanges.reply import Reply
from trivet_checks.exchanges.request import Request
from trivet_checks.exchanges.shapes import Shapes
from trivet_stubs import ChatStub
from trivet_stubs.serving.bounded_http_client import HttpClient


@pytest.fixture(scope="module")
def share():
    """A share as the stub answers it."""
    with ChatStub() as stub, HttpClient("http://chat.test", transport=stub.async_transport()) as client:
        headers = {"authorization": f"Bearer {stub.token('alice')}", "content-type": "application/json"}
        conversation = json.loads(client.send("POST", "/conversations", headers=headers, body=b'{"title": "x"}').body)
        path = f"/conversations/{conversation['id']}/shares"
        answer = client.send("POST", path, headers=headers, body=b'{"generate_link": true}')
        return json.loads(answer.body)


def judged(operation, status, value, *, service="chat", media_type="application/json", body=None, head=False):
    """What is found wrong in an answer: the basis and the message, or None; and whether it was seen."""
    shapes = Shapes(service)
    reply = Reply(
        request=Request(method="GET", url="http://x.test"),
        status=status,
        headers={"content-type": media_type},
        body=json.dumps(value).encode() if body is None else body,
        gate=Gate(shapes.contract),
    )
    add = shapes.add_head if head else shapes.add
    add(shapes.contract.operations[operation], reply)
    wrong = shapes.wrong.get(operation)
    return None if wrong is None else (wrong.basis, wrong.message), operation in shapes.seen


def test_answer_of_the_spec_holds_and_a_refusal_has_no_shape(share):
    assert judged("conversations.shares.create", 201, share) == (None, True)
    assert judged("conversations.shares.create", 404, "anything") == (None, False)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"id": 5}, ("stated", 'id: 5 is not of type "string"')),
        ({"permission": [1]}, ("assumed", 'permission: [1] is not of type "string"')),
    ],
)
def test_wrong_field_is_found_with_its_basis(share, change, wrong):
    assert judged("conversations.shares.create", 201, share | change)[0] == wrong


def test_unknown_value_breaks_the_contract_that_states_the_others():
    bus = dict.fromkeys(
        ("OriginCode", "DestinationCode", "EstimatedArrival", "Latitude", "Longitude", "VisitNumber"), ""
    )
    none = {**bus, "Load": "", "Feature": "", "Type": ""}
    service = {"ServiceNo": "1", "Operator": "", "NextBus": none, "NextBus2": none, "NextBus3": none}
    assert judged("arrivals.get", 200, {"BusStopCode": "1", "Services": [service]}, service="bus") == (None, True)
    wrong = {**service, "NextBus2": {**none, "Type": "XXL"}}
    fault, _ = judged("arrivals.get", 200, {"BusStopCode": "1", "Services": [wrong]}, service="bus")
    assert fault == ("stated", 'Services.0.NextBus2.Type: "XXL" is not one of "SD", "DD" or 2 other candidates')


def test_body_that_is_not_json_is_a_wrong_answer_of_the_operation():
    fault, _ = judged("conversations.shares.create", 201, None, body=b"<html>")
    assert fault is not None
    assert fault[0] == "stated"
    assert fault[1].startswith("the body is not JSON")


def test_wrong_media_type_and_unexpected_body_are_found(share):
    fault, _ = judged("conversations.shares.create", 201, share, media_type="text/html")
    assert fault == ("stated", "the media type is text/html; the spec describes application/json")
    fault, _ = judged("conversations.delete", 204, None, body=b"x")
    assert fault is not None
    assert "has a body" in fault[1]


def test_success_with_another_status_is_found(share):
    fault, _ = judged("conversations.shares.create", 299, share)
    assert fault == ("stated", "the status is 299; the spec describes 201")


def test_head_of_a_stream_is_compared_without_its_body():
    assert judged("admin.conversations.export", 200, None, body=b"", media_type="application/json", head=True)[1]
    fault, _ = judged("admin.conversations.export", 200, None, body=b"", media_type="image/png", head=True)
    assert fault is not None
    assert "image/png" in fault[1]


def test_stated_fault_replaces_an_assumed_one_and_the_first_stays(share):
    shapes = Shapes("chat")
    operation = shapes.contract.operations["conversations.shares.create"]

    def add(change):
        headers = {"content-type": "application/json"}
        request = Request(method="GET", url="http://x.test")
        body = json.dumps(share | change).encode()
        shapes.add(
            operation, Reply(request=request, status=201, headers=headers, body=body, gate=Gate(shapes.contract))
        )
        return shapes.wrong[operation.id].message

    assert add({"permission": [1]}).startswith("permission")
    assert add({"permission": [2]}).startswith("permission: [1]")
    assert add({"id": 1}).startswith("id: 1")
    assert add({"id": 2}).startswith("id: 1")
    assert add({"permission": [3]}).startswith("id: 1")
