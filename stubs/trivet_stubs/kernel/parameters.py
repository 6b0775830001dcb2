"""The inputs of an operation outside its body: decoded from text as the contract types them, and refused by name."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import unquote_to_bytes

from jsonschema_rs import Draft202012Validator as Validator

from trivet_stubs.kernel.refusal import Refusal

Place = Literal["path", "query", "header"]

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
        """The value that these texts stand for; a `Refusal` when the contract forbids it."""
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
            except ValueError as error:  # Python bounds how many digits it turns into a number
                raise self._refuse("has too many digits", "type", text) from error
        if "number" in types and _NUMBER.fullmatch(text):
            return float(text)
        if not types or "string" in types:
            return text
        raise self._refuse(f'"{text}" is not of type {" or ".join(sorted(types))}', "type", text)


def read_all(
    parameters: Mapping[str, Parameter],
    given: Sequence[tuple[str, str]],
    *,
    owner: str,
    place: Place,
    ignore_unknown: bool = False,
) -> dict[str, Any]:
    """Every input of one place by name; missing ones are refused, and unknown ones unless they are ignored."""
    if not (parameters or given):
        return {}
    texts: dict[str, list[str]] = {}
    for name, text in given:
        if name not in parameters:
            if ignore_unknown:
                continue
            rule = f"is not a {place} parameter of {owner}"
            raise Refusal.argument(name, rule, place=(place, name), keyword="unevaluatedProperties", value=text)
        texts.setdefault(name, []).append(text)
    for name, parameter in parameters.items():
        if parameter.required and name not in texts:
            raise Refusal.argument(name, f"is required by {owner}", place=(place, name), keyword="required")
    return {name: parameters[name].read(found) for name, found in texts.items()}


def query_pairs(query: bytes) -> list[tuple[str, str]]:
    """The names and values of a query string, in order; text that is not UTF-8 is refused."""
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
