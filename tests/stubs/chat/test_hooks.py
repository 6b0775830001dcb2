"""The rules of every operation: administrators, public links, request ids."""

import uuid

import pytest

from tests.stubs.chat.helpers import (
    OPERATIONS,
    code,
)


@pytest.mark.parametrize("op", [op for op in OPERATIONS if op.who == "admin"], ids=lambda op: op.id)
def test_admin_operation_of_another_user_is_403(ask, chat_stub, op):
    assert code(ask(op, {"Authorization": f"Bearer {chat_stub.token('alice')}"})) == (403, "AUTHORIZATION_ERROR")
    assert ask(op, {"Authorization": f"Bearer {chat_stub.token('nadia')}"}).status_code == op.status


@pytest.mark.parametrize("headers", [{}, {"Authorization": "nonsense"}, {"Authorization": "Bearer unknown-token"}])
def test_public_link_opens_without_or_with_wrong_credentials(ask, headers):
    assert ask(OPERATIONS[5], headers).status_code == 200


def test_credentials_are_checked_before_inputs(ask):
    assert ask(OPERATIONS[0], {}, params={"limit": 0}).status_code == 401


def test_no_repr_holds_a_token(ask, chat_stub):
    for op in OPERATIONS[:8]:
        ask(op)
    link = next(share.share_token for share in chat_stub.records.shares() if share.share_token)
    shown = repr(
        [chat_stub, chat_stub.requests, *chat_stub.records.shares(), *chat_stub.records.conversations.values()]
    )

    assert chat_stub.admin_token not in shown
    assert link not in shown


@pytest.mark.trivet(unknown_requests="ignore")
@pytest.mark.parametrize("where", ["/conversations", "/nowhere", "/conversations?limit=0", "/conversations/export"])
def test_answer_has_the_request_id_of_the_caller_or_a_new_one(sign_in_anywhere, where):
    alice = sign_in_anywhere("alice")

    assert alice.get(where, headers={"X-Request-ID": "mine-1"}).headers["x-request-id"] == "mine-1"
    given = [alice.get(where).headers["x-request-id"] for _ in range(2)]
    assert len(set(given)) == 2
    assert [str(uuid.UUID(each)) for each in given] == given


def test_answer_of_a_fault_has_the_request_id(alice, chat_stub):
    chat_stub.faults.add(status=503)

    answer = alice.get("/conversations", headers={"X-Request-ID": "mine-2"})
    assert (answer.status_code, answer.headers["x-request-id"]) == (503, "mine-2")
