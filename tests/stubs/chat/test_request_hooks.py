"""The rules of every chat operation: credentials, public links, request ids, and late commits."""

import uuid

import httpx
import pytest

from tests.stubs.chat.helpers import (
    BY_ID,
    LISTING,
    OPERATIONS,
    code,
    titles,
)
from trivet_stubs.chat.request_hooks import LateCommits


@pytest.mark.rule("chat.access.admin-operations-need-role-admin")
@pytest.mark.parametrize("op", [op for op in OPERATIONS if op.who == "admin"], ids=lambda op: op.id)
def test_admin_operation_of_another_user_is_403(ask, chat_stub, op):
    assert code(ask(op, {"Authorization": f"Bearer {chat_stub.token('alice')}"})) == (403, "AUTHORIZATION_ERROR")
    assert ask(op, {"Authorization": f"Bearer {chat_stub.token('nadia')}"}).status_code == op.status


@pytest.mark.rule("chat.access.public-link-needs-no-sign-in")
@pytest.mark.parametrize("headers", [{}, {"Authorization": "nonsense"}, {"Authorization": "Bearer unknown-token"}])
def test_public_link_opens_without_or_with_wrong_credentials(ask, headers):
    assert ask(BY_ID["conversations.open_shared"], headers).status_code == 200


def test_credentials_are_checked_before_inputs(ask):
    assert ask(LISTING, {}, params={"limit": 0}).status_code == 401


def test_no_repr_holds_a_token(ask, chat_stub):
    for op in OPERATIONS:
        if op.method != "DELETE":
            ask(op)
    link = next(share.share_token for share in chat_stub.records.shares() if share.share_token)
    text = repr([chat_stub, chat_stub.requests, *chat_stub.records.shares(), *chat_stub.records.conversations.values()])

    assert chat_stub.admin_token not in text
    assert link not in text


@pytest.mark.trivet(unknown_requests="ignore")
@pytest.mark.parametrize("where", ["/conversations", "/nowhere", "/conversations?limit=0", "/conversations/export"])
def test_answer_has_the_request_id_of_the_caller_or_a_new_one(sign_in_anywhere, where):
    alice = sign_in_anywhere("alice")

    assert alice.get(where, headers={"X-Request-ID": "mine-1"}).headers["x-request-id"] == "mine-1"
    ids = [alice.get(where).headers["x-request-id"] for _ in range(2)]
    assert len(set(ids)) == 2
    assert [str(uuid.UUID(request_id)) for request_id in ids] == ids


def test_answer_of_a_fault_has_the_request_id(alice, chat_stub):
    chat_stub.faults.add(status=503)

    answer = alice.get("/conversations", headers={"X-Request-ID": "mine-2"})
    assert (answer.status_code, answer.headers["x-request-id"]) == (503, "mine-2")


@pytest.fixture(autouse=True)
def late_commits(chat_stub):
    chat_stub.observed.late_commits = True


def test_new_conversation_is_not_found_at_first(alice):
    where = f"/conversations/{alice.post('/conversations', json={'title': 'New'}).json()['id']}"

    assert code(alice.get(where)) == (404, "NOT_FOUND")
    assert alice.get(where).json()["title"] == "New"


def test_changed_conversation_is_listed_as_it_was_at_first(alice, path):
    assert alice.patch(path("Travel"), json={"title": "Oslo", "is_archived": True}).json()["title"] == "Oslo"

    assert "Travel plans" in titles(alice.get("/conversations"))
    assert "Travel plans" not in titles(alice.get("/conversations"))
    assert alice.get(path("Oslo")).json()["is_archived"] is True


def test_deleted_conversation_is_readable_at_first(alice, path):
    where = path("Travel")

    assert alice.delete(where).status_code == 204
    assert alice.get(where).json()["messages"]
    assert code(alice.get(where)) == (404, "NOT_FOUND")


def test_new_message_and_rating_are_missing_at_first(alice, path):
    def counts():
        messages = alice.get(path("Travel")).json()["messages"]
        return len(messages), [message["user_rating"] for message in messages]

    before = counts()
    alice.post(path("Travel", "/messages"), json={"role": "user", "content": "Hi"})
    assert counts() == before
    count, ratings = counts()
    assert count == before[0] + 1
    alice.post(path("Travel", "/messages/{answer}/rate"), json={"rating": -1})
    assert counts() == (count, ratings)
    assert counts() != (count, ratings)


