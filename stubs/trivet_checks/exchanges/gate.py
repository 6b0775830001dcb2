"""The gate: what a check or the proxy reports, records or prints of an exchange has passed it, without secrets.

A body is JSON without its secrets, a text without them, or, if it cannot be read, its length and its SHA-256.
"""

import csv
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Literal
from urllib.parse import urlencode

import orjson

from trivet_checks.exchanges.body_text import NotText, read_text
from trivet_checks.exchanges.evidence import Evidence
from trivet_checks.exchanges.exchange import media_type_of
from trivet_checks.exchanges.request import Request
from trivet_stubs.kernel.content_coding import BrokenCoding, NotUnpacked, unpack
from trivet_stubs.kernel.contract import Contract
from trivet_stubs.kernel.json_text import dumps, has_long_integer, loads
from trivet_stubs.kernel.operation import JSON, Operation
from trivet_stubs.kernel.printable_text import printable
from trivet_stubs.kernel.secrets import is_secret_header, is_secret_name
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.validation import nests_deeper
from trivet_stubs.recordings.named_secrets import form_secrets, is_table, table_without_secrets
from trivet_stubs.recordings.recorded_exchanges import UTF_8
from trivet_stubs.recordings.secrets import FIELD, SAFE, TrafficSecrets

MAX_DEPTH = 190
"""How deep the JSON of a body may be: the readers of a recording are recursive."""
MAX_TEXT = 8 * 1024 * 1024
"""The number of characters that a text may have: names of secrets are searched in each of its readings."""
MAX_ESCAPES = 250_000
"""The number of backslashes, percent signs and ampersands in a text; each may be an escape, which is undone."""

MAX_UNPACKED = 32 * 1024 * 1024
"""The number of bytes that a body which is packed may have."""

