# Derived from tests/sdk/client/_async/test_secrets_of_iterators.py by `python -m codegen`; do not edit.
"""Errors that leave iterators and blocks keep no secret: in frames, causes, contexts, notes or reprs."""

import inspect
from contextlib import closing
from pathlib import Path

import pytest

import trivet
import trivet.agent
import trivet.bus
import trivet.chat
import trivet.chat.bulk
import trivet.data
from tests.sdk.client.hostile_transport import DECODED, RETRIED, SPOILS, HostileTransport
from tests.sdk.exposure import LogWatch, SecretFinder, exposed
from tests.sdk.network.matrix import QuickClock
from trivet import AgentClient, BusClient, ChatClient
from trivet.agent import Prompt, Store
from trivet.bus import load_network
from trivet.chat.bulk import Bulk
from trivet.data import record_batches, to_table, write_parquet
from trivet.observe import Observer
from trivet_stubs import AgentStub, BusStub, ChatStub
from trivet_stubs.agent import Text, Tool

SIGNATURE = "X-Amz-Signature"
SECRET = "s3cret-of-a-cl1ent/with+punctuation=="
ELSEWHERE = {"EventStream.__enter__", "EventStream.__next__"}
"""The class of which `Events` is the only one so far, whose methods it has."""

DIRECTORY, SESSION = "/home/dev/orchard", "ses_000001"


def allow(request):
    return "once"


def items(bus, see, folder):
    for stop in bus.stops.list():
        see(stop)


def items_prefetched(bus, see, folder):
    for stop in bus.stops.list(prefetch=4):
        see(stop)


def pages(bus, see, folder):
    for page in bus.stops.list().pages():
        see(page)


def page(bus, see, folder):
    bus.stops.list().page()


def all_items(bus, see, folder):
    bus.stops.list().all()


def complete(bus, see, folder):
    bus.stops.list().complete()


def iter_complete(bus, see, folder):
    for stop in bus.stops.list().iter_complete():
        see(stop)


def boards(bus, see, folder):
    with closing(aiter_of(bus.arrivals.watch(["28009", "54009"]))) as watch:
        for _ in range(2):
            board = next(watch)
            for stop in board.stops.values():
                see(stop.error)


def network(bus, see, folder):
    load_network(bus)


def download(bus, see, folder):
    file = bus.passenger_volume.download("by_stop", path=folder / "volume.zip")
    for row in file.rows():
        see(row)


def batches(bus, see, folder):
    for batch in record_batches(bus.stops.list(), size=2):
        see(batch)


def table(bus, see, folder):
    to_table(bus.stops.list())


def parquet(bus, see, folder):
    write_parquet(bus.stops.list(), folder / "stops.parquet")


def conversations(chat, see, folder):
    for conversation in chat.admin.conversations.list():
        see(conversation)


def conversations_exported(chat, see, folder):
    for conversation in chat.admin.conversations.export():
        see(conversation)


def ratings_exported(chat, see, folder):
    for rating in chat.admin.ratings.export(format="csv"):
        see(rating)


def export_saved(chat, see, folder):
    chat.admin.conversations.export().save(folder / "conversations.json")


def export_as_table(chat, see, folder):
    to_table(chat.admin.ratings.export())


def impersonation(chat, see, folder):
    [user] = [user for user in chat.admin.users.list().all() if user.email == "alice@example.com"]
    with chat.acting_as(user.id) as alice:
        for conversation in alice.conversations.list():
            see(conversation)


def bulk_job(chat, see, folder):
    bulk = Bulk(chat, journal=folder / "job.journal")
    users = chat.admin.users.list(search="@example.com")
    report = bulk.update_users(users, is_active=False)
    see(report)
    see(Bulk(chat, journal=folder / "undo.journal").undo(folder / "job.journal"))


def bulk_export(chat, see, folder):
    see(Bulk(chat).export_users(["bob@example.com", "alice@example.com"], folder / "users"))


