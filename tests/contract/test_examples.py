"""The examples of the specs: each input has one, and each call, sent without a client, is answered as the spec says."""

from __future__ import annotations

import re
from typing import Any

import httpx
import jsonschema_rs
import pytest

from codegen.read.examples import operations
from tests.contract.examples import SERVICES, calls_of, prepared_call, request_of
from tests.contract.preparations import PREPARATIONS
from tests.contract.test_operations import CLIENTS, settings
from tests.laws.specs import document
from tests.wrong_rows import wrong_rows
from trivet.cli.operations.table import kebab, load


@pytest.mark.parametrize("service", SERVICES)
def test_each_input_has_an_example(service: str) -> None:
    table = load(service).operations
    with wrong_rows() as row:
        for _, _, operation in operations(document(service)):
            name = operation["operationId"]
            entry = table[tuple(kebab(word) for word in name.split("."))]
            shown = {wire for call in calls_of(service, name) for _, wire in call.inputs()}
            with row(name):
                assert {input_.wire for input_ in entry.inputs if input_.place != "client"} == shown


@pytest.mark.parametrize("service", SERVICES)
def test_each_request_is_answered_as_the_spec_says(service: str) -> None:
    registry = jsonschema_rs.Registry([("urn:spec", document(service))], draft=jsonschema_rs.Draft202012)
    with wrong_rows() as row:
        for _, _, operation in operations(document(service)):
            for call in calls_of(service, operation["operationId"]):
                with row((operation["operationId"], call.key)):
                    answer = answer_of(service, operation["operationId"], call.key, call.caller)
                    responses = {status: resolved(service, node) for status, node in operation["responses"].items()}
                    content = responses[str(answer.status_code)].get("content", {})
                    media = answer.headers.get("content-type", "").partition(";")[0]
                    assert answer.is_success
                    assert media in content if content else not answer.content
                    if content and media == "application/json":
                        schema = absolute(content[media]["schema"])
                        jsonschema_rs.Draft202012Validator(schema, registry=registry).validate(answer.json())


def answer_of(service: str, operation: str, key: str, caller: str) -> httpx.Response:
    """Send a request to a new stub, and return its answer; of a stream only the head."""
    with settings(service, "in process", caller) as (stub, options):
        with CLIENTS[service][0](**options("sync")) as client:
            request = request_of(service, operation, prepared_call(service, operation, client, stub, key), stub)
        with (
            httpx.Client(transport=stub.transport(), base_url="http://stub.test") as http,
            http.stream(request.method, request.target, content=request.content, headers=request.headers) as answer,
        ):
            if answer.headers.get("content-type") != "text/event-stream":
                answer.read()
        assert [entry.operation for entry in stub.requests][-1] == operation
    return answer


def resolved(service: str, node: Any) -> Any:
    """Return a response, which may be shared by operations."""
    responses = document(service)["components"]["responses"]
    return responses[node["$ref"].rpartition("/")[2]] if "$ref" in node else node


def absolute(schema: Any) -> Any:
    """Return a schema whose references lead into the spec."""
    return {"$ref": f"urn:spec{schema['$ref']}"} if "$ref" in schema else schema


def test_each_preparation_is_of_an_operation() -> None:
    known = {
        (service, name)
        for service in SERVICES
        for path, _, operation in operations(document(service))
        for name in (operation["operationId"], *re.findall(r"{.+?}", path))
    }
    assert not PREPARATIONS.keys() - known
