"""The rules of every bus operation: account key, quota, the form of a fault."""

import json
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from tests.contract.examples import operation_ids, target_of


def fault(response: httpx.Response) -> str:
    text: str = response.json()["fault"]["faultstring"]
    return text


@pytest.mark.rule("bus.requests.only-arrivals-are-below-v3", "bus.requests.unknown-paths-are-a-gateway-fault")
@pytest.mark.trivet(unknown_requests="ignore")
def test_unknown_route_is_a_gateway_fault(get):
    answer = get("/v2/BusArrival?BusStopCode=28009")

    assert answer.status_code == 404
    assert answer.json() == {
        "fault": {
            "faultstring": "Raising fault. Fault name : unknown-resource",
            "detail": {"errorcode": "messaging.runtime.RaiseFault"},
        }
    }


@pytest.mark.rule("bus.requests.every-operation-is-a-get")
@pytest.mark.trivet(unknown_requests="ignore")
def test_other_method_is_refused(client):
    answer = client.post("/BusStops")

    assert answer.status_code == 405
    assert fault(answer) == "method: POST is not allowed on /BusStops; allowed: GET"


MONTHS = "the last three months: 202505, 202504, 202503, or 202502 (assumed)"


@pytest.mark.rule("bus.access.account-key-is-needed", "bus.access.unknown-key-is-401")
@pytest.mark.parametrize("headers", [{}, {"AccountKey": "wrong"}, {"AccountKey": b"\xff"}, {"AccountKey": ""}])
def test_missing_or_wrong_key_is_401_without_the_key(bus_stub, headers):
    bus_stub.account_key = "the-right-key"
    with httpx.Client(transport=bus_stub.transport(), base_url="http://bus.test") as client:
        answer = client.get("/BusStops", headers=headers)

    assert answer.status_code == 401
    assert fault(answer).startswith("AccountKey: ")
    assert "the-right-key" not in answer.text
    assert "wrong" not in answer.text


@pytest.mark.rule("bus.access.quota-is-a-500")
def test_exhausted_quota_is_a_fault_until_it_is_raised(get, bus_stub):
    bus_stub.quota = 2

    assert [get("/BusStops").status_code for _ in range(3)] == [200, 200, 500]
    assert get("/BusStops").json() == {
        "fault": {
            "faultstring": "Rate limit quota violation. Quota limit exceeded. Identifier : stub-key",
            "detail": {"errorcode": "policies.ratelimit.QuotaViolation"},
        }
    }
    bus_stub.quota = 1
    assert get("/BusStops").status_code == 200


@pytest.mark.rule("bus.requests.what-the-contract-forbids-is-400", "bus.requests.unknown-parameters-are-400")
@pytest.mark.rule("bus.paging.skip-is-at-least-0", "bus.paging.arrivals-do-not-page")
@pytest.mark.rule("bus.paging.passenger-volume-does-not-page", "bus.arrivals.stop-code-is-required")
@pytest.mark.rule("bus.volume.date-has-six-digits")
@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/BusStops?$skip=-1", "$skip: -1 is less than the minimum of 0"),
        ("/BusStops?$skip=many", '$skip: "many" is not of type integer'),
        ("/BusStops?$skip=1.5", '$skip: "1.5" is not of type integer'),
        ("/BusStops?$skip=", '$skip: "" is not of type integer'),
        ("/BusStops?$skip=1&$skip=2", "$skip: is given 2 times; one value is allowed"),
        ("/BusStops?skip=1", "skip: is not a query parameter of stops.list"),
        ("/BusStops?ServiceNo=23", "ServiceNo: is not a query parameter of stops.list"),
        ("/v3/BusArrival", "BusStopCode: is required by arrivals.get"),
        ("/v3/BusArrival?BusStopCode=28009&$skip=0", "$skip: is not a query parameter of arrivals.get"),
        ("/PV/Bus?$skip=0", "$skip: is not a query parameter of passenger_volume.by_stop"),
        ("/PV/Bus?Date=2025-05", 'Date: "2025-05" does not match "^[0-9]{6}$"'),
        ("/PV/ODBus?Date=202506", f"Date: 202506 is not one of {MONTHS}"),
        ("/PV/ODBus?Date=202501", f"Date: 202501 is not one of {MONTHS}"),
        ("/BusStops?BusStopCode=%FF", "%FF: is not percent-encoded UTF-8"),
    ],
)
def test_refusal_names_the_argument_and_the_rule(client, path, message):
    answer = client.get(path)

    assert answer.status_code == 400
    assert fault(answer) == message
    assert answer.json()["fault"]["detail"]["errorcode"] == "protocol.http.BadRequest"


def test_number_with_too_many_digits_is_refused(client):
    answer = client.get("/BusStops?$skip=" + "9" * 5000)

    assert (answer.status_code, fault(answer)) == (400, "$skip: has too many digits")


D = "{http://schemas.microsoft.com/ado/2007/08/dataservices}"


M = "{http://schemas.microsoft.com/ado/2007/08/dataservices/metadata}"


A = "{http://www.w3.org/2005/Atom}"


@pytest.mark.rule("bus.requests.accept-selects-the-format")
@pytest.mark.parametrize("name", [name for name in operation_ids("bus") if not name.startswith("passenger_volume.")])
def test_both_media_types_say_the_same(client, bus_stub, name):
    bus_stub.clock.set(bus_stub.clock.now().replace(year=2026))
    path = target_of("bus", name, bus_stub)
    in_json = client.get(path).json()
    in_atom = client.get(path, headers={"accept": "application/atom+xml"})

    assert from_atom(in_atom.text) == in_json


def test_link_in_atom_is_served(client, bus_stub):
    document = from_atom(client.get("/PV/Bus", headers={"accept": "application/atom+xml"}).text)
    link = httpx.URL(document["value"][0]["Link"])
    with httpx.Client(transport=bus_stub.transport()) as host:
        answer = host.get(link)

    assert link.params["X-Amz-Expires"] == "300"
    assert answer.status_code == 200


def test_atom_escapes_text_and_keeps_doubles(client):
    text = client.get("/BusStops?BusStopCode=59999", headers={"accept": "application/atom+xml"}).text

    assert "<d:Description>Pier &amp; Dockside</d:Description>" in text
    assert '<d:Latitude m:type="Edm.Double">1.2650101</d:Latitude>' in text


def from_atom(text: str) -> dict[str, Any]:
    """Return the JSON value of an Atom document."""
    root = ElementTree.fromstring(text)
    answer: dict[str, Any] = {"odata.metadata": root.findtext(f"{A}id")}
    if root.tag == f"{A}entry":
        return answer | record(root.find(f"{A}content/{M}properties"))
    entries = root.findall(f"{A}entry/{A}content/{M}properties")
    return answer | {"value": [record(entry) for entry in entries]}


def record(element: Any) -> dict[str, Any]:
    return {field.tag.removeprefix(D): value(field) for field in element}


def value(field: Any) -> Any:
    kind = field.get(f"{M}type", "")
    if kind.startswith("Collection("):
        return [record(element) for element in field.findall(f"{D}element")]
    if len(field):
        return record(field)
    return json.loads(field.text) if kind else field.text or ""
