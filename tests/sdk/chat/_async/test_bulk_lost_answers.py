"""Bulk jobs over a service that has confirmed changes, and dies before it stores them."""

import pytest

from trivet.chat.bulk import AsyncBulk, JobStoppedError, Report, Row

LOST = 3
LOST_REASON = "the service had lost the change, which was sent again"
UNSEEN = "the service or the job ended soon after, and no record shows whether a change is lost"


@pytest.fixture
def seed():
    return "empty"


@pytest.fixture
def users():
    return 60


@pytest.fixture
def dies(stub):
    """Return a `progress` with which the service dies after some rows, and never stores the last that it answered."""

    def dies(operation, after, *, answered=LOST, every=lambda: None):
        def progress(row, settled, total):
            every()
            if settled == after - answered:
                stub.observed.lost_commits = True
            if settled == after:
                stub.faults.add(operation, times=None, drop=True)

        return progress

    return dies


@pytest.fixture
def restart(stub):
    """Let the service work again."""

    def restart():
        stub.observed.lost_commits = False
        stub.faults.clear()

    return restart


def is_stored(stub, name, row_id):
    user = stub.records.users.get(row_id)
    return user is None if name == "delete_users" else not user.is_active


@pytest.mark.parametrize("concurrency", [1, 8])
@pytest.mark.parametrize(
    ("name", "arguments"), [("update_users", {"is_active": False}), ("delete_users", {"confirm": 60})]
)
async def test_resumed_job_changes_lost_rows_again(
    stub, async_connect, call, path, new_requests, dies, restart, name, arguments, concurrency
):
    operation, method = (f"admin.users.{name[:6]}", "PATCH" if name == "update_users" else "DELETE")
    async with async_connect() as chat:
        users = await chat.admin.users.list().complete()
        progress = dies(operation, 31, answered=LOST + concurrency - 1)  # the others in flight may be stored still
        job = AsyncBulk(chat, journal=path, concurrency=concurrency, progress=progress)
        with pytest.raises(JobStoppedError):
            await call(job, name, users=users, **arguments)
        done = [row.id for row in job.report.done]
        lost = [row_id for row_id in done if not is_stored(stub, name, row_id)]
        assert len(done) >= 30  # one was skipped
        assert len(lost) >= LOST
        restart()
        new_requests()
        preview = await call(AsyncBulk(chat, journal=path), name, users=users, dry_run=True, **arguments)
        assert {row.reason for row in preview.unknown} >= {
            "it was done, but may be lost: the service or the job ended soon after"
        }
        assert new_requests() == {}
        report = await call(AsyncBulk(chat, journal=path), name, users=users, **arguments)
        assert report.counts == {"done": 60, "skipped": 1}
        sent = new_requests()
        assert all(is_stored(stub, name, row.id) for row in report.done)
        assert {row.id for row in report.rows if row.reason == LOST_REASON} == set(lost)
        assert (report.looked_up_again, report.changed_again) == (len(done), len(lost))
        looked_up = f"({len(done)} looked up again, {len(lost)} changed again)"
        assert str(report) == f"61 rows: 60 done, 1 skipped {looked_up}"
        assert [sent[f"GET {row_id}"] for row_id in done] == [1] * len(done)
        assert {row_id for row_id in done if sent[f"{method} {row_id}"]} == set(lost)
        again = await call(AsyncBulk(chat, journal=path), name, users=users, **arguments)
    assert (again, str(again), new_requests()) == (report, "61 rows: 60 done, 1 skipped", {})


@pytest.mark.parametrize("verify", [False, True])
async def test_rows_done_more_than_30_seconds_before_are_not_looked_up_without_verify(
    stub, async_connect, path, new_requests, dies, restart, verify
):
    async with async_connect() as chat:
        users = await chat.admin.users.list().complete()
        progress = dies("admin.users.update", 31, every=lambda: stub.clock.advance(5))
        job = AsyncBulk(chat, journal=path, concurrency=1, progress=progress)
        with pytest.raises(JobStoppedError):
            await job.update_users(users, is_active=False)
        done = [row.id for row in job.report.done]
        restart()
        new_requests()
        report = await AsyncBulk(chat, journal=path, verify=verify).update_users(users, is_active=False)
    looked_up = new_requests()
    assert sum(looked_up[f"GET {row_id}"] for row_id in done[:-7]) == (len(done) - 7 if verify else 0)
    assert [row.reason for row in report.rows].count(LOST_REASON) == LOST
    assert (report.looked_up_again, report.changed_again) == (7, LOST)
    assert not any(user.is_active for user in stub.records.users.values() if user.role == "user")


