"""The order of lists, with ties and without."""

from datetime import timedelta

import httpx
import pytest

from trivet_stubs import ChatStub
from trivet_stubs.chat import ChatObserved


def walk(client, where, limit):
    ids, total = [], 1
    while len(ids) < total:
        page = client.get(where, params={"skip": len(ids), "limit": limit}).json()
        ids += [item["id"] for item in page["items"]]
        total = page["total"]
    return ids


@pytest.fixture
def load_admin():
    with ChatStub(seed="60x2", users=5) as stub:
        headers = {"Authorization": f"Bearer {stub.admin_token}"}
        with httpx.Client(transport=stub.transport(), base_url="http://chat.test", headers=headers) as client:
            yield stub, client


def test_pages_hold_each_row_once(load_admin):
    _, client = load_admin

    assert len(set(walk(client, "/conversations/admin-list", 7))) == 60


def test_unstable_ties_repeat_some_rows_and_skip_others(load_admin):
    stub, client = load_admin
    stub.observed.unstable_ties = True
    ids = walk(client, "/conversations/admin-list", 7)

    assert len(ids) == 60
    assert len(set(ids)) < 60


def test_unstable_ties_reorder_only_equal_rows_and_are_deterministic(load_admin):
    stub, client = load_admin
    stub.observed.unstable_ties = True
    orders = [client.get("/conversations/admin-list?limit=100").json()["items"] for _ in range(2)]
    with ChatStub(seed="60x2", users=5) as second:
        second.observed.unstable_ties = True
        headers = {"Authorization": f"Bearer {second.admin_token}"}
        with httpx.Client(transport=second.transport(), base_url="http://chat.test", headers=headers) as other:
            assert other.get("/conversations/admin-list?limit=100").json()["items"] == orders[0]

    assert orders[0] != orders[1]
    assert [row["updated_at"] for row in orders[0]] == [row["updated_at"] for row in orders[1]]
    assert [row["updated_at"] for row in orders[0]] == sorted((row["updated_at"] for row in orders[0]), reverse=True)


@pytest.mark.parametrize("limit", [50, 100, 500])
def test_hidden_ties_are_on_no_page_at_every_size_and_found_by_a_search(limit):
    with ChatStub(seed="empty", users=600, observed=ChatObserved(hidden_ties=True)) as stub:
        headers = {"Authorization": f"Bearer {stub.admin_token}"}
        with httpx.Client(transport=stub.transport(), base_url="http://chat.test", headers=headers) as client:
            pages = [
                client.get("/admin/users", params={"skip": skip, "limit": limit}).json()
                for skip in range(0, 601, limit)
            ]
            listed = {row["id"] for page in pages for row in page["items"]}
            hidden = [user for user in stub.records.users.values() if user.id not in listed]
            found = client.get("/admin/users", params={"search": hidden[0].email}).json()

    assert {page["total"] for page in pages} == {601}
    assert (len(listed), len(hidden)) == (595, 6)
    assert [row["id"] for row in found["items"]] == [hidden[0].id]


def test_pages_of_users_sort_once_and_see_added_and_deleted_users(chat_stub):
    users = chat_stub.records.users
    ordered = users.newest_first()
    assert users.newest_first() is ordered
    bob = chat_stub.user_id("bob")
    user = users[bob]
    del users[bob]
    assert user not in users.newest_first()
    users[bob] = user
    assert user in users.newest_first()
    users.pop(bob)
    assert user not in users.newest_first()


def test_ratings_have_unstable_ties_too(load_admin):
    stub, client = load_admin
    stub.observed.unstable_ties = True
    orders = [[row["id"] for row in client.get("/admin/ratings?limit=100").json()["items"]] for _ in range(2)]

    assert orders[0] != orders[1]
    assert set(orders[0]) == set(orders[1])


def test_changes_at_one_moment_of_the_clock_are_a_microsecond_apart(chat_stub):
    state = chat_stub.state
    first, second = state.change_time(), state.change_time()
    chat_stub.clock.advance(1)

    assert second - first == timedelta(microseconds=1)
    assert state.change_time() == state.now()


def test_reset_restores_the_first_records():
    with ChatStub(seed="5x2", users=3, observed=ChatObserved(late_commits=True)) as stub:
        before, ids = stub.steering.counts(), [*stub.records.users]
        expired = stub.token("alice", expires_in=60)
        stub.seed(seed="empty")
        stub.observed.late_commits = False
        stub.reset()

        assert (stub.steering.counts(), [*stub.records.users]) == (before, ids)
        assert stub.observed.late_commits
        assert expired not in str(stub.steering.callers())


def test_remembered_records_are_copies():
    with ChatStub() as stub:
        [first, *_] = stub.records.conversations.values()
        first.title = "Mine"
        stub.steering.remember()
        next_id = stub.records.copy(numbered_apart=True).new_id()
        for _ in range(2):
            stub.records.conversations[first.id].title = "Changed"
            stub.records.new_id()
            stub.reset()
            assert stub.records.conversations[first.id].title == "Mine"
            assert stub.records.new_id() == next_id


def test_records_are_json_without_link_tokens():
    with ChatStub() as stub:
        kinds = {kind: stub.steering.records(kind, 1000) for kind in stub.steering.counts()}

    assert {kind: len(rows) for kind, rows in kinds.items()} == stub.steering.counts()
    assert {row.get("share_token") for row in kinds["shares"]} == {None, "hidden"}
    assert kinds["conversations"][0]["messages"] == 3
