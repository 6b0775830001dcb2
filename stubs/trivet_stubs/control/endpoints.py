"""The endpoints of the control API: clock, contract, data, faults, requests and settings."""

import base64
import binascii
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Protocol

from starlette.types import Receive, Scope, Send

from trivet_stubs.control.shown_requests import LiveRequests, shown_request
from trivet_stubs.kernel.clock import Clock
from trivet_stubs.kernel.faults import Faults
from trivet_stubs.kernel.messages import LoggedRequest
from trivet_stubs.kernel.notify import Broadcast
from trivet_stubs.kernel.rule_catalogue import load
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.steering import Steering

FIRST_YEAR, LAST_YEAR = 1970, 2999
"""The years that the clock of a stub shows."""

_CLOCK: JsonObject = {
    "type": "object",
    "properties": {
        "now": {"type": "string", "format": "date-time"},
        "advance": {"type": "number", "minimum": 0, "maximum": 1e10},
        "run": {"type": "boolean"},
    },
    "additionalProperties": False,
}

_NOTHING: JsonObject = {"type": "object", "additionalProperties": False}
_RESUME: JsonObject = {
    "type": "object",
    "required": ["session_id"],
    "properties": {"session_id": {"type": "string", "maxLength": 200}},
    "additionalProperties": False,
}
_MAX_RECORDS = 1000
"""The most records in one answer of `state`."""

MAX_STATE = 256 * 1024 * 1024
"""The most bytes of a whole state."""

_COUNT: JsonObject = {"type": "integer", "minimum": 0, "maximum": 2**53}
_OPTIONAL_COUNT: JsonObject = {**_COUNT, "type": ["integer", "null"]}
_FIELD: JsonObject = {"type": ["boolean", "string"], "maxLength": 1000}
_FAULT: JsonObject = {
    "type": "object",
    "properties": {
        "operation": {"type": ["string", "null"], "maxLength": 1000},
        "times": _OPTIONAL_COUNT,
        "after": _COUNT,
        "probability": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
        "seed": {"type": "integer"},
        "caller": {"type": ["string", "null"], "maxLength": 1000},
        "request_headers": {"type": "object", "additionalProperties": {"type": "string"}, "maxProperties": 100},
        "status": {"type": ["integer", "null"], "minimum": 200, "maximum": 599},
        "headers": {"type": "object", "additionalProperties": {"type": "string"}, "maxProperties": 100},
        "body": {"type": ["string", "object", "array", "null"]},
        "body_base64": {"type": "string"},
        "content_type": {"type": ["string", "null"]},
        "cut_after": _OPTIONAL_COUNT,
        "after_events": _OPTIONAL_COUNT,
        "mid_frame": {"type": "boolean"},
        "drop": {"type": "boolean"},
        "delay": {"type": "number", "minimum": 0, "maximum": 3600},
        "hang": {"type": "boolean"},
        "unknown_field": _FIELD,
        "unknown_enum": _FIELD,
        "missing_field": _FIELD,
    },
    "additionalProperties": False,
}
_MAX_FAULTS = 1000

_MAX_ITEMS = 1000
"""The most requests in one answer of `requests`."""
_MAX_BODIES = 4 * 1024 * 1024
"""The most bytes of their bodies together."""
_MAX_NUMBER = 2**53
"""The largest number of a request; JavaScript represents integers up to it exactly."""