def shares_revoked(chat, see, folder):
    conversation = chat.conversations.create(title="Plans")
    chat.conversations.shares.create(conversation.id, generate_link=True)
    see(Bulk(chat).revoke_shares(chat.conversations.list(), confirm=1))


def subscription(agent, see, folder):
    with agent.event.subscribe() as events:
        for number in range(3):
            agent.session.create(title=f"Session {number}")
        for _ in range(3):
            event = next(events)
            see(event)
            see(getattr(event, "cause", None))


def turn(agent, see, folder):
    agent.session.create(title="Hello")
    with agent.session.turn(SESSION, "Hello", on_permission=allow, deadline=2) as answer:
        for text in answer:
            see(text)
    see(answer.outcome)


def turn_steps(agent, see, folder):
    agent.session.create(title="Hello")
    with agent.session.turn(SESSION, "Hello", on_permission=allow, deadline=2) as answer:
        for step in answer.steps():
            see(step)


def turn_run(agent, see, folder):
    agent.session.create(title="Hello")
    agent.session.turn(SESSION, "Hello", on_permission=allow, deadline=2).run()


def attached(agent, see, folder):
    agent.session.create(title="Hello")
    with agent.session.turn(SESSION, "Hello", on_permission=allow, deadline=2) as answer:
        answer.detach()
    with agent.session.attach(SESSION, answer.message_id, on_permission=allow, deadline=2) as answer:
        for text in answer:
            see(text)


def watch(agent, see, folder):
    with Store(agent) as store:
        view = store.follow(directory=DIRECTORY)
        agent.at(directory=DIRECTORY).session.create(title="Hello")
        with view.watch(SESSION) as states:
            see(next(states))
            agent.session.prompt(SESSION, prompt=Prompt(text="Hello"))
            see(next(states))
        see(view.failure)


def changes(agent, see, folder):
    with Store(agent) as store:
        view = store.follow(directory=DIRECTORY)
        agent.at(directory=DIRECTORY).session.create(title="Hello")
        with view.changes() as states:
            see(next(states))
        see(view.failure)


def store_block(agent, see, folder):
    with Store(agent) as store:
        for key in [(store.follow(directory=DIRECTORY)).key]:
            agent.at(directory=DIRECTORY).session.create(title="Hello")
            store.unfollow(key)


def sessions(agent, see, folder):
    for number in range(3):
        agent.session.create(title=f"Session {number}")
    for session in agent.session.list(limit=1):
        see(session)


SUBJECTS = {
    BusClient: [
        items,
        items_prefetched,
        pages,
        page,
        all_items,
        complete,
        iter_complete,
        boards,
        network,
        download,
        batches,
        table,
        parquet,
    ],
    ChatClient: [
        conversations,
        conversations_exported,
        ratings_exported,
        export_saved,
        export_as_table,
        impersonation,
        bulk_job,
        bulk_export,
        shares_revoked,
    ],
    AgentClient: [subscription, turn, turn_steps, turn_run, attached, watch, changes, store_block, sessions],
}


def aiter_of(iterable):
    return iterable.__iter__()


def make_stub(client):
    if client is BusClient:
        return BusStub(page_size=5)
    if client is ChatClient:
        return ChatStub()
    stub = AgentStub()
    stub.script(Tool("read", asks="read", output="12 trees"), Text("Twelve ", "trees."))
    return stub


def run(client, subject, spoil, at, folder, **chosen):
    """Run a subject with one spoiled answer; return the errors that it raises or keeps, and whether it was sent."""
    seen, caught = [], []
    with make_stub(client) as stub:
        transport = HostileTransport(stub, SECRET, spoil=spoil, at=at)
        options = stub.client_credentials() | {"headers": {"x-gateway-key": SECRET}, "clock": QuickClock()}
        options |= {"base_url": "http://stub.test", "deadline": 5, "max_retries": 0} | chosen
        try:
            with client(**options, transport=transport) as service:
                subject(service, seen.append, folder)
        except Exception as error:
            caught.append(error)
    return [*caught, *(value for value in seen if isinstance(value, BaseException))], transport.count >= at


