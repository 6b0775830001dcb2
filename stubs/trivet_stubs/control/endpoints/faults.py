"""The faults of a stub."""

import base64
import binascii
from typing import Any

from trivet_stubs.control.request import ControlRefusal, ControlRequest, Endpoint, Routes
from trivet_stubs.control.steerable import Steerable
from trivet_stubs.kernel.faults import Faults
from trivet_stubs.kernel.spec import JsonObject

_COUNT: JsonObject = {"type": "integer", "minimum": 0, "maximum": 2**53}
_MAYBE_COUNT: JsonObject = {**_COUNT, "type": ["integer", "null"]}
_PLACE: JsonObject = {"type": ["boolean", "string"], "maxLength": 1000}
_SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "operation": {"type": ["string", "null"], "maxLength": 1000},
        "times": _MAYBE_COUNT,
        "after": _COUNT,
        "probability": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
        "seed": {"type": "integer"},
        "status": {"type": ["integer", "null"], "minimum": 200, "maximum": 599},
        "headers": {"type": "object", "additionalProperties": {"type": "string"}, "maxProperties": 100},
        "body": {"type": ["string", "object", "array", "null"]},
        "body_base64": {"type": "string"},
        "content_type": {"type": ["string", "null"]},
        "cut_after": _MAYBE_COUNT,
        "after_events": _MAYBE_COUNT,
        "mid_frame": {"type": "boolean"},
        "drop": {"type": "boolean"},
        "delay": {"type": "number", "minimum": 0, "maximum": 3600},
        "hang": {"type": "boolean"},
        "unknown_field": _PLACE,
        "unknown_enum": _PLACE,
        "missing_field": _PLACE,
    },
    "additionalProperties": False,
}
_MAX_FAULTS = 1000


class FaultEndpoints:
    """`faults`: list them, add one, remove one or all."""

    def __init__(self, stub: Steerable) -> None:
        self._state = stub.state

    @property
    def _faults(self) -> Faults:
        faults: Faults = self._state.faults
        return faults

    def routes(self) -> Routes:
        """The endpoints by method and path."""
        return {
            ("GET", "faults"): Endpoint(answer=self.read),
            ("POST", "faults"): Endpoint(answer=self.add, schema=_SCHEMA, changes="faults"),
            ("DELETE", "faults"): Endpoint(answer=self.clear, changes="faults"),
            ("DELETE", "faults/*"): Endpoint(answer=self.remove, changes="faults"),
        }

    def read(self, _request: ControlRequest) -> JsonObject:
        """The faults that wait for their requests."""
        return {"items": [each.describe() for each in self._faults]}

    def add(self, request: ControlRequest) -> JsonObject:
        """Add a fault, with the arguments of `stub.faults.add`; bytes as `body_base64`."""
        if len(self._faults) >= _MAX_FAULTS:
            raise ControlRefusal(400, f"faults: {_MAX_FAULTS} of them wait already")
        given: dict[str, Any] = {**request.body}
        if (encoded := given.pop("body_base64", None)) is not None:
            try:
                given["body"] = base64.b64decode(encoded, validate=True)
            except binascii.Error as error:
                raise ControlRefusal(400, f"body_base64: is not Base64: {error}") from None
        return self._faults.add(given.pop("operation", None), **given).describe()

    def clear(self, request: ControlRequest) -> JsonObject:
        """Remove every fault."""
        self._faults.clear()
        return self.read(request)

    def remove(self, request: ControlRequest) -> JsonObject:
        """Remove one fault."""
        number = request.argument
        try:
            removed = self._faults.remove(int(number) if number.isascii() and number.isdigit() else 0)
        except ValueError:
            raise ControlRefusal(404, f"id: no fault {number[:40]!r} waits for its requests") from None
        return removed.describe()
