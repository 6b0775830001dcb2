"""One operation of a contract: its route, its inputs and the answers it may give."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast
from urllib.parse import unquote

import orjson
from jsonschema_rs import Draft202012Validator as Validator

from trivet_stubs.kernel.parameters import Parameter
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.validation import check_body, check_output

JSON = "application/json"


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One operation: its route, its inputs and the answers it may give."""

    id: str
    method: str
    path: str
    query: Mapping[str, Parameter]
    path_parameters: Mapping[str, Parameter]
    headers: Mapping[str, Parameter]
    secured: bool
    body: Validator | None
    body_required: bool
    known_keys: frozenset[str] | None = None
    """The keys that the body may have, if it may have no others."""
    answers: Mapping[int, Mapping[str, Validator]]
    raw: JsonObject = field(repr=False)

    @cached_property
    def segments(self) -> tuple[str, ...]:
        """The path template, cut at its slashes."""
        return tuple(self.path.split("/"))

    @cached_property
    def success(self) -> int:
        """The status of an ordinary answer."""
        return min(status for status in self.answers if 200 <= status < 300)

    @cached_property
    def media_types(self) -> tuple[str, ...]:
        """The media types of an ordinary answer, the default first."""
        return tuple(self.answers[self.success])

    def arguments(self, segments: tuple[str, ...]) -> dict[str, str] | None:
        """The path arguments when the path fits this operation's template, else None."""
        if len(segments) != len(self.segments):
            return None
        found: dict[str, str] = {}
        for have, want in zip(segments, self.segments, strict=True):
            if want.startswith("{"):
                if not have:
                    return None
                found[want[1:-1]] = unquote(have)
            elif have != want:
                return None
        return found

    def read_body(self, body: bytes, content_type: str, *, ignore_unknown: bool = False) -> Any:
        """The request body's value; a `Refusal` when the contract forbids it.

        Args:
            body: The body as it was sent.
            content_type: Its media type.
            ignore_unknown: Whether keys that the contract does not have are dropped, instead of refused.
        """
        if not body:
            if self.body_required:
                raise Refusal.argument("body", f"is required by {self.id}", keyword="required")
            return None
        if self.body is None:
            raise Refusal.argument("body", f"{self.id} takes none")
        if content_type.partition(";")[0].strip().lower() != JSON:
            rule = f'"{content_type}" is not {JSON}'
            raise Refusal.argument("content-type", rule, place=("header", "content-type"), value=content_type)
        try:
            value = orjson.loads(body)
        except orjson.JSONDecodeError as not_json:
            raise Refusal.argument("body", f"is not JSON: {not_json}") from not_json
        if value is None and not self.body_required:
            return None  # null says as little as no body at all
        if ignore_unknown and self.known_keys is not None and isinstance(value, dict):
            value = {key: each for key, each in cast(JsonObject, value).items() if key in self.known_keys}
        check_body(self.body, value)
        return value

    def check_answer(self, status: int, media_type: str | None, value: object) -> None:
        """Raise a `Refusal` that says STUB BUG unless the contract allows this answer."""
        if status not in self.answers:
            raise Refusal.stub_bug(f"{self.id} answered {status}, which the contract does not describe")
        described = self.answers[status]
        if media_type is None or media_type not in described:
            if media_type is None and not described:
                return
            raise Refusal.stub_bug(f"{self.id} answered {status} as {media_type}, which the contract does not describe")
        check_output(described[media_type], value, f"{self.id} answered {status}", "the answer")