_EXCERPT = 300
_MAX_HEADER = 400
_LINK = re.compile(r"""https?://[^\s"?]*\?[^\s"]*""")
_FORM = "application/x-www-form-urlencoded"
_TABLES = frozenset({"text/csv", "text/tab-separated-values"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CleanBody:
    """A body without its secrets."""

    form: Literal["json", "text", "omitted", "empty"]
    value: Any = None
    """The JSON, the text, or for an omitted body its length (`bytes`), its `sha256` and the `reason`."""
    charset: str = UTF_8
    """The charset of a text."""

    def for_report(self) -> bytes:
        """Return the body for a report."""
        if self.form == "json":
            return dumps(self.value)
        if self.form == "omitted":
            omitted: JsonObject = self.value
            return f"({omitted['bytes']} bytes, SHA-256 {omitted['sha256']}: {omitted['reason']})".encode()
        return str(self.value or "").encode("utf-8", "replace")


class Gate:
    """Takes the secrets out of exchanges: what a person gets to see of one has passed it.

    >>> gate.message('share_token: "abc" is not of type "integer"')
    'share_token: "removed-1" is not of type "integer"'

    Args:
        contract: The contract, which marks the secrets of a service.
        same: One replacement for all secrets that have no other; by default, each secret has a number.
    """

    def __init__(self, contract: Contract, *, same: str = "") -> None:
        self._secrets = TrafficSecrets(contract, same=same)

    def add(self, secret: str, shown: str) -> None:
        """Remember a secret, and its replacement."""
        self._secrets.add(secret, shown)

    def learn(self, headers: Mapping[str, str], body: bytes = b"") -> None:
        """Remember the secrets in the headers and the JSON of a request or an answer, in whatever they are echoed."""
        self._secrets.learn(headers, body)

    def hide(self, text: str) -> str:
        """Return a text without the secrets that are remembered."""
        return self._secrets.hide(text)

    def message(self, text: str) -> str:
        """Return a message, such as the text of an exception, that may repeat a part of an exchange."""
        return self._secrets.text(text, "message")

    def evidence(
        self,
        request: Request,
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
    ) -> Evidence:
        """Return a request and its answer for a report. The answer is first: its secrets may be in the request, too.

        Args:
            request: The request.
            status: The status of the answer; None without an answer.
            headers: The headers of the answer.
            body: The body of the answer as its `content-encoding` says.
        """
        cleaned = self.answer(request.operation, status or 0, headers or {}, body)
        shown = f"{'none' if status is None else status} {_excerpt(cleaned)}".rstrip()
        return Evidence(self.curl(request), shown, "" if request.operation is None else request.operation.id)

    def evidence_of_event(self, request: Request, headers: Mapping[str, str], data: bytes) -> Evidence:
        """Return the request of a stream and the data of one of its events for a report."""
        event = _excerpt(self.event(headers, data))
        return Evidence(self.curl(request), event)

    def curl(self, request: Request) -> str:
        """Return a request as a command for a shell."""
        body = None if request.body is None else self.request(request.operation, request.shown_headers, request.body)
        headers = {
            name: self._secrets.replacement(value) if is_secret_header(name) else self._secrets.text(value, "document")
            for name, value in request.headers.items()
        }
        return replace(
            request,
            url=self.url(request),
            headers={name: printable(value, _MAX_HEADER) for name, value in headers.items()},
            body=None if body is None else body.for_report(),
        ).curl()

    def url(self, request: Request) -> str:
        """Return the URL of a request."""
        place, mark, query = request.url.partition("?")
        if not request.path or not place.endswith(request.path):
            return self._secrets.text(request.url)
        base = self.hide(place.removesuffix(request.path))
        shown = self.query(request.operation, request.pairs)
        is_clean = bool(shown) and shown == request.pairs  # a query that cannot be read has no pairs
        query = self.message(query) if is_clean else urlencode(shown, safe=SAFE)
        return f"{base}{self.path(request.operation, request.path)}{mark if query else ''}{query}"

    def path(self, operation: Operation | None, path: str) -> str:
        """Return a path, percent-encoded."""
        return self._secrets.path(operation, path)

    def query(self, operation: Operation | None, pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """Return the pairs of a query."""
        return self._secrets.query(operation, pairs)

    def caller(self, headers: Mapping[str, str]) -> str | None:
        """Return the replacement of the credentials of a request; None if there are none."""
        return self._secrets.caller(headers)

    def headers(self, headers: Mapping[str, str], names: tuple[str, ...]) -> dict[str, str]:
        """Return the headers of these names."""
        return {name: self._secrets.text(headers[name], "document") for name in names if name in headers}

    def request(self, operation: Operation | None, headers: Mapping[str, str], body: bytes) -> CleanBody:
        """Return the body of a request, which its `content-encoding` may pack."""
        schemas = [] if operation is None else self._secrets.schemas_of_request(operation)
        return self._body(body, headers, schemas, is_json=True)

    def answer(self, operation: Operation | None, status: int, headers: Mapping[str, str], body: bytes) -> CleanBody:
        """Return the body of an answer; it is JSON only under the media type of JSON."""
        schemas = [] if operation is None else self._secrets.schemas_of_answer(operation, status)
        return self._body(body, headers, schemas, is_json=media_type_of(headers) == JSON)

    def event(self, headers: Mapping[str, str], data: bytes) -> CleanBody:
        """Return the data of an event, of a stream with these headers."""
        schemas = self._secrets.schemas_of_event()
        return self._clean(data, headers.get("content-type", ""), schemas, is_json=True)

    def _body(self, body: bytes, headers: Mapping[str, str], schemas: list[JsonObject], *, is_json: bool) -> CleanBody:
        try:
            content = unpack(body, headers.get("content-encoding", ""), MAX_UNPACKED)
        except (NotUnpacked, BrokenCoding) as error:
            return self._omitted(body, str(error))
        return self._clean(content, headers.get("content-type", ""), schemas, is_json=is_json)

    def _clean(self, body: bytes, content_type: str, schemas: list[JsonObject], *, is_json: bool) -> CleanBody:
        if not body:
            return CleanBody(form="empty")
        try:
            if is_json:
                value = _parsed(body)
                if nests_deeper(value, MAX_DEPTH):
                    return self._omitted(body, f"its JSON is nested more than {MAX_DEPTH} times")
                return CleanBody(form="json", value=self._secrets.value(value, schemas))
        except (ValueError, RecursionError):
            pass  # a text
        try:
            read = read_text(body, content_type)
            text = self._text(read.text, content_type.partition(";")[0].strip().lower(), schemas)
        except (NotText, csv.Error) as error:
            return self._omitted(body, str(error))
        return CleanBody(form="text", value=text, charset=read.charset)

    def _text(self, text: str, media_type: str, schemas: list[JsonObject]) -> str:
        if len(text) > MAX_TEXT:
            raise NotText(f"it is a text of more than {MAX_TEXT} characters")
        if sum(map(text.count, "\\%&")) > MAX_ESCAPES:
            raise NotText(f"it is a text with more than {MAX_ESCAPES} escapes")
        if media_type == _FORM:
            text = self._secrets.without(text, form_secrets(text))
        if media_type in _TABLES or is_table(text):
            text = table_without_secrets(text, self._secrets.replacement)
        return self._secrets.text(text, "document", self._secrets.names_in(schemas))

    def _omitted(self, body: bytes, reason: str) -> CleanBody:
        about = {"bytes": len(body), "sha256": sha256(body).hexdigest(), "reason": self.message(reason)}
        return CleanBody(form="omitted", value=about)


def _excerpt(body: CleanBody) -> str:
    """The beginning of a body for a report as one line of text, without the queries of links.

    The names of secrets count in it, too, where the spec has a public field of such a name.
    """
    text = body.for_report()[: 16 * _EXCERPT].decode("utf-8", "replace")  # secrets are removed before the text is cut
    text = FIELD.sub(lambda field: f"{field[1]}…" if is_secret_name(field[2]) else field[0], text)
    return printable(_LINK.sub(lambda link: link[0].partition("?")[0] + "?…", text), _EXCERPT)


def _parsed(body: bytes) -> Any:
    """Return the JSON of a body, with integers of any size.

    Half a surrogate pair, NaN and a byte order mark are refused here: a text keeps them as they were sent.

    Raises:
        ValueError: It is not JSON.
    """
    value = orjson.loads(body)
    return loads(body) if has_long_integer(body) else value
