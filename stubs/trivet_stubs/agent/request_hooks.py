"""The rules of every agent operation: credentials, the form of a refusal, and requests beyond the contract."""

import base64
import re
import secrets
from collections.abc import Callable, Collection, Mapping
from typing import Any, ClassVar, cast

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from trivet_stubs.agent.records import Session
from trivet_stubs.agent.refusals import absent, body, unauthorized
from trivet_stubs.agent.state import FORK_PATH, INTERRUPT_PATH, PROMPT_OPTIONS, AgentState
from trivet_stubs.kernel.hooks import Hooks
from trivet_stubs.kernel.json_text import loads
from trivet_stubs.kernel.messages import LoggedRequest
from trivet_stubs.kernel.middleware import LOGGED_KEY
from trivet_stubs.kernel.operation import JSON, Operation
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.spec import JsonObject

_FORK = re.compile(FORK_PATH.replace("{sessionID}", "([^/]+)"))
_INTERRUPT = re.compile(INTERRUPT_PATH.replace("{sessionID}", "([^/]+)"))


class AgentHooks(Hooks):
    """The credentials, the form of a refusal, and the switches for requests that the contract does not have."""

    content_types: ClassVar[Mapping[str, str]] = {JSON: JSON}

    def __init__(self, state: AgentState, interrupt: Callable[[Session], object]) -> None:
        """Use a function to stop the agent of a session."""
        self._state = state
        self._interrupt = interrupt

    def authorize(self, operation: Operation, request: LoggedRequest) -> None:
        """Refuse a request without the credentials, if the stub has any."""
        self._check_credentials(request.headers.get("authorization", ""))

    def _check_credentials(self, sent: str) -> None:
        credentials = self._state.credentials
        if credentials is None:
            return
        if isinstance(credentials, str):
            expected = f"Bearer {credentials}"
        else:
            expected = "Basic " + base64.b64encode(":".join(credentials).encode()).decode()
        scheme, _, value = sent.partition(" ")
        received = f"{scheme.capitalize()} {value.strip()}"
        if not secrets.compare_digest(received.encode(), expected.encode()):
            raise unauthorized()

    def refusal_body(self, refusal: Refusal) -> JsonObject:
        """The body of a refusal in the form of the service."""
        return body(refusal)

    def refusal_response(self, refusal: Refusal) -> Response:
        """The answer to a refused request; the older half of the observed server writes no body for a 401."""
        response = super().refusal_response(refusal)
        if response.status_code == 401 and self._state.observed.bare_unauthorized:
            return Response(status_code=401, headers={"www-authenticate": response.headers["www-authenticate"]})
        return response

    def extra_keys(self, operation: Operation) -> Collection[str]:
        """The message of a rejection, if `reply_messages` is set, and the options of a prompt, if these are."""
        observed = self._state.observed
        if observed.prompt_options and operation.id == "session.prompt":
            return PROMPT_OPTIONS
        return ("message",) if observed.reply_messages and operation.id == "permission.reply" else ()

    def fallback(self, request: Request) -> Response | None:
        """The answer to a path without a route, if it is set: a copy of a session, the stop of an agent, or a page."""
        observed, interrupted = self._state.observed, _INTERRUPT.fullmatch(request.url.path)
        forked = _FORK.fullmatch(request.url.path) if observed.forks and request.method == "POST" else None
        if forked is not None:
            return self._fork(forked[1], request)
        if observed.interrupts and interrupted is not None and request.method == "POST":
            self._check_credentials(request.headers.get("authorization", ""))
            with self._state.lock:
                session = self._state.sessions.get(interrupted[1])
                if session is None:
                    raise absent("Session", "sessionID", interrupted[1])
                self._interrupt(session)
            return Response(status_code=204)
        return HTMLResponse("<!doctype html><title>Agent</title>") if observed.html_elsewhere else None

    def _fork(self, session_id: str, request: Request) -> Response:
        self._check_credentials(request.headers.get("authorization", ""))
        logged: LoggedRequest = request.scope[LOGGED_KEY]
        sent: Any = loads(logged.body) if logged.body else None
        message_id = cast(JsonObject, sent).get("messageID") if isinstance(sent, dict) else None
        with self._state.lock:
            session = self._state.sessions.get(session_id)
            if session is None:
                raise absent("Session", "sessionID", session_id)
            ids = [message["id"] for message in session.messages]
            if message_id is not None and message_id not in ids:
                raise absent("Message", "messageID", str(message_id))
            copy = self._state.fork(session, None if message_id is None else ids.index(message_id))
        return JSONResponse({"data": copy.wire()})
