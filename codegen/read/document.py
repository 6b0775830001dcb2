"""From an OpenAPI document to our model of the service: the parser's view, and what the parser leaves out."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Hashable, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import jsonschema_rs
import yaml

from . import conventions, parser
from .faults import DocumentError, Faults
from .ir import Service
from .operations import Credentials, Operations
from .schemas import Records, Schemas, line

__all__ = ["DocumentError", "check", "load", "service", "violations"]

MOST = 1_000_000
"""So many values a spec may hold once its anchors are written out; ours hold some ten thousand."""

_TEXT = "tag:yaml.org,2002:str"
_MERGE = "tag:yaml.org,2002:merge"
_SCHEMA: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("spec_schema.yaml").read_text("utf-8"))

_KINDS = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "number": "a number",
    "object": "a mapping",
    "string": "text",
}

_LONGEST = 80
_SURROGATES = re.compile("[\ud800-\udfff]")
_COMPOSING = ("allOf", "anyOf", "oneOf")
Parts = dict[str, Any] | list[Any]
Steps = Sequence[str | int]


def load(path: Path) -> dict[str, Any]:
    """Read a spec.

    Raises:
        DocumentError: It is no YAML, or no mapping; a key is there twice, also by way of `<<`; or it holds what JSON
            does not have.
    """
    try:
        document: Any = yaml.load(path.read_text("utf-8"), _Loader)
        _measure(document, path.name, {})
    except yaml.YAMLError as error:
        raise DocumentError(f"{path.name} is no YAML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise DocumentError(f"{path.name} is nested too deeply") from None
    if not isinstance(document, dict):
        raise DocumentError(f"{path.name} is no OpenAPI document")
    return cast("dict[str, Any]", document)


def check(document: dict[str, Any]) -> None:
    """Refuse what the generator does not understand.

    Raises:
        DocumentError: With every fault, each behind its place as a JSON pointer.
    """
    if faults := list(_keys(document, ())):  # the validator takes text alone
        raise DocumentError(*faults)
    faults = violations(_SCHEMA, document)
    if faults := faults or list(_circles(document)):
        raise DocumentError(*faults)


def service(name: str, document: dict[str, Any]) -> Service:
    """Build the model of one service.

    Each of four steps needs the one before, and lists all faults that it finds: the keys of the document
    (`check`), the parser's view (`parser`), the model (the readers), its conventions (`conventions`).

    Raises:
        DocumentError: With every fault of a step.
    """
    check(document)
    parsed = parser.parse(document)
    schemas, faults = Schemas(document, parsed), Faults()
    operations = Operations(document, parsed, schemas, Credentials(document))
    info = document["info"]
    urls = [each["url"] for each in document.get("servers", [])]
    made = Service(
        name=name,
        title=line(info["title"]),
        version=line(info["version"]),
        base_url=urls[0] if urls else None,
        auth=operations.credentials.auth,
        effective_statuses=tuple(sorted(set(operations.effective_statuses()))),
        operations=tuple(sorted(operations.read(faults), key=lambda each: each.id)),
        records=tuple(sorted(Records(schemas, parsed).read(faults), key=lambda each: each.name)),
        unions=tuple(sorted(schemas.unions(faults), key=lambda each: each.name)),
    )
    faults.refuse()
    conventions.check(made)
    return made


def violations(schema: dict[str, Any], document: dict[str, Any]) -> list[str]:
    """The violations of a JSON Schema, each once, behind its place as a JSON pointer.

    A `$comment` of the schema is the message for what its node refuses.
    """
    try:
        found = list(_violations(schema, document))
    except UnicodeEncodeError:  # half a surrogate pair
        found = list(_violations(schema, _encodable(document)))
    return list(dict.fromkeys(found))


class _Loader(yaml.CSafeLoader):
    """Refuses a key that is there twice, where YAML's own would take one of them."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self._open: set[int] = set()  # the mappings that are being written out

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        """Write out what `<<` merges."""
        if id(node) in self._open:
            raise DocumentError(f"line {node.start_mark.line + 1}: it merges itself")
        self._open.add(id(node))
        _refuse_twice(node, [key for key, _ in node.value])
        for key, _ in node.value:
            if key.tag not in (_TEXT, _MERGE):
                name = f"the key {key.value}" if isinstance(key, yaml.ScalarNode) else "a key"
                raise DocumentError(f"line {key.start_mark.line + 1}: {name} is not text; put it in quotes")
        super().flatten_mapping(node)
        _refuse_twice(node, [key for key, _ in node.value])
        self._open.discard(id(node))

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        self.flatten_mapping(node)
        return super().construct_mapping(node, deep)


def _refuse_twice(node: yaml.MappingNode, keys: list[yaml.Node]) -> None:
    names = [each.value for each in keys if isinstance(each, yaml.ScalarNode)]
    if twice := sorted({each for each in names if names.count(each) > 1}):
        raise DocumentError(f"line {node.start_mark.line + 1}: {', '.join(twice)} is there twice")


