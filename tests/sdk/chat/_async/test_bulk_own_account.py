"""Bulk jobs never lock out the account that they run as: it is named, or the token or a conversation shows it."""

import json
from base64 import urlsafe_b64encode

import pytest

from trivet import AuthenticationError, InvalidArgumentError
from trivet.chat.bulk import AsyncBulk
from trivet_stubs.chat.access import Grant

BOTH = ("admin@example.com", "nadia@example.com")
KEPT = "it is the account that runs the job, and would lock itself out"
NOT_KNOWN = "an administrator who may be the account that runs the job; name that account in own"


def part(value):
    return urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def jwt(claims):
    return f"{part({'alg': 'HS256', 'typ': 'JWT'})}.{part(claims)}.c2lnbmF0dXJl"


@pytest.fixture
def grant(stub):
    """Let the stub accept a token of the administrator `admin`."""

    def grant(token, who="admin"):
        stub.state.access.grants[token] = Grant(stub.user_id(who), None)
        return token

    return grant


@pytest.fixture
def changed(stub):
    """Return the ids of the users whose change was sent."""
    return lambda: [
        entry.path.rpartition("/")[2]
        for entry in stub.requests
        if entry.method in ("PATCH", "DELETE") and "users" in entry.path
    ]


LOCKOUTS = [
    ("update_users", {"is_active": False}),
    ("update_users", {"role": "user"}),
    ("update_users", {"role": "user", "is_active": False}),
    ("delete_users", {"confirm": 1}),
]


@pytest.mark.parametrize("own", ["id", "ID", " Admin@Example.com "])
@pytest.mark.parametrize(("name", "arguments"), LOCKOUTS)
@pytest.mark.parametrize("by_id", [False, True])
async def test_account_that_is_named_as_own_is_skipped(stub, async_connect, call, changed, own, name, arguments, by_id):
    admin, nadia = stub.user_id("admin"), stub.user_id("nadia")
    own = {"id": admin, "ID": admin.upper()}.get(own, own)
    async with async_connect() as chat:
        rows = [admin, nadia] if by_id else BOTH
        report = await call(AsyncBulk(chat, own=own), name, users=rows, admins=BOTH, **arguments)
    assert [(row.outcome, row.cause) for row in report.rows] == [("skipped", "own_account"), ("done", None)]
    assert (report.rows[0].reason, changed()) == (KEPT, [nadia])
    assert stub.records.users[admin].is_active


@pytest.mark.parametrize("fetched", [False, True])
@pytest.mark.parametrize("name", ["update_users", "delete_users"])
async def test_subject_of_the_token_is_the_own_account(stub, async_connect, call, grant, changed, fetched, name):
    nadia, token = stub.user_id("nadia"), grant(jwt({"sub": stub.user_id("admin"), "type": "access", "exp": 1}))
    arguments = {"is_active": False} if name == "update_users" else {"confirm": 1}
    async with async_connect(token=(lambda: token) if fetched else token) as chat:
        report = await call(AsyncBulk(chat), name, users=BOTH, admins=BOTH, **arguments)
    assert [row.cause for row in report.rows] == ["own_account", None]
    assert changed() == [nadia]


@pytest.mark.parametrize("crash", [False, True])
async def test_subject_that_is_no_user_leaves_it_to_the_conversations(
    stub, async_connect, grant, changed, nothing, crash
):
    """The identity provider has ids of its own."""
    stub.observed.missing_user_500 = crash
    async with async_connect(token=grant(jwt({"sub": nothing}))) as chat:
        with pytest.raises(InvalidArgumentError, match="own must be"):
            await AsyncBulk(chat).update_users(BOTH[1:], is_active=False, admins=BOTH)
        await chat.conversations.create(title="Mine")
        report = await AsyncBulk(chat).update_users(BOTH, is_active=False, admins=BOTH)
    assert [row.cause for row in report.rows] == ["own_account", None]
    assert changed() == [stub.user_id("nadia")]


