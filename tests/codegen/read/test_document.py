"""Whole documents: the faults of a step are reported together, and any broken document raises a DocumentError."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codegen.read import document
from codegen.write.render import render
from tests.wrong_rows import wrong_rows

from ..conftest import CUSTOMIZATIONS, ROOT, document_of
from ..specs import Spec, operation, schema

ORIGINAL = document_of("orchard")
Place = tuple[Any, ...]


def places(node: Any, above: Place = ()) -> list[Place]:
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    return [place for key, value in inner for place in [(*above, key), *places(value, (*above, key))]]


PLACES = places(ORIGINAL)
VALUES: list[Any] = [
    *(None, True, 0, -1, 1.5, "", "x", "a b", "object", [], ["x"], [None], {}, {"x": 1}),
    *({"type": name} for name in ("array", "boolean", "integer", "null", "number", "object", "string")),
    *({"$ref": f"#/components/schemas/{name}"} for name in ("Tree", "Crop", "Labels", "Side", "Nix")),
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
    except ValueError as error:  # hand-written code or another generated name does not fit
        return [str(error)]


@pytest.mark.long
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from([..., *VALUES])), min_size=1, max_size=3))
def test_broken_document_is_read_or_refused_with_its_faults(changes: list[tuple[Place, Any]]):
    assert outcome(changed(changes))


@pytest.mark.parametrize("target", ["#/components/schemas/Nix", "#/info/title", "#/servers"])
def test_reference_without_a_schema_is_refused_wherever_it_stands(spec: Spec, target: str):
    spec["components"]["securitySchemes"]["OrchardKey"]["in"] = {"$ref": target}
    with pytest.raises(document.DocumentError) as caught:
        document.service("orchard", spec)
    assert caught.value.faults == ("#: it is not a document of OpenAPI 3.1 that can be read",)


def test_faults_of_the_model_are_listed_at_once(spec: Spec):
    operation(spec, "trees.plant")["parameters"][0]["schema"]["minimum"] = 3
    operation(spec, "weather.now")["responses"] = {"404": {"description": ""}}
    schema(spec, "Harvest")["x-assumed-required"] = ["id"]
    with pytest.raises(document.DocumentError) as caught:
        document.service("orchard", spec)
    assert caught.value.faults == (
        "trees.plant: plot: minimum does not apply to str",
        "weather.now: none of its responses is a success",
        "Harvest: id is both required and in x-assumed-required",
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


YAML = {
    "a key twice": ("paths:\n  /a: {}\n  /b: {}\n  /a: {}\n", "line 2: /a is there twice"),
    "a key that is merged, too": ("a: &a {x: 1, y: 2}\nb: {<<: *a, x: 3}\n", "line 2: x is there twice"),
    "a key of two that are merged": (
        "a: &a {x: 1}\nb: &b {x: 1}\nc: {<<: [*a, *b]}\n",
        "line 3: x is there twice",
    ),
    "one mapping merged twice": ("a: &a {x: 1}\nb: {<<: [*a, *a]}\n", "line 2: x is there twice"),
    "two merges": ("a: &a {x: 1}\nb: &b {y: 1}\nc:\n  <<: *a\n  <<: *b\n", "line 4: << is there twice"),
    "a key twice in a merged mapping": ("a: {b: {<<: {x: 1, x: 2}}}\n", "line 1: x is there twice"),
    "a key that is merged on the way": (
        "a: &a {x: 1}\nb: &b {<<: *a, y: 1}\nc: {<<: *b, x: 2}\n",
        "line 3: x is there twice",
    ),
    "a merge of a number": ("a: {<<: 3}\n", "line 1: << needs a mapping"),
    "a merge of a list of text": ("a:\n  <<: [{x: 1}, y]\n", "line 2: << needs a mapping"),
    "a merge of itself": ("a: &a\n  <<: *a\n", "line 1: it merges itself"),
    "an anchor inside itself": ("a: &a\n  b: *a\n", "a: b: an anchor inside itself has no end"),
    "an anchor inside its own array": ("a: &a [1, *a]\n", "a: 1: an anchor inside itself has no end"),
    "anchors that double": (
        "a0: &a0 [x, x]\n" + "".join(f"a{at}: &a{at} [*a{at - 1}, *a{at - 1}]\n" for at in range(1, 40)),
        "its anchors make more than 1,000,000 values of it",
    ),
    "an anchor that is nowhere": ("a: *b\n", "is not valid YAML: .*undefined alias"),
    "a depth for which Python has no stack": ("a: " + "[" * 900 + "]" * 900, "is nested too deeply"),
    # The parser in C has its own limit, 1,000, since libyaml 0.2.6.
    "a depth without end": ("a: " + "[" * 2000 + "]" * 2000, "is nested too deeply|exceeded maximum nesting depth"),
    "a number for a key": ("responses: {200: {}}\n", "line 1: the key 200 is not text; put it in quotes"),
    "a boolean for a key": ("properties:\n  on: {}\n", "line 2: the key on is not text"),
    "a null for a key": ("~: 1\n", "line 1: the key ~ is not text"),
    "an array for a key": ("[a]: 1\n", "line 1: a key is not text"),
    "a day": ("info: {version: 2024-05-01}\n", "info: version: .* has no form in JSON"),
    "not a number": ("a: [.nan]\n", "a: 0: nan has no form in JSON"),
    "an infinite number": ("a: -.inf\n", "a: -inf has no form in JSON"),
    "a list that is not closed": ("a: [\n", "is not valid YAML: while parsing"),
    "two documents": ("a: 1\n---\nb: 1\n", "is not valid YAML: expected a single document"),
}


@pytest.mark.parametrize("name", YAML)
def test_yaml_beyond_json_is_refused(tmp_path: Path, name: str):
    text, message = YAML[name]
    (tmp_path / "a.yaml").write_text(text, "utf-8")
    with pytest.raises(document.DocumentError, match=message):
        document.load(tmp_path / "a.yaml")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("a: &a {x: 1}\nb: {<<: *a, y: 2}\n", {"a": {"x": 1}, "b": {"x": 1, "y": 2}}),
        ("a: {<<: {}, x: 1}\nb: {<<: []}\n", {"a": {"x": 1}, "b": {}}),
        # The merged mapping merges another one itself, and is nested deeper than the mapping that merges it.
        (
            "a: {b: {c: &c {<<: &d {x: 1}, y: 2}}}\ne: {<<: *c, z: 3}\nf: {<<: *c}\n",
            {"a": {"b": {"c": {"x": 1, "y": 2}}}, "e": {"x": 1, "y": 2, "z": 3}, "f": {"x": 1, "y": 2}},
        ),
        (
            "a: &a {x: 1}\nb: &b {y: 2}\nc: {z: 3, <<: [*a, *b]}\n",
            {"a": {"x": 1}, "b": {"y": 2}, "c": {"x": 1, "y": 2, "z": 3}},
        ),
        ("a: &a [1]\nb: [*a, *a]\n", {"a": [1], "b": [[1], [1]]}),
        ("a: {'<<': 1}\n", {"a": {"<<": 1}}),
        ("{'on': yes, '200': ~}\n", {"on": True, "200": None}),
    ],
)
def test_merged_yaml_is_read(tmp_path: Path, text: str, meant: Any):
    (tmp_path / "a.yaml").write_text(text, "utf-8")
    loaded = document.load(tmp_path / "a.yaml")
    assert loaded == meant
    assert [list(value) for value in loaded.values() if isinstance(value, dict)] == [
        list(value) for value in meant.values() if isinstance(value, dict)
    ]


@pytest.mark.parametrize("text", ["", "- a\n", "text"])
def test_file_without_a_mapping_is_refused(tmp_path: Path, text: str):
    (tmp_path / "a.yaml").write_text(text, "utf-8")
    with pytest.raises(document.DocumentError, match=r"a\.yaml is not an OpenAPI document"):
        document.load(tmp_path / "a.yaml")


@pytest.mark.long
def test_specs_and_rules_are_yaml_to_both_loaders_of_pyyaml():
    files = sorted((ROOT / "spec").rglob("*.yaml"))
    assert len(files) >= 6
    with wrong_rows() as row:
        for path in files:
            with row(path.relative_to(ROOT)):
                # The loader in C, which the tests and the generator use, accepts more: `[cursor?]`.
                for _ in yaml.parse(path.read_text("utf-8"), yaml.SafeLoader):
                    pass
