"""Removal of secrets from values and texts: by the spec's `x-secret`, by their names, and wherever they occur again."""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, cast
from urllib.parse import quote, unquote

from trivet_stubs.kernel.contract import Contract
from trivet_stubs.kernel.operation import Operation
from trivet_stubs.kernel.secrets import (
    ANYWHERE,
    Span,
    header_secrets,
    is_list_of_secrets,
    is_secret_header,
    is_secret_name,
    occurrences,
    readings,
    replaced,
)
from trivet_stubs.kernel.spec import JsonObject, resolve
from trivet_stubs.recordings.named_secrets import OF_LOGINS, Form, NamedSecret, named_secrets

REMOVED = "removed"

_FIRST, _LATEST = 500, 3000
"""How many of the secrets that were seen are remembered for good, and how many of those after them."""
_MIN_SEARCHED = 6
"""A shorter secret is removed at its place in the spec, but not searched for in other texts."""

_LINK = re.compile(r"""(https?://(?:[^\s"'?:]|:(?!//))*)\?([^\s"']*)""")
_NAMES = re.compile(r"(?i)[=:<\\]|%(?:25|3[adc])|&(?:#|amp|equals|colon|lt)|--|basic|bearer")
"""A part of every text with a named secret."""
_LINKING = frozenset({"content-location", "link", "location", "referer", "refresh"})
"""Headers with links, whose queries may hold secrets."""
_NUMBER = re.compile(r"[+-]?\d[\d_.]*(?:[eE][+-]?\d+)?")
FIELD = re.compile(r"""("([\w.-]{1,60})"\s*:\s*")([^"\\]*(?:\\.[^"\\]*)*)""")
"""A field of JSON that is a text: what stands before the text, the name of the field, and the text as it is written."""
_READ = 1024 * 1024
"""The bytes of a body in which secrets are searched to be remembered."""
SAFE = "<>$"
"""Characters of replacements, which are not percent-encoded."""
_REPLACEMENT = re.compile(rf"(?:https?://[^/?#\s]+/)?{REMOVED}(?:-[0-9]+)?")
_URL = re.compile(r"(https?://[^/?#\s]+)")


