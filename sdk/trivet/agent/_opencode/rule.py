"""A row of the adapter's table: how the requests and answers of one operation are translated."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias
from urllib.parse import parse_qsl, unquote, urlencode

import orjson

from ..._core.body_bounds import has_more_values
from ..._core.call import JSON, MAX_VALUES
from ..._core.contract_translation import Flow, Forward, WireAnswer, WireRequest
from ..._core.decoders import has_form
from ..._core.json_reading import loads_exactly
from .errors import FailedRequestError, NotListedError, UnsupportedOperationError

__all__ = ["Context", "Inputs", "Rule", "answer_of", "dumps", "error_of", "is_success", "json_of", "object_of"]

Context: TypeAlias = Literal["location", "directory", "none"]
"""Where the server takes a runtime context: the query `location[…]`, the query `directory`, or nowhere."""

_NAMES: Mapping[Context, tuple[str, str]] = {
    "location": ("location[directory]", "location[workspace]"),
    "directory": ("directory", "workspace"),
}
_PARAMETER = re.compile(r"\{(\w+)\}")
_SESSION_ID = "ses"
"""The beginning of the id of a session."""


class Inputs:
    """The inputs of one call.

    Attributes:
        path: The inputs in the path, still percent-encoded.
        values: The inputs in the query, as text, and in the body.
        directory: The directory of the runtime context, if the call has one.
        workspace: The workspace of the runtime context, if the call has one.
        content: The body.
    """

    __slots__ = ("content", "directory", "path", "values", "workspace")

    def __init__(self, path: Mapping[str, str], query: str = "", content: bytes = b"") -> None:
        """Read the query, and the body where it is a JSON object."""
        self.path = path
        self.values: dict[str, Any] = dict(parse_qsl(query, keep_blank_values=True))
        self.directory: str | None = self.values.pop("directory", None)
        self.workspace: str | None = self.values.pop("workspace", None)
        self.content = content
        self.values.update(object_of(content) or {})

    def context(self, where: Context) -> list[tuple[str, str]]:
        """Return the query parameters of the runtime context."""
        pairs = zip(_NAMES.get(where, ()), (self.directory, self.workspace), strict=False)
        return [(name, value) for name, value in pairs if value is not None]

    def location(self) -> dict[str, str]:
        """Return the runtime context in the form that it has in bodies."""
        location = {"directory": self.directory, "workspaceID": self.workspace}
        return {name: value for name, value in location.items() if value is not None}

    def limit(self, operation: str) -> int | None:
        """Return the greatest number of records, if the call has one.

        Raises:
            FailedRequestError: It is not a number.
        """
        limit = self.values.get("limit")
        try:
            return None if limit is None else int(float(limit))
        except (OverflowError, TypeError, ValueError):
            message = f"{operation}: the limit is not a number"
            raise FailedRequestError(error_of("InvalidRequestError", message, 400)) from None


class Rule(NamedTuple):
    """The row of one operation.

    Attributes:
        operation: The operation's name.
        contract: Its method and path in the contract.
        server: The corresponding method and path of the server; empty if it does not have the operation.
        context: Where the server takes the runtime context.
        query: From each input to its name in the server's query.
        body: Makes the server's body from the inputs; None for no body.
        read: Makes the contract's JSON from the server's; None if they are equal. A `NotListedError` is a 404.
        lacks: The inputs that the server does not have.
        flow: Replaces all this if one request is not enough.
        instead: The alternative to an operation or input that the server lacks; for errors and the documentation.
        note: The differences, for the documentation.
    """

    operation: str
    contract: str
    server: str = ""
    context: Context = "none"
    query: Mapping[str, str] = {}
    body: Callable[[Inputs], Any] | None = None
    read: Callable[[Any, Inputs], Any] | None = None
    lacks: tuple[str, ...] = ()
    flow: Callable[[Rule, Inputs], Flow] | None = None
    instead: str = ""
    note: str = ""

    @property
    def supported(self) -> bool:
        """Whether the server has the operation, in its own form."""
        return bool(self.server)

    def begin(self, inputs: Inputs) -> Flow:
        """Begin the flow of a call.

        Raises:
            UnsupportedOperationError: The server lacks the operation, or an input of the call.
        """
        lacks = tuple(name for name in self.lacks if name in inputs.values)
        if not self.supported or lacks:
            raise UnsupportedOperationError(self.operation, lacks if self.supported else (), self.instead)
        return self._run(inputs)

    def _run(self, inputs: Inputs) -> Flow:
        if not unquote(inputs.path.get("sessionID", _SESSION_ID)).startswith(_SESSION_ID):
            # The server answers 500 to a session id that has another beginning than its own.
            return self.not_found(inputs)
        try:
            return (yield from (self._send(inputs) if self.flow is None else self.flow(self, inputs)))
        except FailedRequestError as error:
            return error.answer

    def request(self, inputs: Inputs) -> WireRequest:
        """Return the request to the server."""
        method, _, template = self.server.partition(" ")
        values = inputs.values
        query = [(theirs, _text(values[ours])) for ours, theirs in self.query.items() if ours in values]
        query += inputs.context(self.context)
        path = _PARAMETER.sub(lambda parameter: inputs.path[parameter[1]], template)
        return WireRequest(method, f"{path}?{urlencode(query)}" if query else path, self._content(inputs))

    def _content(self, inputs: Inputs) -> bytes:
        if self.body is None:
            return b""
        try:
            return dumps(self.body(inputs))
        except (AttributeError, KeyError, TypeError, ValueError):  # a body of the user's own: the server decides
            return inputs.content

    def answer(self, answer: WireAnswer, inputs: Inputs) -> WireAnswer:
        """Return the contract's answer. A failure, or an answer of another form than the measured one, is unchanged."""
        if self.read is None or not is_success(answer):
            return answer
        data = json_of(answer.body)
        if data is None:
            return answer
        try:
            return answer_of(self.read(data, inputs), answer.status)
        except NotListedError:
            return self.not_found(inputs)
        except (AttributeError, KeyError, TypeError, ValueError):  # the client raises the error
            return answer

    def not_found(self, inputs: Inputs) -> WireAnswer:
        """Return a 404 that names the operation and the inputs in the path."""
        record = ", ".join(f"{name} {unquote(value)}" for name, value in inputs.path.items())
        return error_of("NotFoundError", f"{self.operation}: the server does not have {record or 'it'}", 404)

    def _send(self, inputs: Inputs) -> Flow:
        request = self.request(inputs)
        if self.read is None:
            return Forward(request)
        return self.answer((yield request), inputs)


