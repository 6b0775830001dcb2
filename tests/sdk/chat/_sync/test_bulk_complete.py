# Derived from tests/sdk/chat/_async/test_bulk_complete.py by `python -m codegen`; do not edit.
"""Lists that are found whole or refused: in another order for every page, shrinking, with a total that is wrong."""

import httpx
import pytest

from trivet import IncompleteListError
from trivet.chat.bulk import Bulk

CHANGES = ("admin.users.update", "admin.users.delete")


@pytest.fixture
def seed():
    return "empty"


@pytest.fixture
def users():
    return 800


@pytest.fixture
def imported(stub):
    """A stub whose users have one created_at, and are in another order for every page."""
    stub.observed.unstable_ties = True
    return stub


@pytest.fixture
def short(stub):
    """A stub whose list of users has 28 users less than its total."""
    rows = [{"id": user.id, "email": user.email, "role": user.role} for user in list(stub.records.users.values())[:20]]
    stub.faults.add("admin.users.list", body={"items": rows, "total": 48}, times=None)
    return stub


class Meanwhile(httpx.BaseTransport):
    """A transport that does something before each request whose URL has a text."""

    def __init__(self, stub, text, action):
        self.inner, self.text, self.action = stub.transport(), text, action

    def handle_request(self, request):
        if self.text in str(request.url):
            self.action()
        return self.inner.handle_request(request)


def read(users, ids):
    for user in users:
        ids.append(user.id)


def sent(stub):
    return [entry for entry in stub.requests if entry.operation in CHANGES]


@pytest.mark.parametrize("limit", [None, 100, 500])
def test_list_in_another_order_for_every_page_is_found_whole(imported, connect, limit):
    with connect() as chat:
        pager = chat.admin.users.list(limit=limit)
        partial = {user.id for user in pager}
        assert pager.shortfall == 801 - len(partial) > 30
        users = pager.complete()
        assert {user.id for user in users} == set(imported.records.users)
        assert (len(users), pager.shortfall) == (801, 0)
        sizes = {dict(entry.query).get("limit") for entry in imported.requests}
        assert len(sizes) > 2, "every walk takes another page size"


@pytest.mark.parametrize("prefetch", [1, 4])
def test_iteration_of_complete_list_yields_every_item_once(imported, connect, prefetch):
    with connect() as chat:
        pager = chat.admin.users.list(limit=50, prefetch=prefetch)
        ids = [user.id for user in pager.iter_complete()]
    assert sorted(ids) == sorted(imported.records.users)
    assert imported.requests.count("admin.users.list") > 17, "it was read again"


def test_iteration_of_incomplete_list_yields_items_then_raises(short, connect):
    ids = []
    with connect() as chat:
        pager = chat.admin.users.list()
        with pytest.raises(IncompleteListError) as caught:
            read(pager.iter_complete(), ids)
    assert ids == list(short.records.users)[:20]
    assert (caught.value.missing, pager.shortfall) == (28, 28)


@pytest.mark.long
def test_job_over_list_without_tie_break_changes_every_row(imported, connect, tmp_path):
    with connect() as chat:
        job = Bulk(chat, journal=tmp_path / "job.jsonl")
        listed = chat.admin.users.list(search="@example.com", limit=50, prefetch=3)
        planned = job.delete_users(listed, dry_run=True)
        assert planned.counts == {"skipped": 1, "planned": 800}
        report = job.delete_users(listed, confirm=800)
    assert report.counts == {"skipped": 1, "done": 800}
    assert len(imported.records.users) == 1


@pytest.mark.parametrize("name", ["update_users", "delete_users"])
def test_job_over_incomplete_list_is_refused_before_any_change(short, connect, call, tmp_path, name):
    arguments = {"is_active": False} if name == "update_users" else {"confirm": 20}
    with connect() as chat:
        job = Bulk(chat, journal=tmp_path / "job.jsonl")
        for extra in ({}, {"dry_run": True}):
            with pytest.raises(IncompleteListError) as caught:
                call(job, name, users=chat.admin.users.list(), **{**arguments, **extra})
            assert str(caught.value) == "admin.users.list: 28 of 48 items are missing"
            assert (caught.value.total, caught.value.missing) == (48, 28)
    assert (sent(short), job.report.rows, list(tmp_path.iterdir())) == ([], (), [])
    assert short.requests.count("admin.users.list") < 60, "the walks are bounded"


def test_records_of_incomplete_list_may_be_passed_as_they_are(short, connect):
    with connect() as chat:
        users = chat.admin.users.list().all()
        report = Bulk(chat).update_users(users, is_active=False)
    assert report.counts == {"skipped": 1, "done": 19}


def test_list_without_total_is_read_once(connect, stub):
    [admin] = [user for user in stub.records.users.values() if user.email == "admin@example.com"]
    stub.faults.add("admin.users.list", body={"items": [{"id": admin.id}], "total": None})
    stub.faults.add("admin.users.list", body={"items": [], "total": None}, times=None)
    with connect() as chat:
        assert [user.id for user in chat.admin.users.list().complete()] == [admin.id]
    assert len(stub.requests) == 2


def test_empty_page_of_list_with_total_is_incomplete(connect, stub):
    stub.faults.add("admin.users.list", body={"items": [], "total": 3}, times=None)
    with connect() as chat:
        with pytest.raises(IncompleteListError, match="3 of 3 items are missing"):
            chat.admin.users.list().complete()
        assert chat.admin.users.list().all() == []


@pytest.mark.parametrize("limit", [100, 500])
def test_list_that_shrinks_while_it_is_read_is_read_again(stub, connect, limit):
    gone = list(stub.records.users.values())[1:61]

    def delete_some():
        while gone:
            stub.records.delete_user(gone.pop())

    with connect(transport=Meanwhile(stub, f"skip={limit}", delete_some)) as chat:
        users = chat.admin.users.list(limit=limit).complete()
    assert len(stub.records.users) == 741
    assert {user.id for user in users} >= set(stub.records.users)


@pytest.mark.parametrize(("limit", "requests"), [(100, 10), (500, 3)])
def test_list_that_grows_while_it_is_read_is_found_with_new_items(stub, connect, limit, requests):
    new = [user for user in stub.records.users.values() if user.email.startswith("user000")]
    for user in new:
        del stub.records.users[user.id]

    def add_some():
        while new:
            user = new.pop()
            user.created_at = stub.clock.now()
            stub.records.users[user.id] = user

    with connect(transport=Meanwhile(stub, f"skip={limit}", add_some)) as chat:
        users = chat.admin.users.list(limit=limit).complete()
    assert {user.id for user in users} == set(stub.records.users)
    assert len(users) == 801
    assert stub.requests.count("admin.users.list") == requests, "the first page of the second walk has what was new"


def test_part_of_list_from_an_offset_is_read_once(stub, connect):
    with connect() as chat:
        assert len(chat.admin.users.list(skip=700, limit=50).complete()) == 101
    assert stub.requests.count("admin.users.list") == 3


def test_walk_without_new_items_is_followed_by_another(stub, connect):
    first = next(iter(stub.records.users))
    stub.faults.add("admin.users.list", body={"items": [{"id": first}], "total": 801}, times=11)
    with connect() as chat:
        users = chat.admin.users.list(limit=1).complete()
    assert {user.id for user in users} == set(stub.records.users)
    assert stub.requests.count("admin.users.list") == 13
