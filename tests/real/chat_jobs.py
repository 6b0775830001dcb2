"""Bulk jobs on a real chat backend, whose database is compared row by row: `CHAT_ENV` names the file that describes it.

3,000 users with one `created_at`, so that the list of users hides some at every page size; kills of the server in the
middle of a job; requests counted; an administrator without a conversation, whose own account is on the list.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import Popen
from typing import Any

import pytest

from tests.real.chat_backend import Backend, Restart
from trivet import AsyncChatClient, ChatClient, InvalidArgumentError, PermissionDeniedError
from trivet.chat.bulk import AsyncBulk, Bulk, JobStoppedError, Report, read_journal
from trivet.observe import ObservedCall, Observer

USERS = 3_000
SHARED = 200
PAGES = 7
"""The pages of the list of users, at 500 users a page."""

pytestmark = pytest.mark.skipif("CHAT_ENV" not in os.environ, reason="CHAT_ENV names no file of a chat backend")


class Count(Observer):
    """Counts the requests of each operation, since it was begun."""

    def __init__(self) -> None:
        self.operations: Counter[str] = Counter()
        self.begin()

    def begin(self) -> None:
        self.operations.clear()
        self._began = time.monotonic()

    def on_call_start(self, call: ObservedCall) -> None:
        self.operations[call.operation.removeprefix("admin.users.")] += 1

    def check(self, walks: int) -> None:
        """Compare the requests of a job that changes all imported users with those that its duration allows.

        A job of one minute reads the list by so many walks, and changes each row. Records older than a minute are read
        again before the change: by one more walk a minute, and by a request each if no page shows them, as addresses
        that no page shows are searched for. As observed, an eighth of the users is on no page of a walk, and a job that
        takes five minutes on a busy machine sends 3,112 to 3,437 requests.
        """
        minutes = int((time.monotonic() - self._began) // 60)
        assert self.operations["update"] <= USERS, self.operations
        looked_up = USERS // 4 if minutes else USERS // 10
        assert self.operations.total() <= USERS + looked_up + (walks + minutes) * PAGES, (self.operations, minutes)


@pytest.fixture(scope="module")
def backend() -> Backend:
    return Backend.of_file(Path(os.environ["CHAT_ENV"]))


@pytest.fixture
def imported(backend: Backend) -> Iterator[list[str]]:
    """Insert 3,000 users with one `created_at`, and return their addresses; they are deleted afterwards."""
    backend.sql(
        "INSERT INTO users (email, full_name, is_active, role, is_app_admin, created_at) "
        "SELECT 'imported' || n || '@example.com', 'Imported ' || n, true, 'user', false, '2025-06-16T08:00:00Z' "
        f"FROM generate_series(1, {USERS}) AS n"
    )
    yield [f"imported{number}@example.com" for number in range(1, USERS + 1)]
    backend.sql("DELETE FROM users WHERE email LIKE 'imported%'")


@pytest.fixture(scope="module")
def servers() -> Iterator[list[Popen[bytes]]]:
    """The servers that tests have started in place of those that they killed; the last one ends with the tests."""
    started: list[Popen[bytes]] = []
    yield started
    for server in started:
        server.terminate()
        server.wait(60)


@pytest.fixture
def count() -> Count:
    return Count()


@pytest.fixture
def chat(backend: Backend, count: Count) -> Iterator[ChatClient]:
    with ChatClient(
        base_url=backend.base_url, token=backend.admin_token, observers=[count], max_retries=0, timeout=20
    ) as chat:
        yield chat


def active(backend: Backend) -> dict[str, bool]:
    """Return whether each imported user is active, from the database."""
    rows = backend.sql("SELECT email, is_active FROM users WHERE email LIKE 'imported%'")
    return {email: is_active == "t" for email, is_active in rows}


def test_job_by_address_changes_each_row_with_one_request(
    backend: Backend, imported: list[str], chat: ChatClient, count: Count, tmp_path: Path
) -> None:
    """The list hides some users at every page size; the dry run, the job, its resumption and its undo miss none."""
    journal = tmp_path / "j"
    preview = Bulk(chat).update_users(imported, is_active=False, dry_run=True)
    reading = count.operations.copy()
    report = Bulk(chat, journal=journal).update_users(preview, is_active=False)
    count.check(walks=2)
    changing = count.operations - reading
    assert (report.counts, set(active(backend).values())) == ({"done": USERS}, {False})
    count.begin()
    undone = Bulk(chat, journal=tmp_path / "u").undo(journal)
    count.check(walks=1)
    assert (undone.counts, set(active(backend).values())) == ({"done": USERS}, {True})
    assert count.operations["update"] == USERS
    print("\nread", dict(reading), "changed", dict(changing), "undone", dict(count.operations))


@pytest.mark.parametrize("case", [str.upper, str.title])
def test_addresses_in_another_case_than_stored_change_each_row(
    backend: Backend, imported: list[str], chat: ChatClient, count: Count, case: Callable[[str], str]
) -> None:
    """The users whom the list hides are searched for; no account stays active."""
    report = Bulk(chat).update_users([case(email) for email in imported], is_active=False)
    count.check(walks=2)
    assert (report.counts, set(active(backend).values())) == ({"done": USERS}, {False})
    print("\n", dict(count.operations))


def account(backend: Backend, email: str) -> list[list[str]]:
    """Return the row of a user with the transaction that wrote it last."""
    return backend.sql(f"SELECT xmin, users.* FROM users WHERE email = '{email}'")


@pytest.mark.parametrize("own", [None, "ADMIN@example.com"])
@pytest.mark.parametrize("by_id", [False, True])
def test_administrator_without_a_conversation_keeps_their_own_account(
    backend: Backend, imported: list[str], chat: ChatClient, tmp_path: Path, own: str | None, by_id: bool
) -> None:
    """Without `own`, the token shows the account: its subject is the id of the user."""
    admin, second = "admin@example.com", imported[0]
    backend.sql(f"UPDATE users SET role = 'admin' WHERE email = '{second}'")
    [[own_id]] = backend.sql(f"SELECT id FROM users WHERE email = '{admin}'")
    assert backend.sql(f"SELECT count(*) FROM conversations WHERE user_id = '{own_id}'") == [["0"]]
    before = account(backend, admin)
    ids = dict(backend.sql("SELECT email, id FROM users"))
    rows = [ids[email] if by_id else email for email in (admin, *imported[:40])]
    named = [admin.upper(), second]
    changes: list[dict[str, Any]] = [{"is_active": False}, {"role": "user"}]
    for number, values in enumerate(changes):
        job = Bulk(chat, journal=tmp_path / f"{number}", own=own)
        report = job.update_users(rows, admins=named, skip_unchanged=False, **values)
        assert report.counts == {"done": 40, "skipped": 1}
        assert [row.cause for row in report.skipped] == ["own_account"]
        assert Bulk(chat, own=own).undo(tmp_path / f"{number}").counts["done"] >= 1
    deleted = Bulk(chat, own=own).delete_users(rows, admins=named, confirm=40)
    assert deleted.counts == {"done": 40, "skipped": 1}
    assert account(backend, admin) == before
    assert len(active(backend)) == USERS - 40


def test_undo_knows_that_a_user_is_gone(
    backend: Backend, imported: list[str], chat: ChatClient, tmp_path: Path
) -> None:
    """This backend answers 500 for a user who does not exist."""
    Bulk(chat, journal=tmp_path / "j").update_users(imported[:20], is_active=False)
    backend.sql(f"DELETE FROM users WHERE email = '{imported[3]}'")
    report = Bulk(chat).undo(tmp_path / "j")
    assert report.counts == {"done": 19, "failed": 1}
    assert [(row.label, row.status, row.cause) for row in report.failed] == [(imported[3], 404, "gone")]


def test_own_account_that_no_user_has_changes_nothing(
    backend: Backend, imported: list[str], chat: ChatClient, count: Count
) -> None:
    for own in ("gone@example.com", "ffffffff-ffff-4fff-8fff-ffffffffffff", imported[1]):
        with pytest.raises(InvalidArgumentError, match="own must be"):
            Bulk(chat, own=own).update_users(imported[:2], is_active=False)
    assert (set(active(backend).values()), count.operations["update"]) == ({True}, 0)


def test_acting_administrator_and_the_one_behind_keep_their_accounts(
    backend: Backend, imported: list[str], chat: ChatClient
) -> None:
    named = ["admin@example.com", *imported[:2]]
    backend.sql(f"UPDATE users SET role = 'admin' WHERE email IN ('{imported[0]}', '{imported[1]}')")
    [[user_id]] = backend.sql(f"SELECT id FROM users WHERE email = '{imported[0]}'")
    before = [account(backend, email) for email in named[:2]]
    with chat.acting_as(user_id) as acting:
        report = Bulk(acting).update_users(named, is_active=False, admins=named)
    assert [row.cause for row in report.rows] == ["own_account", "own_account", None]
    assert ([account(backend, email) for email in named[:2]], active(backend)[imported[1]]) == (before, False)


async def test_async_job_by_address_changes_each_row(
    backend: Backend, imported: list[str], count: Count, tmp_path: Path
) -> None:
    async with AsyncChatClient(
        base_url=backend.base_url, token=backend.admin_token, observers=[count], timeout=20
    ) as chat:
        report = await AsyncBulk(chat, journal=tmp_path / "j").update_users(imported, is_active=False)
        count.check(walks=2)
        assert (report.counts, set(active(backend).values())) == ({"done": USERS}, {False})
        again = await AsyncBulk(chat, journal=tmp_path / "k").update_users(imported, is_active=False)
    assert {row.cause for row in again.skipped} == {"unchanged"}


def run_with_kills(
    backend: Backend, servers: list[Popen[bytes]], run: Callable[[Any], Report], kills: int
) -> tuple[Report, int]:
    """Run a job, kill its server in the middle so many times, and resume; return the last report and the stops."""
    restarts: list[Restart] = []
    stops: list[str] = []
    for number in range(1, kills + 1):

        def progress(row: Any, settled: int, total: int, at: int = number * 250) -> None:
            if settled == at:
                restarts.append(backend.kill())

        try:
            run(progress)
        except JobStoppedError as error:
            stops.append(str(error))
        servers.append(restarts.pop().run())
    assert all("looks up again what was done in the 30 s before" in stop for stop in stops)
    return run(None), len(stops)


@pytest.mark.parametrize("concurrency", [1, 8])
def test_no_change_is_lost_when_the_server_is_killed(
    backend: Backend,
    imported: list[str],
    chat: ChatClient,
    servers: list[Popen[bytes]],
    tmp_path: Path,
    concurrency: int,
) -> None:
    def run(progress: Any) -> Report:
        bulk = Bulk(chat, journal=tmp_path / "j", progress=progress, concurrency=concurrency)
        return bulk.update_users(imported[:1500], is_active=False)

    report, stops = run_with_kills(backend, servers, run, 5)
    assert (report.counts, stops) == ({"done": 1500}, 5)
    states = active(backend)
    assert {email for email in imported if not states[email]} == {*imported[:1500]}
    print("\n", report, "stops", stops)


def test_no_deletion_is_lost_when_the_server_is_killed(
    backend: Backend, imported: list[str], chat: ChatClient, servers: list[Popen[bytes]], tmp_path: Path
) -> None:
    def run(progress: Any) -> Report:
        bulk = Bulk(chat, journal=tmp_path / "j", progress=progress)
        return bulk.delete_users(imported[:1500], confirm=1500)

    report, stops = run_with_kills(backend, servers, run, 5)
    assert (report.counts, stops) == ({"done": 1500}, 5)
    assert active(backend).keys() == {*imported[1500:]}
    print("\n", report, "stops", stops)


def test_lockout_is_judged_by_the_rows(
    backend: Backend, imported: list[str], chat: ChatClient, count: Count, tmp_path: Path
) -> None:
    """A job that names administrators, and the undo of an activation, end although the list hides users."""
    backend.sql("UPDATE users SET role = 'admin' WHERE email IN ('imported1@example.com', 'imported2@example.com')")
    named = imported[:1]
    job = Bulk(chat, journal=tmp_path / "j").update_users(imported, is_active=False, admins=named)
    assert job.counts == {"done": USERS - 1, "skipped": 1}
    assert [row.cause for row in job.skipped] == ["admin_not_named"]
    assert count.operations["get"] == 1, "the record of the named administrator is read again"
    assert [email for email, is_active in active(backend).items() if is_active] == [imported[1]]
    assert Bulk(chat, journal=tmp_path / "u").undo(tmp_path / "j").counts == {"done": USERS - 1, "skipped": 1}
    assert set(active(backend).values()) == {True}


def test_caller_without_rights_stops_the_job(
    backend: Backend, imported: list[str], chat: ChatClient, count: Count, tmp_path: Path
) -> None:
    """An administrator is demoted in the middle; the same call with an administrator's token resumes the job."""
    preview = Bulk(chat).update_users(imported, is_active=False, dry_run=True)

    def progress(row: Any, settled: int, total: int) -> None:
        if settled == 100:
            backend.sql("UPDATE users SET role = 'user' WHERE email = 'admin@example.com'")

    count.operations.clear()
    bulk = Bulk(chat, journal=tmp_path / "j", progress=progress)
    try:
        with pytest.raises(PermissionDeniedError):
            bulk.update_users(preview, is_active=False)
    finally:
        backend.sql("UPDATE users SET role = 'admin' WHERE email = 'admin@example.com'")
    assert count.operations.total() < 150
    inactive = {email for email, is_active in active(backend).items() if not is_active}
    assert inactive == {row.label for row in bulk.report.done}
    assert bulk.report.counts == {"done": len(inactive), "planned": USERS - len(inactive)}
    assert Bulk(chat, journal=tmp_path / "j").update_users((), is_active=False).counts == {"done": USERS}
    assert set(active(backend).values()) == {False}


