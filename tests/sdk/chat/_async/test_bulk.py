"""Bulk jobs: one update or delete for many users or conversations, with a report of each row."""

import threading
from collections import Counter

import httpx
import pytest

from trivet import AsyncChatClient, AuthenticationError, InvalidArgumentError, TrivetError
from trivet.chat.bulk import AsyncBulk, Row

CHANGES = {"admin.users.update", "admin.users.delete", "conversations.update", "conversations.delete"}


@pytest.fixture
def changes(stub):
    """The changes that the stub received: an id and an operation each."""
    return lambda: [(e.path.rpartition("/")[2], e.operation) for e in stub.requests if e.operation in CHANGES]


def outcomes(report):
    return [row.outcome for row in report.rows]


async def numbered(values):
    for value in values:
        yield value


async def test_users_are_updated_and_reported_in_given_order(stub, async_connect, ids):
    async with async_connect() as chat:
        report = await AsyncBulk(chat).update_users(ids, is_active=False, role="user")
    assert report.rows == tuple(Row(id_, "done") for id_ in ids)
    assert (report.counts, report.done) == ({"done": 4}, list(report.rows))
    assert (str(report), repr(report)) == ("4 rows: 4 done", "Report(4 rows: 4 done)")
    assert not any(stub.records.users[id_].is_active for id_ in ids)
    [body] = {entry.body for entry in stub.requests if entry.operation == "admin.users.update"}
    assert body == b'{"role":"user","is_active":false}'


async def test_users_are_deleted_with_confirmed_number(stub, async_connect, ids):
    async with async_connect() as chat:
        report = await AsyncBulk(chat).delete_users(ids, confirm=4)
    assert outcomes(report) == ["done"] * 4
    assert not stub.records.users.keys() & set(ids)


async def test_rows_may_be_ids_and_records_in_any_iterable(stub, async_connect, ids):
    async with async_connect() as chat:
        record = await chat.admin.users.get(ids[0])
        listed = await chat.admin.users.list(search="dave").all()
        mixed = numbered([record, ids[1], *listed])
        report = await AsyncBulk(chat).update_users(mixed, is_active=False)
        assert [row.id for row in report.rows] == ids[:3]
        report = await AsyncBulk(chat).update_users({ids[3]: "erin"}, is_active=False)
        assert [row.id for row in report.rows] == ids[3:]
    assert not any(stub.records.users[id_].is_active for id_ in ids)


async def test_row_given_twice_counts_once(async_connect, ids, changes):
    async with async_connect() as chat:
        report = await AsyncBulk(chat).update_users([ids[1], ids[0], ids[1].upper(), ids[0]], is_active=False)
    assert [row.id for row in report.rows] == [ids[1], ids[0]]
    assert sorted(id_ for id_, _ in changes()) == sorted(ids[:2])


async def test_job_without_rows_has_empty_report(stub, async_connect):
    async with async_connect() as chat:
        report = await AsyncBulk(chat).delete_users([], confirm=0)
    assert (report.rows, str(report), len(stub.requests)) == ((), "0 rows", 0)


async def test_pager_is_read_completely_before_first_change(stub, async_connect):
    async with async_connect("alice") as chat:
        # Each change removes a row from this list, so paging during the job would skip every second one.
        report = await AsyncBulk(chat).update_conversations(chat.conversations.list(limit=1), is_archived=True)
    assert outcomes(report) == ["done"] * 3
    own = [
        conversation
        for conversation in stub.records.conversations.values()
        if conversation.user_id == stub.user_id("alice")
    ]
    assert [conversation.is_archived for conversation in own] == [True] * 4
    operations = [entry.operation for entry in stub.requests]
    assert operations == ["conversations.list"] * 3 + ["conversations.update"] * 3


async def test_user_added_during_job_is_not_changed(stub, async_connect):
    async with async_connect("alice") as chat:
        before = set(stub.records.conversations)

        def write_message(*_):
            stub.records.conversations |= {f"new-{len(stub.requests)}": next(iter(stub.records.conversations.values()))}

        job = AsyncBulk(chat, concurrency=1, progress=write_message)
        report = await job.delete_conversations(chat.conversations.list(limit=1), confirm=3)
    assert outcomes(report) == ["done"] * 3
    assert {row.id for row in report.rows} <= before


async def test_where_selects_records_of_pager(stub, async_connect, changes):
    async with async_connect() as chat:
        report = await AsyncBulk(chat).delete_users(
            chat.admin.users.list(limit=2), confirm=1, where=lambda user: not user.is_active
        )
    assert [row.id for row in report.rows] == [row for row, _ in changes()]
    assert len(report.done) == 1
    assert "carol@example.com" not in {user.email for user in stub.records.users.values()}


