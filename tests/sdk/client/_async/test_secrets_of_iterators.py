"""Errors that leave iterators and blocks keep no secret: in frames, causes, contexts, notes or reprs."""

import inspect
from contextlib import aclosing
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
from trivet import AsyncAgentClient, AsyncBusClient, AsyncChatClient
from trivet.agent import AsyncStore, Prompt
from trivet.bus import async_load_network
from trivet.chat.bulk import AsyncBulk
from trivet.data import async_record_batches, async_to_table, async_write_parquet
from trivet.observe import Observer
from trivet_stubs import AgentStub, BusStub, ChatStub
from trivet_stubs.agent import Text, Tool

SIGNATURE = "X-Amz-Signature"
SECRET = "s3cret-of-a-cl1ent/with+punctuation=="
ELSEWHERE = {"AsyncEventStream.__aenter__", "AsyncEventStream.__anext__"}
"""The class of which `AsyncEvents` is the only one so far, whose methods it has."""

DIRECTORY, SESSION = "/home/dev/orchard", "ses_000001"


def allow(request):
    return "once"


async def items(bus, see, folder):
    async for stop in bus.stops.list():
        see(stop)


async def items_prefetched(bus, see, folder):
    async for stop in bus.stops.list(prefetch=4):
        see(stop)


async def pages(bus, see, folder):
    async for page in bus.stops.list().pages():
        see(page)


async def page(bus, see, folder):
    await bus.stops.list().page()


async def all_items(bus, see, folder):
    await bus.stops.list().all()


async def complete(bus, see, folder):
    await bus.stops.list().complete()


async def iter_complete(bus, see, folder):
    async for stop in bus.stops.list().iter_complete():
        see(stop)


async def boards(bus, see, folder):
    async with aclosing(aiter_of(bus.arrivals.watch(["28009", "54009"]))) as watch:
        for _ in range(2):
            board = await anext(watch)
            for stop in board.stops.values():
                see(stop.error)


async def network(bus, see, folder):
    await async_load_network(bus)


async def download(bus, see, folder):
    file = await bus.passenger_volume.download("by_stop", path=folder / "volume.zip")
    for row in file.rows():
        see(row)


async def batches(bus, see, folder):
    async for batch in async_record_batches(bus.stops.list(), size=2):
        see(batch)


async def table(bus, see, folder):
    await async_to_table(bus.stops.list())


async def parquet(bus, see, folder):
    await async_write_parquet(bus.stops.list(), folder / "stops.parquet")


async def conversations(chat, see, folder):
    async for conversation in chat.admin.conversations.list():
        see(conversation)


async def conversations_exported(chat, see, folder):
    async for conversation in chat.admin.conversations.export():
        see(conversation)


async def ratings_exported(chat, see, folder):
    async for rating in chat.admin.ratings.export(format="csv"):
        see(rating)


async def export_saved(chat, see, folder):
    await chat.admin.conversations.export().save(folder / "conversations.json")


async def export_as_table(chat, see, folder):
    await async_to_table(chat.admin.ratings.export())


async def impersonation(chat, see, folder):
    [user] = [user for user in await chat.admin.users.list().all() if user.email == "alice@example.com"]
    async with chat.acting_as(user.id) as alice:
        async for conversation in alice.conversations.list():
            see(conversation)


async def bulk_job(chat, see, folder):
    bulk = AsyncBulk(chat, journal=folder / "job.journal")
    users = chat.admin.users.list(search="@example.com")
    report = await bulk.update_users(users, is_active=False)
    see(report)
    see(await AsyncBulk(chat, journal=folder / "undo.journal").undo(folder / "job.journal"))


async def bulk_export(chat, see, folder):
    see(await AsyncBulk(chat).export_users(["bob@example.com", "alice@example.com"], folder / "users"))


async def shares_revoked(chat, see, folder):
    conversation = await chat.conversations.create(title="Plans")
    await chat.conversations.shares.create(conversation.id, generate_link=True)
    see(await AsyncBulk(chat).revoke_shares(chat.conversations.list(), confirm=1))
    see(await AsyncBulk(chat).share_conversations([conversation], "538453d7-0000-4000-8000-000000000007"))


async def subscription(agent, see, folder):
    async with agent.event.subscribe() as events:
        for number in range(3):
            await agent.session.create(title=f"Session {number}")
        for _ in range(3):
            event = await anext(events)
            see(event)
            see(getattr(event, "cause", None))


async def turn(agent, see, folder):
    await agent.session.create(title="Hello")
    async with agent.session.turn(SESSION, "Hello", on_permission=allow, deadline=2) as answer:
        async for text in answer:
            see(text)
    see(answer.outcome)


