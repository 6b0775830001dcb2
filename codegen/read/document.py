"""An OpenAPI document: read from YAML, checked against the subset that is supported, and built into a model."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

import jsonschema_rs
import yaml

from . import convention_checks, examples, parser_adapter
from .faults import DocumentError, Faults
from .ir import Service
from .operations import Credentials, Operations
from .schemas import Records, Schemas, line

MOST = 1_000_000
"""The most values that a spec may hold once its anchors are expanded; ours hold some ten thousand."""

PLACEHOLDERS = frozenset(
    tomllib.loads((Path(__file__).parents[2] / "spec" / "secrets.toml").read_text("utf-8"))["placeholders"]["texts"]
)
"""The texts that stand for secrets in examples."""

_TEXT = "tag:yaml.org,2002:str"
_MERGE = "tag:yaml.org,2002:merge"
_SCHEMA: dict[str, Any] = yaml.load(Path(__file__).with_name("spec_schema.yaml").read_text("utf-8"), yaml.CSafeLoader)

_KINDS = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "number": "a number",
    "object": "a mapping",
    "string": "text",
}

_RANGES = (("minimum", "maximum"), ("minLength", "maxLength"))
_LONGEST = 80
_SURROGATES = re.compile("[\ud800-\udfff]")
_BODILESS = ("204", "205", "304")
_COMPOSING = ("allOf", "anyOf", "oneOf")
Parts = dict[str, Any] | list[Any]
Steps = Sequence[str | int]


def load(path: Path) -> dict[str, Any]:
    """Read a spec from a YAML file.

    Raises:
        DocumentError: The file is not YAML or not a mapping, a mapping has a key twice (possibly through `<<`), or a
            value has no form in JSON.
    """
    try:
        document: Any = yaml.load(path.read_text("utf-8"), _Loader)
        _measure(document, path.name, {})
    except yaml.YAMLError as error:
        raise DocumentError(f"{path.name} is not valid YAML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise DocumentError(f"{path.name} is nested too deeply") from None
    if not isinstance(document, dict):
        raise DocumentError(f"{path.name} is not an OpenAPI document")
    return cast("dict[str, Any]", document)


def check(document: dict[str, Any]) -> None:
    """Check that the generator understands a document.

    Raises:
        DocumentError: With every fault, each preceded by its place as a JSON pointer.
    """
    if faults := list(_keys(document, ())):  # the validator accepts only text keys
        raise DocumentError(*faults)
    faults = violations(_SCHEMA, document)
    if faults := faults or [*_circles(document), *_same_ids(document), *_bodies(document)]:
        raise DocumentError(*faults)
    if faults := list(_ranges(examples.without_examples(document))):  # a reference without end has none
        raise DocumentError(*faults)


def service(name: str, document: dict[str, Any]) -> Service:
    """Build the model of one service.

    There are five steps: `check` the keys of the document, run the parser (`parser_adapter`), read the parts of the
    model, check its conventions (`convention_checks`), and check its `examples`. Each step needs the one before, and
    reports all of its faults at once.

    Raises:
        DocumentError: With every fault of a step.
    """
    check(document)
    bare = examples.without_examples(document)
    parsed = parser_adapter.parse(bare)
    schemas, faults = Schemas(bare, parsed), Faults()
    operations = Operations(document, parsed, schemas, Credentials(bare))
    info = document["info"]
    urls = [server["url"] for server in document.get("servers", [])]
    model = Service(
        name=name,
        title=line(info["title"]),
        version=line(info["version"]),
        base_url=urls[0] if urls else None,
        auth=operations.credentials.auth,
        effective_statuses=tuple(sorted(set(operations.effective_statuses()))),
        operations=tuple(sorted(operations.read(faults), key=lambda operation: operation.id)),
        records=tuple(sorted(Records(schemas, parsed).read(faults), key=lambda record: record.name)),
        unions=tuple(sorted(schemas.unions(faults), key=lambda union: union.name)),
    )
    faults.refuse()
    convention_checks.check(model)
    if found := [*examples.faults(_encodable(document)), *examples.shown_secrets(model, PLACEHOLDERS)]:
        raise DocumentError(*found)
    return model


def violations(schema: dict[str, Any], document: dict[str, Any]) -> list[str]:
    """Return the violations of a JSON Schema, each once, preceded by its place as a JSON pointer.

    A `$comment` in the schema is the message for violations of its node.
    """
    try:
        messages = list(_violations(schema, document))
    except UnicodeEncodeError:  # half a surrogate pair
        messages = list(_violations(schema, _encodable(document)))
    return list(dict.fromkeys(messages))


class _Loader(yaml.CSafeLoader):
    """A loader that refuses duplicate keys; the standard loader silently keeps the last one."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self._open: set[int] = set()  # the mappings that are being expanded

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        """Expand the `<<` keys of a mapping, in their order.

        The method of PyYAML is replaced, not called: its releases differ in the order of merged keys, and 6.0.4 drops
        keys that are merged twice.
        """
        if id(node) in self._open:
            raise DocumentError(f"line {node.start_mark.line + 1}: it merges itself")
        self._open.add(id(node))
        _refuse_twice(node, [key for key, _ in node.value])
        # YAML reads keys such as `200` and `on` as numbers and booleans.
        for key, _ in node.value:
            if key.tag not in (_TEXT, _MERGE):
                name = f"the key {key.value}" if isinstance(key, yaml.ScalarNode) else "a key"
                raise DocumentError(f"line {key.start_mark.line + 1}: {name} is not text; put it in quotes")
        merged: list[tuple[yaml.Node, yaml.Node]] = []
        for value in [value for key, value in node.value if key.tag == _MERGE]:
            for mapping in value.value if isinstance(value, yaml.SequenceNode) else [value]:
                if not isinstance(mapping, yaml.MappingNode):
                    raise DocumentError(f"line {mapping.start_mark.line + 1}: << needs a mapping")
                self.flatten_mapping(mapping)
                merged += mapping.value
        node.value = merged + [(key, value) for key, value in node.value if key.tag != _MERGE]
        _refuse_twice(node, [key for key, _ in node.value])
        self._open.discard(id(node))


