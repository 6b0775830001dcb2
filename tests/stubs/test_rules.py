"""What every operation has in common: routes, keys, quota, inputs, media types, answers checked."""

import json
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest, Reply

OPERATIONS = {
    "/v3/BusArrival?BusStopCode=28009": "arrivals.get",
    "/BusServices": "services.list",
    "/BusRoutes": "routes.list",
    "/BusStops": "stops.list",
    "/PV/Bus": "passenger_volume.by_stop",
    "/PV/ODBus": "passenger_volume.by_trip",
    "/PlannedBusRoutes": "planned_routes.list",
}
D = "{http://schemas.microsoft.com/ado/2007/08/dataservices}"
M = "{http://schemas.microsoft.com/ado/2007/08/dataservices/metadata}"
A = "{http://www.w3.org/2005/Atom}"


def fault(response: httpx.Response) -> str:
    text: str = response.json()["fault"]["faultstring"]
    return text


@pytest.mark.parametrize(("path", "name"), OPERATIONS.items())
def test_every_operation_answers_and_is_written_down(get, bus_stub, path, name):
    answer = get(path)

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json;charset=UTF-8"
    assert answer.headers["cache-control"] == "no-store"
    assert "odata.metadata" in answer.json()
    assert [entry.operation for entry in bus_stub.requests] == [name]


def test_the_contract_has_no_operation_but_these(bus_stub):
    assert sorted(bus_stub.contract.operations) == sorted(OPERATIONS.values())


def test_an_unknown_route_is_the_gateways_fault(get):
    answer = get("/v2/BusArrival?BusStopCode=28009")

    assert answer.status_code == 404
    assert answer.json() == {
        "fault": {
            "faultstring": "Raising fault. Fault name : unknown-resource",
            "detail": {"errorcode": "messaging.runtime.RaiseFault"},
        }
    }


def test_another_method_is_refused(client):
    answer = client.post("/BusStops")

    assert answer.status_code == 405
    assert fault(answer) == "method: POST is not allowed on /BusStops; allowed: GET"


@pytest.mark.parametrize("headers", [{}, {"AccountKey": "wrong"}, {"AccountKey": b"\xff"}, {"AccountKey": ""}])
def test_a_missing_or_wrong_key_is_401_and_the_fault_holds_no_key(bus_stub, headers):
    bus_stub.account_key = "the-right-key"
    with httpx.Client(transport=bus_stub.transport(), base_url="http://bus.test") as client:
        answer = client.get("/BusStops", headers=headers)

    assert answer.status_code == 401
    assert fault(answer).startswith("AccountKey: ")
    assert "the-right-key" not in answer.text
    assert "wrong" not in answer.text


def test_the_quota_fault_is_the_services_until_the_quota_is_raised(get, bus_stub):
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
        ("/PV/ODBus?Date=202506", "Date: 202506 is not one of the last three months: 202505, 202504, 202503"),
        ("/PV/ODBus?Date=202502", "Date: 202502 is not one of the last three months: 202505, 202504, 202503"),
        ("/BusStops?BusStopCode=%FF", "%FF: is not percent-encoded UTF-8"),
    ],
)
def test_a_refusal_names_the_argument_and_the_rule(client, path, message):
    answer = client.get(path)

    assert answer.status_code == 400
    assert fault(answer) == message
    assert answer.json()["fault"]["detail"]["errorcode"] == "protocol.http.BadRequest"


def test_a_number_of_more_digits_than_python_reads_is_refused(client):
    answer = client.get("/BusStops?$skip=" + "9" * 5000)

    assert (answer.status_code, fault(answer)) == (400, "$skip: has too many digits")


def test_a_body_is_refused(client):
    answer = client.request("GET", "/BusStops", json={})

    assert (answer.status_code, fault(answer)) == (400, "body: stops.list takes none")


@pytest.mark.parametrize(
    ("accept", "content_type"),
    [
        ("", "application/json;charset=UTF-8"),
        ("*/*", "application/json;charset=UTF-8"),
        ("application/json", "application/json;charset=UTF-8"),
        ("application/atom+xml", "application/atom+xml;charset=utf-8"),
        ("application/json;q=0.5, application/atom+xml", "application/atom+xml;charset=utf-8"),
        ("text/html, */*;q=0.8", "application/json;charset=UTF-8"),
    ],
)
def test_the_accept_header_chooses_the_media_type(client, accept, content_type):
    assert client.get("/BusStops", headers={"accept": accept}).headers["content-type"] == content_type


@pytest.mark.parametrize("accept", ["text/html", "application/json;q=0", "application/xml"])
def test_another_media_type_is_refused(client, accept):
    answer = client.get("/BusStops", headers={"accept": accept})

    assert answer.status_code == 400
    assert fault(answer) == f"accept: {accept} is none of application/json, application/atom+xml"


@pytest.mark.parametrize("path", [path for path in OPERATIONS if "PV" not in path])
def test_both_media_types_say_the_same(client, bus_stub, path):
    bus_stub.clock.set(bus_stub.clock.now().replace(year=2026))
    in_json = client.get(path).json()
    in_atom = client.get(path, headers={"accept": "application/atom+xml"})

    assert from_atom(in_atom.text) == in_json


def test_a_link_works_in_atom_too(client, bus_stub):
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


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        ({"value": [{"BusStopCode": "1"}]}, "value.0"),
        ({"rows": []}, "the answer"),
        (Reply({"value": []}, status=204), "204"),
        (Reply({"value": []}, status=401), "fault"),
    ],
)
def test_wrong_answer_of_a_handler_is_500_with_stub_bug(client, bus_stub, wrong, what):
    class Wrong:
        @operation("stops.list")
        def answer(self, request: ContractRequest) -> Any:
            return wrong

    bus_stub.override(Wrong())
    answer = client.get("/BusStops")

    assert answer.status_code == 500
    assert fault(answer).startswith("STUB BUG: stops.list answered ")
    assert what in fault(answer)


def test_exception_of_a_handler_is_500_with_stub_bug(get, bus_stub):
    class Failing:
        @operation("stops.list")
        def answer(self, request: ContractRequest) -> Any:
            raise KeyError("shelf")

    bus_stub.override(Failing())
    answer = get("/BusStops")

    assert answer.status_code == 500
    assert fault(answer) == "STUB BUG: stops.list raised KeyError: 'shelf'"
    assert bus_stub.requests[-1].status == 500


def test_async_handler_may_wait(client, bus_stub):
    class Waiting:
        @operation("stops.list")
        async def answer(self, request: ContractRequest) -> Any:
            await bus_stub.clock.asleep(1)
            return {"value": []}

    bus_stub.override(Waiting())

    assert client.get("/BusStops").json() == {"value": []}


def test_answers_carry_the_date_of_the_stubs_clock(get, bus_stub):
    bus_stub.clock.advance(60)

    assert get("/BusStops").headers["date"] == "Mon, 16 Jun 2025 00:01:00 GMT"


def from_atom(text: str) -> dict[str, Any]:
    """What the JSON of the same answer would be."""
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
