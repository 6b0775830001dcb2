"""The adapter's table against the contract: one row for each operation, and no input that is lost."""

import json
import re
from functools import cache
from pathlib import Path

import pytest
import yaml

from tests.sdk.agent.opencode.driving import answer, run
from trivet._core.translation import Forward, Pause, WireAnswer, WireRequest
from trivet.agent._opencode.table import RULES
from trivet.agent._opencode.translation import OpencodeTranslation
from trivet.agent.opencode import UnsupportedOperationError

SPEC = Path(__file__).parents[4] / "spec" / "agent.yaml"
LOCATION = {"directory": "/resolved"}

ANSWERS = {
    "GET /api/location": LOCATION,
    "GET /api/session/active": {"data": {}},
    "GET /api/permission/request": {"data": [{"id": "per_1", "sessionID": "ses_1"}]},
    "GET /api/question/request": {"data": [{"id": "que_1", "sessionID": "ses_1"}]},
}
OTHERWISE = {
    "fs.grep.limit": "",
    "permission.reply.response": "once",
    "session.prompt.delivery": "steer",
    "vcs.diff.mode": "git",
    "workspace.list.projectID": "",
}
"""What is sent for an input that the server has in another form; nothing where the adapter applies it to the answer."""

DETERMINED = {"prompt-files-mime"}
"""What the server determines by itself."""


@cache
def document():
    return yaml.load(SPEC.read_text("utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def operations():
    """Return from the name of each operation to its method and path, and its description."""
    return {
        each["operationId"]: (f"{method.upper()} {path}", each)
        for path, item in document()["paths"].items()
        for method, each in item.items()
    }


def resolve(schema):
    while "$ref" in schema:
        found = document()
        for step in schema["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        schema = found
    return schema


def test_table_has_one_row_for_each_operation_in_order():
    wanted = {operation: contract for operation, (contract, _) in operations().items()}
    assert {rule.operation: rule.contract for rule in RULES} == wanted
    assert [rule.operation for rule in RULES] == sorted(wanted)


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
            return {key: sample(f"{name}-{key}", each) for key, each in inner.items()} or {name: f"<{name}>"}
    return "start" if name == "commands-name" else f"<{name}>"


def inputs_of(operation):
    """Return the inputs of the query and the body, with values that can be recognized."""
    _, found = operations()[operation]
    parameters = [resolve(each) for each in found.get("parameters", ())]
    query = {
        each["name"]: sample(each["name"], each["schema"])
        for each in parameters
        if each["in"] == "query" and each["name"] not in ("directory", "workspace", "cursor")
    }
    if "requestBody" not in found:
        return query, {}
    schema = resolve(resolve(found["requestBody"])["content"]["application/json"]["schema"])
    return query, {name: sample(name, each) for name, each in schema["properties"].items()}


def target_of(rule):
    names = {"permissionID": "per_1", "questionID": "que_1", "sessionID": "ses_1"}
    return re.sub(r"\{(\w+)\}", lambda found: names.get(found[1], "x_1"), rule.contract.partition(" ")[2])


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


def without(rule, given):
    return {name: each for name, each in given.items() if name not in rule.lacks and name != "format"}


def test_operation_that_the_server_lacks_is_refused():
    lacking = [rule for rule in RULES if not rule.supported]
    assert len(lacking) == 9
    for rule in lacking:
        with pytest.raises(UnsupportedOperationError, match=rule.operation):
            begin(rule, *inputs_of(rule.operation))


def test_input_that_the_server_lacks_is_refused():
    lacking = [(rule, name) for rule in RULES for name in rule.lacks]
    assert len(lacking) == 9
    for rule, name in lacking:
        given = [{k: v for k, v in each.items() if k == name} for each in inputs_of(rule.operation)]
        assert any(given), f"{rule.operation}: {name} is no input"
        with pytest.raises(UnsupportedOperationError, match=f"{rule.operation}: .* the input {name}"):
            begin(rule, *given)


def test_every_other_input_reaches_the_server():
    lost = []
    for rule in [each for each in RULES if each.supported]:
        query, body = (without(rule, each) for each in inputs_of(rule.operation))
        sent = " ".join(f"{each.target} {each.content.decode()}" for each in drive(begin(rule, query, body)))
        for name, value in (query | body).items():
            other = OTHERWISE.get(f"{rule.operation}.{name}")
            marks = set(re.findall(r"(?<=<)[^<>]+(?=>)|\b77\b", json.dumps(value))) - DETERMINED
            lost += [f"{rule.operation}: {name}" for each in (marks if other is None else [other]) if each not in sent]
    assert not lost, "\n".join(lost)


def test_request_that_changes_something_is_the_last_one():
    # Otherwise the failure of a later one would look like one of a request that was not sent, and the call be repeated.
    for rule in [each for each in RULES if each.supported]:
        requests = drive(begin(rule, *(without(rule, each) for each in inputs_of(rule.operation))))
        changing = [at for at, each in enumerate(requests) if each.method != "GET"]
        assert changing in ([], [len(requests) - 1]), rule.operation


def test_context_goes_to_every_operation_that_has_one():
    for rule in [each for each in RULES if each.supported]:
        parameters = operations()[rule.operation][1].get("parameters", ())
        has_context = any(each.get("$ref", "").endswith("/Directory") for each in parameters)
        requests = drive(begin(rule, *(without(rule, each) for each in inputs_of(rule.operation))))
        sent = " ".join(f"{each.target} {each.content.decode()}" for each in requests)
        assert ("asked" in sent) == has_context, rule.operation


@pytest.mark.parametrize("data", [None, 5, "x", [], [5], {}, {"data": None}, {"data": 5}, {"data": [5, {"id": None}]}])
def test_answer_of_any_form_breaks_no_flow(data):
    for rule in [each for each in RULES if each.supported]:
        flow = begin(rule, *(without(rule, each) for each in inputs_of(rule.operation)))
        ended = None
        try:
            step = next(flow)
            for _ in range(5):
                step = flow.send(answer(data, 503 if step.target.endswith("/wait") else 200))
        except StopIteration as end:
            ended = end.value
        assert isinstance(ended, Forward | WireAnswer), rule.operation


def test_run_helper_returns_the_answer():
    [rule] = [each for each in RULES if each.operation == "session.wait"]
    steps, last = run(begin(rule, {}, {}), answer({}, 503), answer({"data": {}}))
    assert (len(steps), last.status) == (2, 204)