def test_changed_user_is_as_before_at_first(admin, chat_stub):
    where = f"/admin/users/{chat_stub.user_id('bob')}"
    admin.patch(where, json={"is_active": False})

    assert [admin.get(where).json()["is_active"] for _ in range(3)] == [True, False, False]


def test_change_sees_the_changes_before_it(alice):
    where = f"/conversations/{alice.post('/conversations').json()['id']}"

    assert alice.patch(where, json={"title": "New"}).json()["title"] == "New"
    assert alice.get(where).json()["title"] is None  # the last change alone is late
    assert alice.get(where).json()["title"] == "New"


def test_refused_change_leaves_nothing_behind(alice, erin, path):
    where = f"/conversations/{alice.post('/conversations').json()['id']}"
    erin.delete(where)

    assert code(alice.get(where)) == (404, "NOT_FOUND")


def test_switching_it_off_commits_at_once(alice, chat_stub):
    alice.post("/conversations", json={"title": "New"})
    chat_stub.observed.late_commits = False

    assert "New" in titles(alice.get("/conversations"))
    chat_stub.observed.late_commits = True
    assert "New" in titles(alice.get("/conversations"))


def test_read_that_fails_leaves_the_current_records(chat_stub):
    commits, records = LateCommits(chat_stub.state), chat_stub.state.records
    list_, create = (chat_stub.contract.operations[f"conversations.{name}"] for name in ("list", "create"))

    def fail(request):
        assert chat_stub.state.records is not records
        raise KeyError(request)

    commits.call(create, lambda request: None, None)
    with pytest.raises(KeyError):
        commits.call(list_, fail, None)
    assert chat_stub.state.records is records


def test_lost_change_is_answered_and_never_stored(alice, admin, chat_stub, path):
    chat_stub.observed.late_commits = False
    chat_stub.observed.lost_commits = True
    bob, where = f"/admin/users/{chat_stub.user_id('bob')}", path("Travel")

    assert alice.patch(where, json={"title": "Oslo"}).json()["title"] == "Oslo"
    assert alice.delete(where).status_code == 204
    assert admin.patch(bob, json={"is_active": False}).json()["is_active"] is False
    assert alice.get(where).json()["title"] == "Travel plans"
    assert admin.get(bob).json()["is_active"] is True
    chat_stub.observed.lost_commits = False
    assert alice.delete(where).status_code == 204
    assert code(alice.get(where)) == (404, "NOT_FOUND")


def test_slow_commit_is_read_two_seconds_after_its_answer(admin, chat_stub):
    chat_stub.observed.late_commits, chat_stub.observed.slow_commits = False, True
    bob = f"/admin/users/{chat_stub.user_id('bob')}"

    def is_active():
        return admin.get(bob).json()["is_active"]

    assert admin.patch(bob, json={"is_active": False}).json()["is_active"] is False
    chat_stub.clock.advance(1)
    assert admin.patch(bob, json={"role": "admin"}).json()["is_active"] is False, "a change sees the changes before it"
    seen = [is_active()]
    chat_stub.clock.advance(1)
    seen += [is_active(), admin.get(bob).json()["role"] == "user"]
    chat_stub.clock.advance(1)
    assert (seen, admin.get(bob).json()["role"]) == ([True, False, True], "admin")
    admin.patch(bob, json={"is_active": True})
    chat_stub.observed.slow_commits = False
    assert is_active(), "switching it off commits at once"


def test_server_dies_after_it_has_answered_and_starts_again(admin, chat_stub):
    chat_stub.observed.late_commits, chat_stub.observed.dies_after_answer = False, True
    bob = f"/admin/users/{chat_stub.user_id('bob')}"

    assert admin.get(bob).json()["is_active"] is True
    assert admin.patch(f"{bob}0", json={"is_active": False}).status_code == 422, "a refused change does not count"
    assert admin.patch(bob, json={"is_active": False}).json()["is_active"] is False
    for _ in range(2):
        with pytest.raises(httpx.TransportError):
            admin.get(bob)
    chat_stub.faults.clear()
    assert admin.get(bob).json()["is_active"] is True, "the change was lost"
    assert admin.patch(bob, json={"is_active": False}).status_code == 200
    assert admin.get(bob).json()["is_active"] is False
