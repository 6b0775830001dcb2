"""Secrets, removed from what the proxy reports and records: by the spec's `x-secret`, and wherever they occur again."""

import base64
import binascii
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast
from urllib.parse import quote, unquote

from trivet_stubs.kernel.contract import Contract
from trivet_stubs.kernel.operation import Operation
from trivet_stubs.kernel.spec import JsonObject, resolve

REMOVED = "removed"

_MAX_KNOWN = 500
_MIN_SEARCHED = 6
"""A shorter secret is removed where the spec says so, and not searched for in other texts."""

# What no spec names: headers and keys of other servers that look like credentials.
_HEADER = re.compile(r"auth|cookie|token|secret|key|session|password|credential", re.IGNORECASE)
_HARMLESS = frozenset({"www-authenticate", "sec-websocket-key", "idempotency-key"})
_KEY = re.compile(r"(?:[tT]oken|[sS]ecret|[pP]assword|[aA]pi_?[kK]ey|[cC]redentials?)$")
_SIGNED = re.compile(
    r"""(https?://[^\s"'?]*)\?[^\s"']*(?:signature|token|key|credential|secret|code|state|sig)=[^\s"']*""",
    re.IGNORECASE,
)
_REPLACEMENT = re.compile(rf"(?:https?://[^/?#\s]+/)?{REMOVED}(?:-[0-9]+)?")
_URL = re.compile(r"(https?://[^/?#\s]+)")


