# Derived from tests/sdk/interrupts/_async/scenarios.py by `python -m codegen`; do not edit.
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
from trivet.agent import Prompt, Store, opencode
from trivet.bus import load_network
from trivet.chat.bulk import Bulk
from trivet.data import record_batches, to_table, write_parquet

SCENARIOS = Registry()
scenario = SCENARIOS.add

Connect = Callable[..., Any]


@scenario("bus", "Client.__enter__", "Arrivals.get", "Client.with_options")
def call(connect: Connect) -> None:
    with connect() as bus:
        bus.with_options(max_retries=1).arrivals.get("54009")


@scenario("bus", "Client.close")
def client_without_a_block(connect: Connect) -> None:
    bus = connect()
    try:
        bus.arrivals.get("54009")
    finally:
        bus.close()


@scenario("bus", "Client.request")
def request(connect: Connect) -> None:
    with connect() as bus:
        bus.request("GET", "/BusStops")


@scenario("bus", "Client.with_response")
def with_response(connect: Connect) -> None:
    with connect() as bus:
        bus.with_response(bus.arrivals.get, "54009")


@scenario("bus", "Pager.__iter__")
def items(connect: Connect) -> None:
    with connect() as bus:
        for _ in bus.stops.list():
            pass


@scenario("bus", "Pager.__iter__")
def items_with_prefetch(connect: Connect) -> None:
    with connect() as bus:
        for _ in bus.stops.list(prefetch=4):
            pass


@scenario("bus", "Pager.__iter__")
def items_with_prefetch_and_no_block(connect: Connect) -> None:
    bus = connect()
    for _ in bus.stops.list(prefetch=4):
        pass
    bus.close()


@scenario("bus", "Pager.pages")
def pages(connect: Connect) -> None:
    with connect() as bus:
        for _ in bus.stops.list(prefetch=2).pages():
            pass


@scenario("bus", "Pager.page")
def page(connect: Connect) -> None:
    with connect() as bus:
        bus.stops.list().page()


@scenario("bus", "Pager.all")
def all_items(connect: Connect) -> None:
    with connect() as bus:
        bus.stops.list(prefetch=3).all()


@scenario("bus", "Pager.complete")
def complete(connect: Connect) -> None:
    with connect() as bus:
        bus.stops.list().complete()


@scenario("chat", "Pager.iter_complete")
def iter_complete(connect: Connect) -> None:
    with connect() as chat:
        for _ in chat.admin.users.list(limit=2, prefetch=2).iter_complete():
            pass


@scenario("bus", "ArrivalWatch.__iter__")
def arrivals(connect: Connect) -> None:
    with connect() as bus:
        for _ in bus.arrivals.watch(["54009", "28009"]):
            break


@scenario("bus", "PassengerVolume.download")
def download(connect: Connect) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with connect() as bus:
            bus.passenger_volume.download("by_stop", path=Path(folder, "volume.zip"))


@scenario("bus", "load_network")
def network(connect: Connect) -> None:
    with connect() as bus:
        load_network(bus)


@scenario("bus", "to_table")
def table(connect: Connect) -> None:
    with connect() as bus:
        to_table(bus.stops.list(prefetch=2))


@scenario("bus", "record_batches")
def batches(connect: Connect) -> None:
    with connect() as bus:
        for _ in record_batches(bus.stops.list()):
            pass


@scenario("bus", "write_parquet")
def parquet(connect: Connect) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with connect() as bus:
            write_parquet(bus.stops.list(prefetch=2), Path(folder, "stops.parquet"))


@scenario("chat", "Export.__iter__")
def export(connect: Connect) -> None:
    with connect() as chat:
        for _ in chat.admin.conversations.export():
            pass


@scenario("chat", "Export.save")
def saved_export(connect: Connect) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with connect() as chat:
            chat.admin.ratings.export().save(Path(folder, "ratings.json"))


@scenario("chat", "Client.acting_as")
def acting_as(connect: Connect) -> None:
    with connect() as chat:
        user = [user for user in chat.admin.users.list() if user.role == "user"][0]  # noqa: RUF015
        with chat.acting_as(user.id) as other:
            for _ in other.conversations.list(prefetch=2):
                pass


@scenario("chat", "Bulk.update_users", "Bulk.settle", interrupts=2)
def update_users(connect: Connect) -> None:
    with connect() as chat:
        users = chat.admin.users.list(prefetch=2)
        Bulk(chat, concurrency=2).update_users(users, is_app_admin=True)


@scenario("chat", "Bulk.update_users", interrupts=2)
def update_users_by_address(connect: Connect) -> None:
    with connect() as chat:
        emails = [user.email for user in chat.admin.users.list()]
        Bulk(chat, concurrency=2).update_users(emails, is_app_admin=True)


@scenario("chat", "Bulk.update_users", interrupts=2, only_pauses=True)
def update_users_slowly(connect: Connect) -> None:
    with connect() as chat:
        users = chat.admin.users.list()
        Bulk(chat, concurrency=1, rate=0.001).update_users(users, is_app_admin=True)


@scenario("chat", "Bulk.delete_users", interrupts=2)
def delete_users(connect: Connect) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with connect() as chat:
            users = [user for user in chat.admin.users.list() if user.role == "user"]
            job = Bulk(chat, journal=Path(folder, "job.jsonl"), concurrency=2, verify=True)
            job.delete_users(users, confirm=len(users), export=Path(folder, "exported"))


