"""The application of a stub: a Starlette application with one route."""

import asyncio
import re
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route

from tests.contract.examples import operation_ids, target_of
from trivet_stubs import AgentStub, BusStub, ChatStub
from trivet_stubs.kernel.application import Answer
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest, Reply
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.serving.port import serve

KEY = {"AccountKey": "stub-key"}


async def health(request):
    return JSONResponse({"path": request.url.path, "known": "AccountKey" in request.headers})


async def health_of_everything(scope, receive, send):
    await JSONResponse({"path": scope["path"]})(scope, receive, send)


async def teapot(request):
    raise HTTPException(418)


def get(app, path, **options):
    """One GET to an ASGI app that need not be a stub."""
    with serve(app) as served:
        return httpx.get(f"{served.url}{path}", trust_env=False, **options)


def test_application_is_starlettes_with_one_route(bus_stub):
    assert isinstance(bus_stub.app, Starlette)
    assert len(bus_stub.app.routes) == 1
    assert not bus_stub.app.router.redirect_slashes


def credentials(stub):
    """The headers of an authorized caller."""
    return next(iter(stub.steering.callers().values()), {})


def requests(stub):
    """Yield requests of every operation, and some that the stub refuses: method, path and options."""
    known = credentials(stub)
    for contract_operation in stub.contract.operations.values():
        path = re.sub(r"{\w+}", "missing", contract_operation.path)
        body = {"json": {}} if contract_operation.body else {}
        yield contract_operation.method, path, {"headers": known, **body}
        yield contract_operation.method, f"{path}?nope=1", {"headers": known, **body}
        yield contract_operation.method, path, body
        yield "TRACE", path, {"headers": known}
        yield contract_operation.method, f"{path}/", {"headers": known, **body}
    yield "GET", "/nowhere", {"headers": known}
    yield "GET", "/", {}


def seen(stub):
    """Return the answers of a stub in process to `requests`, and the entries of its log."""
    answers = []
    with stub, httpx.Client(transport=stub.transport(), base_url="http://stub.test", timeout=10) as client:
        for method, path, options in requests(stub):
            with client.stream(method, path, **options) as answer:
                endless = answer.headers.get("content-type", "").startswith("text/event-stream")
                body = b"" if endless else answer.read()
            answers.append((method, path, answer.status_code, sorted(answer.headers.multi_items()), body))
        logged = [
            (entry.operation, entry.path, entry.status, entry.rule, entry.unknown, entry.problem)
            for entry in stub.requests
        ]
    return answers, logged


@pytest.mark.parametrize("service", [BusStub, ChatStub, AgentStub])
@pytest.mark.parametrize("switched", [True, False])
def test_direct_application_answers_as_starlettes_does(service, switched):
    direct, starlettes = service(), service()
    if switched:
        for stub in (direct, starlettes):
            stub.observed = type(stub.observed).all()
    starlettes.app.routes.append(Route("/added", health))

    behaviour = seen(direct)
    assert behaviour == seen(starlettes)
    assert len({status for _, _, status, _, _ in behaviour[0]}) > 3


@pytest.mark.trivet(unknown_requests="ignore")
@pytest.mark.parametrize(
    "change",
    [
        lambda app: app.routes.__setitem__(0, Route("/BusStops", health)),
        lambda app: app.add_middleware(CORSMiddleware, allow_origins=["*"], expose_headers=["x-added"]),
        lambda app: app.add_exception_handler(Refusal, lambda *_: JSONResponse({"path": "refused"})),
        lambda app: setattr(app.router, "default", health_of_everything),
    ],
    ids=["route replaced", "middleware", "exception handler", "default"],
)
def test_change_of_the_application_counts_in_process(client, bus_stub, change):
    assert client.get("/BusStops").status_code == 200
    change(bus_stub.app)

    answers = [
        client.get("/BusStops", headers={"origin": "http://a.test"}),
        client.get("/nowhere"),
        client.get("/BusStops?no=1"),
    ]
    assert any(answer.json().get("path") or "x-added" in answer.headers.values() for answer in answers)


def test_handler_finds_its_application_and_path_in_the_request(client, bus_stub):
    class Found:
        @operation("stops.list")
        def find(self, request):
            http = request.http_request
            assert (http.app, http.path_params, http.url.path) == (bus_stub.app, {}, "/BusStops")
            assert http.headers["accountkey"] == request.logged.headers["accountkey"] == bus_stub.account_key
            return {"odata.metadata": "found", "value": []}

    bus_stub.override(Found())
    assert client.get("/BusStops").json()["odata.metadata"] == "found"


def test_handler_may_read_the_body_of_its_request_again():
    class Reads:
        @operation("conversations.create")
        async def read(self, request):
            return Response(b"|".join([await request.http_request.body() for _ in range(2)]))

    with ChatStub() as stub, httpx.Client(transport=stub.transport(), timeout=5) as client:
        stub.override(Reads())
        answer = client.post("http://chat.test/conversations", json={"title": "x"}, headers=credentials(stub))
        assert answer.text == '{"title":"x"}|{"title":"x"}'


def test_class_of_a_composed_stub_has_three_bases_at_most():
    assert len(BusStub.__mro__) <= 3


