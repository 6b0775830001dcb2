"""What a service decides about every request: who may call, how it refuses, how it writes its answers."""

import math
from collections.abc import Mapping
from typing import Any, ClassVar

import orjson
from starlette.requests import Request
from starlette.responses import Response

from trivet_stubs.kernel.handlers import Handler
from trivet_stubs.kernel.messages import ContractRequest, LoggedRequest
from trivet_stubs.kernel.operation import JSON, Operation
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.spec import JsonObject

JSON_CONTENT_TYPE = "application/json;charset=UTF-8"


class Hooks:
    """The hooks that a service overrides; without overriding, a service lets every caller in and answers JSON.

        class BusHooks(Hooks):
            standing_headers = {"cache-control": "no-store"}

            def authorize(self, operation: Operation, request: LoggedRequest) -> None:
                if "accountkey" not in request.headers:
                    raise Refusal(401, "credentials", "AccountKey: the header is missing")

    A hook that refuses a request raises a `Refusal`.
    """

    standing_headers: ClassVar[Mapping[str, str]] = {}
    """Headers on every answer that the service gives."""
    content_types: ClassVar[Mapping[str, str]] = {JSON: JSON_CONTENT_TYPE}
    """How a media type of the contract is written in a header."""
    invalid_status: ClassVar[int] = 400
    """The status of an answer to an input that the contract forbids."""

    def authorize(self, operation: Operation, request: LoggedRequest) -> None:
        """Raise a `Refusal` unless the caller may use the operation; the names of headers are in lower case."""

    def quota_refusal(self, seconds: float) -> Refusal:
        """The refusal of a request beyond the quota.

        Args:
            seconds: The time until the next window, by the stub's clock.
        """
        headers = {} if math.isinf(seconds) else {"retry-after": str(math.ceil(seconds))}
        return Refusal(429, "quota", "Too many requests", headers=headers)

    def reset(self) -> None:
        """Forget what the hooks remember of earlier requests, because the stub is reset."""

    def call(self, operation: Operation, handler: Handler, request: ContractRequest) -> object:
        """Call the handler of a request, under the lock of the state; a service may change what the handler sees."""
        return handler(request)

    def refusal_body(self, refusal: Refusal) -> JsonObject:
        """A refusal in the service's own error form."""
        return {"message": refusal.message}

    def refusal_response(self, refusal: Refusal) -> Response:
        """The whole answer to a refused request."""
        status = self.invalid_status if refusal.kind == "argument" else refusal.status
        headers = {"content-type": self.content_types[JSON], **self.standing_headers, **refusal.headers}
        return Response(orjson.dumps(self.refusal_body(refusal)), status, headers)

    def render(self, media_type: str, operation: Operation, value: Any) -> bytes:
        """A checked answer as bytes of one of the contract's media types."""
        return orjson.dumps(value)

    def extra_headers(self, request: LoggedRequest) -> Mapping[str, str]:
        """Headers on every answer, that of a fault included; called once a request."""
        return {}

    def fallback(self, request: Request) -> Response | None:
        """The answer to a path that is not the contract's, where the service has such paths."""
        return None
