"""The hooks of a service for every request: authorization, refusals, and the form of its answers."""

import math
from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from starlette.requests import Request
from starlette.responses import Response

from trivet_stubs.kernel.handlers import Handler
from trivet_stubs.kernel.json_text import dumps
from trivet_stubs.kernel.messages import ContractRequest, LoggedRequest
from trivet_stubs.kernel.operation import JSON, Operation
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.spec import JsonObject

JSON_CONTENT_TYPE = "application/json;charset=UTF-8"


class Hooks:
    """The hooks that a service overrides; the defaults authorize every caller, and answer JSON.

        class BusHooks(Hooks):
            standing_headers = {"cache-control": "no-store"}

            def authorize(self, operation: Operation, request: LoggedRequest) -> None:
                if "accountkey" not in request.headers:
                    raise Refusal(401, "credentials", "AccountKey: the header is missing")

    A hook that refuses a request raises a `Refusal`.
    """

    standing_headers: ClassVar[Mapping[str, str]] = {}
    """Headers on every answer of the service itself, unlike the answer of a fault."""
    content_types: ClassVar[Mapping[str, str]] = {JSON: JSON_CONTENT_TYPE}
    """The `content-type` header for a media type of the contract."""
    invalid_status: ClassVar[int] = 400
    """The status of an answer to an input that the contract forbids."""

    def authorize(self, operation: Operation, request: LoggedRequest) -> None:
        """Raise a `Refusal` unless the caller may use the operation; the names of headers are in lower case."""

    def quota_refusal(self, seconds: float) -> Refusal:
        """Return the refusal of a request beyond the quota.

        Args:
            seconds: The time until the next window, by the stub's clock.
        """
        headers = {} if math.isinf(seconds) else {"retry-after": str(math.ceil(seconds))}
        return Refusal(429, "quota", "Too many requests", headers=headers)

    def reset(self) -> None:
        """Forget earlier requests, because the stub is reset."""

    def call(self, operation: Operation, handler: Handler, request: ContractRequest) -> object:
        """Call the handler of a request, under the lock of the state; a service may show it other records."""
        return handler(request)

    def refusal_body(self, refusal: Refusal) -> JsonObject:
        """Return the body of a refusal, in the service's own error form."""
        return {"message": refusal.message}

    def refusal_response(self, refusal: Refusal) -> Response:
        """Return the whole answer to a refused request."""
        status = self.invalid_status if refusal.kind == "argument" else refusal.status
        headers = {"content-type": self.content_types[JSON], **self.standing_headers, **refusal.headers}
        return Response(dumps(self.refusal_body(refusal)), status, headers)

    def render(self, media_type: str, operation: Operation, value: Any) -> bytes:
        """Return a checked answer as bytes of one of the contract's media types."""
        return dumps(value, known_finite=True)

    def extra_keys(self, operation: Operation) -> Collection[str]:
        """Return keys of a body that are not in the contract, and that the handler reads in the log itself."""
        return ()

    def extra_headers(self, request: LoggedRequest) -> Mapping[str, str]:
        """Return headers for every answer, also for the answer of a fault; called once for each request."""
        return {}

    def fallback(self, request: Request) -> Response | None:
        """Return the answer to a path that is not in the contract, if the service has it."""
        return None
