"""How one operation of the contract is translated: a row of the adapter's table, and what follows from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias
from urllib.parse import parse_qsl, urlencode

from orjson import dumps, loads

from ..._core.body_bounds import has_more_values
from ..._core.call import JSON, MAX_VALUES
from ..._core.contract_translation import Flow, Forward, WireAnswer, WireRequest
from ..._core.decoders import has_form
from .errors import UnsupportedOperationError

__all__ = ["Context", "Inputs", "NotThereError", "Rule", "answer_of", "is_success", "json_of", "not_found", "object_of"]

Context: TypeAlias = Literal["location", "directory", "none"]
"""Where the server takes a runtime context: the query `location[…]`, the query `directory`, or nowhere."""

_NAMES: Mapping[Context, tuple[str, str]] = {
    "location": ("location[directory]", "location[workspace]"),
    "directory": ("directory", "workspace"),
}
_PARAMETER = re.compile(r"\{(\w+)\}")


class NotThereError(LookupError):
    """What was asked for is not in the list that the server has of its kind."""


class Inputs:
    """The inputs of one call.

    Attributes:
        path: Those in the path, still percent-encoded.
        given: Those of the query, as text, and of the body.
        directory: The directory of the runtime context, if it was given.
        workspace: The workspace of the runtime context, if it was given.
        content: The body as it was given.
    """

    __slots__ = ("content", "directory", "given", "path", "workspace")

    def __init__(self, path: Mapping[str, str], query: str = "", content: bytes = b"") -> None:
        """Read the query, and the body where it is a JSON object."""
        self.path = path
        self.given: dict[str, Any] = dict(parse_qsl(query, keep_blank_values=True))
        self.directory: str | None = self.given.pop("directory", None)
        self.workspace: str | None = self.given.pop("workspace", None)
        self.content = content
        self.given.update(object_of(content) or {})

    def context(self, where: Context) -> list[tuple[str, str]]:
        """Return the query parameters of the runtime context."""
        pairs = zip(_NAMES.get(where, ()), (self.directory, self.workspace), strict=False)
        return [(name, value) for name, value in pairs if value is not None]

    def location(self) -> dict[str, str]:
        """Return the runtime context as the server has it in a body."""
        found = {"directory": self.directory, "workspaceID": self.workspace}
        return {name: value for name, value in found.items() if value is not None}


class Rule(NamedTuple):
    """The row of one operation.

    Attributes:
        operation: The operation's name.
        contract: Its method and path in the contract.
        server: The method and path that stand for it; empty where nothing does.
        context: Where the server takes the runtime context.
        query: From each input to its name in the server's query.
        body: Makes the body for the server of the inputs; None for no body.
        read: Makes the contract's JSON of the server's; None where it fits as it is. A `NotThereError` is a 404.
        lacks: The inputs that the server does not have.
        flow: What takes the place of all this where one request is not enough.
        instead: What the server has where it lacks the operation or some inputs; for errors and the documentation.
        note: What differs, for the documentation.
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
        """Whether the server has something that stands for the operation."""
        return bool(self.server)

    def begin(self, inputs: Inputs) -> Flow:
        """Begin the flow of a call.

        Raises:
            UnsupportedOperationError: The server lacks the operation, or an input that was given.
        """
        lacks = tuple(name for name in self.lacks if name in inputs.given)
        if not self.supported or lacks:
            raise UnsupportedOperationError(self.operation, lacks if self.supported else (), self.instead)
        return self._flow(inputs) if self.flow is None else self.flow(self, inputs)

    def request(self, inputs: Inputs) -> WireRequest:
        """Return the request to the server."""
        method, _, template = self.server.partition(" ")
        query = [(name, _text(inputs.given[each])) for each, name in self.query.items() if each in inputs.given]
        query += inputs.context(self.context)
        path = _PARAMETER.sub(lambda found: inputs.path[found[1]], template)
        return WireRequest(method, f"{path}?{urlencode(query)}" if query else path, self._content(inputs))

    def _content(self, inputs: Inputs) -> bytes:
        if self.body is None:
            return b""
        try:
            return dumps(self.body(inputs))
        except (AttributeError, KeyError, TypeError, ValueError):  # a body of the user's own: the server decides
            return inputs.content

    def answer(self, answer: WireAnswer, inputs: Inputs) -> WireAnswer:
        """Return the contract's answer; one that is no success, or no JSON, is left as it is."""
        if self.read is None or not is_success(answer):
            return answer
        data = json_of(answer.body)
        if data is None:
            return answer
        try:
            return answer_of(self.read(data, inputs), answer.status)
        except NotThereError:
            return not_found(self.operation)
        except (AttributeError, KeyError, TypeError, ValueError):  # of another form: the client says what does not fit
            return answer

    def _flow(self, inputs: Inputs) -> Flow:
        request = self.request(inputs)
        if self.read is None:
            return Forward(request)
        return self.answer((yield request), inputs)


def json_of(body: bytes) -> Any:
    """Return the value of a JSON body; None for other bodies, and for too many values, which the client refuses."""
    if has_more_values(body, MAX_VALUES):
        return None
    try:
        return loads(body)
    except ValueError:
        return None


def object_of(body: bytes) -> dict[str, Any] | None:
    """Return the value of a body that is a JSON object; None where it is none."""
    value = json_of(body)
    return value if has_form(value, dict) else None


def answer_of(data: Any, status: int = 200) -> WireAnswer:
    """Return an answer with a JSON body."""
    return WireAnswer(status, JSON, dumps(data))


def not_found(operation: str) -> WireAnswer:
    """Return a 404 in the form of the contract's errors."""
    return answer_of({"_tag": "NotFoundError", "message": f"{operation}: the server does not list it"}, 404)


def is_success(answer: WireAnswer) -> bool:
    """Whether an answer is a success with JSON, as far as its head says."""
    return 200 <= answer.status < 300 and answer.media_type.lower().startswith(JSON)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