async def turn_steps(agent, see, folder):
    await agent.session.create(title="Hello")
    async with agent.session.turn(SESSION, "Hello", on_permission=allow, deadline=2) as answer:
        async for step in answer.steps():
            see(step)


async def turn_run(agent, see, folder):
    await agent.session.create(title="Hello")
    await agent.session.turn(SESSION, "Hello", on_permission=allow, deadline=2).run()


async def attached(agent, see, folder):
    await agent.session.create(title="Hello")
    async with agent.session.turn(SESSION, "Hello", on_permission=allow, deadline=2) as answer:
        answer.detach()
    async with agent.session.attach(SESSION, answer.message_id, on_permission=allow, deadline=2) as answer:
        async for text in answer:
            see(text)


async def watch(agent, see, folder):
    async with AsyncStore(agent) as store:
        view = await store.follow(directory=DIRECTORY)
        await agent.at(directory=DIRECTORY).session.create(title="Hello")
        async with view.watch(SESSION) as states:
            see(await anext(states))
            await agent.session.prompt(SESSION, prompt=Prompt(text="Hello"))
            see(await anext(states))
        see(view.failure)


async def changes(agent, see, folder):
    async with AsyncStore(agent) as store:
        view = await store.follow(directory=DIRECTORY)
        await agent.at(directory=DIRECTORY).session.create(title="Hello")
        async with view.changes() as states:
            see(await anext(states))
        see(view.failure)


async def store_block(agent, see, folder):
    async with AsyncStore(agent) as store:
        for key in [(await store.follow(directory=DIRECTORY)).key]:
            await agent.at(directory=DIRECTORY).session.create(title="Hello")
            await store.unfollow(key)


async def sessions(agent, see, folder):
    for number in range(3):
        await agent.session.create(title=f"Session {number}")
    async for session in agent.session.list(limit=1):
        see(session)


SUBJECTS = {
    AsyncBusClient: [
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
    AsyncChatClient: [
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
    AsyncAgentClient: [subscription, turn, turn_steps, turn_run, attached, watch, changes, store_block, sessions],
}


def aiter_of(iterable):
    return iterable.__aiter__()


def make_stub(client):
    if client is AsyncBusClient:
        return BusStub(page_size=5)
    if client is AsyncChatClient:
        return ChatStub()
    stub = AgentStub()
    stub.script(Tool("read", asks="read", output="12 trees"), Text("Twelve ", "trees."))
    return stub


async def run(client, subject, spoil, at, folder, **chosen):
    """Run a subject with one spoiled answer; return the errors that it raises or keeps, and whether it was sent."""
    seen, caught = [], []
    with make_stub(client) as stub:
        transport = HostileTransport(stub, SECRET, spoil=spoil, at=at)
        options = stub.client_credentials() | {"headers": {"x-gateway-key": SECRET}, "clock": QuickClock()}
        options |= {"base_url": "http://stub.test", "deadline": 5, "max_retries": 0} | chosen
        try:
            async with client(**options, transport=transport) as service:
                await subject(service, seen.append, folder)
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
async def test_error_that_leaves_an_iterator_or_a_block_shows_no_secret(client, subject, strict, tmp_path, log):
    errors = 0
    for spoil in DECODED if strict else SPOILS:
        for at in range(1, 12):
            folder = tmp_path / f"{spoil.__name__}-{at}"
            folder.mkdir()
            raised, reached = await run(client, subject, spoil, at, folder, strict=strict)
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
async def test_error_of_a_retried_attempt_that_an_observer_keeps_shows_no_secret(client, subject, tmp_path, log):
    kept = 0
    for spoil in RETRIED:
        for at in range(1, 9):
            folder = tmp_path / f"{spoil.__name__}-{at}"
            folder.mkdir()
            keeper = Keeper()
            _, reached = await run(client, subject, spoil, at, folder, max_retries=2, observers=[keeper])
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
            is_public = name == "__aiter__" or not name.startswith("_")
            if "_async" in Path(code.co_filename).parts and (name in DUNDERS or (generates and is_public)):
                found[f"{kind.__name__}.{name}"] = (kind, name, method)
    return found


DUNDERS = {"__anext__", "__aenter__"}


@pytest.mark.long
async def test_every_public_iterator_and_block_is_among_the_subjects(monkeypatch, tmp_path):
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
            assert await run(client, subject, SPOILS[0], 0, folder) == ([], True)
    assert {"AsyncPager.pages", "AsyncPager.iter_complete", "AsyncEvents.__anext__"} <= set(methods)
    assert set(methods) - used - ELSEWHERE == set()