@scenario("chat", "Bulk.export_users", interrupts=2)
def export_users(connect: Connect) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with connect() as chat:
            Bulk(chat, concurrency=2).export_users(chat.admin.users.list(), Path(folder, "exported"))


@scenario("chat", "Bulk.act_as_users", interrupts=2)
def act_as_users(connect: Connect) -> None:
    def work(chat: Any, row: Any) -> None:
        chat.conversations.list().all()

    with connect() as chat:
        Bulk(chat, concurrency=2).act_as_users(chat.admin.users.list(), work)


@scenario("chat", "Bulk.update_conversations", interrupts=2)
def update_conversations(connect: Connect) -> None:
    with connect() as chat:
        for title in ("One", "Two", "Three"):
            chat.conversations.create(title=title)
        Bulk(chat, concurrency=2).update_conversations(chat.conversations.list(), title="T")


@scenario("chat", "Bulk.delete_conversations", interrupts=2)
def delete_conversations(connect: Connect) -> None:
    with connect() as chat:
        conversations = [chat.conversations.create(title=title) for title in ("One", "Two", "Three")]
        Bulk(chat, concurrency=2).delete_conversations(conversations, confirm=3)


@scenario("chat", "Bulk.revoke_shares", interrupts=2)
def revoke_shares(connect: Connect) -> None:
    with connect() as chat:
        conversation = chat.conversations.create(title="Shared")
        chat.conversations.shares.create(conversation.id, generate_link=True)
        Bulk(chat, concurrency=2).revoke_shares(chat.conversations.list(), confirm=1)


@scenario("chat", "Bulk.undo", interrupts=2)
def undo(connect: Connect) -> None:
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder, "job.jsonl")
        with connect() as chat:
            conversation = chat.conversations.create(title="One")
            Bulk(chat, journal=journal).update_conversations([conversation], title="T")
            Bulk(chat, journal=Path(folder, "undo.jsonl")).undo(journal)


@scenario("agent", "Events.__next__", "Events.__enter__", "Events.close", "EventStream.__next__")
def events(connect: Connect) -> None:
    with connect() as agent, agent.event.subscribe() as stream:
        for _ in stream:
            break
        agent.session.create()
        for _ in stream:
            break


@scenario("agent", "Store.follow", "ContextView.watch", "Watch.__next__")
def watched_session(connect: Connect) -> None:
    with connect() as agent:
        session = agent.session.create()
        with Store(agent) as store:
            view = store.follow()
            with view.watch(session.id) as watch:
                for _ in watch:
                    break
                agent.session.update(session.id, title="Another")
                for _ in watch:
                    break


@scenario("agent", "Store.__enter__", "Store.close", "ContextView.changes", "Changes.__next__")
def changes(connect: Connect) -> None:
    with connect() as agent, Store(agent) as store:
        view = store.follow()
        agent.session.create()
        with view.changes() as listed:
            for _ in listed:
                break


@scenario("agent", "Session.turn", "Turn.run")
def turn(connect: Connect) -> None:
    with connect() as agent:
        session = agent.session.create()
        agent.session.turn(session.id, "What is here?").run()


@scenario("agent", "Turn.__enter__", "Turn.__next__", "Turn.detach")
def text_of_a_turn(connect: Connect) -> None:
    with connect() as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "What is here?", on_leave="detach") as answer:
            for _ in answer:
                pass


@scenario("agent", "Turn.steps", "TurnSteps.__next__", "Turn.cancel", "Session.attach")
def steps(connect: Connect) -> None:
    with connect() as agent:
        session = agent.session.create()
        sent = agent.session.prompt(session.id, prompt=Prompt(text="What is here?"))
        with agent.session.attach(session.id, sent.id) as answer:
            for _ in answer.steps():
                pass
            answer.cancel()


@scenario("agent", "Session.wait")
def wait(connect: Connect) -> None:
    with connect() as agent:
        session = agent.session.create()
        agent.session.wait(session.id)


@scenario("agent", "Vcs.diff")
def diff(connect: Connect) -> None:
    with connect() as agent:
        agent.vcs.diff(mode="worktree")


@scenario("agent", "opencode.Transport")
def adapter(connect: Connect) -> None:
    with connect(transport=opencode.Transport()) as agent:
        with suppress(NotFoundError):  # the stub is no server that the adapter knows
            agent.session.list().page()


PROGRAM = "import os, urllib.request as r; r.urlopen(os.environ['TRIVET_AGENT_BASE_URL'] + '/api/session')"
"""A server that never starts: it waits for the silent one itself."""


@scenario("agent", "serve", "Server.__enter__", "Server.close")
def started_server(connect: Connect) -> None:
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "opencode")
        program.write_text(f"#!{sys.executable} -S\n{PROGRAM}\n", "utf-8")
        program.chmod(0o755)
        with suppress(opencode.ServerStartError):  # where the server of the tests answers
            with opencode.serve(folder, program=program, env=dict(os.environ), start_timeout=3600.0):
                pass


@scenario("bus", "Client.max_per_second", only_pauses=True)
def limited_rate(connect: Connect) -> None:
    with connect(max_per_second=0.001) as bus:
        for _ in bus.stops.list(prefetch=2):
            pass


@scenario("bus", "Client.max_in_flight")
def limited_requests(connect: Connect) -> None:
    with connect(max_in_flight=1) as bus:
        for _ in bus.stops.list(prefetch=4):
            pass


@scenario("bus", "ArrivalWatch.__iter__", only_pauses=True)
def arrivals_again(connect: Connect) -> None:
    with connect() as bus:
        for _ in bus.arrivals.watch(["54009"]):
            pass
