"""Contracts, compiled from their specs."""

import copy

import orjson
import pytest

from trivet_stubs.kernel.contract import Contract, load
from trivet_stubs.kernel.refusal import Refusal


def test_malformed_record_is_a_stub_bug():
    bus = load("bus")

    with pytest.raises(Refusal, match=r"^STUB BUG: BusStop was written with a wrong .*BusStopCode"):
        bus.check_record("BusStop", {})


def test_operation_may_be_open_to_every_caller(contract):
    assert not contract.operations["talks.get"].secured
    assert contract.operations["talks.update"].secured


def test_contract_is_read_once():
    assert load("bus") is load("bus")


WITHOUT_ASSUMED_FIELDS = [
    ({"id": "1"}, "title"),
    ({"id": "1", "title": "On buses", "speaker": {}}, "name"),
]


@pytest.mark.parametrize(("talk", "field"), WITHOUT_ASSUMED_FIELDS)
def test_request_without_an_assumed_required_field_is_refused(contract, talk, field):
    with pytest.raises(Refusal) as refusal:
        contract.operations["talks.replace"].read_body(orjson.dumps(talk), "application/json")

    assert refusal.value.input.keyword == "required"
    assert refusal.value.input.place[-1] == field


@pytest.mark.parametrize(("talk", "field"), WITHOUT_ASSUMED_FIELDS)
def test_answer_without_an_assumed_required_field_is_a_stub_bug(contract, talk, field):
    with pytest.raises(Refusal, match=rf"^STUB BUG: talks\.get answered 200 .*{field}"):
        contract.operations["talks.get"].check_answer(200, "application/json", talk)
    with pytest.raises(Refusal, match=rf"^STUB BUG: Talk was written .*{field}"):
        contract.check_record("Talk", talk)


def test_stated_required_fields_stay_required_with_assumed_ones(contract):
    with pytest.raises(Refusal, match=r"STUB BUG: .*id"):
        contract.check_record("Talk", {"title": "On buses"})
    contract.check_record("Talk", {"id": "1", "title": "On buses"})


def test_value_beyond_an_assumed_enum_is_refused(contract):
    talk = {"id": "1", "title": "On buses", "speaker": {"name": "Ada", "role": "host"}}
    operation = contract.operations["talks.replace"]
    assert operation.read_body(orjson.dumps(talk), "application/json") == talk

    talk["speaker"]["role"] = "moderator"
    with pytest.raises(Refusal) as refusal:
        operation.read_body(orjson.dumps(talk), "application/json")
    assert refusal.value.input.place == ("body", "speaker", "role")
    with pytest.raises(Refusal, match="STUB BUG"):
        contract.check_record("Talk", talk)


def test_reading_a_contract_leaves_its_document_alone():
    document = {
        "paths": {},
        "components": {"schemas": {"Talk": {"x-assumed-required": ["id"], "properties": {"x-assumed-required": {}}}}},
    }
    before = copy.deepcopy(document)
    contract = Contract(document)

    assert document == before
    contract.check_record("Talk", {"id": "1"})
    with pytest.raises(Refusal, match="id"):
        contract.check_record("Talk", {})


def test_promise_needs_no_key_of_ours_and_is_a_copy():
    chat = load("chat")
    promised = chat.promised

    assert "created_at" in promised["components"]["schemas"]["Conversation"]["required"]
    assert "created_at" not in chat.document["components"]["schemas"]["Conversation"]["required"]
    optional = promised["paths"]["/conversations"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert optional["anyOf"][1] == {"type": "null"}
    promised["paths"].clear()
    assert chat.promised["paths"]


def test_known_keys_are_those_of_a_closed_body(contract):
    assert contract.operations["talks.update"].known_keys == {"title"}
    assert contract.operations["talks.replace"].known_keys is None
    assert contract.operations["talks.get"].known_keys is None
