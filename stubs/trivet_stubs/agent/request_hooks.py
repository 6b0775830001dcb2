"""The rules of every agent operation: credentials, the form of a refusal, and the page of the web frontend."""

import base64
import secrets
from collections.abc import Mapping
from typing import ClassVar

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from trivet_stubs.agent.refusals import body, unauthorized
from trivet_stubs.agent.state import AgentState
from trivet_stubs.kernel.hooks import Hooks
from trivet_stubs.kernel.messages import LoggedRequest
from trivet_stubs.kernel.operation import JSON, Operation
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.spec import JsonObject


class AgentHooks(Hooks):
    """The credentials, the form of a refusal and the fallback page of the agent service."""

    content_types: ClassVar[Mapping[str, str]] = {JSON: JSON}

    def __init__(self, state: AgentState) -> None:
        self._state = state

    def authorize(self, operation: Operation, request: LoggedRequest) -> None:
        """Refuse a request without the credentials, if the stub has any."""
        credentials = self._state.credentials
        if credentials is None:
            return
        if isinstance(credentials, str):
            expected = f"Bearer {credentials}"
        else:
            expected = "Basic " + base64.b64encode(":".join(credentials).encode()).decode()
        scheme, _, value = request.headers.get("authorization", "").partition(" ")
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

    def fallback(self, request: Request) -> Response | None:
        """The page of the web frontend for a path without a route, if `html_elsewhere` is set."""
        return HTMLResponse("<!doctype html><title>Agent</title>") if self._state.observed.html_elsewhere else None