def _measure(node: Any, where: str, sizes: dict[int, int]) -> int:
    """How many values a part of a document is, with every anchor written out."""
    if not isinstance(node, dict | list):
        if node is not None and not isinstance(node, str | int | float):
            raise DocumentError(f"{where}: {node!r} is nothing that JSON has; put it in quotes")
        if isinstance(node, float) and not math.isfinite(node):
            raise DocumentError(f"{where}: {node!r} is no number that JSON has: every number must be finite")
        return 1
    return _measure_parts(cast("Parts", node), where, sizes)


def _measure_parts(node: Parts, where: str, sizes: dict[int, int]) -> int:
    parts = node.items() if isinstance(node, dict) else enumerate(node)
    if id(node) not in sizes:
        sizes[id(node)] = 0  # until it is known
        sizes[id(node)] = 1 + sum(_measure(each, f"{where}: {key}", sizes) for key, each in parts)
    elif not sizes[id(node)]:
        raise DocumentError(f"{where}: an anchor inside itself has no end")
    if sizes[id(node)] > MOST:
        raise DocumentError(f"{where}: its anchors make more than {MOST:,} values of it")
    return sizes[id(node)]


def _keys(node: Any, place: tuple[str | int, ...]) -> Iterator[str]:
    """The keys that are not text, such as a status without quotes."""
    if isinstance(node, dict):
        for key, value in cast("dict[object, Any]", node).items():
            if not isinstance(key, str):
                yield f"{_pointer([*place, str(key)])}: a key must be text; write it in quotes"
            yield from _keys(value, (*place, str(key)))
    elif isinstance(node, list):
        for index, value in enumerate(cast("list[object]", node)):
            yield from _keys(value, (*place, index))


def _violations(schema: dict[str, Any], document: dict[str, Any]) -> Iterator[str]:
    def resolves(reference: str) -> bool:
        return _at(document, reference.removeprefix("#/").split("/")) is not None

    validator = jsonschema_rs.Draft202012Validator(schema, validate_formats=True, formats={"reference": resolves})
    for error in validator.iter_errors(document):
        yield from _faults(schema, error)


def _encodable(document: dict[str, Any]) -> dict[str, Any]:
    """The document with U+FFFD for each half of a surrogate pair, because the validator takes UTF-8 alone."""
    encodable: dict[str, Any] = json.loads(_SURROGATES.sub("\ufffd", json.dumps(document, ensure_ascii=False)))
    return encodable


def _faults(schema: dict[str, Any], error: jsonschema_rs.ValidationError) -> Iterator[str]:
    """The messages for one violation of the schema."""
    place, comment = list(error.instance_path), _comment(schema, list(error.schema_path))
    kind: Any = error.kind
    shown = _shown(error.instance)
    match kind.name:
        case "additionalProperties":
            for key in kind.unexpected:
                yield f"{_pointer([*place, key])}: {comment or 'is not understood here'}"
            return
        case "required":
            text = comment or f"{kind.property} is missing"
        case "type":
            text = f"must be {' or '.join(_KINDS[each] for each in sorted(kind.types))}, and is {shown}"
        case "enum":
            text = comment or f"must be one of {', '.join(map(str, kind.options))}, and is {shown}"
        case "const":
            text = comment or f"must be {_shown(kind.expected_value)}, and is {shown}"
        case "minItems" | "minLength" | "minProperties":
            text = "must not be empty"
        case "uniqueItems":
            text = "holds an entry twice"
        case _:
            text = f"{shown} {comment}" if comment.startswith("is not a") else comment or error.message
    yield f"{_pointer(place)}: {text}"


def _comment(schema: dict[str, Any], steps: Steps) -> str:
    """The comment of the node of the schema that holds the violated keyword."""
    node: Any = schema
    for step in steps[:-1]:
        if step == "$ref" and isinstance(node["$ref"], str):
            node = _at(schema, node["$ref"].removeprefix("#/").split("/"))
        else:
            node = node[step]
    return cast("dict[str, str]", node).get("$comment", "") if isinstance(node, dict) else ""


def _circles(document: dict[str, Any]) -> Iterator[str]:
    """The named schemas that are made of themselves, with no object between."""
    schemas: dict[str, Any] = document.get("components", {}).get("schemas", {})
    made_of = {name: set(_parts(schema)) for name, schema in schemas.items()}
    for name in schemas:
        reached, waiting = set[str](), [name]
        while waiting:
            new = made_of[waiting.pop()] - reached
            reached |= new
            waiting += new
        if name in reached:
            yield f"{_pointer(['components', 'schemas', name])}: it is made of itself, without end"


def _parts(schema: dict[str, Any]) -> Iterator[str]:
    if "$ref" in schema:
        yield schema["$ref"].rpartition("/")[2]
    inner = [schema[key] for key in ("items", "additionalProperties") if isinstance(schema.get(key), dict)]
    for each in [*inner, *(part for key in _COMPOSING for part in schema.get(key, ()))]:
        yield from _parts(each)


def _at(node: Any, steps: Sequence[str]) -> Any:
    for step in steps:
        if not isinstance(node, dict) or step not in node:
            return None
        node = cast("dict[str, Any]", node)[step]
    return node


def _pointer(steps: Steps) -> str:
    """A place as `$ref` would name it."""
    return "/".join(["#", *(str(each).replace("~", "~0").replace("/", "~1") for each in steps)])


def _shown(value: object) -> str:
    text = "null" if value is None else repr(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
