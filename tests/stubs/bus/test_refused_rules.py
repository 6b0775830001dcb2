"""The rules by which the bus stub refuses; the request log names the rule of each refusal."""

import pytest

from trivet_stubs import rules

ARRIVALS = "/v3/BusArrival"
# The method, the path and the headers of a request, by the rule that refuses it.
REQUESTS = {
    "access.account-key-is-needed": ("GET", "/BusStops", {"AccountKey": None}),
    "access.unknown-key-is-401": ("GET", "/BusStops", {"AccountKey": "wrong"}),
    "requests.every-operation-is-a-get": ("POST", "/BusStops", {}),
    "requests.unknown-paths-are-a-gateway-fault": ("GET", "/v2/BusArrival", {}),
    "requests.what-the-contract-forbids-is-400": ("GET", f"{ARRIVALS}?BusStopCode=28009&BusStopCode=1", {}),
    "requests.unknown-parameters-are-400": ("GET", "/BusStops?skip=1", {}),
    "requests.accept-selects-the-format": ("GET", "/BusStops", {"accept": "text/csv"}),
    "paging.skip-is-at-least-0": ("GET", "/BusStops?$skip=-1", {}),
    "paging.arrivals-do-not-page": ("GET", f"{ARRIVALS}?BusStopCode=28009&$skip=0", {}),
    "paging.passenger-volume-does-not-page": ("GET", "/PV/Bus?$skip=0", {}),
    "arrivals.stop-code-is-required": ("GET", ARRIVALS, {}),
    "volume.date-has-six-digits": ("GET", "/PV/Bus?Date=2025-05", {}),
    "volume.date-is-of-the-last-three-months": ("GET", "/PV/ODBus?Date=202506", {}),
}
QUOTA = "access.quota-is-a-500"


@pytest.mark.trivet(unknown_requests="ignore")
def test_each_refusal_names_its_rule(bus_stub, client):
    def rule(method, path, headers):
        request = client.build_request(method, path, headers={name: text for name, text in headers.items() if text})
        if None in headers.values():
            del request.headers["AccountKey"]
        assert client.send(request).status_code >= 400
        return (bus_stub.requests[-1].rule or "").removeprefix("bus.")

    refused = {name: rule(*sent) for name, sent in REQUESTS.items()}
    bus_stub.quota = 0
    refused[QUOTA] = rule("GET", "/BusStops", {})

    assert refused == {name: name for name in (*REQUESTS, QUOTA)}


def test_every_refusing_rule_is_listed_here():
    refused = {rule.id for rule in rules("bus").values() if rule.refused}
    assert {f"bus.{rule}" for rule in (*REQUESTS, QUOTA)} == refused