def _refuse_twice(node: yaml.MappingNode, keys: list[yaml.Node]) -> None:
    names = Counter(key.value for key in keys if isinstance(key, yaml.ScalarNode))
    if twice := sorted(name for name, count in names.items() if count > 1):
        raise DocumentError(f"line {node.start_mark.line + 1}: {', '.join(twice)} is there twice")


def _measure(node: Any, where: str, sizes: dict[int, int]) -> int:
    """Return the number of values in a part of a document, with every anchor expanded."""
    if not isinstance(node, dict | list):
        if node is not None and not isinstance(node, str | int | float):
            raise DocumentError(f"{where}: {node!r} has no form in JSON; put it in quotes")
        if isinstance(node, float) and not math.isfinite(node):
            raise DocumentError(f"{where}: {node!r} has no form in JSON: every number must be finite")
        return 1
    return _measure_parts(cast("Parts", node), where, sizes)


def _measure_parts(node: Parts, where: str, sizes: dict[int, int]) -> int:
    parts = node.items() if isinstance(node, dict) else enumerate(node)
    if id(node) not in sizes:
        sizes[id(node)] = 0  # being measured: an anchor that leads here again has no end
        sizes[id(node)] = 1 + sum(_measure(value, f"{where}: {key}", sizes) for key, value in parts)
    elif not sizes[id(node)]:
        raise DocumentError(f"{where}: an anchor inside itself has no end")
    if sizes[id(node)] > MOST:
        raise DocumentError(f"{where}: its anchors make more than {MOST:,} values of it")
    return sizes[id(node)]


def _keys(node: Any, place: tuple[str | int, ...]) -> Iterator[str]:
    """Yield a fault for each key that is not text, such as a status without quotes."""
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
    """Replace each half of a surrogate pair by U+FFFD, because the validator accepts only valid UTF-8."""
    encodable: dict[str, Any] = json.loads(_SURROGATES.sub("\ufffd", json.dumps(document, ensure_ascii=False)))
    return encodable


def _faults(schema: dict[str, Any], error: jsonschema_rs.ValidationError) -> Iterator[str]:
    """Yield the messages for one violation of the schema."""
    place, comment = list(error.instance_path), _comment(schema, list(error.schema_path))
    kind: Any = error.kind
    instance = _shown(error.instance)
    match kind.name:
        case "additionalProperties":
            for key in kind.unexpected:
                yield f"{_pointer([*place, key])}: {comment or 'is not understood here'}"
            return
        case "required":
            text = comment or f"{kind.property} is missing"
        case "type":
            text = f"must be {' or '.join(_KINDS[name] for name in sorted(kind.types))}, and is {instance}"
        case "enum":
            text = comment or f"must be one of {', '.join(map(str, kind.options))}, and is {instance}"
        case "const":
            text = comment or f"must be {_shown(kind.expected_value)}, and is {instance}"
        case "minItems" | "minLength" | "minProperties":
            text = "must not be empty"
        case "uniqueItems":
            text = "holds an entry twice"
        case _:
            text = f"{instance} {comment}" if comment.startswith("is not a") else comment or error.message
    yield f"{_pointer(place)}: {text}"


