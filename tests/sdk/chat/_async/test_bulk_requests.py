"""How many requests a bulk job sends: its rows are read from pages where these are fewer, and changed with one each."""

from collections import Counter

import pytest

from trivet import AuthenticationError, PermissionDeniedError
from trivet.chat.bulk import AsyncBulk

USERS = 600
PAGES = 2


@pytest.fixture
def seed():
    return "empty"


@pytest.fixture
def users():
    return USERS


@pytest.fixture
def emails(stub):
    return [user.email for user in stub.records.users.values() if user.role == "user"]


@pytest.fixture
def operations(stub):
    """Return the number of requests of each operation since the last call."""
    seen = 0

    def operations():
        nonlocal seen
        entries, seen = list(stub.requests)[seen:], len(stub.requests)
        return Counter(entry.operation.removeprefix("admin.users.") for entry in entries)

    return operations


@pytest.mark.parametrize("name", ["update_users", "delete_users"])
async def test_job_by_address_reads_pages_and_sends_one_request_a_row(
    stub, async_connect, call, emails, operations, name
):
    arguments = {"is_active": False} if name == "update_users" else {"confirm": USERS}
    async with async_connect() as chat:
        report = await call(AsyncBulk(chat), name, users=[email.upper() for email in emails], **arguments)
    assert report.counts == {"done": USERS}
    assert operations() == {"list": PAGES, name.removesuffix("_users"): USERS}


@pytest.mark.long
@pytest.mark.parametrize("by_id", [True, False])
async def test_report_of_a_dry_run_is_not_read_again_within_a_minute(stub, async_connect, operations, emails, by_id):
    rows = [user.id for user in stub.records.users.values() if user.role == "user"] if by_id else emails
    async with async_connect() as chat:
        preview = await AsyncBulk(chat).update_users(rows, is_active=False, dry_run=True)
        assert operations() == {"list": PAGES}
        assert (await AsyncBulk(chat).update_users(preview, is_active=False)).counts == {"done": USERS}
        assert operations() == {"update": USERS}
        stub.clock.advance(61)
        preview = await AsyncBulk(chat).update_users(rows, is_active=True, dry_run=True)
        stub.clock.advance(61)
        assert (await AsyncBulk(chat).update_users(preview, is_active=True)).counts == {"done": USERS}
        assert operations() == {"list": 2 * PAGES, "update": USERS}


@pytest.mark.long
@pytest.mark.parametrize("seconds", [0.0, 0.02])
async def test_records_that_grow_old_during_a_job_are_read_again_from_pages(
    stub, async_connect, operations, emails, seconds
):
    """A user who becomes an administrator meanwhile is not changed; the pages grow old one after the other."""

    def progress(row, settled, total):
        stub.clock.advance(0.2)
        if settled == 100:
            for user in stub.records.users.values():
                user.role = "admin" if user.email in emails[-2:] else user.role

    def reading(step, done, total):
        stub.clock.advance(seconds * 500)

    async with async_connect() as chat:
        job = AsyncBulk(chat, concurrency=1, progress=progress, reading=reading)
        report = await job.update_users(emails, is_active=False)
    assert report.counts == {"done": USERS - 2, "skipped": 2}
    sent = operations()
    assert (sent["update"], sent["list"] <= 3 * PAGES) == (USERS - 2, True)
    assert sent["get"] <= 10 * PAGES, "the last rows are looked up one by one"


@pytest.mark.long
async def test_undo_reads_pages_and_sends_one_request_a_row(async_connect, operations, emails, path):
    async with async_connect() as chat:
        await AsyncBulk(chat, journal=path).update_users(emails, is_active=False)
        operations()
        assert (await AsyncBulk(chat).undo(path)).counts == {"done": USERS}
    assert operations() == {"list": PAGES, "update": USERS}


async def test_few_addresses_are_searched_for(async_connect, operations, emails):
    async with async_connect() as chat:
        assert (await AsyncBulk(chat).update_users(emails[:1], is_active=False)).counts == {"done": 1}
        assert operations() == {"list": 1, "update": 1}
        assert (await AsyncBulk(chat).update_users(emails[:2], is_active=False, dry_run=True)).counts == {
            "planned": 1,
            "skipped": 1,
        }
        assert operations()["list"] <= 3, "the first page shows that two more are no fewer requests"
        await AsyncBulk(chat).update_users(emails[-3:], is_active=False, dry_run=True)
    assert operations() == {"list": PAGES}, "three searches are more than two pages"


@pytest.mark.parametrize("others", [[], ["nobody@example.com"]])
async def test_addresses_of_a_short_list_take_one_page(stub, async_connect, operations, others):
    short = [user.email for user in stub.records.users.values() if user.role == "user"][:2]
    for user_id in list(stub.records.users)[4:]:
        del stub.records.users[user_id]
    async with async_connect() as chat:
        await AsyncBulk(chat).update_users([*short, *others], is_active=False, dry_run=True)
    assert operations() == {"list": 1}


