"""Text of a spec stays text, whatever it says: it becomes no code, neither Python nor template."""

import ast
import importlib
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegen import document, python
from codegen.handwork import Handwork
from codegen.render import render

from .conftest import ORCHARD

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
BRACES = str.maketrans("{}", "()")  # in a path they mean something


def said(text: str) -> dict[str, Any]:
    """The orchard's spec, with a text wherever a text may stand."""
    spec = document.load(ORCHARD)
    spec["info"] |= {"title": text, "version": text, "description": text}
    spec["servers"][0]["url"] = text
    spec["components"]["securitySchemes"]["OrchardKey"]["name"] = text
    schemas = spec["components"]["schemas"]
    schemas["Health"]["enum"] = ["good", text, text + text]
    schemas["Apple"]["properties"]["kind"]["const"] = text
    schemas["Crop"]["discriminator"]["mapping"] = {
        text: "#/components/schemas/Apple",
        "pear's": "#/components/schemas/Pear",
    }
    schemas["Key"]["properties"]["some" + text] = {"type": "string"}
    for schema in schemas.values():
        schema["description"] = text
        for each in schema.get("properties", {}).values():
            each["description"] = text
    fault = {"x-stands-for": {"code": text, "status": 429}, "description": text}
    for item in spec["paths"].values():
        for operation in item.values():
            operation |= {"summary": text, "description": text, "tags": [text]}
            operation["responses"]["500"] = fault
            for each in operation.get("parameters", []):
                each["description"] = text
    query = {"name": "some" + text, "in": "query", "schema": {"type": "string"}, "description": text}
    spec["paths"]["/weather"]["get"]["parameters"] = [query]
    spec["paths"]["/weather" + text.translate(BRACES)] = spec["paths"].pop("/weather")
    return spec


def files(text: str) -> dict[str, str]:
    return render(document.service("orchard", said(text)), Handwork())


def looked_up(source: str) -> set[str]:
    """The names that code looks up, but for those of its own fields and arguments."""
    nodes = list(ast.walk(ast.parse(source)))
    found = {each.id for each in nodes if isinstance(each, ast.Name)}
    found |= {each.attr for each in nodes if isinstance(each, ast.Attribute)}
    return {each for each in found if not each.startswith("some")}


@pytest.fixture(scope="module")
def plain() -> dict[str, str]:
    """What becomes of the spec where it says nothing odd."""
    return files("plain")


@pytest.mark.parametrize("text", ATTACKS)
def test_text_becomes_no_code(plain: dict[str, str], text: str):
    for path, source in files(text).items():
        assert looked_up(source) == looked_up(plain[path])
        assert len(ast.parse(source).body) == len(ast.parse(plain[path]).body)


@settings(deadline=None)
@given((st.sampled_from(ATTACKS) | st.text() | st.text("\"\\'{}#% x")).filter(str.strip), st.booleans())
def test_a_text_is_its_own_docstring(text: str, twice: bool):
    line = " ".join(text.split())
    source = "\n".join(["def f():", *python.docstring("    ", line, *([line] if twice else []))])
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    (statement,) = function.body
    assert isinstance(statement, ast.Expr)
    doc = " ".join((ast.get_docstring(function) or "").split())
    if line.isprintable() and len(line) < 100 and '"""' not in line:
        assert doc == " ".join([line, line] if line and twice else [line])


@given(st.sampled_from(ATTACKS) | st.text() | st.integers() | st.booleans())
def test_a_literal_is_its_value(value: object):
    assert ast.literal_eval(python.literal(value)) == value


@pytest.mark.parametrize("name", ["", "a b", "a;b", "1a", "import", "a.b", "a\n", "ﬁ", "None", "a()"])
def test_what_is_no_name_is_no_identifier(name: str):
    with pytest.raises(ValueError, match="is not a name that Python can use"):
        python.identifier(name)


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("BusStop", "bus_stop"),
        ("MCPStatus", "mcp_status"),
        ("Tree2", "tree2"),
        ("HTTPServerV2Info", "http_server_v2_info"),
    ],
)
def test_a_class_in_snake_case(name: str, made: str):
    assert python.snake(name) == made


def test_the_orchards_own_attacks_stayed_text(orchard: ModuleType, models: ModuleType):
    resources = importlib.import_module(f"{orchard.__name__}._sync.resources")
    doc = resources.Trees.plant.__doc__
    assert '{{ secret }} {% for %} {# #} #} __import__("os").system("false") ends in a quote"' in " ".join(doc.split())
    assert "\" ' \\ \\x \\N{x} ''' '''" in doc
    assert models.Tree.__doc__ == "A tree ''' of many fields \\"
    assert orchard.__doc__.startswith("The Orchard ''' {{ 7 * 7 }} {% raw %} #} \"")