async def test_service_that_dies_before_the_last_rows_does_not_stop_the_job(stub, async_connect, path, dies, restart):
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path, concurrency=1, progress=dies("admin.users.update", 59))
        report = await job.update_users(chat.admin.users.list(), is_active=False)
        assert report.counts == {"done": 58, "skipped": 1, "unknown": 2}
        restart()
        report = await AsyncBulk(chat, journal=path).update_users(chat.admin.users.list(), is_active=False)
    assert str(report) == f"61 rows: 60 done, 1 skipped (58 looked up again, {LOST} changed again)"
    assert not any(user.is_active for user in stub.records.users.values() if user.role == "user")


async def test_service_that_dies_twice_is_looked_up_again_twice(stub, async_connect, path, dies, restart):
    async with async_connect() as chat:
        users = await chat.admin.users.list().complete()
        for after in (21, 41):
            progress = dies("admin.users.update", after)
            with pytest.raises(JobStoppedError):
                await AsyncBulk(chat, journal=path, concurrency=1, progress=progress).update_users(
                    users, is_active=False
                )
            restart()
        report = await AsyncBulk(chat, journal=path).update_users(users, is_active=False)
    assert not any(user.is_active for user in stub.records.users.values() if user.role == "user")
    assert report.counts == {"done": 60, "skipped": 1}
    assert report.looked_up_again < 40, "a row that the second run has looked up is stored"


async def test_rows_that_cannot_be_looked_up_again_stay_unknown(stub, async_connect, path, dies, restart):
    async with async_connect(max_retries=0) as chat:
        users = await chat.admin.users.list().complete()
        job = AsyncBulk(chat, journal=path, concurrency=1, progress=dies("admin.users.update", 31))
        with pytest.raises(JobStoppedError):
            await job.update_users(users, is_active=False)
        stub.faults.add("admin.users.get", times=None, drop=True)
        job = AsyncBulk(chat, journal=path, concurrency=1)
        with pytest.raises(JobStoppedError):
            await job.update_users(users, is_active=False)
        assert (job.report.looked_up_again, len(job.report.unknown)) == (0, 35)
        restart()
        report = await job.update_users(users, is_active=False)
    assert (report.counts, report.changed_again) == ({"done": 60, "skipped": 1}, LOST)
    assert not any(user.is_active for user in stub.records.users.values() if user.role == "user")


async def test_job_that_the_service_refuses_looks_nothing_up(stub, async_connect, path, new_requests):
    stub.faults.add("admin.users.update", after=20, times=None, status=422)
    async with async_connect() as chat:
        users = await chat.admin.users.list().complete()
        with pytest.raises(JobStoppedError):
            await AsyncBulk(chat, journal=path, max_failures=5).update_users(users, is_active=False)
        stub.faults.clear()
        new_requests()
        report = await AsyncBulk(chat, journal=path, retry_failed=True).update_users(users, is_active=False)
    assert report.counts == {"done": 60, "skipped": 1}
    assert sum(count for request, count in new_requests().items() if request.startswith("GET")) == 0


async def test_resumed_undo_restores_lost_rows_again(stub, async_connect, path, dies, restart):
    undo = path.with_suffix(".undo")
    async with async_connect() as chat:
        await AsyncBulk(chat, journal=path).update_users(chat.admin.users.list(), is_active=False)
        progress = dies("admin.users.update", 31)
        with pytest.raises(JobStoppedError):
            await AsyncBulk(chat, journal=undo, concurrency=1, progress=progress).undo(path)
        restart()
        report = await AsyncBulk(chat, journal=undo).undo(path)
    assert report.counts == {"done": 60, "skipped": 1}
    assert (report.looked_up_again, report.changed_again) == (30, LOST)
    assert all(user.is_active for user in stub.records.users.values())


async def test_undo_of_a_stopped_job_looks_every_row_up(stub, async_connect, path, dies, restart):
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path, concurrency=1, progress=dies("admin.users.update", 31))
        with pytest.raises(JobStoppedError):
            await job.update_users(chat.admin.users.list(), is_active=False)
        restart()
        report = await AsyncBulk(chat).undo(path)
    assert len(report.done) == 30 - LOST
    assert [row.reason for row in report.skipped].count("it has these values already") == LOST
    assert all(user.is_active for user in stub.records.users.values())


@pytest.fixture
def conversations(stub):
    """The ids of conversations of one of the users, each shared by a link."""

    async def conversations(chat):
        created = [await chat.conversations.create(title=f"{number}") for number in range(12)]
        for conversation in created:
            await chat.conversations.shares.create(conversation.id, generate_link=True)
        return [conversation.id for conversation in created]

    return conversations