def _comment(schema: dict[str, Any], steps: Steps) -> str:
    """Return the comment of the node in the schema that holds the violated keyword."""
    node: Any = schema
    for step in steps[:-1]:
        if step == "$ref" and isinstance(node["$ref"], str):
            node = _at(schema, node["$ref"].removeprefix("#/").split("/"))
        else:
            node = node[step]
    return cast("dict[str, str]", node).get("$comment", "") if isinstance(node, dict) else ""


def _circles(document: dict[str, Any]) -> Iterator[str]:
    """Yield a fault for each named schema that contains itself without an object in between."""
    schemas: dict[str, Any] = document.get("components", {}).get("schemas", {})
    made_of = {name: set(_parts(schema)) for name, schema in schemas.items()}
    for name in schemas:
        reached, waiting = set[str](), [name]
        while waiting:
            new = made_of[waiting.pop()] - reached
            reached |= new
            waiting += new
        if name in reached:
            yield f"{_pointer(['components', 'schemas', name])}: it contains itself, without end"


def _parts(schema: dict[str, Any]) -> Iterator[str]:
    """Yield the names of the schemas that a schema contains, but for those inside an object."""
    if "$ref" in schema:
        yield schema["$ref"].rpartition("/")[2]
    inner = [schema[key] for key in ("items", "additionalProperties") if isinstance(schema.get(key), dict)]
    for key in _COMPOSING:
        inner += schema.get(key, ())
    for part in inner:
        yield from _parts(part)


def _same_ids(document: dict[str, Any]) -> Iterator[str]:
    """Yield a fault for each operationId that becomes the same name as an earlier one."""
    taken: dict[str, str] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            place = _pointer(["paths", path, method, "operationId"])
            name = operation["operationId"].replace(".", "_")
            if name in taken:
                yield f"{place}: {operation['operationId']} and {taken[name]} would both be {name}"
            taken.setdefault(name, place)


def _bodies(document: dict[str, Any]) -> Iterator[str]:
    """Yield a fault for each response whose status has no body in HTTP, and which describes one (RFC 9110, 6.4.1)."""
    for path, method, operation in examples.operations(document):
        for status, response in operation["responses"].items():
            if (status.startswith("1") or status in _BODILESS) and "content" in _with_target(response, document):
                place = _pointer(["paths", path, method, "responses", status])
                yield f"{place}: an answer with the status {status} has no body"


def _ranges(document: dict[str, Any]) -> Iterator[str]:
    """Yield a fault for each schema whose bounds no value can keep, and for each default that its schema refuses."""
    document = _encodable(document)
    registry = jsonschema_rs.Registry([("urn:spec", document)], draft=jsonschema_rs.Draft202012)
    for place, node in _mappings(document, ()):
        bounds = _with_target(node, document)
        for low, high in _RANGES:
            # A property may have the name of a keyword: then its value is a schema.
            least, most = bounds.get(low), bounds.get(high)
            if not (isinstance(least, int | float) and isinstance(most, int | float)):
                continue
            if least > most and node.keys() & {low, high}:
                yield f"{_pointer(place)}: its {low} is {least}, and its {high} is {most}"
        if not isinstance(node.get("default"), dict | None):
            reference = {"$ref": f"urn:spec{quote(_pointer(place), safe='#/')}"}
            with suppress(jsonschema_rs.ValidationError):  # an invalid pattern, which is reported when it is read
                validator = jsonschema_rs.Draft202012Validator(reference, registry=registry)
                for error in validator.iter_errors(node["default"]):
                    yield f"{_pointer([*place, 'default'])}: {error.message}"


def _mappings(node: Any, place: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], dict[str, Any]]]:
    """Yield every mapping in a document, with its place."""
    if isinstance(node, dict):
        mapping = cast("dict[str, Any]", node)
        yield place, mapping
        for key, part in mapping.items():
            yield from _mappings(part, (*place, key))
    elif isinstance(node, list):
        for index, part in enumerate(cast("list[object]", node)):
            yield from _mappings(part, (*place, index))


def _with_target(schema: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    """Return a schema with the keywords of the schema that it refers to; its own take precedence."""
    reference = schema.get("$ref")
    if not isinstance(reference, str):
        return schema
    target = _at(document, reference.removeprefix("#/").split("/"))
    return {**_with_target(cast("dict[str, Any]", target), document), **schema} if isinstance(target, dict) else schema


def _at(node: Any, steps: Sequence[str]) -> Any:
    for step in steps:
        if not isinstance(node, dict) or step not in node:
            return None
        node = cast("dict[str, Any]", node)[step]
    return node


def _pointer(steps: Steps) -> str:
    """Return a place as `$ref` would name it."""
    return "/".join(["#", *(str(step).replace("~", "~0").replace("/", "~1") for step in steps)])


def _shown(value: object) -> str:
    text = "null" if value is None else repr(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