def test_route_before_the_contract_answers_first(client, bus_stub):
    bus_stub.app.routes.insert(0, Route("/BusStops", health))
    answer = client.get("/BusStops")

    assert answer.json() == {"path": "/BusStops", "known": True}
    assert answer.headers["date"] == "Mon, 16 Jun 2025 00:00:00 GMT"
    assert (bus_stub.requests[-1].operation, bus_stub.requests[-1].status) == ("stops.list", 200)
    assert client.get("/BusRoutes").json()["value"]


def test_fault_applies_to_a_route_of_ones_own(client, bus_stub):
    bus_stub.app.routes.insert(0, Route("/health", health))
    bus_stub.faults.add("/health", status=503)

    assert [client.get("/health").status_code for _ in range(2)] == [503, 200]


@pytest.mark.trivet(unknown_requests="ignore")
def test_route_behind_the_contract_answers_another_method(client, bus_stub):
    bus_stub.app.routes.append(Route("/BusStops", health, methods=["POST"]))

    assert client.post("/BusStops").json()["path"] == "/BusStops"
    assert client.put("/BusStops").headers["allow"] == "GET"


def test_exception_of_a_route_of_ones_own_is_starlettes(client, bus_stub):
    bus_stub.app.routes.insert(0, Route("/tea", teapot))

    assert (client.get("/tea").status_code, client.get("/tea").text) == (418, "I'm a Teapot")


@pytest.mark.trivet(unknown_requests="ignore")
def test_stub_is_mounted_below_a_path_of_another_application(bus_stub):
    outer = Starlette(routes=[Route("/health", health), Mount("/city/bus", app=bus_stub)])

    assert get(outer, "/city/bus/BusStops", headers=KEY).json()["value"]
    assert bus_stub.requests[-1].path == "/BusStops"
    assert get(outer, "/city/bus/BusStops/", headers=KEY).status_code == 404
    assert get(outer, "/health").json() == {"path": "/health", "known": False}


def test_links_of_a_mounted_stub_lead_below_its_path(bus_stub):
    outer = Starlette(routes=[Mount("/bus", app=bus_stub)])
    with serve(outer) as served:
        link = httpx.get(f"{served.url}/bus/PV/Bus", headers=KEY, trust_env=False).json()["value"][0]["Link"]
        answer = httpx.get(link, trust_env=False)

    assert link.startswith(f"{served_url(link)}/bus/files/")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/zip")


def served_url(link):
    url = httpx.URL(link)
    return f"{url.scheme}://{url.netloc.decode()}"


@pytest.mark.trivet(unknown_requests="ignore")
@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("HEAD", "/BusStops", 405), ("OPTIONS", "/BusStops", 405), ("GET", "/BusStops/", 404), ("GET", "//BusStops", 404)],
)
def test_method_and_path_are_the_contracts_alone(client, method, path, status):
    answer = client.request(method, httpx.URL(f"http://bus.test{path}"))

    assert answer.status_code == status
    assert answer.headers.get("allow") == ("GET" if status == 405 else None)


def test_lifespan_of_the_application_closes_the_stub(bus_stub):
    async def run():
        async with bus_stub.app.router.lifespan_context(bus_stub.app):
            during = bus_stub.closing.is_set()
        return during, bus_stub.closing.is_set()

    assert asyncio.run(run()) == (False, True)


def sent(answer):
    messages = []

    async def send(message):
        messages.append(message)

    asyncio.run(answer({"type": "http"}, None, send))
    return messages


def test_answer_is_a_head_with_its_length_and_a_body():
    assert sent(Answer(201, {"Content-Type": "text/plain", "x-name": "Café"}, b"ab")) == [
        {
            "type": "http.response.start",
            "status": 201,
            "headers": [(b"content-type", b"text/plain"), (b"x-name", b"Caf\xe9"), (b"content-length", b"2")],
        },
        {"type": "http.response.body", "body": b"ab"},
    ]


@pytest.mark.parametrize(("status", "headers"), [(200, [(b"content-length", b"0")]), (204, []), (304, [])])
def test_answer_without_a_body_has_a_length_where_its_status_has_one(status, headers):
    head, body = sent(Answer(status, {}))
    assert (head["headers"], body["body"]) == (headers, b"")


def fault(response: httpx.Response) -> str:
    text: str = response.json()["fault"]["faultstring"]
    return text


@pytest.mark.rule("bus.answers.status-is-200-with-json")
@pytest.mark.parametrize("name", operation_ids("bus"))
def test_every_operation_answers_and_is_logged(get, bus_stub, name):
    answer = get(target_of("bus", name, bus_stub))

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json;charset=UTF-8"
    assert answer.headers["cache-control"] == "no-store"
    assert "odata.metadata" in answer.json()
    assert [entry.operation for entry in bus_stub.requests] == [name]


@pytest.mark.rule("chat.requests.no-further-inputs")
def test_body_of_an_operation_without_one_is_refused(client):
    answer = client.request("GET", "/BusStops", json={})

    assert (answer.status_code, fault(answer)) == (400, "body: stops.list takes none")


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
