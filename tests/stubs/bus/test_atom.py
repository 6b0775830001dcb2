"""Answers of the bus stub as Atom."""

import json
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

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


@pytest.mark.parametrize("path", [path for path in OPERATIONS if "PV" not in path])
def test_both_media_types_say_the_same(client, bus_stub, path):
    bus_stub.clock.set(bus_stub.clock.now().replace(year=2026))
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
