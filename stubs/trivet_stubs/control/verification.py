"""The endpoint `verify` of the control API: whether the stub got the requests that a test expects of its client."""

from collections.abc import Callable

from trivet_stubs.control.endpoints import ControlRefusal, ControlRequest, Endpoint, Routes, Steerable
from trivet_stubs.kernel.messages import LoggedRequest
from trivet_stubs.kernel.request_log import RequestLog
from trivet_stubs.kernel.spec import JsonObject

_VERIFY: JsonObject = {
    "type": "object",
    "required": ["operation"],
    "properties": {
        "operation": {"type": "string", "maxLength": 1000},
        "inputs": {"type": "object", "maxProperties": 100},
        "times": {"type": ["integer", "null"], "minimum": 0, "maximum": 2**53},
    },
    "additionalProperties": False,
}
MISMATCH = 409
"""The status of an answer that says that the stub got other requests than a test expects."""


class VerificationEndpoints:
    """`verify`: count the requests of an operation that have some inputs, and compare the count with the expected one.

    Args:
        stub: The stub whose requests are counted.
        show: Makes JSON values of a request, without its credentials.
    """

    def __init__(self, stub: Steerable, show: Callable[[LoggedRequest], JsonObject]) -> None:
        self._log: RequestLog = stub.state.requests
        self._show = show

    def routes(self) -> Routes:
        """The endpoints by method and path."""
        return {("POST", "verify"): Endpoint(answer=self.verify, schema=_VERIFY)}

    def verify(self, request: ControlRequest) -> JsonObject:
        """Return the numbers of the matching requests; the answer is a 409 if there are more or fewer than expected.

        Without `times`, one request or more is expected.
        """
        expected = self._log.expected(request.body["operation"], request.body.get("inputs", {}))
        requests = list(self._log)
        numbers = [call.number for call in expected.calls(requests)]
        mismatch = expected.mismatch(requests, request.body.get("times"))
        if mismatch is not None:
            nearest = None if numbers else expected.nearest(requests)
            shown = None if nearest is None else self._show(nearest)
            raise ControlRefusal(MISMATCH, mismatch, {"calls": numbers, "nearest": shown})
        return {"calls": numbers}
