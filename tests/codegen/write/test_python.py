"""Text of a spec stays text: it never becomes Python code or a template."""

import ast
import importlib
import json
import re
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegen.naming import identifier, snake
from codegen.read import document
from codegen.unasync import Unasync
from codegen.write import python
from codegen.write.render import render

from ..conftest import CUSTOMIZATIONS, orchard_spec

ATTACKS = [
    '"""\n__import__("os").system("boom")\n"""',
    "'''\nboom()\n'''",
    "'); boom(); ('",
    '"); boom(); ("',
    '\\"""; boom()',
    'ends in a quote"',
    'ends in two ""',
    '"',
    '"""',
    '""""',
    "ends in a backslash \\",
    "\\N{BULLET} \\x \\u12 \\",
    "{{ boom() }}",
    "{% set x = boom() %}",
    "{# boom #} #} %} }}",
    "{boom()} {0!r}",
    "# boom\nboom()",
    "a\rboom()\x0cboom()\x85boom()\u2028boom()",
    "nul \x00 bell \x07 delete \x7f",
    "left \u202e right",
    "half \ud800",
    "await async with async for Async",
    "\\" * 130,
    '"' * 130,
    "x" * 130 + "\\" * 9 + 'x"',
]
ENDINGS = [*ATTACKS[:4], '"""', "ends in a backslash \\", "{{ boom() }}", "# boom\nboom()"]
BRACES = str.maketrans("{}#?", "()__")  # signs with a meaning in a path


SCHEMES = {
    "key": {"type": "apiKey", "in": "header", "name": "OrchardKey"},
    "bearer": {"type": "http", "scheme": "bearer"},
}


def with_value(value: Any, text: str) -> Any:
    """Return a JSON value with a text in place of three values that the spec names in schemas and in examples."""
    if isinstance(value, dict):
        return {key: with_value(item, text) for key, item in value.items()}
    if isinstance(value, list):
        return [with_value(item, text) for item in value]
    return text if value in ("apple", "poor", "spring") else value


def spec_with(text: str, kind: str) -> dict[str, Any]:
    """Return the orchard's spec with a text in every place that may contain text."""
    spec = with_value(orchard_spec(), text)
    spec["info"] |= {"title": text, "version": text, "description": text}
    spec["servers"][0]["url"] = "https://" + re.sub(r"[{}?#\s\ud800]", "_", text)
    spec["components"]["securitySchemes"] = {text: SCHEMES[kind] | {"description": text, "x-assumed": text}}
    spec["security"] = [{text: []}]
    schemas = spec["components"]["schemas"]
    schemas["Health"]["enum"] = ["good", text, text + text]
    schemas["Crop"]["discriminator"]["mapping"] = {
        text: "#/components/schemas/Apple",
        "pear's": "#/components/schemas/Pear",
    }
    schemas["Key"]["properties"]["some" + text] = {"type": "string"}
    schemas["Season"]["enum"] = [text, text + text]
    schemas["Side"]["x-assumed"] = text
    shared = schemas["SharedTree"]["properties"]
    shared["some" + text] = shared.pop('the "tree"')
    schemas["SharedTree"]["required"] = ["some" + text]
    spec["paths"]["/shared/{link}"]["get"]["x-unwrapped"] = "some" + text
    contents = spec["paths"]["/reports/{season}"]["get"]["responses"]["200"]["content"]
    contents["text/x-" + text] = contents.pop("text/csv")
    for schema in schemas.values():
        schema["description"] = text
        for prop in schema.get("properties", {}).values():
            prop["description"] = text
    fault = {"x-effective-status": {"code": text, "status": 429}, "description": text}
    for item in spec["paths"].values():
        for operation in item.values():
            operation |= {"summary": text, "description": text, "tags": [text], "x-assumed": text}
            if "security" not in operation or operation["security"]:
                operation["security"] = [{text: []}]
            operation["responses"]["500"] = fault
            for prop in operation.get("parameters", []):
                prop["description"] = text
    query = {"name": "some" + text, "in": "query", "schema": {"type": "string"}, "description": text}
    spec["paths"]["/weather"]["get"]["parameters"] = [query]
    spec["paths"]["/weather" + text.translate(BRACES)] = spec["paths"].pop("/weather")
    return spec


def files(text: str, kind: str) -> dict[str, str]:
    return render(document.service("orchard", spec_with(text, kind)), CUSTOMIZATIONS)


