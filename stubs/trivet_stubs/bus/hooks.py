"""The rules of every bus operation: the account key, the quota, the gateway's faults, JSON or Atom."""

import hmac
from collections.abc import Mapping
from typing import Any, ClassVar

import orjson
from starlette.requests import Request
from starlette.responses import Response

from trivet_stubs.bus.atom import ATOM, collection, single
from trivet_stubs.bus.file_host import PREFIX
from trivet_stubs.bus.state import BusState
from trivet_stubs.kernel.hooks import Hooks
from trivet_stubs.kernel.messages import LoggedRequest
from trivet_stubs.kernel.operation import JSON, Operation
from trivet_stubs.kernel.refusal import Refusal, RefusalKind
from trivet_stubs.kernel.routing import stub_path
from trivet_stubs.kernel.spec import JsonObject

_ERROR_CODES: dict[RefusalKind, str] = {
    "argument": "protocol.http.BadRequest",
    "credentials": "oauth.v2.InvalidApiKey",
    "quota": "policies.ratelimit.QuotaViolation",
    "route": "messaging.runtime.RaiseFault",
    "method": "messaging.runtime.RaiseFault",
    "size": "protocol.http.TooBigBody",
    "stub_bug": "stub.Bug",
}
_UNKNOWN_ROUTE = "Raising fault. Fault name : unknown-resource"
_QUOTA = "Rate limit quota violation. Quota limit exceeded. Identifier : {key}"
_NESTED = {"Services": "ArrivalService", "NextBus": "ArrivalBus", "NextBus2": "ArrivalBus", "NextBus3": "ArrivalBus"}


class BusHooks(Hooks):
    """What the bus service decides about every request."""

    standing_headers: ClassVar[Mapping[str, str]] = {"cache-control": "no-store"}
    content_types: ClassVar[Mapping[str, str]] = {**Hooks.content_types, ATOM: f"{ATOM};charset=utf-8"}

    def __init__(self, state: BusState) -> None:
        self._state = state
        self._key_header: str = state.contract.security_scheme("AccountKey")["name"]

    def authorize(self, operation: Operation, request: LoggedRequest) -> None:
        """Refuse a request without the account key."""
        header, state = self._key_header, self._state
        key = request.headers.get(header.lower())
        if key is None:
            raise Refusal(
                401, "credentials", f"{header}: the header is missing", rule="bus.access.account-key-is-needed"
            )
        if not hmac.compare_digest(key.encode("latin-1"), state.account_key.encode()):
            raise Refusal(401, "credentials", f"{header}: the key is not known", rule="bus.access.unknown-key-is-401")

    def quota_refusal(self, seconds: float) -> Refusal:
        """The gateway's fault for a request beyond the quota, which does not say when to come again."""
        message = _QUOTA.format(key=self._state.account_key)
        return Refusal(500, "quota", message, rule="bus.access.quota-is-a-500")

    def refusal_body(self, refusal: Refusal) -> JsonObject:
        """The fault that the service's gateway reports."""
        message = _UNKNOWN_ROUTE if refusal.kind == "route" else refusal.message
        return {"fault": {"faultstring": message, "detail": {"errorcode": _ERROR_CODES[refusal.kind]}}}

    def render(self, media_type: str, operation: Operation, value: Any) -> bytes:
        """Write an answer as JSON or Atom."""
        if media_type == JSON:
            return orjson.dumps(value)
        return collection(value) if "value" in value else single(value, _NESTED)

    def fallback(self, request: Request) -> Response | None:
        """Answer the paths of the files of passenger volume."""
        if not stub_path(request.scope).startswith(PREFIX):
            return None
        with self._state.lock:
            return self._state.files.answer(request)