class TrafficSecrets:
    """Replaces secrets; the same secret gets the same replacement everywhere, so that references to it stay valid.

    Args:
        contract: The contract, which marks the secrets of a service by `x-secret`.
        same: One replacement for all secrets that have no other, so that two texts that differ only in secrets are
            equal; by default, each secret has a number.
    """

    def __init__(self, contract: Contract, *, same: str = "") -> None:
        self._same = same
        self._document = contract.document
        self._event_record = contract.event_record
        schemes: Iterable[JsonObject] = self._document["components"].get("securitySchemes", {}).values()
        named = (scheme["name"].lower() for scheme in schemes if scheme.get("in") == "header")
        self._headers = {"authorization", *named}
        self._added: dict[str, str] = {}
        self._known: dict[str, str] = {}
        self._count = 0
        self._names: dict[str, frozenset[str]] = {}

    def add(self, secret: str, shown: str) -> None:
        """Remember a secret for good, however short it is, and its replacement."""
        self._added[secret] = shown

    def learn(self, headers: Mapping[str, str], body: bytes = b"") -> None:
        """Remember the credentials among the headers of a request or an answer, and the secrets in its body of JSON.

        Short values in the body are not remembered: they may be words.
        """
        for name, value in headers.items():
            if name in self._headers or is_secret_header(name):
                for secret in header_secrets(name, value):
                    self._learn(name, secret)
            elif name in _LINKING:
                self.text(value, "document")
        for name, secret in _values(body[:_READ].decode("utf-8", "replace")):
            if len(secret) >= ANYWHERE:
                self._learn(name, secret)

    def text(self, text: str, form: Form = "text", names: Collection[str] = ()) -> str:
        """Return a text without the known secrets, those with a name, and the queries of signed links.

        Args:
            text: The text.
            form: The place of the text.
            names: Further names of secrets in a document.
        """
        if form != "document" and "://" in text:
            text = _LINK.sub(self._without_signature, text)
        if form == "text" and text.lstrip()[:1] in ("{", "[") and text.rstrip()[-1:] in ("}", "]"):
            form = "document"  # JSON within JSON
        spans = list(self._named(text, form, names)) if _NAMES.search(text) else []
        return replaced(text, [*spans, *self._occurrences(text)])

    def hide(self, text: str) -> str:
        """Return a text without the secrets that are known, whatever stands before them."""
        return replaced(text, self._occurrences(text))

    def without(self, text: str, secrets: Iterable[NamedSecret]) -> str:
        """Return a text without the secrets at some of its places."""
        return replaced(text, [(secret.start, secret.end, self._shown(secret)) for secret in secrets])

    def value(self, value: Any, schemas: Sequence[JsonObject]) -> Any:
        """Return a JSON value without its secrets."""
        return self._clean(value, schemas)

    def body(self, operation: Operation, value: Any) -> Any:
        """Return the JSON body of a request without its secrets."""
        return self._clean(value, self.schemas_of_request(operation))

    def answer(self, operation: Operation, status: int, value: Any) -> Any:
        """Return the JSON body of an answer without its secrets."""
        return self._clean(value, self.schemas_of_answer(operation, status))

    def schemas_of_request(self, operation: Operation) -> list[JsonObject]:
        """Return the schemas of the body of a request."""
        return _schemas_of(resolve(self._document, operation.raw.get("requestBody", {})).get("content", {}))

    def schemas_of_answer(self, operation: Operation, status: int) -> list[JsonObject]:
        """Return the schemas of the body of an answer."""
        responses: JsonObject = operation.raw["responses"]
        return _schemas_of(resolve(self._document, responses.get(str(status), {})).get("content", {}))

    def schemas_of_event(self) -> list[JsonObject]:
        """Return the schema of the data of an event; none if the service has no streams."""
        return [{"$ref": f"#/components/schemas/{self._event_record}"}] if self._event_record else []

    def names_in(self, schemas: Sequence[JsonObject]) -> frozenset[str]:
        """Return the names of the fields that schemas mark as secret, at any depth."""
        key = repr(schemas)
        if key not in self._names:
            self._names[key] = frozenset(self._secret_names(schemas))
        return self._names[key]

    def path(self, operation: Operation | None, path: str) -> str:
        """Return a path without its secrets, still percent-encoded."""
        if operation is None:
            plain = unquote(path)
            shown = self.text(plain)
            return path if shown == plain else quote(shown, safe=f"{SAFE}/:@!&'()*+,;=~")
        secret = self._secret_inputs(operation, "path")
        parts: list[str] = []
        for part, template in zip(path.split("/"), operation.segments, strict=False):
            value = unquote(part)
            value = self.replacement(value) if template[1:-1] in secret else self.text(value)
            parts.append(quote(value, safe=SAFE) if value != unquote(part) else part)
        return "/".join(parts)

    def query(self, operation: Operation | None, pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """Return the pairs of a query without their secrets."""
        secret = self._secret_inputs(operation, "query") if operation is not None else frozenset[str]()
        known: Collection[str] = () if operation is None else operation.query
        return [
            (
                self.text(name),
                self.replacement(value)
                if name in secret or is_secret_name(name) or (name.lower() in OF_LOGINS and name not in known)
                else self.text(value),
            )
            for name, value in pairs
        ]

    def caller(self, headers: Mapping[str, str]) -> str | None:
        """Return the replacement of the credentials among the headers of a request; None if there are none."""
        for name in sorted(self._headers & headers.keys()):
            for secret in header_secrets(name, headers[name]):
                return self.replacement(secret)
        return None

    def expanded(self, schemas: Sequence[JsonObject], value: Any) -> Iterator[JsonObject]:
        """Yield every schema that may describe a value, along references and branches."""
        waiting, seen = list(schemas), dict[int, JsonObject]()
        while waiting:
            schema = waiting.pop()
            if id(schema) in seen:
                continue
            seen[id(schema)] = schema  # the reference keeps the schema alive, so that no other gets its id
            yield schema  # the keywords beside a reference count as well
            if "$ref" in schema:
                waiting.append(resolve(self._document, schema))
            waiting += schema.get("allOf", [])
            branch = _branch(schema, value)
            waiting += [branch] if branch else [*schema.get("anyOf", []), *schema.get("oneOf", [])]

    def _occurrences(self, text: str) -> Iterator[Span]:
        known = {secret: shown for secret, shown in self._known.items() if len(secret) >= _MIN_SEARCHED}
        return occurrences(text, {**known, **self._added})

    def _named(self, text: str, form: Form, names: Collection[str]) -> Iterator[tuple[int, int, str]]:
        """Yield where the secrets with a name stand in a text, in any spelling, with their replacements."""
        for reading in readings(text, pluses=False):
            for secret in named_secrets(reading.text, form, names):
                yield reading.original(secret.start), reading.original(secret.end), self._shown(secret)

    def _shown(self, secret: NamedSecret) -> str:
        is_name = secret.value.isalpha() and is_secret_name(secret.value)  # such as the key "password" of an entry
        if secret.is_certain and not is_name:
            return self.replacement(secret.value)
        return "0" if _NUMBER.fullmatch(secret.value) else self._same or REMOVED

    def _without_signature(self, link: re.Match[str]) -> str:
        """Return a link without its query if a parameter in it is secret."""
        names = [pair.partition("=")[0] for pair in link[2].replace("&amp;", "&").split("&")]
        signed = any(is_secret_name(name) or name.lower() in OF_LOGINS for name in names)
        return f"{link[1]}?{self._same or REMOVED}" if signed else link[0]

    def _secret_names(self, schemas: Sequence[JsonObject]) -> Iterator[str]:
        waiting, seen = list(schemas), dict[int, JsonObject]()
        while waiting:
            for schema in self.expanded([waiting.pop()], None):
                if id(schema) in seen:
                    continue
                seen[id(schema)] = schema
                fields: JsonObject = schema.get("properties", {})
                yield from (name for name, field in fields.items() if _is_secret(field))
                inner: list[Any] = [*fields.values(), schema.get("items"), schema.get("additionalProperties")]
                waiting += [cast(JsonObject, part) for part in inner if isinstance(part, dict)]

    def _secret_inputs(self, operation: Operation, place: str) -> frozenset[str]:
        shared = self._document["paths"][operation.path].get("parameters", [])
        parameters = [resolve(self._document, raw) for raw in [*shared, *operation.raw.get("parameters", [])]]
        return frozenset(
            parameter["name"]
            for parameter in parameters
            if parameter["in"] == place and (parameter.get("x-secret") or _is_secret(parameter["schema"]))
        )

    def _clean(self, value: Any, schemas: Sequence[JsonObject]) -> Any:
        expanded = list(self.expanded(schemas, value))
        if any(_is_secret(schema) for schema in expanded):
            return self._blank(value)
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            items = [schema["items"] for schema in expanded if isinstance(schema.get("items"), dict)]
            return [self._clean(element, items) for element in cast(Sequence[Any], value)]
        if isinstance(value, dict):
            record = cast(JsonObject, value)
            named = record.get("name", record.get("key"))
            if isinstance(named, str) and is_secret_name(named) and "value" in record:  # such as a header in a list
                record = {**record, "value": self._blank(record["value"])}
            return {self.text(name): self._field(name, member, expanded) for name, member in record.items()}
        return value

    def _field(self, name: str, value: Any, schemas: Sequence[JsonObject]) -> Any:
        described: list[JsonObject] = [
            schema["properties"][name] for schema in schemas if name in schema.get("properties", {})
        ]
        if not described:
            more: list[Any] = [schema.get("additionalProperties") for schema in schemas]
            described = [cast(JsonObject, schema) for schema in more if isinstance(schema, dict)]
            if is_secret_name(name) or is_list_of_secrets(name, value):
                return self._blank(value)
        return self._clean(value, described)

    def _blank(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.replacement(value)
        if isinstance(value, list):
            return [self._blank(element) for element in cast(Sequence[Any], value)]
        if isinstance(value, dict):
            return {name: self._blank(member) for name, member in cast(JsonObject, value).items()}
        return 0 if isinstance(value, int | float) and not isinstance(value, bool) else value

    def replacement(self, secret: str) -> str:
        """Return the replacement of a secret, and remember it if it has a number."""
        shown = self._added.get(secret) or self._known.get(secret)
        if shown is not None:
            return shown
        if self._same or not secret:
            return self._same if secret else secret
        if _REPLACEMENT.fullmatch(secret):
            return secret
        url = _URL.match(secret)
        self._count += 1
        return self._remember(secret, f"{url[1] if url else ''}{'/' if url else ''}{REMOVED}-{self._count}")

    def _learn(self, name: str, secret: str) -> None:
        """Remember a secret that has a name; in the place of one that has no number, its name stands."""
        if not self._same:
            self.replacement(secret)
        elif secret and secret not in self._known:
            self._remember(secret, f"<{name}>")

    def _remember(self, secret: str, shown: str) -> str:
        self._known[secret] = shown
        if len(self._known) > _FIRST + _LATEST:
            del self._known[next(islice(self._known, _FIRST, None))]
        return shown


def _branch(schema: JsonObject, value: Any) -> JsonObject | None:
    """Return the branch of a union that its discriminator names."""
    discriminator: JsonObject = schema.get("discriminator", {})
    tag = cast(JsonObject, value).get(discriminator.get("propertyName", "")) if isinstance(value, dict) else None
    target = discriminator.get("mapping", {}).get(tag) if isinstance(tag, str) else None
    return {"$ref": target} if target else None


def _schemas_of(content: JsonObject) -> list[JsonObject]:
    return [media["schema"] for media in content.values() if "schema" in media]


def _is_secret(schema: JsonObject) -> bool:
    return schema.get("x-secret") is True


def _values(text: str) -> Iterator[tuple[str, str]]:
    """Yield the texts that stand in JSON under the names of secrets, with their names."""
    for match in FIELD.finditer(text):
        if is_secret_name(match[2]):
            try:
                yield match[2], json.loads(f'"{match[3]}"', strict=False)
            except ValueError:
                yield match[2], match[3]