class Steerable(Protocol):
    """The part of a stub that the control API uses."""

    state: Any

    @property
    def steering(self) -> Steering:
        """The steering of the stub's data and settings."""
        ...

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, as an ASGI app."""
        ...

    def reset(self) -> None:
        """Return the stub to its start."""
        ...

    def seed(self, **data: Any) -> None:
        """Replace the data of the stub."""
        ...


class ControlRefusal(Exception):
    """Raised to refuse a request; the sentence names the wrong part of the request."""

    def __init__(self, status: int, sentence: str, details: JsonObject | None = None) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.details: JsonObject = details or {}
        """Further keys of the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlRequest:
    """A request: the rest of its path, its query, and its body."""

    argument: str = ""
    query: Mapping[str, str] = field(default_factory=dict[str, str])
    body: JsonObject = field(default_factory=dict[str, Any])

    def number(self, name: str, default: int, *, most: int, least: int = 0) -> int:
        """Return a whole number of the query, within its bounds."""
        text = self.query.get(name)
        if text is None:
            return default
        if not (text.isascii() and text.isdigit() and len(text) < 16 and least <= int(text) <= most):
            raise ControlRefusal(400, f"{name}: {text[:40]!r} is not a whole number from {least} to {most}")
        return int(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """The function that answers a method of a path, and the inputs that it takes."""

    answer: Callable[[ControlRequest], Any]
    """Takes a request and returns JSON values, or an ASGI app."""
    schema: JsonObject | None = None
    """The JSON schema of the body; None if it takes no body."""
    max_body: int = 16 * 1024 * 1024
    """The most bytes of the body."""
    query: tuple[str, ...] = ()
    """The parameters of the query."""
    changes: str = ""
    """The part of the stub that it changes, in a word; empty if it changes nothing."""
    keeps_halves: bool = False
    """Whether half a surrogate pair in the body is kept, for a stub that is to send it."""


Routes = Mapping[tuple[str, str], Endpoint]
"""Endpoints by method and path; a path that ends in `/*` has one more segment, the argument."""


class ClockEndpoints:
    """`clock`: read it, set it, advance it, let it run or stop it."""

    def __init__(self, stub: Steerable) -> None:
        self._state = stub.state

    def routes(self) -> Routes:
        """The endpoints by method and path."""
        return {
            ("GET", "clock"): Endpoint(answer=self.read),
            ("PATCH", "clock"): Endpoint(answer=self.change, schema=_CLOCK, changes="clock"),
        }

    def read(self, _request: ControlRequest) -> JsonObject:
        """Return the time, and whether the clock runs."""
        clock: Clock = self._state.clock
        return {"now": clock.now().isoformat(), "run": clock.running}

    def change(self, request: ControlRequest) -> JsonObject:
        """Set the clock, then advance it, then let it run or stop it."""
        clock: Clock = self._state.clock
        changes: dict[str, Any] = request.body
        try:
            now = clock.now() if "now" not in changes else datetime.fromisoformat(changes["now"])
        except ValueError as error:  # RFC 3339, and so the schema, allows leap seconds and lower-case letters
            raise ValueError(f"now: {error}") from None
        try:
            later = now + timedelta(seconds=changes.get("advance", 0))
        except OverflowError:
            later = now.replace(year=LAST_YEAR + 1)
        for name, moment in (("now", now), ("advance", later)):
            if not FIRST_YEAR <= moment.year <= LAST_YEAR:
                raise ValueError(f"{name}: the clock shows the years from {FIRST_YEAR} to {LAST_YEAR}")
        if "now" in changes:
            clock.set(now)
        if "advance" in changes:
            clock.advance(changes["advance"])
        if "run" in changes:
            (clock.run if changes["run"] else clock.stop)()
        return self.read(request)


class ContractEndpoints:
    """`ready`, `contract`, `openapi.json` and `rules`."""

    def __init__(self, stub: Steerable) -> None:
        self._state = stub.state

    def routes(self) -> Routes:
        """The endpoints by method and path."""
        return {
            ("GET", "ready"): Endpoint(answer=self.ready),
            ("GET", "contract"): Endpoint(answer=self.contract),
            ("GET", "openapi.json"): Endpoint(answer=self.kept),
            ("GET", "rules"): Endpoint(answer=self.rules),
        }

    def ready(self, _request: ControlRequest) -> JsonObject:
        """Return the name of the service; any answer shows that the stub accepts requests."""
        return {"service": self._state.service, "ready": True}

    def contract(self, _request: ControlRequest) -> JsonObject:
        """Return the contract as an OpenAPI document."""
        document: JsonObject = self._state.contract.document
        return document

    def kept(self, _request: ControlRequest) -> JsonObject:
        """Return the contract as the stub keeps it, for tools that know OpenAPI alone."""
        document: JsonObject = self._state.contract.promised
        return document

    def rules(self, _request: ControlRequest) -> JsonObject:
        """Return the rules, each with the number of logged requests that it refused."""
        exercised: dict[str, int] = self._state.requests.rules_exercised()
        return {
            "items": [
                {
                    "id": rule.id,
                    "sentence": rule.sentence,
                    "basis": rule.basis,
                    "section": rule.section,
                    "operations": list(rule.operations),
                    "exercised": exercised.get(rule.id, 0),
                }
                for rule in load(self._state.service).values()
            ]
        }


class DataEndpoints:
    """`reset`, `seed`, `records`, `state`, and `turns` of a service that has them."""

    def __init__(self, stub: Steerable) -> None:
        self._stub = stub
        self._state = stub.state
        self._steering = stub.steering

    def routes(self) -> Routes:
        """The endpoints by method and path."""
        routes = {
            ("POST", "reset"): Endpoint(answer=self.reset, schema=_NOTHING, changes="reset"),
            ("POST", "seed"): Endpoint(answer=self.seed, schema=self._steering.seed_schema, changes="state"),
            ("GET", "records"): Endpoint(answer=self.read, query=("kind", "limit")),
            ("GET", "state"): Endpoint(answer=self.state),
            ("PUT", "state"): Endpoint(
                answer=self.replace, schema={"type": "object"}, max_body=MAX_STATE, changes="state", keeps_halves=True
            ),
        }
        if self._steering.turn_schema is not None:
            routes["POST", "turns"] = Endpoint(
                answer=self.script, schema=self._steering.turn_schema, changes="state", keeps_halves=True
            )
            routes["POST", "turns/resume"] = Endpoint(answer=self.resume, schema=_RESUME, changes="state")
        return routes

    def reset(self, request: ControlRequest) -> JsonObject:
        """Return the stub to its start."""
        self._stub.reset()
        return self.read(request)

    def seed(self, request: ControlRequest) -> JsonObject:
        """Replace the data."""
        self._stub.seed(**request.body)
        return self.read(ControlRequest())

    def read(self, request: ControlRequest) -> JsonObject:
        """Return the number of records of each kind, or the records of one kind."""
        counts = self._steering.counts()
        kind = request.query.get("kind")
        if kind is None:
            return {
                "service": self._state.service,
                "counts": counts,
                "callers": self._steering.callers(),
                "switches": self._steering.switches,
            }
        if kind not in counts:
            raise ControlRefusal(400, f"kind: {kind[:100]!r} is not one of {', '.join(counts)}")
        limit = request.number("limit", 100, most=_MAX_RECORDS)
        return {"kind": kind, "total": counts[kind], "items": self._steering.records(kind, limit)}

    def state(self, _request: ControlRequest) -> JsonObject:
        """Return the whole state, for `PUT state`."""
        return self._steering.state()

    def replace(self, request: ControlRequest) -> JsonObject:
        """Replace the whole state by one that `GET state` has returned. Return the number of records of each kind."""
        self._stub.steering.load(request.body)
        return self.read(ControlRequest())

    def script(self, request: ControlRequest) -> JsonObject:
        """Script the next turn."""
        self._steering.script(request.body)
        return {"waiting": self._steering.counts()["scripts"]}

    def resume(self, request: ControlRequest) -> JsonObject:
        """Continue a turn that waits at a hold."""
        self._steering.resume(request.body["session_id"])
        return {"resumed": request.body["session_id"]}


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
            ("POST", "faults"): Endpoint(answer=self.add, schema=_FAULT, changes="faults", keeps_halves=True),
            ("DELETE", "faults"): Endpoint(answer=self.clear, changes="faults"),
            ("DELETE", "faults/*"): Endpoint(answer=self.remove, changes="faults"),
        }

    def read(self, _request: ControlRequest) -> JsonObject:
        """Return the faults that wait for their requests."""
        return {"items": [fault.describe() for fault in self._faults]}

    def add(self, request: ControlRequest) -> JsonObject:
        """Add a fault, with the arguments of `stub.faults.add`; bytes as `body_base64`."""
        if len(self._faults) >= _MAX_FAULTS:
            raise ControlRefusal(400, f"faults: there are already {_MAX_FAULTS}")
        arguments: dict[str, Any] = {**request.body}
        if (encoded := arguments.pop("body_base64", None)) is not None:
            try:
                arguments["body"] = base64.b64decode(encoded, validate=True)
            except binascii.Error as error:
                raise ControlRefusal(400, f"body_base64: is not Base64: {error}") from None
        return self._faults.add(arguments.pop("operation", None), **arguments).describe()

    def clear(self, request: ControlRequest) -> JsonObject:
        """Remove every fault."""
        self._faults.clear()
        return self.read(request)

    def remove(self, request: ControlRequest) -> JsonObject:
        """Remove one fault, by the number in the path."""
        number = request.argument
        try:
            removed = self._faults.remove(int(number) if number.isascii() and number.isdigit() else 0)
        except ValueError:
            raise ControlRefusal(404, f"id: no fault {number[:40]!r} waits for its requests") from None
        return removed.describe()