@pytest.mark.long
async def test_named_administrator_is_read_again_right_before_the_change(stub, async_connect, operations, emails):
    boss = stub.records.users[next(iter(stub.records.users))]
    other = next(user for user in stub.records.users.values() if user.email == emails[-1])
    boss.role = other.role = "admin"
    async with async_connect() as chat:
        await AsyncBulk(chat, own=boss.email).update_users(emails, is_active=False, admins=[other.email])
    assert operations()["get"] == 1


@pytest.mark.parametrize("wrong", [88, 94, 95, 5_000])
async def test_hidden_users_are_searched_for_unless_the_file_is_wrong(stub, async_connect, operations, emails, wrong):
    stub.observed.hidden_ties = True
    unknown = [f"stranger{number}@elsewhere.example" for number in range(wrong)]
    async with async_connect() as chat:
        report = await AsyncBulk(chat).update_users([*emails, *unknown], is_active=False, dry_run=True)
    hidden = USERS // 100
    lists = operations()["list"]
    if hidden + wrong <= 100:
        assert report.counts == {"skipped": wrong, "planned": USERS}
        assert lists <= PAGES + 1 + hidden + wrong
    else:
        assert lists <= 2 * (PAGES + 1), "no address is searched for"
        assert report.counts == {"skipped": wrong + hidden, "planned": USERS - hidden}
        reason = f"no user on the pages of the list has this email address ({hidden} users are on none)"
        assert {row.reason for row in report.skipped} == {reason}
    assert {row.cause for row in report.skipped} == {"no_user"}


@pytest.mark.parametrize("users", [1_000])
async def test_hidden_users_are_found_by_addresses_in_another_case(stub, async_connect, operations, emails):
    stub.observed.hidden_ties = True
    async with async_connect() as chat:
        report = await AsyncBulk(chat).update_users([email.upper() for email in emails], is_active=False)
    assert (report.counts, {user.is_active for user in stub.records.users.values() if user.role == "user"}) == (
        {"done": 1_000},
        {False},
    )
    sent = operations()
    assert (sent["update"], sent["get"], sent["list"] <= 3 + 10) == (1_000, 0, True), "hidden ones are searched for"


async def test_addresses_are_searched_for_where_the_list_has_no_total(stub, async_connect, operations, emails):
    stub.faults.add("admin.users.list", body={"items": [], "total": None})
    async with async_connect() as chat:
        rows = [email.upper() for email in emails[:120]]
        report = await AsyncBulk(chat).update_users(rows, is_active=False, dry_run=True)
    assert (report.counts, operations()["list"]) == ({"planned": 120}, 1 + 120)


@pytest.mark.parametrize("users", [1_100])
async def test_pages_are_read_until_every_address_is_on_one(stub, async_connect, operations):
    emails = [user.email for user in stub.records.users.newest_first()[:40] if user.role == "user"]
    async with async_connect() as chat:
        report = await AsyncBulk(chat).update_users(emails, is_active=False, dry_run=True)
        assert (report.counts, operations()["list"]) == ({"planned": len(emails)}, 1)
        report = await AsyncBulk(chat).update_users(map(str.upper, emails), is_active=False, dry_run=True)
    assert (report.counts, operations()["list"]) == ({"planned": len(emails)}, 3), "another may differ in case only"


@pytest.mark.parametrize("hidden", [False, True])
async def test_address_of_two_users_is_refused_wherever_the_second_one_is(stub, async_connect, emails, hidden):
    """Both differ in case only; the second one is on the last page, or on none."""
    stub.observed.hidden_ties = hidden
    users = stub.records.users.newest_first()
    twin = users[1] if hidden else users[-2]
    twin.email = users[0].email.title()
    others = [user.email.upper() for user in users[2:60] if user.role == "user"]
    async with async_connect() as chat:
        rows = [users[0].email.upper(), *others]
        report = await AsyncBulk(chat).update_users(rows, is_active=False, dry_run=True)
    assert [row.cause for row in report.rows] == ["several_users", *([None] * len(others))]


