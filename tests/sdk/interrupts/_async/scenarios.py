"""Programs that wait for a server in each public iterator, block and method."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.sdk.interrupts.registry import Registry
from trivet import NotFoundError
from trivet.agent import AsyncStore, Prompt, UnsupportedOperationError, opencode
from trivet.bus import async_load_network
from trivet.chat.bulk import AsyncBulk
from trivet.data import async_record_batches, async_to_table, async_write_parquet

SCENARIOS = Registry()
scenario = SCENARIOS.add

Connect = Callable[..., Any]


@scenario("bus", "Client.__enter__", "Arrivals.get", "Client.with_options")
async def call(connect: Connect) -> None:
    async with connect() as bus:
        await bus.with_options(max_retries=1).arrivals.get("54009")


@scenario("bus", "Client.close")
async def client_without_a_block(connect: Connect) -> None:
    bus = connect()
    try:
        await bus.arrivals.get("54009")
    finally:
        await bus.aclose()


@scenario("bus", "Client.request")
async def request(connect: Connect) -> None:
    async with connect() as bus:
        await bus.request("GET", "/BusStops")


@scenario("bus", "Client.with_response")
async def with_response(connect: Connect) -> None:
    async with connect() as bus:
        await bus.with_response(bus.arrivals.get, "54009")


@scenario("bus", "Pager.__iter__")
async def items(connect: Connect) -> None:
    async with connect() as bus:
        async for _ in bus.stops.list():
            pass


@scenario("bus", "Pager.__iter__")
async def items_with_prefetch(connect: Connect) -> None:
    async with connect() as bus:
        async for _ in bus.stops.list(prefetch=4):
            pass


@scenario("bus", "Pager.__iter__")
async def items_with_prefetch_and_no_block(connect: Connect) -> None:
    bus = connect()
    async for _ in bus.stops.list(prefetch=4):
        pass
    await bus.aclose()


@scenario("bus", "Pager.pages")
async def pages(connect: Connect) -> None:
    async with connect() as bus:
        async for _ in bus.stops.list(prefetch=2).pages():
            pass


@scenario("bus", "Pager.page")
async def page(connect: Connect) -> None:
    async with connect() as bus:
        await bus.stops.list().page()


@scenario("bus", "Pager.all")
async def all_items(connect: Connect) -> None:
    async with connect() as bus:
        await bus.stops.list(prefetch=3).all()


@scenario("bus", "Pager.complete")
async def complete(connect: Connect) -> None:
    async with connect() as bus:
        await bus.stops.list().complete()


@scenario("chat", "Pager.iter_complete")
async def iter_complete(connect: Connect) -> None:
    async with connect() as chat:
        async for _ in chat.admin.users.list(limit=2, prefetch=2).iter_complete():
            pass


@scenario("bus", "ArrivalWatch.__iter__")
async def arrivals(connect: Connect) -> None:
    async with connect() as bus:
        async for _ in bus.arrivals.watch(["54009", "28009"]):
            break


@scenario("bus", "PassengerVolume.download")
async def download(connect: Connect) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with connect() as bus:
            await bus.passenger_volume.download("by_stop", path=Path(folder, "volume.zip"))


@scenario("bus", "load_network")
async def network(connect: Connect) -> None:
    async with connect() as bus:
        await async_load_network(bus)


@scenario("bus", "to_table")
async def table(connect: Connect) -> None:
    async with connect() as bus:
        await async_to_table(bus.stops.list(prefetch=2))


@scenario("bus", "record_batches")
async def batches(connect: Connect) -> None:
    async with connect() as bus:
        async for _ in async_record_batches(bus.stops.list()):
            pass


@scenario("bus", "write_parquet")
async def parquet(connect: Connect) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with connect() as bus:
            await async_write_parquet(bus.stops.list(prefetch=2), Path(folder, "stops.parquet"))


@scenario("chat", "Export.__iter__")
async def export(connect: Connect) -> None:
    async with connect() as chat:
        async for _ in chat.admin.conversations.export():
            pass


@scenario("chat", "Export.save")
async def saved_export(connect: Connect) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with connect() as chat:
            await chat.admin.ratings.export().save(Path(folder, "ratings.json"))


@scenario("chat", "Client.acting_as")
async def acting_as(connect: Connect) -> None:
    async with connect() as chat:
        user = [user async for user in chat.admin.users.list() if user.role == "user"][0]  # noqa: RUF015
        async with chat.acting_as(user.id) as other:
            async for _ in other.conversations.list(prefetch=2):
                pass


@scenario("chat", "Bulk.update_users", "Bulk.settle", interrupts=2)
async def update_users(connect: Connect) -> None:
    async with connect() as chat:
        users = chat.admin.users.list(prefetch=2)
        await AsyncBulk(chat, concurrency=2).update_users(users, is_app_admin=True)


@scenario("chat", "Bulk.update_users", interrupts=2)
async def update_users_by_address(connect: Connect) -> None:
    async with connect() as chat:
        emails = [user.email async for user in chat.admin.users.list()]
        await AsyncBulk(chat, concurrency=2).update_users(emails, is_app_admin=True)


@scenario("chat", "Bulk.update_users", interrupts=2, only_pauses=True)
async def update_users_slowly(connect: Connect) -> None:
    async with connect() as chat:
        users = chat.admin.users.list()
        await AsyncBulk(chat, concurrency=1, rate=0.001).update_users(users, is_app_admin=True)


@scenario("chat", "Bulk.delete_users", interrupts=2)
async def delete_users(connect: Connect) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # rows in flight still write into it
        async with connect() as chat:
            users = [user async for user in chat.admin.users.list() if user.role == "user"]
            job = AsyncBulk(chat, journal=Path(folder, "job.jsonl"), concurrency=2, verify=True)
            await job.delete_users(users, confirm=len(users), export=Path(folder, "exported"))


@scenario("chat", "Bulk.export_users", interrupts=2)
async def export_users(connect: Connect) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # rows in flight still write into it
        async with connect() as chat:
            await AsyncBulk(chat, concurrency=2).export_users(chat.admin.users.list(), Path(folder, "exported"))


@scenario("chat", "Bulk.act_as_users", interrupts=2)
async def act_as_users(connect: Connect) -> None:
    async def work(chat: Any, row: Any) -> None:
        await chat.conversations.list().all()

    async with connect() as chat:
        await AsyncBulk(chat, concurrency=2).act_as_users(chat.admin.users.list(), work)


@scenario("chat", "Bulk.update_conversations", interrupts=2)
async def update_conversations(connect: Connect) -> None:
    async with connect() as chat:
        for title in ("One", "Two", "Three"):
            await chat.conversations.create(title=title)
        await AsyncBulk(chat, concurrency=2).update_conversations(chat.conversations.list(), title="T")


@scenario("chat", "Bulk.delete_conversations", interrupts=2)
async def delete_conversations(connect: Connect) -> None:
    async with connect() as chat:
        conversations = [await chat.conversations.create(title=title) for title in ("One", "Two", "Three")]
        await AsyncBulk(chat, concurrency=2).delete_conversations(conversations, confirm=3)


@scenario("chat", "Bulk.revoke_shares", interrupts=2)
async def revoke_shares(connect: Connect) -> None:
    async with connect() as chat:
        conversation = await chat.conversations.create(title="Shared")
        await chat.conversations.shares.create(conversation.id, generate_link=True)
        await AsyncBulk(chat, concurrency=2).revoke_shares(chat.conversations.list(), confirm=1)


@scenario("chat", "Bulk.share_conversations", interrupts=2)
async def share_conversations(connect: Connect) -> None:
    async with connect() as chat:
        conversations = [await chat.conversations.create(title=title) for title in ("One", "Two")]
        await AsyncBulk(chat, concurrency=2).share_conversations(conversations, "538453d7-0000-4000-8000-000000000007")


@scenario("chat", "Bulk.undo", interrupts=2)
async def undo(connect: Connect) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # rows in flight still write into it
        journal = Path(folder, "job.jsonl")
        async with connect() as chat:
            conversation = await chat.conversations.create(title="One")
            await AsyncBulk(chat, journal=journal).update_conversations([conversation], title="T")
            await AsyncBulk(chat, journal=Path(folder, "undo.jsonl")).undo(journal)


@scenario("agent", "Events.__next__", "Events.__enter__", "Events.close", "EventStream.__next__")
async def events(connect: Connect) -> None:
    async with connect() as agent, agent.event.subscribe() as stream:
        async for _ in stream:
            break
        await agent.session.create()
        async for _ in stream:
            break


@scenario("agent", "Store.follow", "ContextView.watch", "Watch.__next__")
async def watched_session(connect: Connect) -> None:
    async with connect() as agent:
        session = await agent.session.create()
        async with AsyncStore(agent) as store:
            view = await store.follow()
            async with view.watch(session.id) as watch:
                async for _ in watch:
                    break
                await agent.session.update(session.id, title="Another")
                async for _ in watch:
                    break


@scenario("agent", "Store.__enter__", "Store.close", "ContextView.changes", "Changes.__next__")
async def changes(connect: Connect) -> None:
    async with connect() as agent, AsyncStore(agent) as store:
        view = await store.follow()
        await agent.session.create()
        async with view.changes() as listed:
            async for _ in listed:
                break


@scenario("agent", "Session.turn", "Turn.run")
async def turn(connect: Connect) -> None:
    async with connect() as agent:
        session = await agent.session.create()
        await agent.session.turn(session.id, "What is here?").run()


@scenario("agent", "Client.run", "Client.run_all")
async def runs(connect: Connect) -> None:
    async with connect() as agent:
        await agent.run("What is here?")
        await agent.run_all(["What is here?"])


@scenario(
    "agent",
    *("Session.start", "Session.resume"),
    *(f"SessionHandle.{name}" for name in ("__enter__", "run", "turn", "messages", "diff", "fork", "wait", "delete")),
)
async def handle(connect: Connect) -> None:
    async with connect() as agent:
        async with agent.session.start() as session:
            await session.run("What is here?")
            await session.turn("And what else?").run()
            await session.messages().all()
            await session.diff()
            await session.wait()
            with suppress(UnsupportedOperationError):
                await session.fork()
        async with agent.session.resume(session.id) as session:
            await session.delete()


@scenario("agent", "SessionHandle.close")
async def handle_without_a_block(connect: Connect) -> None:
    async with connect() as agent:
        session = await agent.session.start()
        try:
            await session.run("What is here?")
        finally:
            await session.close()


@scenario("agent", "Turn.__enter__", "Turn.__next__", "Turn.detach")
async def text_of_a_turn(connect: Connect) -> None:
    async with connect() as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "What is here?", on_leave="detach") as answer:
            async for _ in answer:
                pass


@scenario("agent", "Turn.steps", "TurnSteps.__next__", "Turn.cancel", "Session.attach")
async def steps(connect: Connect) -> None:
    async with connect() as agent:
        session = await agent.session.create()
        sent = await agent.session.prompt(session.id, prompt=Prompt(text="What is here?"))
        async with agent.session.attach(session.id, sent.id) as answer:
            async for _ in answer.steps():
                pass
            await answer.cancel()


@scenario("agent", "Session.wait")
async def wait(connect: Connect) -> None:
    async with connect() as agent:
        session = await agent.session.create()
        await agent.session.wait(session.id)


@scenario("agent", "Vcs.diff")
async def diff(connect: Connect) -> None:
    async with connect() as agent:
        await agent.vcs.diff(mode="worktree")


@scenario("agent", "opencode.Transport")
async def adapter(connect: Connect) -> None:
    async with connect(transport=opencode.AsyncTransport()) as agent:
        with suppress(NotFoundError):  # the stub is no server that the adapter knows
            await agent.session.list().page()


PROGRAM = "import os, urllib.request as r; r.urlopen(os.environ['TRIVET_AGENT_BASE_URL'] + '/api/session')"
"""A server that never starts: it waits for the silent one itself."""


@scenario("agent", "serve", "Server.__enter__", "Server.close")
async def started_server(connect: Connect) -> None:
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "opencode")
        program.write_text(f"#!{sys.executable} -S\n{PROGRAM}\n", "utf-8")
        program.chmod(0o755)
        with suppress(opencode.ServerStartError):  # where the server of the tests answers
            async with opencode.async_serve(folder, program=program, env=dict(os.environ), start_timeout=3600.0):
                pass


@scenario("bus", "Client.max_per_second", only_pauses=True)
async def limited_rate(connect: Connect) -> None:
    async with connect(max_per_second=0.001) as bus:
        async for _ in bus.stops.list(prefetch=2):
            pass


@scenario("bus", "Client.max_in_flight")
async def limited_requests(connect: Connect) -> None:
    async with connect(max_in_flight=1) as bus:
        async for _ in bus.stops.list(prefetch=4):
            pass


@scenario("bus", "ArrivalWatch.__iter__", only_pauses=True)
async def arrivals_again(connect: Connect) -> None:
    async with connect() as bus:
        async for _ in bus.arrivals.watch(["54009"]):
            pass