class RequestEndpoints:
    """`requests`: list them, follow them, remove them."""

    def __init__(self, stub: Steerable, changes: Broadcast[str]) -> None:
        self._state = stub.state
        self._changes = changes
        schemes = stub.state.contract.document["components"].get("securitySchemes", {}).values()
        self._secret_headers = [scheme["name"].lower() for scheme in schemes if scheme.get("in") == "header"]

    def routes(self) -> Routes:
        """The endpoints by method and path."""
        return {
            ("GET", "requests"): Endpoint(answer=self.read, query=("after", "last", "operation", "limit")),
            ("DELETE", "requests"): Endpoint(answer=self.clear, changes="requests"),
            ("GET", "requests/live"): Endpoint(answer=self.follow),
        }

    def read(self, request: ControlRequest) -> JsonObject:
        """Return requests in their order: those after a number, or the last ones; of one operation, or of all."""
        operation = request.query.get("operation")
        if operation is not None and operation not in self._state.contract.operations:
            raise ControlRefusal(400, f"operation: {operation[:100]!r} is not an operation of the contract")
        after = request.number("after", 0, most=_MAX_NUMBER)
        limit = request.number("limit", 100, most=_MAX_ITEMS)
        matches: list[LoggedRequest] = [
            logged for logged in self._state.requests if logged.number > after and operation in (None, logged.operation)
        ]
        last = request.number("last", 0, most=_MAX_ITEMS)
        chosen = _bounded(reversed(matches[-last:]))[::-1] if last else _bounded(matches[:limit])
        return {"items": list(map(self.show, chosen)), "next": chosen[-1].number if chosen else after}

    def clear(self, _request: ControlRequest) -> JsonObject:
        """Remove all requests from the log; the numbers continue."""
        self._state.requests.clear()
        return {"items": [], "next": 0}

    def follow(self, _request: ControlRequest) -> LiveRequests:
        """Send the requests from now on, as server-sent events."""
        return LiveRequests(self._state, self._changes, self.show)

    def show(self, request: LoggedRequest) -> JsonObject:
        """Return a request as JSON values, without its credentials."""
        return shown_request(request, self._secret_headers)


class SettingEndpoints:
    """`settings`: latency, quota, switches for observed behaviour, and the service's own settings."""

    def __init__(self, stub: Steerable) -> None:
        self._steering = stub.steering

    def routes(self) -> Routes:
        """The endpoints by method and path."""
        schema = self._steering.settings_schema
        return {
            ("GET", "settings"): Endpoint(answer=self.read),
            ("PATCH", "settings"): Endpoint(answer=self.change, schema=schema, changes="settings"),
        }

    def read(self, _request: ControlRequest) -> JsonObject:
        """Return all settings."""
        return self._steering.settings()

    def change(self, request: ControlRequest) -> JsonObject:
        """Change settings; the others stay as they are. Return all of them."""
        self._steering.change(request.body)
        return self._steering.settings()


def _bounded(requests: Iterable[LoggedRequest]) -> list[LoggedRequest]:
    """Return the first requests whose bodies together stay within the bound, but at least one request."""
    chosen: list[LoggedRequest] = []
    size = 0
    for request in requests:
        size += len(request.body)
        if chosen and size > _MAX_BODIES:
            break
        chosen.append(request)
    return chosen
