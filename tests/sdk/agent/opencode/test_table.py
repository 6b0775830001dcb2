"""The adapter's table against the contract: one row for each operation, and no input that is lost."""

import json
import re
from functools import cache
from pathlib import Path

import pytest
import yaml

from tests.sdk.agent.opencode.driving import answer
from trivet._core.contract_translation import Forward, Pause, WireAnswer, WireRequest
from trivet.agent._opencode.table import RULES
from trivet.agent._opencode.translation import OpencodeTranslation
from trivet.agent.opencode import UnsupportedOperationError

SPEC = Path(__file__).parents[4] / "spec" / "agent.yaml"
LOCATION = {"directory": "/resolved"}
SUPPORTED = [rule for rule in RULES if rule.supported]

ANSWERS = {
    "GET /api/location": LOCATION,
    "GET /agent": [{"name": "<agent>"}],
    "GET /config/providers": {"providers": [{"id": "<model-providerID>", "models": {"<model-modelID>": {}}}]},
    "GET /session/ses_1": {"id": "ses_1", "directory": "/a", "time": {"created": 1}, "model": {"id": "m"}},
    "GET /session/%3CsessionID%3E": {"workspaceID": "wrk_1"},
    "GET /session/ses_1/message": [],
    "GET /session/status": {},
}
OTHERWISE = {
    "fs.grep.limit": "",
    "permission.reply.response": "once",
    "session.message.list.limit": "",
    "vcs.diff.mode": "git",
    "workspace.list.projectID": "",
}
"""The value sent for an input that the server has in another form; empty where the adapter applies it to the answer."""

DROPPED = {"prompt-files-description"}
"""Inputs that the server has no place for, and that change nothing."""


