"""Values that a JSON Schema allows, at its bounds; a few rules replace a dependency on a generator."""

from collections.abc import Iterator, Mapping
from typing import Any

PATTERNS = {r"^/[\s\S]*$": "/", r"^ses[\s\S]*$": "ses", "^[0-9]{6}$": "202505", "^[0-9]{5}$": "00000"}
"""A text for each pattern of the specs."""
_UUID = "00000000-0000-4000-8000-000000000000"
_FORMATS = {"uuid": _UUID, "date-time": "2025-06-16T08:00:00Z", "uri": "https://a.example/"}
_DEEPEST = 4


class Values:
    """Makes values for the schemas of one document.

    >>> [*Values({}).of({"type": "integer", "minimum": 1})]
    [1]
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._document = document

    def resolve(self, node: Mapping[str, Any]) -> Mapping[str, Any]:
        """Follow references; the keywords next to a reference are kept."""
        while "$ref" in node:
            target: Any = self._document
            for step in node["$ref"].removeprefix("#/").split("/"):
                target = target[step]
            node = {**target, **{key: value for key, value in node.items() if key != "$ref"}}
        return node

    def of(self, schema: Mapping[str, Any], depth: int = 0) -> Iterator[Any]:
        """Yield a few values, the simplest first."""
        schema = self.resolve(schema)
        choices = [*schema.get("anyOf", []), *schema.get("oneOf", [])]
        if "const" in schema or "enum" in schema:
            yield from schema.get("enum", [schema.get("const")])
        elif choices:
            for choice in choices:
                yield from self.of(choice, depth)
        else:
            kinds = schema.get("type", "string")
            for kind in [kinds] if isinstance(kinds, str) else kinds:
                yield from self._of_kind(kind, schema, depth)

    def _of_kind(self, kind: str, schema: Mapping[str, Any], depth: int) -> Iterator[Any]:
        match kind:
            case "object":
                yield from self._objects(schema, depth)
            case "array":
                yield []
                if depth < _DEEPEST:
                    yield [next(self.of(schema["items"], depth + 1))]
            case "integer" | "number":
                least, most = schema.get("minimum", 0), schema.get("maximum")
                yield least
                yield from () if most is None else [most]
            case "boolean":
                yield from (True, False)
            case "null":
                yield None
            case _:
                yield from self._texts(schema)

    def _texts(self, schema: Mapping[str, Any]) -> Iterator[str]:
        if "pattern" in schema:
            yield PATTERNS[schema["pattern"]]
        elif "format" in schema:
            yield _FORMATS[schema["format"]]
        else:
            yield "a" * schema.get("minLength", 0)
            yield from ["a" * schema["maxLength"]] if "maxLength" in schema else ["ä\u2028\U0001f333"]

    def _objects(self, schema: Mapping[str, Any], depth: int) -> Iterator[dict[str, Any]]:
        fields: Mapping[str, Any] = schema.get("properties", {})
        required = schema.get("required", [])
        least = {name: next(self.of(fields[name], depth + 1)) for name in required}
        yield least
        if depth >= _DEEPEST:
            return
        for name, field in fields.items():
            for value in self.of(field, depth + 1):
                yield {**least, name: value}
        if isinstance(schema.get("additionalProperties"), dict):
            yield {"any": next(self.of(schema["additionalProperties"], depth + 1))}