TOKENS = [
    "opaque",
    "a.b.c",
    f"{part({})}.{part([])}.",
    f"{part({})}.{part({'sub': None})}.x",
    f"{part({})}.{part({'sub': 7})}.x",
    jwt({"sub": "admin@example.com"}),
    jwt({"sub": "../../admin/users"}),
    jwt({"sub": "\ud83d"}),
    f"{part({})}.////.x",
    "e30.gICA.x",
    f"{part({})}.{urlsafe_b64encode(b'[' * 100_000).decode()}.x",
    f"{part({})}.{urlsafe_b64encode(b'9' * 9_000).decode()}.x",
    "." * 5_000,
]


@pytest.mark.parametrize("token", TOKENS, ids=range(len(TOKENS)))
async def test_token_without_a_known_subject_stops_the_job_before_the_first_change(
    async_connect, grant, changed, path, token
):
    async with async_connect(token=grant(token)) as chat:
        with pytest.raises(InvalidArgumentError) as caught:
            await AsyncBulk(chat, journal=path).update_users(BOTH[1:], is_active=False, admins=BOTH)
        assert (caught.value.argument, changed(), path.exists()) == ("own", [], False)
        assert token not in str(caught.value)
        assert str(caught.value) == (
            "own must be the id or email address of the account that runs the job, because nadia@example.com may be "
            "it: an administrator, whom the job would lock out, got None"
        )


@pytest.mark.parametrize(("name", "arguments"), [LOCKOUTS[0], *LOCKOUTS[2:]])
@pytest.mark.parametrize("by_id", [False, True])
async def test_plan_marks_an_administrator_who_may_be_the_own_account(
    stub, async_connect, call, changed, name, arguments, by_id
):
    async with async_connect() as chat:
        rows = [stub.user_id(who) for who in ("nadia", "bob")] if by_id else [BOTH[1], "bob@example.com"]
        arguments = {**arguments, "users": rows, "admins": BOTH}
        preview = await call(AsyncBulk(chat), name, dry_run=True, **arguments)
        assert [(row.outcome, row.cause) for row in preview.rows] == [("planned", "own_not_known"), ("planned", None)]
        assert preview.rows[0].reason == NOT_KNOWN
        for source in (rows, preview):
            with pytest.raises(InvalidArgumentError, match="own must be"):
                await call(AsyncBulk(chat), name, **{**arguments, "users": source})
        assert changed() == []
        arguments |= {"users": preview, **({"confirm": 2} if "confirm" in arguments else {})}
        report = await call(AsyncBulk(chat, own=BOTH[0]), name, **arguments)
    assert [(row.outcome, row.cause, row.reason) for row in report.rows] == [("done", None, None)] * 2


@pytest.mark.parametrize("by_id", [False, True])
async def test_job_that_locks_no_administrator_out_needs_no_own_account(stub, async_connect, by_id):
    names = ("alice", "bob", "dave")
    async with async_connect() as chat:
        rows = [stub.user_id(name) if by_id else f"{name}@example.com" for name in names]
        assert (await AsyncBulk(chat).update_users(rows, is_active=False, admins=BOTH)).counts == {"done": 3}
        promoted = await AsyncBulk(chat).update_users([*rows, *BOTH], role="admin", is_active=True, admins=BOTH)
        assert promoted.counts == {"done": 3, "skipped": 2}
        nadia = stub.records.users[stub.user_id("nadia")]
        nadia.is_active = False  # the account that runs the job may sign in
        assert (await AsyncBulk(chat).delete_users(BOTH[1:], confirm=1, admins=BOTH)).counts == {"done": 1}


@pytest.mark.parametrize("own", [None, "admin@example.com"])
async def test_undo_that_locks_an_administrator_out_needs_the_own_account(stub, async_connect, changed, path, own):
    nadia = stub.records.users[stub.user_id("nadia")]
    nadia.is_active = False
    async with async_connect() as chat:
        await AsyncBulk(chat, journal=path).update_users(["nadia@example.com"], is_active=True, admins=BOTH)
        before = len(changed())
        preview = await AsyncBulk(chat, own=own).undo(path, dry_run=True)
        assert [row.cause for row in preview.rows] == [None if own else "own_not_known"]
        if own is None:
            with pytest.raises(InvalidArgumentError, match="own must be"):
                await AsyncBulk(chat).undo(path)
            assert (len(changed()), nadia.is_active) == (before, True)
        else:
            assert (await AsyncBulk(chat, own=own).undo(path)).counts == {"done": 1}
            assert not nadia.is_active