@cache
def document():
    return yaml.load(SPEC.read_text("utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def operations():
    """Return the method and path of each operation, and its description, by the name of the operation."""
    return {
        operation["operationId"]: (f"{method.upper()} {path}", operation)
        for path, item in document()["paths"].items()
        for method, operation in item.items()
    }


def resolve(schema):
    while "$ref" in schema:
        target = document()
        for step in schema["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        schema = target
    return schema


def test_table_has_one_row_for_each_operation_in_order():
    expected = {operation: contract for operation, (contract, _) in operations().items()}
    assert {rule.operation: rule.contract for rule in RULES} == expected
    assert [rule.operation for rule in RULES] == sorted(expected)


def sample(name, schema):
    """Return a value of an input that can be recognized."""
    schema = resolve(schema)
    for key in ("oneOf", "anyOf"):
        if key in schema:
            return sample(name, schema[key][0])
    if "enum" in schema or "const" in schema:
        return schema.get("const", schema.get("enum", [""])[0])
    match schema.get("type"):
        case "array":
            return [sample(name, schema["items"])]
        case "boolean":
            return True
        case "number" | "integer":
            return 77
        case "object":
            inner = schema.get("properties", {})
            return {key: sample(f"{name}-{key}", field) for key, field in inner.items()} or {name: f"<{name}>"}
    return "start" if name == "commands-name" else f"<{name}>"


def inputs_of(operation):
    """Return the inputs of the query and the body, with values that can be recognized."""
    _, description = operations()[operation]
    parameters = [resolve(parameter) for parameter in description.get("parameters", ())]
    query = {
        parameter["name"]: sample(parameter["name"], parameter["schema"])
        for parameter in parameters
        if parameter["in"] == "query" and parameter["name"] not in ("directory", "workspace", "cursor")
    }
    if "requestBody" not in description:
        return query, {}
    schema = resolve(resolve(description["requestBody"])["content"]["application/json"]["schema"])
    return query, {name: sample(name, field) for name, field in schema["properties"].items()}


def target_of(rule):
    names = {"permissionID": "per_1", "questionID": "que_1", "sessionID": "ses_1"}
    return re.sub(r"\{(\w+)\}", lambda match: names.get(match[1], "x_1"), rule.contract.partition(" ")[2])


def begin(rule, query, body):
    pairs = {"directory": "/asked", **query}
    target = target_of(rule) + "?" + "&".join(f"{name}={value}" for name, value in pairs.items())
    return OpencodeTranslation().flow(WireRequest(rule.contract.partition(" ")[0], target, json.dumps(body).encode()))


def drive(flow):
    """Return all requests of a flow, each answered by a fitting success."""
    requests = []
    answered = answer({"data": []})
    try:
        step = next(flow)
        while True:
            if not isinstance(step, Pause):
                requests.append(step)
                path = step.target.partition("?")[0]
                answered = answer(ANSWERS.get(f"{step.method} {path}", {"data": []}))
            step = flow.send(answered)
    except StopIteration as end:
        return [*requests, *([end.value.request] if isinstance(end.value, Forward) else [])]


def accepted(rule, inputs):
    """Return the inputs without those that the server lacks."""
    return {name: value for name, value in inputs.items() if name not in rule.lacks and name != "format"}


def test_operation_that_the_server_lacks_is_refused():
    lacking = [rule for rule in RULES if not rule.supported]
    assert len(lacking) == 9
    for rule in lacking:
        with pytest.raises(UnsupportedOperationError, match=rule.operation):
            begin(rule, *inputs_of(rule.operation))


def test_input_that_the_server_lacks_is_refused():
    lacking = [(rule, name) for rule in RULES for name in rule.lacks]
    assert len(lacking) == 7
    for rule, name in lacking:
        inputs = [{key: part[key] for key in part.keys() & {name}} for part in inputs_of(rule.operation)]
        assert any(inputs), f"{rule.operation}: {name} is not an input"
        with pytest.raises(UnsupportedOperationError, match=f"{rule.operation}: .* the input {name}"):
            begin(rule, *inputs)


def test_every_other_input_reaches_the_server():
    lost = []
    for rule in SUPPORTED:
        query, body = (accepted(rule, part) for part in inputs_of(rule.operation))
        sent = " ".join(f"{request.target} {request.content.decode()}" for request in drive(begin(rule, query, body)))
        for name, value in (query | body).items():
            other = OTHERWISE.get(f"{rule.operation}.{name}")
            marks = set(re.findall(r"(?<=<)[^<>]+(?=>)|\b77\b", json.dumps(value))) - DROPPED
            lost += [f"{rule.operation}: {name}" for mark in (marks if other is None else [other]) if mark not in sent]
    assert not lost, "\n".join(lost)


def test_request_that_changes_something_is_followed_by_optional_ones_only():
    # Otherwise the failure of a later one would look like one of a request that was not sent, and the call be repeated.
    for rule in SUPPORTED:
        requests = drive(begin(rule, *(accepted(rule, part) for part in inputs_of(rule.operation))))
        changing = [index for index, request in enumerate(requests) if request.method != "GET"]
        assert len(changing) <= 1, rule.operation
        assert all(request.optional for index in changing for request in requests[index + 1 :]), rule.operation


def test_context_goes_to_every_operation_that_has_one():
    for rule in SUPPORTED:
        parameters = operations()[rule.operation][1].get("parameters", ())
        has_context = any(parameter.get("$ref", "").endswith("/Directory") for parameter in parameters)
        requests = drive(begin(rule, *(accepted(rule, part) for part in inputs_of(rule.operation))))
        sent = " ".join(f"{request.target} {request.content.decode()}" for request in requests)
        assert ("asked" in sent) == has_context, rule.operation


@pytest.mark.parametrize("data", [None, 5, "x", [], [5], {}, {"data": None}, {"data": 5}, {"data": [5, {"id": None}]}])
def test_answer_of_any_form_breaks_no_flow(data):
    for rule in SUPPORTED:
        flow = begin(rule, *(accepted(rule, part) for part in inputs_of(rule.operation)))
        ended = None
        try:
            next(flow)
            for _ in range(30):
                flow.send(answer(data))
        except StopIteration as end:
            ended = end.value
        assert isinstance(ended, Forward | WireAnswer), rule.operation
