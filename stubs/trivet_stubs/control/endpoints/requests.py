"""The requests that a stub received."""

from collections.abc import Iterable

from trivet_stubs.control.live import LiveRequests
from trivet_stubs.control.request import ControlRefusal, ControlRequest, Endpoint, Routes
from trivet_stubs.control.shown_request import shown_request
from trivet_stubs.control.steerable import Steerable
from trivet_stubs.kernel.messages import LoggedRequest
from trivet_stubs.kernel.notify import Broadcast
from trivet_stubs.kernel.spec import JsonObject

_MAX_ITEMS = 1000
_MAX_NUMBER = 2**53
_MAX_BODIES = 4 * 1024 * 1024


def _bounded(requests: Iterable[LoggedRequest]) -> list[LoggedRequest]:
    """The first requests whose bodies are together not too much to read at once; one at least."""
    chosen: list[LoggedRequest] = []
    size = 0
    for each in requests:
        size += len(each.body)
        if chosen and size > _MAX_BODIES:
            break
        chosen.append(each)
    return chosen


class RequestEndpoints:
    """`requests`: list them, follow them, forget them."""

    def __init__(self, stub: Steerable, changes: Broadcast[str]) -> None:
        self._state = stub.state
        self._changes = changes
        schemes = stub.state.contract.document["components"].get("securitySchemes", {}).values()
        self._secret_headers = [each["name"].lower() for each in schemes if each.get("in") == "header"]

    def routes(self) -> Routes:
        """The endpoints by method and path."""
        return {
            ("GET", "requests"): Endpoint(answer=self.read, query=("after", "last", "operation", "limit")),
            ("DELETE", "requests"): Endpoint(answer=self.clear, changes="requests"),
            ("GET", "requests/live"): Endpoint(answer=self.follow),
        }

    def read(self, request: ControlRequest) -> JsonObject:
        """Requests in their order: those after a number, or the last ones; of all operations, or of one."""
        operation = request.query.get("operation")
        if operation is not None and operation not in self._state.contract.operations:
            raise ControlRefusal(400, f"operation: there is no {operation[:100]!r}")
        after = request.number("after", 0, most=_MAX_NUMBER)
        limit = request.number("limit", 100, most=_MAX_ITEMS)
        found: list[LoggedRequest] = [
            each for each in self._state.requests if each.number > after and operation in (None, each.operation)
        ]
        last = request.number("last", 0, most=_MAX_ITEMS)
        chosen = _bounded(reversed(found[-last:]))[::-1] if last else _bounded(found[:limit])
        return {"items": list(map(self._show, chosen)), "next": chosen[-1].number if chosen else after}

    def clear(self, _request: ControlRequest) -> JsonObject:
        """Forget all requests; the numbers continue."""
        self._state.requests.clear()
        return {"items": [], "next": 0}

    def follow(self, _request: ControlRequest) -> LiveRequests:
        """The requests from now on, as server-sent events."""
        return LiveRequests(self._state, self._changes, self._show)

    def _show(self, request: LoggedRequest) -> JsonObject:
        return shown_request(request, self._secret_headers)