@pytest.mark.parametrize("by_id", [False, True])
async def test_administrators_are_skipped_unless_named(stub, async_connect, changes, by_id):
    nadia, admin, alice = (stub.user_id(name) for name in ("nadia", "admin", "alice"))
    stub.records.users[alice].is_app_admin = True  # the other kind of administrator
    async with async_connect() as chat:
        users = [user.id if by_id else user async for user in chat.admin.users.list()]
        report = await AsyncBulk(chat).update_users(
            users, is_app_admin=False, admins=[nadia.upper()], skip_unchanged=False
        )
    assert {row.id for row in report.skipped} == {admin, alice}
    assert {row.reason for row in report.skipped} == {"an administrator who is not named in admins"}
    assert nadia in {row.id for row in report.done}
    assert {row for row, _ in changes()} == {row.id for row in report.done}
    assert report.counts == {"done": 5, "skipped": 2}


@pytest.mark.parametrize("by_id", [False, True])
async def test_users_with_only_an_id_are_skipped_unless_named(stub, async_connect, changes, by_id):
    alice, bob = stub.user_id("alice"), stub.user_id("bob")
    async with async_connect() as chat:
        if by_id:
            users = [alice, bob]
            for id_ in users:
                stub.faults.add("admin.users.get", body={"id": id_})
        else:
            stub.faults.add("admin.users.list", body={"items": [{"id": alice}, {"id": bob}], "total": 2})
            users = chat.admin.users.list()
        report = await AsyncBulk(chat, concurrency=1).update_users(users, is_active=False, admins=[bob])
    assert [row.id for row in report.skipped] == [alice]
    assert [row.id for row in report.done] == [row for row, _ in changes()] == [bob]


async def test_conversations_with_only_an_id_are_changed(stub, async_connect):
    async with async_connect("alice") as chat:
        ids = [conversation.id async for conversation in chat.conversations.list()]
        body = {"items": [{"id": id_} for id_ in ids], "total": len(ids)}
        stub.faults.add("conversations.list", body=body)
        report = await AsyncBulk(chat).update_conversations(chat.conversations.list(), is_archived=True)
        assert await chat.conversations.list().all() == []
    assert sorted(row.id for row in report.done) == sorted(ids)


@pytest.mark.parametrize("name", ["update_users", "delete_users"])
@pytest.mark.parametrize("by_id", [False, True])
async def test_dry_run_sends_no_change_and_reports_outcomes(
    stub, async_connect, call, changes, nothing, tmp_path, name, by_id
):
    arguments = {"is_active": False} if name == "update_users" else {}
    async with async_connect() as chat:
        users = [user.id if by_id else user async for user in chat.admin.users.list()]
        users += [nothing] if by_id else []
        job = AsyncBulk(chat, journal=tmp_path / "job.jsonl")
        report = await call(job, name, users=users, dry_run=True, **arguments)
    unchanged = int(name == "update_users")  # carol is not active
    assert report.counts == {"skipped": 2 + unchanged, "planned": 5 - unchanged, **({"failed": 1} if by_id else {})}
    assert [row.status for row in report.failed] == ([404] if by_id else [])
    assert stub.requests.count("admin.users.get") == (8 if by_id else 0)
    assert changes() == []
    assert list(tmp_path.iterdir()) == []


async def test_dry_run_counts_rows_to_confirm(stub, async_connect, nothing):
    async with async_connect() as chat:
        job = AsyncBulk(chat)
        ids = [*stub.records.users, nothing]
        planned = len((await job.delete_users(ids, dry_run=True)).planned)
        report = await job.delete_users(ids, confirm=planned)
    assert (planned, report.counts) == (5, {"done": 5, "failed": 1, "skipped": 2})


@pytest.mark.parametrize("confirm", [None, 3, 5, 7])
@pytest.mark.parametrize("by_id", [False, True])
async def test_delete_with_wrong_confirm_deletes_nothing(stub, async_connect, ids, changes, tmp_path, confirm, by_id):
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=tmp_path / "job.jsonl")
        users = [*ids, stub.user_id("admin")] if by_id else chat.admin.users.list(search="@example.com")
        with pytest.raises(InvalidArgumentError, match="number of rows that are to be deleted") as caught:
            await job.delete_users(users, confirm=confirm, where=None if by_id else lambda user: user.is_active)
    assert caught.value.argument == "confirm"
    assert str(caught.value).startswith("confirm must be 4, " if confirm else "confirm must be the number")
    assert str(caught.value).endswith(f"got {confirm}")
    assert changes() == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("concurrency", [1, 2, 8])
