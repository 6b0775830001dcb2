"""Records in an application of FastAPI: answers, bodies of requests, and the OpenAPI document."""

from typing import Annotated, Any

import httpx
import pytest
from fastapi import Body, Depends, FastAPI

from trivet import AsyncBusClient
from trivet.agent import ToolPart
from trivet.bus import Arrivals, BusStop

STOP = {"BusStopCode": "1", "RoadName": "R", "Description": "D", "Latitude": 1.5, "Longitude": 103.5, "Shelter": True}


def application(bus: AsyncBusClient) -> FastAPI:
    app = FastAPI()
    bus_of_the_test = Annotated[AsyncBusClient, Depends(lambda: bus)]

    @app.get("/stops")
    async def stops(bus: bus_of_the_test) -> list[BusStop]:  # type: ignore[valid-type]
        return await bus.stops.list().all()  # type: ignore[attr-defined, no-any-return]

    @app.get("/arrivals")
    async def arrivals(bus: bus_of_the_test) -> Arrivals:  # type: ignore[valid-type]
        return await bus.arrivals.get("54009")  # type: ignore[attr-defined, no-any-return]

    @app.get("/bare", response_model=None)
    async def bare(bus: bus_of_the_test):  # type: ignore[no-untyped-def, valid-type]
        return {"arrivals": await bus.arrivals.get("54009"), "stops": await bus.stops.list().all()}  # type: ignore[attr-defined]

    @app.post("/stops")
    async def take(stop: Annotated[BusStop, Body()]) -> BusStop:
        assert type(stop) is BusStop
        return stop

    @app.post("/by-name", response_model_by_alias=False)
    async def by_name(stop: Annotated[BusStop, Body()]) -> BusStop:
        return stop

    @app.post("/parts")
    async def part(part: Annotated[ToolPart, Body()]) -> ToolPart:
        return part

    return app


@pytest.fixture
def browser(async_bus_client: AsyncBusClient) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(application(async_bus_client))
    return httpx.AsyncClient(transport=transport, base_url="http://app.test")


async def ask(browser: httpx.AsyncClient, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    async with browser:
        answer = await browser.request(method, path, json=body)
    return answer.status_code, answer.json()


async def test_list_of_records_is_returned(browser: httpx.AsyncClient) -> None:
    status, stops = await ask(browser, "GET", "/stops")
    assert (status, stops[0]["RoadName"]) == (200, "Lantern St")


async def test_record_with_records_inside_is_returned(browser: httpx.AsyncClient) -> None:
    status, arrivals = await ask(browser, "GET", "/arrivals")
    assert (status, arrivals["BusStopCode"]) == (200, "54009")
    assert arrivals["Services"][0]["NextBus"]["DestinationCode"]


async def test_route_that_does_not_say_what_it_returns_returns_the_same(browser: httpx.AsyncClient) -> None:
    status, bare = await ask(browser, "GET", "/bare")
    assert (status, bare["arrivals"]["BusStopCode"]) == (200, "54009")
    assert bare["arrivals"]["Services"][0]["NextBus"]["DestinationCode"]
    assert bare["stops"][0]["RoadName"] == "Lantern St"


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        ("/stops", STOP, (200, STOP)),
        ("/by-name", STOP, (200, "road_name")),
        ("/stops", STOP | {"Latitude": "north"}, (422, ["body", "Latitude"])),
        ("/parts", {"type": "tool", "id": "p"}, (200, {"type": "tool", "id": "p"})),
        ("/parts", {"type": "text", "id": "p"}, (422, ["body", "type"])),
    ],
)
async def test_body_of_a_request_becomes_a_record(
    browser: httpx.AsyncClient, path: str, body: Any, expected: tuple[int, Any]
) -> None:
    status, answer = await ask(browser, "POST", path, body)
    assert status == expected[0]
    if status == 422:
        assert [error["loc"] for error in answer["detail"]] == [expected[1]]
    else:
        assert expected[1] in (answer, *answer)


async def test_openapi_document_describes_records(browser: httpx.AsyncClient) -> None:
    status, document = await ask(browser, "GET", "/openapi.json")
    schemas = document["components"]["schemas"]
    assert status == 200
    assert {"ArrivalBus", "ArrivalService", "Arrivals", "BusStop"} <= schemas.keys()
    assert schemas["BusStop"]["properties"]["RoadName"] == {"type": "string", "description": "The name of the road."}
    assert schemas["Arrivals"]["description"].startswith("The arrivals at one bus stop.")
    answer = document["paths"]["/stops"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert answer["items"] == {"$ref": "#/components/schemas/BusStop"}