def looked_up(source: str) -> tuple[int, set[str]]:
    """Return the number of statements in a source, and the names that it uses, without fields and arguments."""
    tree = ast.parse(source)
    names = {getattr(node, "id", None) or getattr(node, "attr", "") for node in ast.walk(tree)}
    return len(tree.body), {name for name in names if not name.startswith("some")}


@cache
def plain(kind: str) -> dict[str, tuple[int, set[str]]]:
    """Return the statements and names of the orchard's files with harmless text."""
    return {path: looked_up(source) for path, source in files("plain", kind).items()}


# The kind of credentials affects only the client, so the second kind is tested with fewer texts.
@pytest.mark.long
@pytest.mark.parametrize(("kind", "text"), [("key", text) for text in ATTACKS] + [("bearer", text) for text in ENDINGS])
def test_text_of_a_spec_never_becomes_code(kind: str, text: str):
    if Unasync()(text) != text:  # the sync client would send another text
        with pytest.raises(document.DocumentError, match="in the sync client"):
            files(text, kind)
        return
    assert {path: looked_up(source) for path, source in files(text, kind).items()} == plain(kind)


@pytest.mark.parametrize("text", [text for text in ATTACKS if "\ud800" not in text])
def test_yaml_text_stays_text(tmp_path: Path, text: str):
    spec = {"info": {"title": text, text: [text]}}
    (tmp_path / "a.yaml").write_text(json.dumps(spec), "utf-8")  # JSON is valid YAML
    assert document.load(tmp_path / "a.yaml") == spec


@pytest.mark.parametrize(
    "tag", ["!!python/object/apply:os.system ['false']", "!!python/name:os.system", "!!binary eA=="]
)
def test_yaml_tag_constructs_no_object(tmp_path: Path, tag: str):
    (tmp_path / "a.yaml").write_text(f"info: {tag}\n", "utf-8")
    with pytest.raises(document.DocumentError, match=r"a\.yaml"):
        document.load(tmp_path / "a.yaml")


@settings(deadline=None)
@given((st.sampled_from(ATTACKS) | st.text() | st.text("\"\\'{}#% x")).filter(str.strip), st.booleans())
def test_text_round_trips_through_a_docstring(text: str, twice: bool):
    line = " ".join(text.split())
    source = "def f():\n    " + python.docstring([line, *([line] if twice else [])], 4)
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    (statement,) = function.body
    assert isinstance(statement, ast.Expr)
    doc = " ".join((ast.get_docstring(function) or "").split())
    if line.isprintable() and len(line) < 100 and '"""' not in line:
        assert doc == " ".join([line, line] if line and twice else [line])


@given(st.sampled_from(ATTACKS) | st.text() | st.integers() | st.booleans())
def test_literal_evaluates_to_its_value(value: object):
    assert ast.literal_eval(python.literal(value)) == value


@pytest.mark.parametrize("name", ["", "a b", "a;b", "1a", "import", "a.b", "a\n", "ﬁ", "None", "a()"])
def test_text_that_is_not_a_name_raises(name: str):
    with pytest.raises(ValueError, match="is not a name that Python can use"):
        identifier(name)


@pytest.mark.parametrize(
    ("name", "converted"),
    [
        ("BusStop", "bus_stop"),
        ("MCPStatus", "mcp_status"),
        ("Tree2", "tree2"),
        ("HTTPServerV2Info", "http_server_v2_info"),
    ],
)
def test_class_name_is_converted_to_snake_case(name: str, converted: str):
    assert snake(name) == converted


def test_attacks_in_the_orchard_spec_stay_text(orchard: ModuleType, models: ModuleType):
    resources = importlib.import_module(f"{orchard.__name__}._generated._sync.resources")
    doc = resources.Trees.plant.__doc__
    assert '{{ secret }} {% for %} {# #} #} __import__("os").system("false") ends in a quote"' in " ".join(doc.split())
    assert "\" ' \\ \\x \\N{x} ''' '''" in doc
    assert models.Tree.__doc__ == "A tree ''' of many fields \\ Returned by `trees.get`, `trees.list` and 1 more."
    names = importlib.import_module(f"{orchard.__name__}._generated.names")
    assert names.__doc__.startswith("The generated public names of the Orchard ''' {{ 7 * 7 }} {% raw %} #} \"")


def test_list_of_exported_names_takes_several_names_a_line():
    exported = [f"Name{index}" for index in range(100)]
    source = f"__all__ = {python.names(exported)}"
    assert ast.literal_eval(ast.parse(source).body[0].value) == exported  # type: ignore[attr-defined]
    assert len(source.splitlines()) < 20
    assert max(map(len, source.splitlines())) <= 120