async def test_failed_row_does_not_stop_others(stub, async_connect, ids, nothing, concurrency):
    stub.faults.add(f"/admin/users/{ids[1]}", after=1, status=500)
    stub.faults.add(
        f"/admin/users/{ids[2]}", after=1, status=422, body={"error": {"code": "VALIDATION_ERROR", "message": "no"}}
    )
    async with async_connect() as chat:
        report = await AsyncBulk(chat, concurrency=concurrency).update_users([*ids, nothing], is_active=False)
    assert [(row.outcome, row.status, row.code) for row in report.rows] == [
        ("done", None, None),
        ("failed", 500, None),
        ("failed", 422, "VALIDATION_ERROR"),
        ("done", None, None),
        ("failed", 404, "NOT_FOUND"),
    ]
    assert report.rows[2].reason.startswith("admin.users.update: 422 VALIDATION_ERROR no")
    assert str(report) == "5 rows: 2 done, 3 failed"


async def test_row_deleted_by_others_fails_with_404(stub, async_connect, ids):
    async with async_connect() as chat:
        users = [await chat.admin.users.get(id_) for id_ in ids]
        await chat.admin.users.delete(ids[2])
        report = await AsyncBulk(chat).delete_users(users, confirm=4)
    assert [row.status for row in report.rows] == [None, None, 404, None]


async def test_unanswered_row_is_unknown(stub, async_connect, ids):
    stub.faults.add("admin.users.delete", after=1, drop=True)
    async with async_connect() as chat:
        report = await AsyncBulk(chat, concurrency=1).delete_users(ids, confirm=4)
    assert outcomes(report) == ["done", "unknown", "done", "done"]
    [row] = report.unknown
    assert row.status is None
    assert row.reason.startswith("admin.users.delete: RemoteProtocolError")
    assert row.id in stub.records.users


async def test_undecodable_answer_is_unknown(stub, async_connect, ids):
    stub.faults.add("admin.users.update", status=200, body="<html>", content_type="text/html")
    async with async_connect() as chat:
        report = await AsyncBulk(chat, concurrency=1).update_users(ids, is_active=False)
    assert outcomes(report) == ["unknown", "done", "done", "done"]
    assert report.rows[0].status == 200


@pytest.mark.parametrize("concurrency", [1, 3])
async def test_401_stops_job_and_report_has_all_rows(stub, async_connect, ids, changes, concurrency):
    stub.faults.add("admin.users.delete", after=1, times=None, status=401)
    async with async_connect() as chat:
        job = AsyncBulk(chat, concurrency=concurrency)
        with pytest.raises(AuthenticationError) as caught:
            await job.delete_users(ids, confirm=4)
    assert job.report.counts == {"done": 1, "planned": 3}
    assert caught.value.__notes__ == ["the job stopped at 4 rows: 1 done, 3 planned"]
    assert len(changes()) <= 1 + concurrency


async def test_401_before_first_change_changes_nothing(stub, async_connect, ids, changes):
    async with async_connect() as chat:
        job = AsyncBulk(chat)
        for operation, users in [("admin.users.list", chat.admin.users.list()), ("admin.users.get", ids)]:
            stub.faults.add(operation, status=401)
            with pytest.raises(AuthenticationError):
                await job.delete_users(users, confirm=4)
    assert changes() == []


async def test_row_looked_up_when_job_stops_is_not_sent(stub, async_connect, ids, changes):
    stub.faults.add("admin.users.get", after=1, times=None, delay=0.3)
    stub.faults.add("admin.users.update", status=401)
    async with async_connect() as chat:
        job = AsyncBulk(chat)
        with pytest.raises(AuthenticationError):
            await job.update_users(ids, is_active=False)
    assert len(changes()) == 1
    assert job.report.counts == {"planned": 4}


@pytest.mark.parametrize("concurrency", [1, 2, 5])
async def test_concurrency_bounds_rows_in_flight(stub, async_connect, concurrency):
    class AsyncInFlight(httpx.AsyncBaseTransport):
        now = most = 0
        inner = stub.async_transport()
        lock = threading.Lock()

        def count(self, step):
            with self.lock:
                self.now += step
                self.most = max(self.most, self.now)

        async def handle_async_request(self, request):
            self.count(1)
            try:
                return await self.inner.handle_async_request(request)
            finally:
                self.count(-1)

    stub.latency = 0.01
    transport = AsyncInFlight()
    async with async_connect(transport=transport) as chat:
        users = await chat.admin.users.list().all()
        await AsyncBulk(chat, concurrency=concurrency).update_users(users * 2, is_active=True)
        await AsyncBulk(chat, concurrency=concurrency).delete_users([user.id for user in users], confirm=5)
    assert transport.most == concurrency


