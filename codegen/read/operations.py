"""The operations of a service: their inputs, answers and credentials, from the document and the parser's types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, cast

from ..naming import argument, snake
from .examples import ExampleCall, calls
from .faults import DocumentError, Faults
from .ir import CONTEXT, Auth, Example, Operation, Paging, Parameter, Type
from .parser_adapter import CONTENT, OCTETS, Input, Parsed
from .schemas import Schemas, body_content, body_schema, bounds, description, last, line

_JSON = "application/json"
_EVENTS = "text/event-stream"


class Operations:
    """Reads the operations of a document.

    Attributes:
        credentials: The credentials that all operations but the public ones need.
    """

    def __init__(self, document: dict[str, Any], parsed: Parsed, schemas: Schemas, credentials: Credentials) -> None:
        self._document = document
        self._paths: dict[str, dict[str, Any]] = document["paths"]
        self._parsed = parsed
        self._schemas = schemas
        self.credentials = credentials

    def read(self, faults: Faults) -> Iterator[Operation]:
        """Yield the operations that have no fault."""
        for path, item in self._paths.items():
            for method in item:
                with faults.of_part():
                    yield self._operation(method, path)

    def effective_statuses(self) -> Iterator[tuple[int, str, int]]:
        """Yield the status and the code of each response that counts as another status, and that status."""
        for item in self._paths.values():
            for operation in item.values():
                for status, response in operation["responses"].items():
                    effective = self._schemas.resolve(response).get("x-effective-status")
                    if effective:
                        yield int(status), effective["code"], effective["status"]

    def _operation(self, method: str, path: str) -> Operation:
        raw = self._paths[path][method]
        media, answer = self._answer(method, path, raw)
        responses = [(status, self._schemas.resolve(response)) for status, response in raw["responses"].items()]
        inputs = tuple(parameters(raw, self._parsed.inputs[method, path], self._schemas))
        return Operation(
            id=raw["operationId"],
            method=method.upper(),
            path=path,
            parameters=inputs,
            body=self._body(raw),
            body_media=next(iter(body_content(raw, self._schemas)), ""),
            answer=answer,
            value=raw.get("x-value"),
            paging=_paging(raw.get("x-paging")),
            media=media,
            retryable=method in ("get", "head") or raw.get("x-retryable", False),
            public=self.credentials.public(raw),
            by_hand=raw.get("x-by-hand", False),
            context=raw.get("x-context"),
            max_body=raw.get("x-max-body", {}).get("bytes"),
            open=raw.get("x-open", False),
            assumed=line(raw.get("x-assumed", "")),
            unwrapped=raw.get("x-unwrapped"),
            frames=self._records(
                response for status, response in responses if status.startswith("2") and _EVENTS in _content(response)
            ),
            refusals=self._records(response for status, response in responses if not status.startswith("2")),
            examples=tuple(_example(call, inputs) for call in calls(self._document, path, method)),
            summary=line(raw["summary"]),
            doc=description(raw),
        )

    def _answer(self, method: str, path: str, raw: dict[str, Any]) -> tuple[tuple[str, ...], Type | None]:
        """Return the media types of the answer, and its type in JSON."""
        where: str = raw["operationId"]
        statuses = sorted(status for status in raw["responses"] if status.startswith("2"))
        contents = [self._schemas.resolve(raw["responses"][status]).get("content", {}) for status in statuses]
        if not contents:
            raise DocumentError(f"{where}: none of its responses is a success")
        schemas = [(media, content_type["schema"]) for content in contents for media, content_type in content.items()]
        by_hand: bool = raw.get("x-by-hand", False)
        # A hand-written method also reads its other media types itself, so their schemas may differ.
        alike = [schema for media, schema in schemas if media == _JSON] if by_hand else []
        alike = alike or [schema for _, schema in schemas]
        if any(list(content) != list(contents[0]) for content in contents) or any(
            schema != alike[0] for schema in alike
        ):
            raise DocumentError(f"{where}: its successful responses differ")
        if by_hand and {media for media, _ in schemas} == {_EVENTS}:
            schemas = []  # a stream has no single answer: the hand-written method decodes its events
        if schemas and schemas[0][0] != _JSON:
            raise DocumentError(f"{where}: the first media type of an answer must be {_JSON}")
        answer = self._parsed.answers[method, path, statuses[0]] if schemas else None
        if answer is not None:
            answer = self._schemas.type(answer, schemas[0][1], where)
        if schemas and (answer is None or (answer.kind != "record" and not _is_array(answer))):
            raise DocumentError(f"{where}: its answer must be a named object schema, or an array of objects or scalars")
        return tuple(contents[0]), answer

    def _records(self, responses: Iterable[dict[str, Any]]) -> tuple[str, ...]:
        """Return the classes of all objects that responses refer to, at any depth."""
        classes = self._parsed.classes
        pending: list[Any] = [*responses]
        references: set[str] = set()
        while pending:
            part = pending.pop()
            if isinstance(part, dict):
                node = cast("dict[str, Any]", part)
                reference = node.get("$ref")
                if isinstance(reference, str) and reference not in references:
                    references.add(reference)
                    with suppress(DocumentError):  # reported when the schema itself is read
                        pending.append(self._schemas.resolve(node))
                pending += node.values()
            elif isinstance(part, list):
                pending += cast("Iterable[Any]", part)
        return tuple(sorted({classes[last(reference)] for reference in references if last(reference) in classes}))

    def _body(self, raw: dict[str, Any]) -> str | None:
        """Return the class of the request body, if there is one."""
        schema = body_schema(raw, self._schemas)
        return self._parsed.classes.get(last(schema.get("$ref", ""))) if schema else None


def _is_array(kind: Type) -> bool:
    """Return whether an answer is an array without an object around it, of records, unions or plain values."""
    return kind.kind == "list" and kind.of[0].kind in ("bool", "float", "int", "literal", "record", "str", "union")


def _example(call: ExampleCall, inputs: Iterable[Parameter]) -> Example:
    values = call.inputs()
    places = [(parameter.name, (parameter.place, parameter.wire)) for parameter in inputs]
    return Example(call.key, tuple((name, values[place]) for name, place in places if place in values))


def _content(response: dict[str, Any]) -> dict[str, Any]:
    content: dict[str, Any] = response.get("content", {})
    return content


def _paging(raw: dict[str, Any] | None) -> Paging | None:
    if raw is None:
        return None
    style, items, key = raw["style"], raw["items"], tuple(raw["key"])
    if style == "offset":
        return Paging(style, raw["offset"], items, raw.get("total"), (), key)
    return Paging(style, raw["cursor"], items, None, tuple(raw["next"].split(".")), key, tuple(raw.get("first", ())))


def parameters(operation: dict[str, Any], inputs: list[Input], schemas: Schemas) -> Iterator[Parameter]:
    """Yield the inputs of a method without the context, which the client adds.

    Args:
        operation: The operation in the document.
        inputs: The parser's view of its inputs.
        schemas: The schemas of the document.

    Raises:
        DocumentError: A bound of an input is not supported, or the inputs do not fit the context.
    """
    context, where = operation.get("x-context"), operation["operationId"]
    of_context: set[str] = set()
    for parameter in _parameters(operation, inputs, schemas):
        if context is None or parameter.place != "query" or parameter.wire not in CONTEXT:
            yield parameter
            continue
        if parameter.required or parameter.type != Type("str") or parameter.checks:
            raise DocumentError(f"{where}: {parameter.wire} must be optional text without bounds")
        of_context.add(parameter.wire)
    required = set(CONTEXT) if context == "request" else set[str]()
    if wrong := sorted(of_context ^ required):
        verb = "must have" if context == "request" else "must not have"
        raise DocumentError(f"{where}: an operation of the context {context} {verb} {', '.join(wrong)}")


def _parameters(operation: dict[str, Any], inputs: list[Input], schemas: Schemas) -> Iterator[Parameter]:
    """Yield all inputs of an operation, in the order of the parser."""
    # For each input: its schema, and the node that describes it, which is the schema itself or stands next to it.
    sources: dict[tuple[str, str], tuple[dict[str, Any], dict[str, Any]]] = {}
    for node in map(schemas.resolve, operation.get("parameters", [])):
        sources[node["in"], node["name"]] = (node["schema"], {**schemas.resolve(node["schema"]), **node})
    body = body_schema(operation, schemas)
    whole = OCTETS in body_content(operation, schemas)
    for wire, schema in [(CONTENT, body)] if body and whole else schemas.properties(body) if body else ():
        sources["body", wire] = (schema, schemas.resolve(schema))
    for parsed in inputs:
        schema, stated = sources[parsed.place, parsed.wire]
        where = f"{operation['operationId']}: {parsed.wire}"
        kind, single = schemas.type(parsed.type, schema, where), schemas.alone(stated)
        yield Parameter(
            wire=parsed.wire,
            name=argument(parsed.name),
            place=parsed.place,
            type=kind,
            required=parsed.required,
            secret=single.get("x-secret", False),
            checks=bounds(schemas, stated, kind, where),
            doc=description(single),
            default=single.get("default"),
        )


class Credentials:
    """The security schemes of a document; a client supports one scheme, or basic and bearer as alternatives.

    Attributes:
        auth: The kind of credentials.
    """

    def __init__(self, document: dict[str, Any]) -> None:
        """Read the schemes.

        Raises:
            DocumentError: There is no scheme, more than one, or one that a client does not support.
        """
        self._schemes: dict[str, Any] = document.get("components", {}).get("securitySchemes", {})
        self._default: Any = document.get("security")
        self._name, self.auth = self._read()

    def _read(self) -> tuple[str, Auth]:
        schemes = [(name, _auth(name, scheme)) for name, scheme in self._schemes.items()]
        if not schemes:
            raise DocumentError("#/components/securitySchemes: it does not say how a client authenticates")
        if sorted(scheme.kind for _, scheme in schemes) == ["basic", "bearer"]:
            return "", Auth("either", "Authorization")
        if basic := [name for name, scheme in schemes if scheme.kind == "basic"]:
            raise DocumentError(f"{basic[0]}: credentials of this kind are not supported")
        if len(schemes) > 1:
            raise DocumentError(f"{', '.join(self._schemes)}: more than one kind of credentials is not supported")
        return schemes[0]

    def public(self, operation: dict[str, Any]) -> bool:
        """Return whether an operation needs no credentials.

        Raises:
            DocumentError: The operation's security is neither empty nor the same as the service's.
        """
        where: str = operation["operationId"]
        required = operation.get("security", self._default)
        if required == []:
            return True
        stated = "nothing" if required is None else required
        if self.auth.kind == "either":
            every: list[Any] = [{}, *({name: []} for name in self._schemes)]
            if sorted(required or (), key=repr) != sorted(every, key=repr):
                raise DocumentError(f"{where}: its security must be [] or {every}, and is {stated}")
        elif required != [{self._name: []}]:
            raise DocumentError(f"{where}: its security must be [] or {self._name} alone, and is {stated}")
        return False


def _auth(name: str, scheme: dict[str, Any]) -> Auth:
    match scheme:
        case {"type": "apiKey", "in": "header", "name": str(header)}:
            # `X-` says nothing, and `Authorization` names no key.
            name = snake(header.removeprefix("X-").removeprefix("x-")).replace("-", "_")
            return Auth("key", header, "api_key" if name == "authorization" else name)
        case {"type": "http", "scheme": str(word)} if word.lower() == "bearer":  # HTTP ignores case here
            return Auth("bearer", "Authorization")
        case {"type": "http", "scheme": str(word)} if word.lower() == "basic":
            return Auth("basic", "Authorization")
        case _:
            raise DocumentError(f"{name}: credentials of this kind are not supported")
