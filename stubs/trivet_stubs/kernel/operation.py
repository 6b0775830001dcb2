"""One operation of a contract: its route, its inputs and the answers it may give."""

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Literal, cast
from urllib.parse import unquote, unquote_to_bytes

from jsonschema_rs import Draft202012Validator as Validator

from trivet_stubs.kernel.json_text import NotFiniteError, loads
from trivet_stubs.kernel.multipart import FORM, OCTETS, UploadedFile, read_parts
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.rule_catalogue import applies
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.validation import check_body, check_output

JSON = "application/json"

Place = Literal["path", "query", "header", "body"]

_INTEGER = re.compile(r"-?[0-9]+")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_LITERALS = {"true": True, "false": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One input: `form` style in the query, `simple` style in path and header, arrays by repetition."""

    name: str
    place: Place
    required: bool
    types: frozenset[str]
    item_types: frozenset[str]
    validator: Validator

    def read(self, texts: Sequence[str]) -> Any:
        """Return the value of these texts; raise a `Refusal` if the contract forbids it."""
        if "array" in self.types:
            value: Any = [self._scalar(text, self.item_types) for text in texts]
        elif len(texts) > 1:
            raise self._refuse(f"is given {len(texts)} times; one value is allowed", "maxItems", *texts)
        else:
            value = self._scalar(texts[0], self.types)
        for error in self.validator.iter_errors(value):
            raise self._refuse(error.message, str(error.schema_path[-1]), *texts)
        return value

    def _refuse(self, rule: str, keyword: str, *texts: str) -> Refusal:
        value = texts[0] if len(texts) == 1 else list(texts)
        return Refusal.argument(self.name, rule, place=(self.place, self.name), keyword=keyword, value=value)

    def _scalar(self, text: str, types: frozenset[str]) -> Any:
        if "boolean" in types and text in _LITERALS:
            return _LITERALS[text]
        if types & {"integer", "number"} and _INTEGER.fullmatch(text):
            try:
                return int(text)
            except ValueError as error:  # Python limits the number of digits that int() takes
                raise self._refuse("has too many digits", "type", text) from error
        if "number" in types and _NUMBER.fullmatch(text):
            number = float(text)
            if math.isinf(number):
                raise self._refuse(f"{text[:20]} is too large", "type", text)
            return number
        if not types or "string" in types:
            return text
        raise self._refuse(f'"{text}" is not of type {" or ".join(sorted(types))}', "type", text)


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
    body_media: str = JSON
    form: Mapping[str, Parameter] = field(default_factory=dict[str, Parameter])
    """The fields of a form; its texts are read as in a query."""
    files: frozenset[str] = frozenset()
    """The fields of a form that are files."""
    known_keys: frozenset[str] | None = None
    """The keys that the body may have; None if it may have others."""
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
        """Return the arguments of a path, if it fits the template of this operation, else None."""
        if len(segments) != len(self.segments):
            return None
        arguments: dict[str, str] = {}
        for segment, template in zip(segments, self.segments, strict=True):
            if template.startswith("{"):
                if not segment:
                    return None
                arguments[template[1:-1]] = unquote(segment)
            elif segment != template:
                return None
        return arguments

    def read_body(
        self, body: bytes, content_type: str, *, ignore_unknown: bool = False, without: Collection[str] = ()
    ) -> Any:
        """Return the value of a request body; raise a `Refusal` if the contract forbids it.

        Args:
            body: The body as it was sent.
            content_type: Its media type.
            ignore_unknown: Whether keys that the contract does not have are dropped, instead of refused.
            without: Further keys that are dropped.
        """
        media_type = content_type.partition(";")[0].strip().lower()
        if self.body_media == media_type == OCTETS:
            return body
        if not body:
            if self.body_required:
                raise Refusal.argument("body", f"is required by {self.id}", keyword="required")
            return None
        if self.body is None:
            raise Refusal.argument("body", f"{self.id} takes none")
        if media_type != self.body_media:
            rule = f'"{content_type}" is not {self.body_media}'
            raise Refusal.argument("content-type", rule, place=("header", "content-type"), value=content_type)
        if self.body_media == FORM:
            return self._read_form(self.body, body, content_type)
        try:
            value = loads(body, finite=True)
        except NotFiniteError as error:
            place = ("body", *error.path)
            raise Refusal.argument(".".join(map(str, place)), error.rule, place=place, value=error.value) from None
        except ValueError as not_json:
            raise Refusal.argument("body", f"is not JSON: {not_json}") from not_json
        if value is None and not self.body_required:
            return None  # an optional body may also be null
        if ignore_unknown and self.known_keys is not None and isinstance(value, dict):
            value = {key: member for key, member in cast(JsonObject, value).items() if key in self.known_keys}
        if without and isinstance(value, dict):
            value = {key: member for key, member in cast(JsonObject, value).items() if key not in without}
        check_body(self.body, value)
        return value

    def _read_form(self, validator: Validator, body: bytes, content_type: str) -> JsonObject:
        """Return the fields of a form, files as an `UploadedFile`; refuse what the contract forbids."""
        parts: dict[str, list[bytes | UploadedFile]] = {}
        for name, content in read_parts(body, content_type):
            parts.setdefault(name, []).append(content)
        form: JsonObject = {}
        in_json: JsonObject = {}  # JSON has no files: a text stands for each
        for name, contents in parts.items():
            kinds = ("a file", "text") if name in self.files else ("text", "a file")
            if name in self.form and any(isinstance(part, bytes) is (name in self.files) for part in contents):
                raise Refusal.argument(name, f"has to be {kinds[0]}, and is {kinds[1]}", place=("body", name))
            if name in self.files:
                many = "array" in self.form[name].types or len(contents) > 1
                form[name], in_json[name] = (contents, [""] * len(contents)) if many else (contents[0], "")
            elif name in self.form:
                texts = [part.decode("utf-8", "replace") for part in contents if isinstance(part, bytes)]
                form[name] = in_json[name] = self.form[name].read(texts)
            else:
                in_json[name] = ""
        check_body(validator, in_json)
        return form

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


def read_all(
    parameters: Mapping[str, Parameter],
    pairs: Sequence[tuple[str, str]],
    *,
    owner: str,
    place: Place,
    ignore_unknown: bool = False,
) -> dict[str, Any]:
    """Return the inputs of one place by name; refuse missing ones, and unknown ones unless they are ignored."""
    if not (parameters or pairs):
        return {}
    texts: dict[str, list[str]] = {}
    for name, text in pairs:
        if name not in parameters:
            if ignore_unknown:
                continue
            rule = f"is not a {place} parameter of {owner}"
            raise Refusal.argument(name, rule, place=(place, name), keyword="unevaluatedProperties", value=text)
        texts.setdefault(name, []).append(text)
    for name, parameter in parameters.items():
        if parameter.required and name not in texts:
            raise Refusal.argument(name, f"is required by {owner}", place=(place, name), keyword="required")
    return {name: parameters[name].read(values) for name, values in texts.items()}


def query_pairs(query: bytes) -> list[tuple[str, str]]:
    """Return the names and values of a query string, in order; refuse text that is not UTF-8."""
    pairs: list[tuple[str, str]] = []
    for part in query.split(b"&"):
        if part:
            name, _, value = part.partition(b"=")
            pairs.append((_text(name), _text(value)))
    return pairs


def _text(quoted: bytes) -> str:
    try:
        return unquote_to_bytes(quoted.replace(b"+", b" ")).decode()
    except UnicodeDecodeError as error:
        name = quoted.decode("ascii", "replace")
        raise Refusal.argument(name, "is not percent-encoded UTF-8", place=("query", name), value=name) from error


@lru_cache(maxsize=128)  # a client sends the same header with every request
@applies("bus.requests.json-is-the-default-format")
def preferred(accept: str, offered: tuple[str, ...]) -> str | None:
    """Return the offered media type that an `accept` header prefers; the first one if the header is empty.

    Return None if no media type is offered, because the answer has no body.
    """
    if not offered:
        return None
    ranges = [part for part in accept.split(",") if part.strip()]
    for media_range in sorted(filter(_quality, ranges), key=_quality, reverse=True):
        name = media_range.split(";")[0].strip().lower()
        for media_type in offered:
            if name in (media_type, "*/*", media_type.split("/")[0] + "/*"):
                return media_type
    if not ranges:
        return offered[0]
    rule = f"{accept} is not one of {', '.join(offered)}"
    raise Refusal.argument("accept", rule, place=("header", "accept"), value=accept)


def _quality(media_range: str) -> float:
    for parameter in media_range.split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            try:
                return float(value)
            except ValueError:
                return 0.0
    return 1.0