def shares(backend: Backend) -> dict[str, str]:
    """Return the user and the permission of each share, from the database."""
    rows = backend.sql("SELECT id, shared_with, permission FROM conversation_shares")
    return {share_id: f"{shared_with} {permission}" for share_id, shared_with, permission in rows}


def test_exactly_the_shares_of_a_job_are_revoked_after_a_kill(
    backend: Backend, servers: list[Popen[bytes]], tmp_path: Path
) -> None:
    """An earlier share is left alone, by the job and by its undo, and so is a link."""
    ((colleague,), *_) = backend.sql("SELECT id FROM users WHERE role = 'admin'")
    restarts: list[Restart] = []

    def kill(row: Any, settled: int, total: int) -> None:
        if settled == SHARED // 2 and not restarts:
            restarts.append(backend.kill())

    with ChatClient(base_url=backend.base_url, token=backend.user_token, max_retries=0, timeout=20) as chat:
        own = [chat.conversations.create(title=f"Shared {number}").id for number in range(SHARED)]
        chat.conversations.shares.create(own[0], shared_with=colleague, permission="view")
        chat.conversations.shares.create(own[1], generate_link=True)
        before = shares(backend)
        job = Bulk(chat, journal=tmp_path / "j", progress=kill)
        with pytest.raises(JobStoppedError):
            job.share_conversations(own, colleague, permission="edit")
        servers.append(restarts[0].run())
        report = job.share_conversations(own, colleague, permission="edit")
        assert report.counts == {"done": SHARED - 1, "skipped": 1}
        made = {str((row.new or {})["share"]): f"{colleague} edit" for row in report.done}
        assert shares(backend) == before | made
        assert Bulk(chat, journal=tmp_path / "u").undo(tmp_path / "j").counts == report.counts
        assert shares(backend) == before
    backend.sql("DELETE FROM conversations WHERE title LIKE 'Shared %'")
    print("\n", report, read_journal(tmp_path / "j"))