async def test_undo_by_the_administrator_whom_the_job_has_activated_keeps_their_account(stub, async_connect, path):
    nadia = stub.records.users[stub.user_id("nadia")]
    nadia.is_active = False
    async with async_connect() as chat:
        await AsyncBulk(chat, journal=path).update_users(["nadia@example.com"], is_active=True, admins=BOTH)
    async with async_connect("nadia") as chat:
        report = await AsyncBulk(chat, own="nadia@example.com").undo(path)
    assert ([row.cause for row in report.rows], nadia.is_active) == (["own_account"], True)


@pytest.mark.parametrize("crash", [False, True])
@pytest.mark.parametrize(
    ("own", "why"),
    [
        ("ffffffff-ffff-4fff-8fff-ffffffffffff", "no user has this id"),
        ("nobody@example.com", "no user has this email address"),
        ("bob@example.com", "bob@example.com is not an administrator"),
        ("old@example.com", "old@example.com may not sign in"),
    ],
)
async def test_wrong_own_account_is_refused_before_anything_is_changed(
    stub, async_connect, changed, path, own, why, crash
):
    stub.observed.missing_user_500 = crash
    carol = stub.records.users[stub.user_id("carol")]
    carol.email, carol.role = "old@example.com", "admin"
    async with async_connect() as chat:
        for rows in (["alice@example.com"], [stub.user_id("alice")]):
            with pytest.raises(InvalidArgumentError) as caught:
                await AsyncBulk(chat, own=own, journal=path).update_users(rows, is_active=False)
            assert caught.value.argument == "own"
            assert why in str(caught.value)
            with pytest.raises(InvalidArgumentError, match="own must be"):
                await AsyncBulk(chat, own=own).update_users(rows, is_active=False, dry_run=True)
    assert (changed(), path.exists()) == ([], False)


async def test_wrong_own_account_is_refused_by_a_job_that_takes_no_rights(stub, async_connect, changed):
    async with async_connect() as chat:
        bulk = AsyncBulk(chat, own="nobody@example.com")
        with pytest.raises(InvalidArgumentError, match="own"):
            await bulk.update_users([stub.user_id("bob")], is_active=True)
    assert changed() == []


async def test_job_over_conversations_reads_no_own_account(stub, async_connect):
    async with async_connect("alice") as chat:  # who may not read users
        bulk = AsyncBulk(chat, own="nobody@example.com")
        report = await bulk.update_conversations(chat.conversations.list(), title="Trips")
    assert report.counts.keys() == {"done"}
    assert not [entry for entry in stub.requests if "users" in entry.path]


@pytest.mark.parametrize("own", ["bob", "", 7, "\ud83d@example.com"])
async def test_own_account_that_is_neither_id_nor_address_is_refused(async_connect, own):
    async with async_connect() as chat:
        with pytest.raises(InvalidArgumentError, match="own must be"):
            AsyncBulk(chat, own=own)


async def test_acting_administrator_and_the_one_behind_are_both_kept(stub, async_connect, changed):
    """The job runs as nadia, and the administrator admin has to be able to sign in afterwards."""
    stub.records.users[stub.user_id("dave")].role = "admin"
    named = [*BOTH, "dave@example.com"]
    async with async_connect() as chat, chat.acting_as(stub.user_id("nadia")) as nadia:
        report = await AsyncBulk(nadia).update_users(named, is_active=False, admins=named)
    assert [row.cause for row in report.rows] == ["own_account", "own_account", None]
    assert changed() == [stub.user_id("dave")]


async def test_resumed_job_keeps_the_decision_about_the_own_account(stub, async_connect, changed, ids, path):
    rows = [stub.user_id("admin"), stub.user_id("nadia"), *ids]
    async with async_connect() as chat:
        stub.faults.add("admin.users.update", after=1, status=401)
        with pytest.raises(AuthenticationError):
            await AsyncBulk(chat, journal=path, own=BOTH[0], concurrency=1).update_users(
                rows, is_active=False, admins=BOTH
            )
        report = await AsyncBulk(chat, journal=path).update_users(rows, is_active=False, admins=BOTH)
        assert [(row.outcome, row.cause) for row in report.rows] == [("skipped", "own_account"), *[("done", None)] * 5]
        assert (
            await AsyncBulk(chat, journal=path, own=BOTH[0]).update_users(rows, is_active=False, admins=BOTH) == report
        )
    assert stub.user_id("admin") not in changed()


