"""Mutants of requests: methods, paths, inputs, and the format of the answer."""

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.mutants.bus.changes import change_parameter
from trivet_checks.mutants.changes import around, change_headers, change_route, change_status
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.bus import BusStub
from trivet_stubs.bus.request_hooks import ATOM


@mutant("bus.requests.every-operation-is-a-get", shown_by="one")
def stops_may_be_posted(stub: BusStub) -> None:
    """A POST is answered as a GET is."""
    change_route(stub, ("POST", "/BusStops"), ("GET", "/BusStops"))


@mutant("bus.requests.only-arrivals-are-below-v3", shown_by="one")
def routes_are_below_v3_too(stub: BusStub) -> None:
    """A list answers below /v3."""
    change_route(stub, ("GET", "/v3/BusRoutes"), ("GET", "/BusRoutes"))


@mutant("bus.requests.only-arrivals-are-below-v3", shown_by="one")
def arrivals_answer_without_a_version(stub: BusStub) -> None:
    """The arrivals answer at the path of an older release."""
    change_route(stub, ("GET", "/BusArrival"), ("GET", "/v3/BusArrival"))


@mutant("bus.requests.unknown-paths-are-a-gateway-fault", shown_by="one")
def unknown_path_has_no_fault(stub: BusStub) -> None:
    """An unknown path is refused in another form."""

    async def not_found(scope: Scope, receive: Receive, send: Send) -> None:
        await JSONResponse({"message": "not found"}, 404)(scope, receive, send)

    stub.app.router.default = not_found


@mutant("bus.requests.what-the-contract-forbids-is-400", shown_by="one")
def wrong_input_is_unprocessable(stub: BusStub) -> None:
    """An input that the contract forbids is refused with another status."""
    change_status(stub, "stops.list", {400: 422})


@mutant("bus.requests.unknown-parameters-are-400", shown_by="one")
def unknown_parameter_is_ignored(stub: BusStub) -> None:
    """An unknown parameter is dropped."""
    change_parameter(stub, "stops.list", "no_such_parameter", lambda _: None)


@mutant("bus.requests.accept-selects-the-format", shown_by="one")
def format_is_always_json(stub: BusStub) -> None:
    """The header is ignored."""
    change_headers(stub, "stops.list", {"accept": "application/json"})


@mutant("bus.requests.json-is-the-default-format", shown_by="one")
def format_is_atom_by_default(stub: BusStub) -> None:
    """Without the header the answer is Atom."""

    async def apply(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        headers = scope["headers"]
        if not any(name == b"accept" for name, _ in headers):
            headers = [*headers, (b"accept", ATOM.encode())]
        await app({**scope, "headers": headers}, receive, send)

    around(stub, "stops.list", apply)