class Secrets:
    """Replaces secrets; the same secret gets the same replacement everywhere, so that what belongs together still does.

    Args:
        contract: Says by `x-secret` where the secrets of a service are.
        same: Every secret gets the same replacement, so that two texts that differ in secrets alone are equal.
    """

    def __init__(self, contract: Contract, *, same: bool = False) -> None:
        self._same = same
        self._document = contract.document
        schemes: Iterable[JsonObject] = self._document["components"].get("securitySchemes", {}).values()
        self._headers = {"authorization", *(each["name"].lower() for each in schemes if each.get("in") == "header")}
        self._known: dict[str, str] = {}
        self._pattern: re.Pattern[str] | None = None

    def learn(self, headers: Mapping[str, str]) -> None:
        """Remember the credentials among the headers of a request or an answer."""
        for name, value in headers.items():
            if name in self._headers or (_HEADER.search(name) and name not in _HARMLESS):
                for each in _parts_of_header(name, value):
                    self._replacement(each)

    def text(self, text: str) -> str:
        """A text without the secrets that are known, and without the queries of signed links."""
        text = _SIGNED.sub(r"\1?" + REMOVED, text) if "://" in text else text
        if self._pattern is None:
            if not any(len(each) >= _MIN_SEARCHED for each in self._known):
                return text
            self._pattern = re.compile("|".join(map(re.escape, self._spellings())))
        return self._pattern.sub(self._found, text)

    def body(self, operation: Operation, value: Any) -> Any:
        """The JSON body of a request without its secrets."""
        body = resolve(self._document, operation.raw.get("requestBody", {}))
        return self._clean(value, _schemas_of(body.get("content", {})))

    def answer(self, operation: Operation | None, status: int, value: Any) -> Any:
        """The JSON body of an answer without its secrets."""
        responses: JsonObject = {} if operation is None else operation.raw["responses"]
        response = resolve(self._document, responses.get(str(status), {}))
        return self._clean(value, _schemas_of(response.get("content", {})))

    def record(self, name: str, value: Any) -> Any:
        """A record of a name without its secrets."""
        return self._clean(value, [{"$ref": f"#/components/schemas/{name}"}])

    def path(self, operation: Operation | None, path: str) -> str:
        """A path without its secrets; still percent-encoded."""
        if operation is None:
            return quote(self.text(unquote(path)), safe="/:@!$&'()*+,;=~")
        secret = self._secret_inputs(operation, "path")
        parts: list[str] = []
        for part, template in zip(path.split("/"), operation.segments, strict=False):
            value = unquote(part)
            value = self._replacement(value) if template[1:-1] in secret else self.text(value)
            parts.append(quote(value, safe="") if value != unquote(part) else part)
        return "/".join(parts)

    def query(self, operation: Operation | None, pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """The pairs of a query without their secrets."""
        secret = self._secret_inputs(operation, "query") if operation is not None else frozenset[str]()
        return [
            (name, self._replacement(value) if name in secret or _KEY.search(name) else self.text(value))
            for name, value in pairs
        ]

    def _secret_inputs(self, operation: Operation, place: str) -> frozenset[str]:
        shared = self._document["paths"][operation.path].get("parameters", [])
        found = [resolve(self._document, each) for each in [*shared, *operation.raw.get("parameters", [])]]
        return frozenset(
            each["name"]
            for each in found
            if each["in"] == place and (each.get("x-secret") or _is_secret(each["schema"]))
        )

    def _clean(self, value: Any, schemas: Sequence[JsonObject]) -> Any:
        found = list(self._expanded(schemas, value))
        if any(_is_secret(each) for each in found):
            return self._blank(value)
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            items = [each["items"] for each in found if isinstance(each.get("items"), dict)]
            return [self._clean(each, items) for each in cast(Sequence[Any], value)]
        if isinstance(value, dict):
            return {self.text(name): self._field(name, each, found) for name, each in cast(JsonObject, value).items()}
        return value

    def _field(self, name: str, value: Any, schemas: Sequence[JsonObject]) -> Any:
        described: list[JsonObject] = [
            each["properties"][name] for each in schemas if name in each.get("properties", {})
        ]
        if not described:
            more: list[Any] = [each.get("additionalProperties") for each in schemas]
            described = [cast(JsonObject, each) for each in more if isinstance(each, dict)]
            if _KEY.search(name):
                return self._blank(value)
        return self._clean(value, described)

    def _blank(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._replacement(value)
        if isinstance(value, list):
            return [self._blank(each) for each in cast(Sequence[Any], value)]
        if isinstance(value, dict):
            return {name: self._blank(each) for name, each in cast(JsonObject, value).items()}
        return 0 if isinstance(value, int | float) and not isinstance(value, bool) else value

    def _replacement(self, secret: str) -> str:
        if self._same or not secret:
            return REMOVED if secret else secret
        if _REPLACEMENT.fullmatch(secret):
            return secret
        if secret not in self._known:
            if len(self._known) >= _MAX_KNOWN:
                return REMOVED
            url = _URL.match(secret)
            number = len(self._known) + 1
            self._known[secret] = f"{url[1] if url else ''}{'/' if url else ''}{REMOVED}-{number}"
            self._pattern = None
        return self._known[secret]

    def _spellings(self) -> list[str]:
        """Each secret as it is and percent-encoded, the longest first."""
        searched = [each for each in self._known if len(each) >= _MIN_SEARCHED]
        return sorted({*searched, *(quote(each, safe="") for each in searched)}, key=len, reverse=True)

    def _found(self, found: re.Match[str]) -> str:
        return self._known.get(found[0]) or self._known[unquote(found[0])]

    def _expanded(self, schemas: Sequence[JsonObject], value: Any) -> Iterator[JsonObject]:
        """Every schema that may describe a value: references and branches are followed."""
        waiting, seen = list(schemas), dict[int, JsonObject]()
        while waiting:
            schema = waiting.pop()
            if id(schema) in seen:
                continue
            seen[id(schema)] = schema  # kept, so that no other gets its id
            yield schema  # what stands next to a reference counts too
            if "$ref" in schema:
                waiting.append(resolve(self._document, schema))
            waiting += schema.get("allOf", [])
            branch = _branch(schema, value)
            waiting += [branch] if branch else [*schema.get("anyOf", []), *schema.get("oneOf", [])]


def _branch(schema: JsonObject, value: Any) -> JsonObject | None:
    """The branch that the discriminator of a union names."""
    discriminator: JsonObject = schema.get("discriminator", {})
    tag = cast(JsonObject, value).get(discriminator.get("propertyName", "")) if isinstance(value, dict) else None
    target = discriminator.get("mapping", {}).get(tag) if isinstance(tag, str) else None
    return {"$ref": target} if target else None


def _schemas_of(content: JsonObject) -> list[JsonObject]:
    return [each["schema"] for each in content.values() if "schema" in each]


def _is_secret(schema: JsonObject) -> bool:
    return schema.get("x-secret") is True


def _parts_of_header(name: str, value: str) -> Iterator[str]:
    """The secrets in the value of a header: a token without its scheme, a password, the values of cookies."""
    scheme, _, rest = value.strip().partition(" ")
    if name in ("authorization", "proxy-authorization") and rest:
        yield rest.strip()
        if scheme.lower() == "basic":
            try:
                yield base64.b64decode(rest, validate=True).decode().partition(":")[2]
            except (binascii.Error, UnicodeDecodeError):
                return
        return
    if "cookie" in name:
        for each in value.split(";"):
            yield each.partition("=")[2].strip()
        return
    yield value.strip()
