"""Requests: methods, paths, inputs, and the format of the answer."""

from collections.abc import Iterator

from trivet_stubs.checks.bus.service import NO_STOP, Bus
from trivet_stubs.checks.check import check
from trivet_stubs.checks.forbidden_requests import ForbiddenRequest, InputWalk

_ATOM = "application/atom+xml"
_JSON = "application/json"
_CHANGING = ("POST", "PUT", "PATCH", "DELETE")


@check("bus.requests.every-operation-is-a-get")
def every_operation_is_a_get(bus: Bus) -> None:
    """A path of the contract refuses every method that changes something."""
    for operation in bus.target.shapes.contract.operations.values():
        for method in _CHANGING:
            bus.user.request(method, operation.path).is_refused()


@check("bus.requests.only-arrivals-are-below-v3")
def only_arrivals_are_below_v3(bus: Bus) -> None:
    """The arrivals answer below /v3 and nowhere else, and no list answers there. The contract gives no status."""
    bus.arrivals_at(NO_STOP)
    for path in ("/BusArrival", "/v3/BusServices", "/v3/BusRoutes", "/v3/BusStops", "/v3/PlannedBusRoutes"):
        reply = bus.user.request("GET", path, query={"BusStopCode": NO_STOP} if path == "/BusArrival" else None)
        reply.expect(reply.status >= 400, f"{path} answers, and the contract has no such path")


@check("bus.requests.unknown-paths-are-a-gateway-fault")
def unknown_path_is_a_gateway_fault(bus: Bus) -> None:
    """The fault has the code that the gateway of the public service gives."""
    reply = bus.user.request("GET", "/NoSuchPath")
    reply.expect(reply.status >= 400, "a path that is not the contract's answers")
    code = reply.json["fault"]["detail"]["errorcode"]
    reply.expect(code == "messaging.runtime.RaiseFault", f"the code of the fault is {code!r}")


@check("bus.requests.what-the-contract-forbids-is-400")
def what_the_contract_forbids_is_400(bus: Bus) -> None:
    """An input of a wrong type, one below its bound and a missing one are 400."""
    for wrong in _forbidden(bus):
        if wrong.keyword != "unevaluatedProperties":
            bus.user.call(wrong.operation, query=wrong.query).is_refused(400)


@check("bus.requests.unknown-parameters-are-400")
def unknown_parameter_is_400(bus: Bus) -> None:
    """A parameter that no operation has is 400."""
    for wrong in _forbidden(bus):
        if wrong.keyword == "unevaluatedProperties":
            bus.user.call(wrong.operation, query=wrong.query).is_refused(400)


@check("bus.requests.accept-selects-the-format")
def accept_selects_the_format(bus: Bus) -> None:
    """A list comes as Atom or as JSON, as the header says."""
    for media_type in (_ATOM, _JSON):
        reply = bus.user.call("stops.list", headers={"accept": media_type}).succeeds()
        reply.expect(reply.media_type == media_type, f"asked for {media_type}, the answer is {reply.media_type}")


@check("bus.requests.json-is-the-default-format")
def json_is_the_default_format(bus: Bus) -> None:
    """Without the header a list comes as JSON."""
    reply = bus.page("stops.list")
    reply.expect(reply.media_type == _JSON, f"the answer is {reply.media_type or 'of no media type'}")
    reply.expect(isinstance(reply.json, dict), "the answer is no object")


def _forbidden(bus: Bus) -> Iterator[ForbiddenRequest]:
    """The requests that the spec forbids."""
    return InputWalk(bus.target.shapes.contract.document).forbidden()