@pytest.mark.parametrize("shown", ["own", "token"])
async def test_other_administrator_who_resumes_a_job_keeps_their_account(
    stub, async_connect, grant, changed, ids, path, shown
):
    rows = [*ids, stub.user_id("admin"), stub.user_id("nadia")]
    async with async_connect() as chat:
        stub.faults.add("admin.users.update", after=1, status=401)
        with pytest.raises(AuthenticationError):
            await AsyncBulk(chat, journal=path, own=BOTH[0], concurrency=1).update_users(
                rows, is_active=False, admins=BOTH
            )
    token = grant(jwt({"sub": stub.user_id("nadia")}) if shown == "token" else "opaque", "nadia")
    async with async_connect(token=token) as chat:
        bulk = AsyncBulk(chat, journal=path, own=BOTH[1] if shown == "own" else None)
        preview = await bulk.update_users(rows, is_active=False, admins=BOTH, dry_run=True)
        assert [row.cause for row in preview.rows[-2:]] == ["own_account", "own_account"]
        report = await bulk.update_users(rows, is_active=False, admins=BOTH)
        assert report.counts == {"done": 4, "skipped": 2}
        assert await AsyncBulk(chat, journal=path).update_users(rows, is_active=False, admins=BOTH) == report
    assert sorted(set(changed())) == sorted(ids)


async def test_own_account_that_was_refused_before_is_not_sent_again(stub, async_connect, changed, path):
    admin, nadia = stub.user_id("admin"), stub.records.users[stub.user_id("nadia")]
    stub.faults.add(f"/admin/users/{nadia.id}", after=1, status=422)
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path, own=admin)
        assert (await job.update_users([nadia.id], is_active=False, admins=BOTH)).counts == {"failed": 1}
    async with async_connect("nadia") as chat:
        again = AsyncBulk(chat, journal=path, own=nadia.id)
        assert (await again.update_users([], is_active=False, admins=BOTH)).counts == {"failed": 1}
        retried = AsyncBulk(chat, journal=path, own=nadia.id, retry_failed=True)
        report = await retried.update_users([], is_active=False, admins=BOTH)
    assert ([row.cause for row in report.rows], nadia.is_active, len(changed())) == (["own_account"], True, 1)


@pytest.mark.parametrize("fault", [{"drop": True}, {"status": 500}, {"status": 502}])
@pytest.mark.parametrize(("name", "arguments"), LOCKOUTS)
async def test_own_account_that_may_have_been_changed_before_is_not_sent_again(
    stub, async_connect, call, changed, path, name, arguments, fault
):
    admin, nadia = stub.user_id("admin"), stub.user_id("nadia")
    async with async_connect() as chat:
        stub.faults.add(f"admin.users.{name[:6]}", **fault)
        job = AsyncBulk(chat, journal=path, own=admin)
        first = await call(job, name, users=[nadia], admins=BOTH, **arguments)
        assert first.done == []
    sent = len(changed())
    async with async_connect("nadia") as chat:
        again = AsyncBulk(chat, journal=path, own=nadia, retry_failed=True)
        report = await call(again, name, users=[nadia], admins=BOTH, **arguments)
    assert ([row.cause for row in report.rows], len(changed())) == (["own_account"], sent)


async def test_own_account_whose_change_the_service_has_lost_is_not_sent_again(stub, async_connect, changed, ids, path):
    admin, nadia = stub.user_id("admin"), stub.user_id("nadia")
    stub.faults.add(f"/admin/users/{ids[0]}", after=1, drop=True)
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path, own=admin, concurrency=1)
        first = await job.update_users([nadia, ids[0]], is_active=False, admins=BOTH)
        assert first.counts == {"done": 1, "unknown": 1}
    stub.records.users[nadia].is_active = True
    async with async_connect("nadia") as chat:
        report = await AsyncBulk(chat, journal=path, own=nadia).update_users([], is_active=False, admins=BOTH)
    assert [row.cause for row in report.rows] == ["own_account", None]
    assert changed().count(nadia) == 1


