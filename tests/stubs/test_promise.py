"""A stub accepts each request that its contract allows, as any OpenAPI tool reads it, without our own keywords."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from jsonschema_rs import Draft202012Validator

from tests.stubs.schema_values import Values
from trivet_stubs import AgentStub, BusStub, ChatStub

# Inputs that no schema can describe, because they depend on the records; tests/fuzz/*.toml give the reasons.
BY_WHAT_THERE_IS = re.compile(
    r"passenger_volume[.].+|conversations.messages.rate|session[.](message[.])?list|fs[.](file|tree|grep)|vcs.patch"
    r"|mcp[.]server[.]oauth[.](start|callback)|mcp.prompt.render|question.reply"
)
LEFT_OUT = {"event.subscribe", "fs.grep"}  # an answer without an end, and a process for each request
STUBS = {"agent": AgentStub, "bus": BusStub, "chat": ChatStub}


def connect(stub: Any) -> httpx.Client:
    token = {"Authorization": f"Bearer {stub.admin_token}"} if isinstance(stub, ChatStub) else {}
    headers = {"AccountKey": "stub-key"} if isinstance(stub, BusStub) else token
    return httpx.Client(transport=stub.transport(), base_url="http://stub.test", headers=headers, trust_env=False)


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method in item.keys() & {"get", "post", "put", "patch", "delete"}:
            yield method.upper(), path, item[method]


def allowed_requests(values: Values, path: str, operation: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], Any]]:
    """Requests that the contract allows: one with the required inputs, and one more for each value of each input."""
    parameters = [values.resolve(parameter) for parameter in operation.get("parameters", [])]
    least = {
        parameter["name"]: next(values.of(parameter["schema"])) for parameter in parameters if parameter.get("required")
    }
    inside = {parameter["name"] for parameter in parameters if parameter["in"] == "path"}
    body = operation.get("requestBody", {})
    bodies = [*values.of(body["content"]["application/json"]["schema"])] if body else [None]
    queries = [
        {**least, parameter["name"]: value} for parameter in parameters for value in values.of(parameter["schema"])
    ]
    for inputs, sent in [(least, body) for body in bodies] + [(query, bodies[0]) for query in queries]:
        where = path
        for name in inside:
            where = where.replace(f"{{{name}}}", quote(str(inputs[name]) or "x", safe=""))
        query = {name: text(value) for name, value in inputs.items() if name not in inside}
        yield where, query, sent


def text(value: object) -> Any:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else value


@pytest.mark.parametrize("service", STUBS)
def test_stub_takes_every_request_that_its_contract_allows(service):
    refused, count = [], 0
    with STUBS[service]() as stub, connect(stub) as http:
        document = stub.contract.promised
        stub.search_timeout = 0.5
        for method, path, operation in operations(document):
            if operation["operationId"] in LEFT_OUT:
                continue
            wrong = {400, 422} - ({400, 422} if BY_WHAT_THERE_IS.fullmatch(operation["operationId"]) else set())
            for where, query, body in allowed_requests(Values(document), path, operation):
                answer = http.request(method, where, params=query, **({} if body is None else {"json": body}))
                count += 1
                if answer.status_code in wrong or answer.status_code >= 500:
                    refused.append((operation["operationId"], where, query, body, answer.text))
    assert refused == []
    assert count > {"agent": 400, "bus": 20, "chat": 80}[service]


# Requests that a stub once refused although its spec allowed them; both allow the first value.
INPUTS = [
    ("agent", "agent.list", "query.directory", "/", ["", "here", "./here"]),
    ("agent", "session.get", "path.sessionID", "ses", ["9", "SES_1", "x"]),
    ("agent", "session.list", "query.limit", 1, [0, -3, 2.5]),
    ("agent", "session.message.list", "query.limit", 200, [201, 0, 0.5]),
    ("agent", "fs.search", "body.limit", 200, [201, 0, 1.5]),
    ("agent", "fs.grep", "body.limit", 1, [201, 0, 1.5]),
    ("agent", "workspace.create", "body.directory", "/home", ["", "here"]),
    ("agent", "mcp.server.oauth.callback", "body.code", "c", [""]),
    ("chat", "conversations.messages.create", "body.tokens_used", 2147483647, [2147483648, 1e20]),
]
SMALLEST = {"fs.search": {"query": ""}, "fs.grep": {"pattern": "a"}, "workspace.create": {"type": "t"}}
SMALLEST["conversations.messages.create"] = {"role": "user", "content": ""}


@pytest.mark.parametrize(("service", "name", "place", "allowed", "forbidden"), INPUTS)
def test_contract_forbids_what_the_stub_refuses(service, name, place, allowed, forbidden):
    with STUBS[service]() as stub, connect(stub) as http:
        document = stub.contract.promised
        values, (kind, wire) = Values(document), place.split(".")
        method, path, operation = next(row for row in operations(document) if row[2]["operationId"] == name)
        if kind == "body":
            form = values.resolve(operation["requestBody"]["content"]["application/json"]["schema"])
            schema = form["properties"][wire]
        else:
            schema = next(x["schema"] for x in map(values.resolve, operation["parameters"]) if x["name"] == wire)
        validator = Draft202012Validator({**document, **values.resolve(schema)})

        conversation = next(iter(stub.records.conversations)) if isinstance(stub, ChatStub) else ""

        def status(value):
            params = {wire: value} if kind == "query" else {}
            where = path.replace(f"{{{wire}}}", str(value)) if kind == "path" else path
            for step, known in (("conversation_id", conversation), ("name", "tracker"), ("sessionID", "ses")):
                where = where.replace(f"{{{step}}}", known)
            body = {**SMALLEST.get(name, {}), wire: value} if kind == "body" else None
            return http.request(method, where, params=params, **({} if body is None else {"json": body})).status_code

        if name == "mcp.server.oauth.callback":
            http.post("/api/mcp/server/tracker/oauth")
        refusal = 422 if service == "chat" else 400
        assert [validator.is_valid(value) for value in forbidden] == [False] * len(forbidden)
        assert [status(value) for value in forbidden] == [refusal] * len(forbidden)
        assert validator.is_valid(allowed)
        assert status(allowed) in (200, 201, 404)


@pytest.mark.parametrize("service", STUBS)
def test_every_body_is_closed_by_the_contract(service):
    with STUBS[service]() as stub:
        document = stub.contract.promised
        for _, _, operation in operations(document):
            if "requestBody" in operation:
                schema = operation["requestBody"]["content"]["application/json"]["schema"]
                validator = Draft202012Validator({**document, **schema})
                least = next(Values(document).of(schema))
                assert validator.is_valid(least), operation["operationId"]
                assert not validator.is_valid({**least, "unknown": 1}), operation["operationId"]