@pytest.mark.long
async def test_job_over_a_list_that_hides_users_needs_no_whole_list(stub, async_connect, operations, emails, path):
    stub.observed.hidden_ties = True
    ids = [user.id for user in stub.records.users.values() if user.role == "user"]
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path)
        assert (await job.update_users(ids, is_active=False)).counts == {"done": USERS}
        assert (await AsyncBulk(chat).undo(path)).counts == {"done": USERS}
        named = AsyncBulk(chat)
        assert (await named.update_users(ids, role="user", admins=["boss@example.com"])).counts == {"skipped": USERS}
    sent = operations()
    assert (sent["update"], sent["get"]) == (2 * USERS, 3 * USERS // 100), "only hidden rows are looked up one by one"


async def test_file_of_unknown_addresses_is_noticed_after_the_pages(async_connect, operations):
    unknown = [f"stranger{number}@elsewhere.example" for number in range(11_000)]
    steps = []
    async with async_connect() as chat:
        bulk = AsyncBulk(chat, reading=lambda *step: steps.append(step))
        report = await bulk.update_users(unknown, is_active=False)
    assert report.counts == {"skipped": 11_000}
    assert operations() == {"list": PAGES}
    total = USERS + 1
    assert steps == [("pages", 500, total), ("pages", total, total)]


async def test_reading_shows_searches_and_look_ups(stub, async_connect, emails):
    steps = []
    stub.faults.add("admin.users.list", status=500)
    ids = [user.id for user in stub.records.users.values()][:20]
    async with async_connect(max_retries=0) as chat:
        bulk = AsyncBulk(chat, reading=lambda *step: steps.append(step), concurrency=1)
        await bulk.update_users(ids, is_active=False, dry_run=True)
        assert steps == [("look-ups", number, 20) for number in range(1, 21)]
        steps.clear()
        await bulk.update_users(emails[:1], is_active=False, dry_run=True)
    assert steps == [("searches", 1, 1)]


async def test_row_that_is_given_again_is_counted(stub, async_connect, emails, path):
    ids = {user.email: user.id for user in stub.records.users.values()}
    rows = [emails[0], emails[0].upper(), ids[emails[0]], ids[emails[1]].upper(), emails[1], "gone@x", "Gone@x"]
    async with async_connect() as chat:
        report = await AsyncBulk(chat, journal=path).update_users(rows, is_active=False)
        assert (report.counts, report.repeated) == ({"done": 2, "skipped": 1}, 4)
        again = await AsyncBulk(chat, journal=path).update_users(rows, is_active=False)
    assert (again, again.repeated) == (report, 4)


@pytest.mark.parametrize(("status", "error"), [(403, PermissionDeniedError), (401, AuthenticationError)])
@pytest.mark.parametrize("operation", ["admin.users.update", "admin.users.get", "admin.users.list"])
async def test_refused_administrator_stops_the_job_and_it_resumes(
    stub, async_connect, operations, emails, path, status, error, operation
):
    rows = [user.id for user in stub.records.users.values() if user.role == "user"][:40]
    if operation == "admin.users.get":
        stub.faults.add("admin.users.list", times=2, body={"items": [], "total": None})
    stub.faults.add(operation, after=0 if operation.endswith("list") else 10, times=None, status=status)
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path, concurrency=4)
        with pytest.raises(error):
            await job.update_users(rows, is_active=False)
        assert operations()["update"] <= 14
        assert {row.outcome for row in job.report.rows} <= {"done", "planned"}
        stub.faults.clear()
        assert (await AsyncBulk(chat, journal=path).update_users(rows, is_active=False)).counts == {"done": 40}


@pytest.mark.long
async def test_inactive_users_are_skipped_by_a_deactivation(stub, async_connect, operations, emails):
    for user in list(stub.records.users.values())[1:11]:
        user.is_active = False
    async with async_connect() as chat:
        report = await AsyncBulk(chat).update_users(emails, is_active=False)
        assert report.counts == {"done": USERS - 10, "skipped": 10}
        assert {row.cause for row in report.skipped} == {"unchanged"}
        operations()
        everything = await AsyncBulk(chat).update_users(emails, is_active=False, skip_unchanged=False)
    assert (everything.counts, operations()["update"]) == ({"done": USERS}, USERS)


@pytest.mark.parametrize(
    ("first", "last", "fresh", "sent"),
    [
        (5, 4, 0, {"get": 9}),
        (5, 5, 0, {"list": 1, "get": 5}),
        (0, 20, 0, {"list": 2}),
        (0, 10, 30, {"list": 1, "get": 10}),
    ],
)
async def test_pages_are_read_while_each_replaces_ten_look_ups(async_connect, operations, first, last, fresh, sent):
    """Users by their ids, of the first page and of the last, and users of the last by records that are a moment old."""
    async with async_connect() as chat:
        users = [user for user in await chat.admin.users.list(limit=500).all() if user.role == "user"]
        operations()
        rows = [user.id for user in users[:first] + users[-last:]] + users[-60 : fresh - 60]
        assert (await AsyncBulk(chat).update_users(rows, is_active=False)).counts == {"done": len(rows)}
    assert operations() == {"update": len(rows), **sent}


async def test_last_rows_of_a_slow_job_are_looked_up_one_by_one(stub, async_connect, operations):
    ids = [user.id for user in stub.records.users.values() if user.role == "user"][:25]
    async with async_connect() as chat:
        job = AsyncBulk(chat, concurrency=1, progress=lambda *_: stub.clock.advance(61))
        assert (await job.update_users(ids, is_active=False)).counts == {"done": 25}
    assert operations() == {"list": 1, "get": 24, "update": 25}, "the first row was read from the page"


async def test_job_that_looks_every_user_up_reads_no_pages(stub, async_connect, operations):
    ids = [user.id for user in stub.records.users.values() if user.role == "user"][:25]
    async with async_connect() as chat:
        report = await AsyncBulk(chat).act_as_users(ids, lambda user, row: None)
    assert report.counts == {"done": 25}
    assert operations() == {"get": 25, "impersonate": 25}