async def test_administrator_of_the_application_may_be_the_own_account(stub, async_connect, changed):
    bob = stub.records.users[stub.user_id("bob")]
    bob.is_app_admin = True
    async with async_connect() as chat:
        with pytest.raises(InvalidArgumentError, match="own must be"):
            await AsyncBulk(chat).update_users([bob.email], is_active=False, admins=[bob.email])
    assert changed() == []


@pytest.mark.parametrize("own", [None, "bob@example.com"])
async def test_undo_keeps_the_own_account_of_an_administrator_of_the_application(
    stub, async_connect, changed, path, own
):
    bob = stub.records.users[stub.user_id("bob")]
    bob.is_app_admin, bob.is_active = True, False
    async with async_connect() as chat:
        report = await AsyncBulk(chat, journal=path).update_users([bob.email], is_active=True, admins=[bob.email])
        assert (report.counts, len(changed())) == ({"done": 1}, 1)
        if own is None:
            with pytest.raises(InvalidArgumentError, match="own must be"):
                await AsyncBulk(chat).undo(path)
        else:
            assert [row.cause for row in (await AsyncBulk(chat, own=own).undo(path)).rows] == ["own_account"]
    assert (len(changed()), bob.is_active) == (1, True)


async def test_given_account_costs_one_request_and_a_subject_on_a_page_none(stub, async_connect, grant):
    emails = [f"{name}@example.com" for name in ("alice", "bob", "dave", "erin")]
    async with async_connect() as chat:
        await AsyncBulk(chat, own=BOTH[0]).update_users([stub.user_id("bob")], is_active=False)
    assert [entry.operation for entry in stub.requests] == ["admin.users.list", "admin.users.get", "admin.users.update"]
    before = len(stub.requests)
    async with async_connect(token=grant(jwt({"sub": stub.user_id("admin")}))) as chat:
        await AsyncBulk(chat).update_users([*emails, BOTH[1]], role="user", admins=BOTH, dry_run=True)
    operations = [entry.operation for entry in list(stub.requests)[before:]]
    assert operations.count("conversations.list") == 1
    assert operations.count("admin.users.get") == 1, "the record of the named administrator"


async def test_user_whose_role_only_the_list_shows_needs_no_own_account(stub, async_connect, changed):
    bob = stub.user_id("bob")
    stub.faults.add("admin.users.get", times=None, body={"id": bob})
    async with async_connect() as chat:
        report = await AsyncBulk(chat).update_users([bob], is_active=False, admins=[bob])
    assert (report.counts, changed()) == ({"done": 1}, [bob])


async def test_named_user_of_a_service_without_roles_may_be_the_own_account(stub, async_connect, changed):
    bob = {"id": stub.user_id("bob"), "email": "bob@example.com", "is_active": True}
    stub.faults.add("admin.users.get", times=None, body=bob)
    stub.faults.add("admin.users.list", times=None, body={"items": [bob], "total": 1})
    async with async_connect() as chat:
        for rows in ([bob["id"]], ["bob@example.com"]):
            with pytest.raises(InvalidArgumentError, match="own must be"):
                await AsyncBulk(chat).update_users(rows, is_active=False, admins=[bob["id"]])
    assert changed() == []


@pytest.mark.parametrize("listed", [False, True])
async def test_undo_of_a_user_without_a_role_in_the_journal_is_judged_by_the_list(
    stub, async_connect, changed, path, listed
):
    bob = stub.records.users[stub.user_id("bob")]
    bob.is_active = False
    async with async_connect() as chat:
        await AsyncBulk(chat, journal=path).update_users([bob.email], is_active=True)
        path.write_bytes(path.read_bytes().replace(b', "role": "user"', b""))
        before = stub.requests.count("admin.users.get")
        if not listed:
            stub.faults.add("admin.users.list", body={"items": [{"id": bob.id}], "total": 1})
            with pytest.raises(InvalidArgumentError, match="own must be"):
                await AsyncBulk(chat).undo(path)
            assert (stub.requests.count("admin.users.get"), len(changed())) == (before, 1)
        else:
            assert (await AsyncBulk(chat).undo(path)).counts == {"done": 1}
    assert bob.is_active is not listed