@pytest.fixture
def log():
    """Search every log record of a test for the secret."""
    with LogWatch(SecretFinder([SECRET])).watching() as watch:
        yield watch


@pytest.mark.long
@pytest.mark.parametrize("strict", [False, True], ids=["lax", "strict"])
@pytest.mark.parametrize(
    ("client", "subject"),
    [pytest.param(client, subject, id=subject.__name__) for client, some in SUBJECTS.items() for subject in some],
)
def test_error_that_leaves_an_iterator_or_a_block_shows_no_secret(client, subject, strict, tmp_path, log):
    errors = 0
    for spoil in DECODED if strict else SPOILS:
        for at in range(1, 12):
            folder = tmp_path / f"{spoil.__name__}-{at}"
            folder.mkdir()
            raised, reached = run(client, subject, spoil, at, folder, strict=strict)
            if not reached:
                break
            errors += len(raised)
            for error in raised:
                assert exposed(error, SECRET) == [], (spoil.__name__, at)
    assert errors
    assert log.exposed == set()


class Keeper(Observer):
    """Keeps the errors of attempts and calls, as an observer that reports them later does."""

    def __init__(self):
        self.errors = []

    def on_attempt_end(self, attempt):
        self.errors.append(attempt.error)

    def on_call_end(self, call):
        self.errors.append(call.error)


@pytest.mark.long
@pytest.mark.parametrize(
    ("client", "subject"),
    [pytest.param(client, subject, id=subject.__name__) for client, some in SUBJECTS.items() for subject in some],
)
def test_error_of_a_retried_attempt_that_an_observer_keeps_shows_no_secret(client, subject, tmp_path, log):
    kept = 0
    for spoil in RETRIED:
        for at in range(1, 9):
            folder = tmp_path / f"{spoil.__name__}-{at}"
            folder.mkdir()
            keeper = Keeper()
            _, reached = run(client, subject, spoil, at, folder, max_retries=2, observers=[keeper])
            if not reached:
                break
            errors = [error for error in keeper.errors if error is not None]
            kept += len(errors)
            for error in errors:
                assert exposed(error, SECRET, SIGNATURE) == [], (spoil.__name__, at)
    assert kept
    assert log.exposed == set()


def dunders_and_generators():
    """Return the methods of the public names whose iterators and blocks do I/O."""
    modules = [trivet, trivet.agent, trivet.bus, trivet.chat, trivet.chat.bulk, trivet.data]
    found = {}
    for kind in {getattr(module, name) for module in modules for name in module.__all__}:
        if not inspect.isclass(kind):
            continue
        for name, method in inspect.getmembers(kind, inspect.isfunction):
            code = inspect.unwrap(method).__code__
            generates = code.co_flags & (inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR)
            is_public = name == "__iter__" or not name.startswith("_")
            if "_sync" in Path(code.co_filename).parts and (name in DUNDERS or (generates and is_public)):
                found[f"{kind.__name__}.{name}"] = (kind, name, method)
    return found


DUNDERS = {"__next__", "__enter__"}


@pytest.mark.long
def test_every_public_iterator_and_block_is_among_the_subjects(monkeypatch, tmp_path):
    methods = dunders_and_generators()
    used = set()

    def recorded(key, method):
        def record(self, *args, **kwargs):
            used.add(key)
            return method(self, *args, **kwargs)

        return record

    for key, (kind, name, method) in methods.items():
        monkeypatch.setattr(kind, name, recorded(key, method))
    for client, subjects in SUBJECTS.items():
        for subject in subjects:
            folder = tmp_path / subject.__name__
            folder.mkdir()
            assert run(client, subject, SPOILS[0], 0, folder) == ([], True)
    assert {"Pager.pages", "Pager.iter_complete", "Events.__next__"} <= set(methods)
    assert set(methods) - used - ELSEWHERE == set()
