"""The operations of a spec as the engine needs them: inputs with bounds, answers with schemas, and marks."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from attrs import field, frozen

from trivet_stubs.kernel.spec import METHODS, JsonObject, resolve, spec

BOUNDS = ("minimum", "maximum", "minLength", "maxLength", "pattern", "enum", "format", "type", "required")
"""The keywords of an input that a server can leave unchecked."""


@frozen
class Input:
    """One input of an operation: a parameter of the path or the query, or a field of the body."""

    where: str
    name: str
    schema: JsonObject = field(eq=False)
    required: bool

    @property
    def place(self) -> str:
        return f"{self.where}/{self.name}"

    @property
    def is_id(self) -> bool:
        """Whether it names a record."""
        return self.where == "path" or self.schema.get("format") == "uuid" or bool(re.search(r"(_id|ID)$", self.name))

    @property
    def kinds(self) -> list[str]:
        kind = self.schema.get("type", [])
        return [kind] if isinstance(kind, str) else list(kind)


@frozen
class Operation:
    """One operation."""

    id: str
    method: str
    path: str
    inputs: tuple[Input, ...]
    answer: JsonObject = field(eq=False)
    """The schema of the answer of a success; empty without one."""
    marks: JsonObject = field(eq=False)
    """Its `x-` keys."""
    is_public: bool
    statuses: frozenset[str]
    """The statuses that the spec shows."""
    is_stream: bool
    """Whether its answer is a stream of events."""
    pattern: "re.Pattern[str]" = field(eq=False)

    @property
    def is_write(self) -> bool:
        return self.method != "GET" and not self.marks.get("x-retryable")

    @property
    def may_wait(self) -> bool:
        """Whether its answer waits for something: it is called by hand, and says nothing."""
        return bool(self.marks.get("x-by-hand")) and not self.answer

    @property
    def rows(self) -> str:
        """The field of the answer with the rows of a page; empty without pages."""
        return str(self.marks.get("x-paging", {}).get("items", ""))

    def inputs_in(self, where: str) -> list[Input]:
        return [one for one in self.inputs if one.where == where]

    def matches(self, method: str, path: str) -> dict[str, str] | None:
        """The values of the path's parameters if a request is one of this operation."""
        match = self.pattern.fullmatch(path) if method == self.method else None
        return match.groupdict() if match else None


class Spec:
    """The operations of a service, and its schemas."""

    def __init__(self, service: str) -> None:
        self.service = service
        self.document = spec(service)
        self.operations = {operation.id: operation for operation in self._read()}
        self.secrets = self._secrets()

    def _read(self) -> Iterator[Operation]:
        for path, item in self.document["paths"].items():
            for method in METHODS:
                if method in item:
                    yield self._operation(path, method, item[method], item.get("parameters", []))

    def _operation(self, path: str, method: str, raw: JsonObject, shared: list[JsonObject]) -> Operation:
        inputs: list[Input] = []
        for parameter in (resolve(self.document, one) for one in [*shared, *raw.get("parameters", [])]):
            schema = resolve(self.document, parameter["schema"])
            inputs.append(Input(parameter["in"], parameter["name"], schema, bool(parameter.get("required"))))
        contents: JsonObject = resolve(self.document, raw.get("requestBody", {})).get("content", {})
        body: JsonObject = contents.get("application/json", {})
        form = resolve(self.document, body.get("schema", {}))
        for name, member in form.get("properties", {}).items():
            inputs.append(Input("body", name, resolve(self.document, member), name in form.get("required", [])))
        answers = {code: resolve(self.document, answer) for code, answer in raw["responses"].items()}
        success = [answer for code, answer in answers.items() if code < "300"]
        content: JsonObject = next((answer.get("content", {}) for answer in success), {})
        schema = next(iter(content.values()), {}).get("schema", {})
        marks = {key: value for key, value in raw.items() if key.startswith("x-")}
        public = raw.get("security") == []
        pattern = re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(path)))
        is_stream = "text/event-stream" in content
        names = (raw["operationId"], method.upper(), path)
        return Operation(*names, tuple(inputs), schema, marks, public, frozenset(answers), is_stream, pattern)

    def match(self, method: str, path: str) -> tuple[Operation, dict[str, str]] | None:
        """The operation of a request, with the values of its path; a fixed path is preferred."""
        matches = [
            (operation, values)
            for operation in self.operations.values()
            if (values := operation.matches(method, path)) is not None
        ]
        return min(matches, key=lambda match: len(match[1]), default=None)

    def alternatives(self, schemas: list[JsonObject]) -> list[JsonObject]:
        """All schemas that a value may follow, with their references and alternatives resolved."""
        found: list[JsonObject] = []
        for schema in (resolve(self.document, one) for one in schemas):
            found.append(schema)
            for key in ("anyOf", "oneOf", "allOf"):
                found += self.alternatives(schema.get(key, []))
        return found

    def _secrets(self) -> tuple[str, ...]:
        """The names of the fields and inputs that the spec marks as secrets."""
        names: set[str] = set()

        def collect(node: Any, name: str) -> None:
            if isinstance(node, dict):
                if node.get("x-secret") is True:
                    names.add(str(node.get("name", name)))
                for key, member in node.items():
                    collect(member, key)
            elif isinstance(node, list):
                for member in node:
                    collect(member, name)

        collect(self.document, "")
        return tuple(sorted(names))


@cache
def spec_of(service: str) -> Spec:
    return Spec(service)
