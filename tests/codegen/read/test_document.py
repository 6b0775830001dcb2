"""Whole documents: the faults of a step come together, and a broken document has no other error than ours."""

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codegen.read import document
from codegen.write.render import render

from ..conftest import CUSTOMIZATIONS, ORCHARD
from ..specs import Spec, operation, schema

ORIGINAL = document.load(ORCHARD)
Place = tuple[Any, ...]


def places(node: Any, above: Place = ()) -> list[Place]:
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    return [place for key, value in inner for place in [(*above, key), *places(value, (*above, key))]]


PLACES = places(ORIGINAL)
VALUES: list[Any] = [
    *(None, True, 0, -1, 1.5, "", "x", "a b", "object", [], ["x"], [None], {}, {"x": 1}),
    *({"type": each} for each in ("array", "boolean", "integer", "null", "number", "object", "string")),
    *({"$ref": f"#/components/schemas/{each}"} for each in ("Tree", "Crop", "Labels", "Side", "Nix")),
    {"anyOf": [{"type": "string"}, {"type": "integer"}]},
    {"type": ["string", "null"], "format": "date-time"},
    {"type": "object", "properties": {"x": {}}},
]


def changed(changes: list[tuple[Place, Any]]) -> Spec:
    """The orchard's spec, with the nodes at some places replaced, or deleted where the value is Ellipsis."""
    spec = deepcopy(ORIGINAL)
    for place, value in changes:
        node: Any = spec
        try:
            for step in place[:-1]:
                node = node[step]
            if value is ...:
                del node[place[-1]]
            else:
                node[place[-1]] = deepcopy(value)
        except (IndexError, KeyError, TypeError):  # an earlier change took the place away
            continue
    return spec


def outcome(spec: Spec) -> list[str]:
    """The generated files, or the faults."""
    try:
        service = document.service("orchard", spec)
    except document.DocumentError as error:
        return [*error.faults]
    try:
        return [*render(service, CUSTOMIZATIONS)]
    except ValueError as error:  # what is written by hand, or another generated name, does not fit
        return [str(error)]


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from([..., *VALUES])), min_size=1, max_size=3))
def test_broken_document_is_read_or_refused_with_its_faults(changes: list[tuple[Place, Any]]):
    assert outcome(changed(changes))


def test_faults_of_the_model_are_listed_at_once(spec: Spec):
    operation(spec, "trees.plant")["parameters"][0]["schema"]["minimum"] = 3
    operation(spec, "weather.now")["responses"] = {"404": {"description": ""}}
    schema(spec, "Harvest")["x-assumed-required"] = ["id"]
    with pytest.raises(document.DocumentError) as caught:
        document.service("orchard", spec)
    assert caught.value.faults == (
        "trees.plant: plot: minimum is no rule for str",
        "weather.now: no success among its answers",
        "Harvest: id is required and in x-assumed-required",
    )


def test_faults_of_conventions_are_listed_at_once(spec: Spec):
    operation(spec, "weather.now")["x-value"] = "rain"
    operation(spec, "rows.get")["operationId"] = "rows.import"
    schema(spec, "Key")["properties"]["session_id"] = {"type": "string"}
    with pytest.raises(document.DocumentError) as caught:
        document.service("orchard", spec)
    assert set(caught.value.faults) == {
        "weather.now: Weather has no rain",
        "rows.import: 'import' is not a name that Python can use",
        "Key: 'sessionID' and 'session_id' would both be session_id",
    }
