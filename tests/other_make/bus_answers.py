"""The forms of the answers of the bus server of another make: formats, media types, further fields, and errors."""

import itertools
import json
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from email.utils import format_datetime
from html import escape
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.other_make.bus_faults import BusFault
from tests.other_make.choices import Choices
from tests.other_make.errors import error_answer

_JSON, _ATOM = "application/json", "application/atom+xml"
_PARAMETERS = {
    "none": {},
    "charset": {_JSON: "; charset=utf-8", _ATOM: ";charset=utf-8"},
    "own": {_JSON: ";odata.metadata=minimal", _ATOM: ";type=feed"},
}
_INPUTS = {"unprocessable": 422, "bad-request": 400, "not-found": 404, "conflict": 409, "failure": 500}
_METHODS = {"not-allowed": 405, "not-found": 404, "not-implemented": 501, "bad-request": 400}
_EVERY = 40


class BusAnswers:
    """Gives answers the form that the server has chosen."""

    def __init__(self, faults: Collection[BusFault], now: Callable[[], datetime], choices: Choices) -> None:
        self.faults = faults
        self.now = now
        self.choices = choices
        self.requests = itertools.count(1)

    def media_type(self, request: Request, kind: str) -> str:
        """The media type of an answer."""
        accepted = request.headers.get("accept", "*/*")
        if BusFault.NO_ATOM in self.faults:
            return _JSON
        if (kind == "arrivals" and BusFault.NO_ATOM_OF_ARRIVALS in self.faults) or (
            kind == "files" and BusFault.NO_ATOM_OF_FILES in self.faults
        ):
            return _JSON
        by_default = BusFault.ATOM_BY_DEFAULT in self.faults or (
            kind == "arrivals" and BusFault.ARRIVALS_ATOM_BY_DEFAULT in self.faults
        )
        if _ATOM in accepted or (by_default and _JSON not in accepted):
            return _ATOM
        is_known = _JSON in accepted or "*/*" in accepted
        if not is_known and self.choices.has("unknown-accept", "not-acceptable"):
            raise HTTPException(406, "there are JSON and Atom")
        return _JSON

    def in_format(self, answer: Response, media_type: str) -> Response:
        """An answer of JSON in its format."""
        body = bytes(answer.body)
        if body and self.choices.has("further-fields", "some"):
            body = json.dumps(_with_more(json.loads(body))).encode()
        if body and media_type == _ATOM and BusFault.ATOM_IS_LABELLED not in self.faults:
            body = self._atom(body)
        media_type += _PARAMETERS[self.choices.of("media-type-parameters")].get(media_type, "")
        answered = Response(body, answer.status_code, self._date())
        answered.headers["content-type"] = media_type
        return answered

    def _atom(self, body: bytes) -> bytes:
        lines = [f"<content>{escape(line)}</content>" for line in body.decode().splitlines()]
        space = 'xmlns="http://www.w3.org/2005/Atom"'
        if self.choices.has("atom-form", "entry"):
            return f"\n<entry {space}>{lines[0]}</entry>".encode()
        entries = "".join(f"<entry>{line}</entry>" for line in lines)
        return f'<?xml version="1.0"?><feed {space}>{entries}</feed>'.encode()

    def _date(self) -> dict[str, str]:
        if self.choices.has("server-time", "hidden"):
            return {}
        return {"date": format_datetime(self.now().astimezone(UTC), usegmt=True)}

    async def problem(self, request: Request, error: Exception) -> Response:
        """The answer to a request that is refused."""
        assert isinstance(error, HTTPException)
        status = error.status_code
        if status == 405:
            status = _METHODS[self.choices.of("other-methods")]
        elif status == 404 and error.detail == "Not Found":  # there is no such route
            path = self.choices.of("unknown-path")
            if path == "page":
                return Response("<!doctype html><title>Buses</title>", media_type="text/html")
            if path == "redirect":
                return Response(status_code=302, headers={"location": "/"})
            status = {"not-found": 404, "forbidden": 403, "failure": 500}[path]
        elif status == 422:
            status = _INPUTS[self.choices.of("refusal-of-inputs")]
        return error_answer(status, error, self.choices.of("error-body"), request.url.path)

    def limited(self, app: ASGIApp) -> ASGIApp:
        """Refuse some of the requests, as a server that has no time for them."""

        async def apply(scope: Scope, receive: Receive, send: Send) -> None:
            is_call = scope["type"] == "http" and not scope["path"].startswith("/files/")
            is_next = is_call and next(self.requests) % _EVERY == 0
            if is_next and self.choices.has("rate-limit", "too-many"):
                await Response(status_code=429, headers={"retry-after": "1"})(scope, receive, send)
            else:
                await app(scope, receive, send)

        return apply


def _with_more(value: Any) -> Any:
    """A value whose objects have one more field."""
    if isinstance(value, list):
        return [_with_more(inner) for inner in value]
    if isinstance(value, dict):
        return {**{name: _with_more(inner) for name, inner in value.items()}, "Remark": ["of another make"]}
    return value
