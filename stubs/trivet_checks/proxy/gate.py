"""The gate of the proxy: every body, text and header passes it before the proxy records, reports or prints it.

A body is JSON without its secrets, a text without them, or, if it cannot be read, its length and its SHA-256.
"""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

import orjson

from trivet_checks.proxy.body_text import NotText, read_text
from trivet_checks.proxy.passed import BrokenCoding, Capture, Passed, Unjudged, unpack
from trivet_stubs.kernel.json_text import dumps, has_long_integer, loads
from trivet_stubs.kernel.operation import JSON, Operation
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.validation import nests_deeper
from trivet_stubs.recordings.named_secrets import form_secrets, is_table, table_without_secrets
from trivet_stubs.recordings.recorded_exchanges import UTF_8
from trivet_stubs.recordings.secrets import TrafficSecrets

MAX_DEPTH = 190
"""How deep the JSON of a body may be: the readers of a recording are recursive."""
MAX_TEXT = 8 * 1024 * 1024
"""The number of characters that a text may have: names of secrets are searched in each of its readings."""
MAX_ESCAPES = 250_000
"""The number of backslashes, percent signs and ampersands in a text; each may be an escape, which is undone."""

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
    """Takes the secrets out of exchanges.

    >>> gate.message('share_token: "abc" is not of type "integer"')
    'share_token: "removed-1" is not of type "integer"'

    Args:
        secrets: The secrets of the traffic, which it adds to.
    """

    def __init__(self, secrets: TrafficSecrets) -> None:
        self._secrets = secrets

    def request(self, operation: Operation | None, passed: Passed) -> CleanBody:
        """Return the body of a request.

        Raises:
            Unjudged: There is no copy of the body.
        """
        headers = passed.request_headers
        schemas = [] if operation is None else self._secrets.schemas_of_request(operation)
        return self._body(passed.request_body, headers, schemas, is_json=True)

    def answer(self, operation: Operation | None, passed: Passed) -> CleanBody:
        """Return the body of an answer; it is JSON only under the media type of JSON.

        Raises:
            Unjudged: There is no copy of the body.
        """
        schemas = [] if operation is None else self._secrets.schemas_of_answer(operation, passed.status or 0)
        return self._body(passed.body, passed.headers, schemas, is_json=passed.media_type == JSON)

    def event(self, record: str, passed: Passed, data: bytes) -> CleanBody:
        """Return the data of an event.

        Args:
            record: The name of the record in the events of the stream.
            passed: The exchange of the stream.
            data: The data.
        """
        return self._clean(
            data, passed.headers.get("content-type", ""), self._secrets.schemas_of_record(record), is_json=True
        )

    def headers(self, headers: Mapping[str, str], names: tuple[str, ...]) -> dict[str, str]:
        """Return the headers of these names."""
        return {name: self._secrets.text(headers[name], "document") for name in names if name in headers}

    def message(self, text: str) -> str:
        """Return a message, or another text of the proxy that may repeat a part of an exchange."""
        return self._secrets.text(text, "message")

    def _body(
        self, capture: Capture, headers: Mapping[str, str], schemas: list[JsonObject], *, is_json: bool
    ) -> CleanBody:
        body = capture.content()
        try:
            content = unpack(body, headers.get("content-encoding", ""))
        except (Unjudged, BrokenCoding) as error:
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
        except ValueError:
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


def _parsed(body: bytes) -> Any:
    """Return the JSON of a body, with integers of any size.

    Half a surrogate pair, NaN and a byte order mark are refused here: a text keeps them as they were sent.

    Raises:
        ValueError: It is not JSON.
    """
    value = orjson.loads(body)
    return loads(body) if has_long_integer(body) else value
