"""The specs of the services, from Python and as files."""

import json
from importlib.resources import files

import pytest

import trivet_stubs
from trivet_stubs._generated.names import SERVICES
from trivet_stubs.kernel.contract import load


@pytest.mark.parametrize("service", SERVICES)
def test_spec_is_a_fresh_openapi_document(service):
    document = trivet_stubs.spec(service)
    document["paths"].clear()

    assert trivet_stubs.spec(service)["openapi"].startswith("3.1")
    assert trivet_stubs.spec(service)["paths"]


@pytest.mark.parametrize("service", SERVICES)
def test_spec_as_kept_is_what_stubs_judge_by(service):
    kept = trivet_stubs.spec(service, as_kept=True)
    stated = trivet_stubs.spec(service)

    assert kept == load(service).promised
    assert "servers" not in kept, "a tool that reads it would send its requests to the public service"
    assert kept["paths"].keys() == stated["paths"].keys()
    for name, schema in stated["components"]["schemas"].items():
        required = {*schema.get("required", ()), *schema.get("x-assumed-required", ())}
        assert {*kept["components"]["schemas"][name].get("required", ())} == required


def test_specs_and_rules_are_files_of_the_package():
    folder = files("trivet_stubs").joinpath("contracts")
    operations = json.loads(folder.joinpath("chat.json").read_text("utf-8"))["paths"]
    rules = json.loads(folder.joinpath("rules", "chat.json").read_text("utf-8"))

    assert operations == trivet_stubs.spec("chat")["paths"]
    assert [rule["id"] for rule in rules] == list(trivet_stubs.rules("chat"))


@pytest.mark.parametrize("service", ["trams", "../contracts/bus", "rules/bus", ""])
def test_unknown_service_has_no_spec(service):
    with pytest.raises(ValueError, match="has no spec; the services are agent, bus, chat"):
        trivet_stubs.spec(service)
