"""The forms of the answers of the agent server of another make: envelopes, events, and errors."""

import itertools
import json
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.other_make.choices import Choices
from tests.other_make.errors import error_answer
from tests.other_make.records import Record

_CALLERS = {"unauthorized": 401, "forbidden": 403, "not-found": 404}
_INPUTS = {"unprocessable": 422, "bad-request": 400, "conflict": 409, "failure": 500}
_MISSING = {"not-found": 404, "gone": 410}
_QUERY = {"directory", "workspace", "serviceID", "projectID", "path", "limit", "order", "roots", "start", "search"}
_MORE = {"cursor", "server", "uri", "format", "mode"}
_EVERY = 40


class AgentForm:
    """Gives answers the form that the server has chosen."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.requests = itertools.count(1)

    def answer(self, value: Any, where: Record | None) -> Response:
        """An answer of JSON, with its context if it is one of a context."""
        is_page = isinstance(value, dict) and "data" in value
        envelope = value if is_page else {"data": value}
        if where is not None:
            body: Any = {"location": where, **envelope}
        elif self.choices.has("envelope", "wrapped"):
            body = envelope
        else:
            body = value
        if self.choices.has("further-fields", "some"):
            body = _with_more(body)
        answered = Response(json.dumps(body))
        parameter = "; charset=utf-8" if self.choices.has("media-type-parameters", "charset") else ""
        answered.headers["content-type"] = f"application/json{parameter}"
        return answered

    def refuse_unknown(self, query: dict[str, str]) -> None:
        """Refuse a query parameter that no operation has."""
        if self.choices.has("unknown-inputs", "refused") and query.keys() - {*_QUERY, *_MORE}:
            raise HTTPException(422, "a parameter is unknown")

    def greeting(self, where: Record, now: float) -> str:
        """The beginning of a stream."""
        if self.choices.has("first-event", "connected"):
            time = int(now * 1000) if self.choices.has("event-time", "milliseconds") else now
            event = {"id": "event-0", "type": "server.connected", "time": time, "context": where, "payload": {}}
            return self.framed(f"data: {json.dumps(event)}\n\n")
        return self.framed(": welcome\n\n")

    def framed(self, event: str) -> str:
        """An event as the stream has it."""
        match self.choices.of("framing"):
            case "crlf":
                return event.replace("\n", "\r\n")
            case "data-alone":
                return "".join(line for line in event.splitlines(keepends=True) if not line.startswith("event:"))
            case _:
                return event

    async def problem(self, request: Request, error: Exception) -> Response:
        """The answer to a request that is refused."""
        assert isinstance(error, HTTPException)
        status = error.status_code
        if status == 401:
            status = _CALLERS[self.choices.of("refusal-of-callers")]
        elif status == 422:
            status = _INPUTS[self.choices.of("refusal-of-inputs")]
        elif status == 404 and error.detail != "Not Found":
            status = _MISSING[self.choices.of("missing-records")]
        return error_answer(status, error, self.choices.of("error-body"), request.url.path)

    def limited(self, app: ASGIApp) -> ASGIApp:
        """Refuse some of the requests, as a server that has no time for them."""

        async def apply(scope: Scope, receive: Receive, send: Send) -> None:
            is_call = scope["type"] == "http" and scope["path"] != "/api/event"
            is_next = is_call and next(self.requests) % _EVERY == 0
            if is_next and self.choices.has("rate-limit", "too-many"):
                await Response(status_code=429, headers={"retry-after": "1"})(scope, receive, send)
            else:
                await app(scope, receive, send)

        return apply


def _with_more(value: Any) -> Any:
    """An answer whose records have one more field."""
    if isinstance(value, list):
        return [_with_more(inner) for inner in value]
    if isinstance(value, dict) and "id" in value:
        return {**value, "note": ["of another make"]}
    if isinstance(value, dict) and "data" in value:
        return {**value, "data": _with_more(value["data"])}
    return value