async def test_progress_is_called_for_each_row(async_connect, ids, nothing):
    seen = []
    async with async_connect() as chat:
        job = AsyncBulk(chat, progress=lambda row, done, total: seen.append((row, done, total)))
        report = await job.update_users([*ids, nothing], is_active=False)
    assert [(done, total) for _, done, total in seen] == [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]
    assert Counter(row for row, _, _ in seen) == Counter(report.rows)


async def test_error_of_progress_stops_job(async_connect, ids):
    async with async_connect() as chat:
        job = AsyncBulk(chat, concurrency=1, progress=lambda row, done, total: 1 / (done - 2))
        with pytest.raises(ZeroDivisionError):
            await job.update_users(ids, is_active=False)
    assert job.report.counts == {"done": 2, "planned": 2}


async def test_acting_client_changes_conversations_of_user(stub, async_connect, travel, budget):
    async with async_connect() as chat:
        report = await AsyncBulk(chat).update_conversations([travel.id], title="mine now")
        assert [row.status for row in report.failed] == [404], "only their owner may change them"
        async with chat.acting_as(stub.user_id("alice")) as alice:
            job = AsyncBulk(alice)
            assert outcomes(await job.update_conversations([travel.id], title=None)) == ["done"]
            report = await job.delete_conversations(alice.conversations.list(include_archived=True), confirm=4)
            assert outcomes(report) == ["done"] * 4
        with pytest.raises(TrivetError, match="block that this client belongs to is over"):
            await job.update_conversations([budget.id], title="too late")
    assert job.report.counts == {"planned": 1}
    assert stub.user_id("alice") not in {conversation.user_id for conversation in stub.records.conversations.values()}


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("update_users", {}, "role, is_active or is_app_admin must be given"),
        ("update_users", {"role": 7}, "role must be text, got 7"),
        ("update_users", {"is_active": 1}, "is_active must be True or False, got 1"),
        ("update_users", {"is_active": True, "admins": "me"}, "admins must be a collection of ids"),
        ("update_users", {"is_active": True, "admins": ["me"]}, r"admins\[0\] must be a UUID as text, got 'me'"),
        ("update_users", {"is_active": True, "users": ["x"]}, r"users\[0\] must be a UUID as text, got 'x'"),
        ("update_users", {"is_active": True, "users": "x"}, "users must be a pager or another iterable"),
        ("update_users", {"is_active": True, "users": 7}, "users must be a pager or another iterable"),
        (
            "update_users",
            {"is_active": True, "users": [7]},
            r"users\[0\] must be an id as text, or a record: AdminUser",
        ),
        ("update_users", {"is_active": True, "where": bool}, r"where must be left out where users\[0\] is an id"),
        ("update_users", {"is_active": True, "where": "x"}, "where must be something to call, got 'x'"),
        ("update_users", {"is_active": True, "dry_run": 1}, "dry_run must be True or False, got 1"),
        ("delete_users", {"confirm": -1}, "confirm must be a whole number not below 0, got -1"),
        ("delete_users", {"confirm": True}, "confirm must be a whole number not below 0, got True"),
        ("update_conversations", {}, "title or is_archived must be given"),
        ("update_conversations", {"title": 1}, "title must be text, got 1"),
        ("update_conversations", {"title": "", "conversations": ["x"]}, r"conversations\[0\] must be a UUID as text"),
        ("delete_conversations", {}, "confirm must be the number of rows that are to be deleted"),
    ],
)
async def test_wrong_argument_is_refused_with_rule_before_sending(
    stub, async_connect, call, ids, name, arguments, message
):
    async with async_connect() as chat:
        rows = {name.partition("_")[2]: ids}
        with pytest.raises(InvalidArgumentError, match="^" + message):
            await call(AsyncBulk(chat), name, **(rows | arguments))
    assert len(stub.requests) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"concurrency": 0}, "concurrency must be a whole number not below 1, got 0"),
        ({"concurrency": 2.0}, "concurrency must be a whole number not below 1, got 2.0"),
        ({"journal": 7}, "journal must be the path of a file, got 7"),
        ({"progress": "bar"}, "progress must be something to call, got 'bar'"),
        ({"retry_failed": None}, "retry_failed must be True or False, got None"),
    ],
)
async def test_wrong_option_of_bulk_is_refused(async_connect, arguments, message):
    async with async_connect() as chat:
        with pytest.raises(InvalidArgumentError, match=message):
            AsyncBulk(chat, **arguments)


def test_repr_shows_journal_and_concurrency():
    chat = AsyncChatClient(token="very-secret", base_url="http://chat.test")
    assert repr(AsyncBulk(chat, journal="job.jsonl")) == "AsyncBulk(journal='job.jsonl', concurrency=8)"
