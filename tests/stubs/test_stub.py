"""The stub as one object: its application, its handlers, its contract, and its end."""

import asyncio
import copy
import pickle
import typing

import httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route

from trivet_stubs import AgentStub, BusStub, ChatStub, Clock, Stub
from trivet_stubs.kernel.contract import Contract
from trivet_stubs.kernel.handlers import HandlerTable, collect, operation
from trivet_stubs.serving.in_process import AsyncTransport
from trivet_stubs.stub import StateAttribute


class NoStops:
    @operation("stops.list")
    def list_stops(self, request):
        return {"value": []}


def test_override_answers_some_operations_otherwise(client, bus_stub):
    bus_stub.override(NoStops())

    assert client.get("/BusStops").json() == {"value": []}
    assert client.get("/BusRoutes").json()["value"]


def test_override_of_one_stub_leaves_others_alone(client, bus_stub):
    with BusStub() as other:
        other.override(NoStops())

        assert client.get("/BusStops").json()["value"]


def test_override_of_an_operation_that_the_contract_does_not_have_is_refused(bus_stub):
    class Trams:
        @operation("trams.list")
        def list_trams(self, request):
            return {}

    with pytest.raises(TypeError, match=r"trams\.list"):
        bus_stub.override(Trams())


def test_replaced_contract_of_one_stub_leaves_others_alone(bus_stub, get):
    document = copy.deepcopy(bus_stub.contract.document)
    document["components"]["parameters"]["Skip"]["schema"]["maximum"] = 3
    with BusStub() as other, httpx.Client(transport=other.transport(), base_url="http://bus.test") as changed:
        other.replace_contract(Contract(document))
        key = {"AccountKey": other.account_key}

        assert changed.get("/BusStops?$skip=3", headers=key).status_code == 200
        assert changed.get("/BusStops?$skip=4", headers=key).status_code == 400
        assert get("/BusStops?$skip=4").status_code == 200


def test_closed_stub_refuses_requests(bus_stub):
    with httpx.Client(transport=bus_stub.transport()) as client:
        bus_stub.close()
        with pytest.raises(httpx.ConnectError, match="the stub is closed"):
            client.get("http://bus.test/BusStops")


def test_stub_is_an_asgi_app_with_its_application_inside(bus_stub):
    assert isinstance(bus_stub, Stub)
    assert isinstance(Stub.clock, StateAttribute)
    assert repr(bus_stub) == "<BusStub after 0 requests>"


# Every stub.

STUBS = [AgentStub, BusStub, ChatStub]
HEADERS = {BusStub: {"AccountKey": "stub-key"}, ChatStub: {"Authorization": "Bearer stub-token-admin"}}


@pytest.fixture(params=STUBS, ids=lambda cls: cls.__name__)
def stub(request):
    """A stub of each service."""
    with request.param() as stub:
        yield stub


@pytest.fixture
def anyone(stub):
    """A client with the credentials of the stub."""
    headers = HEADERS.get(type(stub), {})
    with httpx.Client(transport=stub.transport(), base_url="http://stub.test", headers=headers) as client:
        yield client


@pytest.fixture
def plain(stub):
    """A GET of the contract that needs no input."""
    return next(
        operation
        for operation in stub.contract.operations.values()
        if operation.method == "GET"
        and not operation.path_parameters
        and not any(parameter.required for parameter in operation.query.values())
    )


def answering(operation_id, answer):
    class Handlers:
        @operation(operation_id)
        def answer(self, request):
            return answer

    return Handlers()


async def hello(request):
    return PlainTextResponse(f"hello from {request.url.path}")


@pytest.mark.parametrize("cls", STUBS)
def test_class_of_a_stub_has_three_bases_at_most(cls):
    assert [base for base in cls.__mro__ if base not in (cls, object)] == [Stub]
    assert cls.__module__ == "trivet_stubs"


def test_classes_of_stubs_are_pickled_by_their_public_names():
    for cls in STUBS:
        assert pickle.loads(pickle.dumps(cls)) is cls
        assert "state" in typing.get_type_hints(cls)


def test_handlers_answer_the_operations_of_the_contract(stub):
    assert all(callable(stub._handlers[operation_id]) for operation_id in stub.contract.operations)
    assert collect(stub) == {}


def test_stub_with_a_handler_too_few_is_refused(stub):
    with pytest.raises(TypeError, match="no handler of the stub answers"):
        HandlerTable(stub.contract.operations, [])


def test_override_answers_in_place_of_the_handler(stub, anyone, plain):
    before = anyone.get(plain.path)
    stub.override(answering(plain.id, Response(b"mine", 200)))

    assert before.content != b"mine"
    assert anyone.get(plain.path).content == b"mine"


def test_wrong_answer_of_an_override_is_a_stub_bug(stub, anyone, plain):
    stub.override(answering(plain.id, ["neither", "of", "these"]))

    answer = anyone.get(plain.path)

    assert answer.status_code == 500
    assert f"STUB BUG: {plain.id} answered 200" in answer.text


def test_stub_is_mounted_in_a_users_application(stub, plain):
    outer = Starlette(routes=[Route("/hello", hello), Mount("/service", app=stub)])
    transport = AsyncTransport(outer, stub.closing)

    async def run():
        async with httpx.AsyncClient(
            transport=transport, base_url="http://outer.test", headers=HEADERS.get(type(stub), {})
        ) as client:
            return await client.get(f"/service{plain.path}"), await client.get("/hello")

    answer, greeting = asyncio.run(run())

    assert answer.status_code == 200
    assert greeting.text == "hello from /hello"
    assert [(request.operation, request.path) for request in stub.requests] == [(plain.id, plain.path)]


def test_route_before_the_contract_answers_before_it_does(stub, anyone, plain):
    stub.app.routes.insert(0, Route(plain.path, hello))
    stub.app.routes.insert(0, Route("/hello", hello))

    assert anyone.get("/hello").text == "hello from /hello"
    assert anyone.get(plain.path).text == f"hello from {plain.path}"
    assert [request.operation for request in stub.requests] == [None, plain.id]


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "TRACE"])
def test_method_that_the_path_does_not_have_is_405_with_allow(stub, anyone, plain, method):
    allowed = {operation.method for operation in stub.contract.operations.values() if operation.path == plain.path}

    answer = anyone.request(method, plain.path)

    assert answer.status_code == 405
    assert set(answer.headers["allow"].split(", ")) == allowed


def test_path_with_a_slash_too_many_is_404(stub, anyone, plain):
    answer = anyone.get(f"{plain.path}/", follow_redirects=False)

    assert answer.status_code == 404
    assert "location" not in answer.headers


def test_lifespan_of_a_stub_closes_it(stub):
    async def run():
        async with stub.app.router.lifespan_context(stub.app):
            return stub.closing.is_set()

    assert (asyncio.run(run()), stub.closing.is_set()) == (False, True)
    with (
        httpx.Client(transport=stub.transport()) as client,
        pytest.raises(httpx.ConnectError, match="the stub is closed"),
    ):
        client.get("http://stub.test/")


def test_state_is_read_and_set_through_the_stub(stub):
    clock = Clock()
    stub.clock = clock
    stub.latency = 0.0

    assert stub.state.clock is stub.clock is clock
    assert stub.requests is stub.state.requests


def test_two_stubs_share_no_state_but_the_contract(stub):
    with type(stub)() as other:
        shared = {name for name, value in vars(stub.state).items() if value is vars(other.state)[name]}
    mutable = {name for name in shared if not isinstance(vars(stub.state)[name], int | float | str | tuple | None)}

    assert mutable <= {"contract"}