def dumps(value: Any) -> bytes:
    """Encode a translation as JSON, which the client reads: integers of any size, and half a surrogate pair as escape.

    Raises:
        TypeError: It is nested too deeply, or not JSON.
    """
    try:
        return orjson.dumps(value)
    except TypeError:
        pass
    try:
        return json.dumps(value, separators=(",", ":")).encode()
    except RecursionError:
        raise TypeError("it is nested too deeply") from None


def json_of(body: bytes, *, keep_halves: bool = False) -> Any:
    """Return the value of a JSON body; None for other bodies, and for too many values, which the client refuses.

    Args:
        body: The body.
        keep_halves: Whether half a surrogate pair is kept: in the next event may be its other half.
    """
    if has_more_values(body, MAX_VALUES):
        return None
    try:
        return loads_exactly(body, keep_halves=keep_halves)
    except ValueError:
        return None


def object_of(body: bytes, *, keep_halves: bool = False) -> dict[str, Any] | None:
    """Return the value of a body that is a JSON object; None for other bodies."""
    value = json_of(body, keep_halves=keep_halves)
    return value if has_form(value, dict) else None


def answer_of(data: Any, status: int = 200) -> WireAnswer:
    """Return an answer with a JSON body."""
    return WireAnswer(status, JSON, dumps(data))


def error_of(tag: str, message: str, status: int) -> WireAnswer:
    """Return an error in the form of the contract's errors."""
    return answer_of({"_tag": tag, "message": message}, status)


def is_success(answer: WireAnswer) -> bool:
    """Whether an answer is a success with JSON, as far as its head says."""
    return 200 <= answer.status < 300 and answer.media_type.lower().startswith(JSON)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