@pytest.mark.parametrize(
    ("name", "operation", "arguments"),
    [
        ("update_conversations", "conversations.update", {"title": "Same"}),
        ("delete_conversations", "conversations.delete", {"confirm": 12}),
        ("delete_conversations", "conversations.delete", {"confirm": 12, "export": "saved"}),
        ("revoke_shares", "conversations.shares.delete", {"confirm": 12}),
        ("share_conversations", "conversations.shares.create", {"user_id": "user0002"}),
    ],
)
async def test_conversations_and_shares_are_looked_up_again(
    stub, async_connect, call, tmp_path, dies, restart, conversations, name, operation, arguments
):
    if "export" in arguments:
        arguments = {**arguments, "export": tmp_path / "saved"}
    if "user_id" in arguments:
        arguments = {"user_id": stub.user_id("user0002")}
    path = tmp_path / "job.jsonl"
    async with async_connect("user0001") as chat:
        ids = await conversations(chat)
        job = AsyncBulk(chat, journal=path, concurrency=1, progress=dies(operation, 6))
        with pytest.raises(JobStoppedError):
            await call(job, name, conversations=ids, **arguments)
        restart()
        report = await call(AsyncBulk(chat, journal=path), name, conversations=ids, **arguments)
    assert str(report) == f"12 rows: 12 done (6 looked up again, {LOST} changed again)"
    left = [conversation for conversation in stub.records.conversations.values() if conversation.id in ids]
    if name == "update_conversations":
        assert {conversation.title for conversation in left} == {"Same"}
    elif name == "delete_conversations":
        assert left == []
    elif name == "share_conversations":
        made = {share.id for conversation in left for share in conversation.shares if share.shared_with is not None}
        assert {row.new["share"] for row in report.done} == made
        assert len(made) == 12
    else:
        assert [conversation.shares for conversation in left] == [[]] * 12


async def test_users_who_were_acted_as_are_looked_up_and_not_acted_as_again(stub, async_connect, path, restart):
    ids = [user.id for user in stub.records.users.values() if user.role == "user"][:8]
    for id_ in ids:
        stub.records.users[id_].is_active = False
    calls = []

    def active():
        return [stub.records.users[id_].is_active for id_ in ids]

    async def work(user, row):
        calls.append(row.id)
        if len(calls) == 3:
            stub.observed.lost_commits = True  # the deactivation of the third is never stored
        return "2 handed over"

    def progress(row, settled, total):
        if settled == 3:
            stub.faults.add("/admin/users/", times=None, drop=True)

    async with async_connect() as chat:
        with pytest.raises(JobStoppedError):
            await AsyncBulk(chat, journal=path, concurrency=1, progress=progress).act_as_users(ids, work, activate=True)
        assert active() == [False, False, True, *[False] * 5]
        restart()
        before = list(calls)
        report = await AsyncBulk(chat, journal=path).act_as_users(ids, work, activate=True)
        assert report.rows[:3] == (
            Row(ids[0], "done", f"2 handed over; {UNSEEN}"),
            Row(ids[1], "done", f"2 handed over; {UNSEEN}"),
            Row(ids[2], "unknown", "it is active, and was not before the job", 200),
        )
        assert sorted(calls[len(before) :]) == sorted(ids[3:])
        report = await AsyncBulk(chat, journal=path).act_as_users(ids, work, activate=True)
    assert report.counts == {"done": 8}
    assert active() == [False] * 8


async def test_saved_users_are_not_looked_up_again(stub, async_connect, tmp_path, new_requests):
    ids = [user.id for user in stub.records.users.values()][:9]
    stub.faults.add("admin.users.get", after=3 + 9, times=None, drop=True)
    async with async_connect(max_retries=0) as chat:
        job = AsyncBulk(chat, journal=tmp_path / "job.jsonl", concurrency=1)
        preview = await AsyncBulk(chat).export_users(ids, tmp_path / "saved", dry_run=True)
        with pytest.raises(JobStoppedError):
            await job.export_users(preview, tmp_path / "saved")
        saved = [row.id for row in job.report.done]
        stub.faults.clear()
        new_requests()
        report = await job.export_users(preview, tmp_path / "saved")
    sent = new_requests()
    assert (report.counts, report.looked_up_again) == ({"done": 9}, 0)
    assert saved
    assert not any(sent[f"GET {row_id}"] for row_id in saved)


def test_report_without_such_rows_says_nothing_of_them():
    rows = (Row("a", "done"), Row("b", "done"))
    assert str(Report(rows)) == "2 rows: 2 done"
    assert str(Report(rows, 1)) == "2 rows: 2 done (1 looked up again)"
    assert Report(rows, 1, 1) == Report(rows), "two reports are equal if their rows are"
