"""The fixtures of the pytest plugin, used as in a user's test."""

import asyncio

import httpx


def test_bus_client_asks_the_stub_on_the_stubs_clock(bus_client, bus_stub):
    bus_stub.faults.add("stops.list", status=503, headers={"Retry-After": "30"})
    before = bus_stub.clock.monotonic()
    stops = bus_client.stops.list().all()

    assert [stop.bus_stop_code for stop in stops] == list(bus_stub.records.stop_by_code)
    assert bus_stub.clock.monotonic() - before >= 30


def test_async_bus_client_asks_the_stub(async_bus_client, bus_stub):
    async def run():
        async with async_bus_client as client:
            return await client.stops.list().all()

    assert len(asyncio.run(run())) == len(bus_stub.records.stops)


def test_bus_server_is_a_stub_on_a_port(bus_server):
    answer = httpx.get(f"{bus_server.url}/BusStops", headers={"AccountKey": "stub-key"}, trust_env=False)

    assert answer.status_code == 200
    assert bus_server.stub.requests.count("stops.list") == 1


def test_chat_client_is_the_administrator_on_the_stubs_clock(chat_client, chat_stub):
    chat_stub.faults.add("admin.users.list", status=503, headers={"Retry-After": "30"})
    before = chat_stub.clock.monotonic()
    users = chat_client.admin.users.list().all()

    assert {user.id for user in users} == set(chat_stub.records.users)
    assert chat_stub.clock.monotonic() - before >= 30


def test_async_chat_client_asks_the_stub(async_chat_client, chat_stub):
    async def run():
        async with async_chat_client as client:
            return await client.admin.conversations.list().all()

    assert len(asyncio.run(run())) == len(chat_stub.records.conversations)


def test_chat_stub_is_fresh_and_chat_server_is_one_on_a_port(chat_stub, chat_server):
    headers = {"Authorization": f"Bearer {chat_server.stub.admin_token}"}
    answer = httpx.get(f"{chat_server.url}/admin/users", headers=headers, trust_env=False)

    assert answer.json()["total"] == len(chat_stub.records.users)
    assert chat_server.stub.requests.count("admin.users.list") == 1
    assert len(chat_stub.requests) == 0
