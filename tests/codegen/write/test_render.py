"""The files of one service, and specs that the reader accepts and the writer refuses."""

import ast
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from codegen.customizations import Customizations
from codegen.read.examples import without_examples
from codegen.unasync import Unasync
from codegen.write.render import clients, contract

from ..conftest import CUSTOMIZATIONS
from ..specs import Spec, at, generated, operation, put, ref, schema

CASES: dict[str, tuple[Callable[[Spec], None], str]] = {
    "group with the name of a base class": (
        put(at("weather.now"), "operationId", "resource.now"),
        "AsyncResource would be defined twice",
    ),
    "group with the name of an import": (
        put(at("weather.now"), "operationId", "literal.now"),
        "Literal would be defined twice",
    ),
    "a media type without a parser": (
        put(
            at("weather.now", "responses", "200", "content"),
            "text/x-weather",
            {"schema": ref("Weather")},
        ),
        "weather.now: there is no parser for text/x-weather",
    ),
    "key in a header that unasync would rename": (
        put(at("components", "securitySchemes", "OrchardKey"), "name", "AsyncKey"),
        "async_key would be renamed in the sync client",
    ),
    "address that unasync would rename": (
        put(at("servers", 0), "url", "https://orchard.example/_async/v1"),
        "would be 'https://orchard.example/_sync/v1' in the sync client",
    ),
    "value that unasync would rename": (
        put(at("Health"), "enum", ["aclose", "good", "poor"]),
        "'aclose' would be 'close' in the sync client",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_broken_spec_is_refused(spec: Spec, name: str):
    change, message = CASES[name]
    change(spec)
    with pytest.raises(ValueError, match=message):
        generated(spec)


def test_valid_spec_is_accepted(spec: Spec):
    files = {"names.py", "tables.py", "converter.py", "calls.py", "_async/resources.py", "_async/client.py"}
    files |= {f"events/{name}.py" for name in ("__init__", "decode", "event", "other")}
    groups = {f"models/{name}.py" for name in ("harvests", "keys", "notes", "picks", "shared", "trees", "weather")}
    together = files | {"models.py"}
    grouped = files | groups | {"models/__init__.py"}
    assert set(generated(spec)) == {f"_generated/{path}" for path in grouped}
    assert set(generated(spec, evolve(CUSTOMIZATIONS, by_group=False))) == {f"_generated/{path}" for path in together}


def test_group_named_like_a_module_is_refused(spec: Spec):
    operation(spec, "weather.now")["operationId"] = "shared.now"
    with pytest.raises(ValueError, match=r"^models/shared\.py is reserved, so no group can have this name$"):
        generated(spec)
    assert "_generated/models.py" in generated(spec, evolve(CUSTOMIZATIONS, by_group=False))


@pytest.mark.parametrize(
    "name",
    [
        "Record",
        "Any",
        "Literal",
        "Callable",
        "Unknown",
        "Unset",
        "UNSET",
        "Factory",
        "MODULES",
        "TypeAlias",
        "OrchardClient",
    ],
)
def test_schema_with_a_taken_name_is_refused(spec: Spec, name: str):
    spec["components"]["schemas"][name] = schema(spec, "Row")
    with pytest.raises(ValueError, match=f"^{name} would be defined twice$"):
        generated(spec)


@pytest.mark.parametrize("name", ["Batch", "OffsetPagination", "Call", "Clock", "Async", "Exception", "None", "Tree2"])
def test_schema_with_a_free_name_is_accepted(spec: Spec, name: str):
    spec["components"]["schemas"][name] = schema(spec, "Row")
    for source in generated(spec).values():
        compile(source, name, "exec")


@pytest.mark.long
@pytest.mark.parametrize("path", ["_generated/calls.py", "_generated/_async/resources.py"])
def test_input_named_like_a_local_of_the_code_is_generated(spec: Spec, path: str):
    used = {node.id for node in ast.walk(ast.parse(generated(spec)[path])) if isinstance(node, ast.Name)}
    names = sorted(name for name in used if name.islower() and name == name.strip("_") and name == Unasync()(name))
    names = [name for name in names if name not in ("call", "self")]  # these are refused
    properties = {name: {"type": "string"} for name in names}
    body = {"application/json": {"schema": {"type": "object", "properties": properties}}}
    operation(spec, "weather.now")["requestBody"] = {"content": body}
    source = generated(spec)[path]
    for name in names:
        assert re.search(rf"\b{name}_?: str \| None", source), name


@pytest.mark.parametrize("name", ["records", "resources", "arguments", "parsers", "empty"])
def test_customization_of_nothing_is_refused(spec: Spec, name: str):
    entry: Any = ("months", "check") if name in ("resources", "arguments") else "number"
    with pytest.raises(ValueError, match="customizations name Nix, which orchard does not have"):
        generated(spec, Customizations(**{name: {"Nix": entry}}))


def test_number_with_a_format_becomes_a_float_and_another_stays_as_it_is(spec: Spec):
    degrees = {"type": ["number", "null"], "format": "float"}
    schema(spec, "Row")["properties"] |= {"wide": {"type": "number", "format": "double"}, "high": {"type": "number"}}
    schema(spec, "Row")["required"] = [*schema(spec, "Row").get("required", []), "wide", "high"]
    schema(spec, "Row")["properties"]["degrees"] = degrees
    models = "".join(generated(spec).values())
    assert "o.wide = d['wide'] * 1.0\n" in models
    assert "o.high = d['high']\n" in models
    assert "o.degrees = None if (v := d.get('degrees')) is None else v * 1.0\n" in models


def test_operation_without_a_body_at_times_repeats_its_input(spec: Spec):
    wire = operation(spec, "rows.get")["parameters"][0]["name"]
    source = generated(spec, evolve(CUSTOMIZATIONS, empty={"rows.get": wire}))["_generated/calls.py"]
    assert f"empty={{{wire!r}: {wire}}}," in source


def test_events_that_an_operation_needs_are_refused(spec: Spec):
    schema(spec, "Harvest")["properties"]["news"] = ref("News")
    with pytest.raises(ValueError, match=r"^News cannot be in events/: other records or operations need it$"):
        generated(spec)


def test_records_that_only_events_need_go_to_the_events(spec: Spec):
    files = generated(spec, evolve(CUSTOMIZATIONS, by_group=False))
    classes = {
        name: set(re.findall(r"^class (\w+)\(", files[name], re.M))
        for name in ("_generated/models.py", "_generated/events/other.py")
    }
    assert classes["_generated/events/other.py"] == {"RipeNews", "FrostNews", "RainNews", "NewsPlace"}
    assert {"Harvest", "NewsEnvelope"} <= classes["_generated/models.py"]
    assert not classes["_generated/models.py"] & classes["_generated/events/other.py"]
    assert "RipeNews" in re.findall(r"'\.events\.other': \('([^']+)'", files["_generated/tables.py"])[0]


def test_event_without_the_common_envelope_is_refused(spec: Spec):
    own = {"type": "object", "required": ["type"], "properties": {"type": {"const": "frost"}}}
    spec["components"]["schemas"]["FrostNews"] = own
    with pytest.raises(ValueError, match=r"^News: FrostNews is not NewsEnvelope with type and one object$"):
        generated(spec)


def test_contract_is_the_document_as_json(spec: Spec):
    spec["info"]["title"] = "ü"
    text = contract(spec)
    assert json.loads(text) == without_examples(spec)
    assert text.endswith("}\n")
    assert "ü" in text


def test_clients_stand_in_the_async_and_the_sync_folder():
    assert clients("orchard") == {"._async.client": ["AsyncOrchardClient"], "._sync.client": ["OrchardClient"]}
