"""The operations of a service, as the document has them and the parser types them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, cast

from .credentials import Credentials
from .faults import DocumentError, Faults
from .ir import Operation, Paging, Type
from .parameters import parameters
from .parser import Parsed
from .schemas import Schemas, body_schema, description, last, line

__all__ = ["Operations"]

_JSON = "application/json"
_EVENTS = "text/event-stream"


class Operations:
    """Reads the operations of a document.

    Attributes:
        credentials: What the operations need, but for the public ones.
    """

    def __init__(self, document: dict[str, Any], parsed: Parsed, schemas: Schemas, credentials: Credentials) -> None:
        self._paths: dict[str, dict[str, Any]] = document["paths"]
        self._parsed = parsed
        self._schemas = schemas
        self.credentials = credentials

    def read(self, faults: Faults) -> Iterator[Operation]:
        """The operations, without those that have a fault."""
        for path, item in self._paths.items():
            for method in item:
                with faults.of_part():
                    yield self._operation(method, path)

    def effective_statuses(self) -> Iterator[tuple[int, str, int]]:
        """The statuses and codes that count as another status."""
        for item in self._paths.values():
            for operation in item.values():
                for status, response in operation["responses"].items():
                    effective = self._schemas.resolve(response).get("x-effective-status")
                    if effective:
                        yield int(status), effective["code"], effective["status"]

    def _operation(self, method: str, path: str) -> Operation:
        raw = self._paths[path][method]
        media, answer = self._answer(method, path, raw)
        responses = [(status, self._schemas.resolve(each)) for status, each in raw["responses"].items()]
        return Operation(
            id=raw["operationId"],
            method=method.upper(),
            path=path,
            parameters=tuple(parameters(raw, self._parsed.inputs[method, path], self._schemas)),
            body=self._body(raw),
            answer=answer,
            value=raw.get("x-value"),
            paging=_paging(raw.get("x-paging")),
            media=media,
            retryable=method in ("get", "head") or raw.get("x-retryable", False),
            public=self.credentials.public(raw),
            by_hand=raw.get("x-by-hand", False),
            context=raw.get("x-context"),
            open=raw.get("x-open", False),
            unwrapped=raw.get("x-unwrapped"),
            frames=self._records(
                each for status, each in responses if status.startswith("2") and _EVENTS in _content(each)
            ),
            refusals=self._records(each for status, each in responses if not status.startswith("2")),
            summary=line(raw["summary"]),
            doc=description(raw),
        )

    def _answer(self, method: str, path: str, raw: dict[str, Any]) -> tuple[tuple[str, ...], Type | None]:
        """The media types of the answer, and the record that it is in JSON."""
        where: str = raw["operationId"]
        statuses = sorted(each for each in raw["responses"] if each.startswith("2"))
        contents = [self._schemas.resolve(raw["responses"][each]).get("content", {}) for each in statuses]
        if not contents:
            raise DocumentError(f"{where}: no success among its answers")
        schemas = [(media, each["schema"]) for content in contents for media, each in content.items()]
        by_hand: bool = raw.get("x-by-hand", False)
        # A method by hand has its other media types read by hand, too.
        alike = [each for media, each in schemas if media == _JSON] if by_hand else []
        alike = alike or [each for _, each in schemas]
        if any(list(each) != list(contents[0]) for each in contents) or any(each != alike[0] for each in alike):
            raise DocumentError(f"{where}: its successes differ")
        if by_hand and {media for media, _ in schemas} == {_EVENTS}:
            schemas = []  # there is no answer but what is read by hand, event by event
        if schemas and schemas[0][0] != _JSON:
            raise DocumentError(f"{where}: the first media type of an answer must be {_JSON}")
        answer = self._parsed.answers[method, path, statuses[0]] if schemas else None
        if answer is not None:
            answer = self._schemas.type(answer, schemas[0][1])
        if schemas and (answer is None or answer.kind != "record"):
            raise DocumentError(f"{where}: its answer must be a named object")
        return tuple(contents[0]), answer

    def _records(self, responses: Iterable[dict[str, Any]]) -> tuple[str, ...]:
        """The classes of all objects that responses name, at any depth."""
        waiting: list[Any] = [*responses]
        seen: set[str] = set()
        while waiting:
            part = waiting.pop()
            if isinstance(part, dict):
                node = cast("dict[str, Any]", part)
                reference = node.get("$ref")
                if isinstance(reference, str) and reference not in seen:
                    seen.add(reference)
                    with suppress(DocumentError):  # reported where the schema itself is read
                        waiting.append(self._schemas.resolve(node))
                waiting += node.values()
            elif isinstance(part, list):
                waiting += cast("Iterable[Any]", part)
        return tuple(sorted({self._parsed.classes[last(each)] for each in seen if last(each) in self._parsed.classes}))

    def _body(self, raw: dict[str, Any]) -> str | None:
        """The class of the object that a body is."""
        schema = body_schema(raw, self._schemas)
        return self._parsed.classes.get(last(schema.get("$ref", ""))) if schema else None


def _content(response: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = response.get("content", {})
    return found


def _paging(raw: dict[str, Any] | None) -> Paging | None:
    if raw is None:
        return None
    style, items, key = raw["style"], raw["items"], tuple(raw["key"])
    if style == "offset":
        return Paging(style, raw["offset"], items, raw.get("total"), (), key)
    return Paging(style, raw["cursor"], items, None, tuple(raw["next"].split(".")), key, tuple(raw.get("first", ())))
