"""Who a caller of the chat service is, as exchanges show it."""

import base64
import json

import pytest

from trivet_checks.exchange_rules.chat_callers import caller_id
from trivet_checks.exchange_rules.conversation import JudgedConversation
from trivet_checks.exchanges.exchange import Exchange

ID, ALICE, BOB = (f"00000000-0000-4000-8000-00000000000{number}" for number in range(3))


def jwt(claims: object) -> str:
    payload = base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
    return f"e30.{payload}.c2ln"


def asked(token: str, operation: str = "conversations.get", status: int = 200, **fields: object) -> Exchange:
    """An exchange of the caller with a token."""
    return Exchange(
        operation=operation,
        status=status,
        request_headers={"authorization": f"Bearer {token}"},
        arguments={"conversation_id": ID, "user_id": BOB},
        fault="",
        answer=fields,
    )


def known(*exchanges: Exchange, token: str) -> str | None:
    """The id of a caller after some exchanges of others."""
    conversation = JudgedConversation("chat")
    for exchange in exchanges:
        [*conversation.add(exchange, exchange.request_headers["authorization"])]
    return caller_id(asked(token), conversation.memory.of(f"Bearer {token}"))


def test_subject_of_a_token_counts_if_it_is_the_id_of_a_user() -> None:
    share = asked("a", "conversations.shares.create", 201, id="1", shared_by=ALICE, shared_with=BOB)

    assert known(share, token=jwt({"sub": BOB})) == BOB
    assert known(share, token=jwt({"sub": "bob@example.com"})) is None
    assert known(token=jwt({"sub": BOB})) is None


@pytest.mark.parametrize("token", ["opaque", "a.b", "a.!.c", jwt([1]), jwt({"sub": 5}), "e30.gICA.c2ln"])
def test_token_without_a_subject_names_no_one(token: str) -> None:
    assert known(token=token) is None


def test_token_that_was_issued_for_a_user_is_theirs() -> None:
    issued = asked("a", "admin.users.impersonate", access_token="t", impersonated_user_id=BOB, impersonated_by=ALICE)

    assert known(issued, token="t") == BOB
    assert known(issued, token="a") is None  # the proxy judges whether the answer names the caller


def test_new_conversation_names_its_caller() -> None:
    created = asked("a", "conversations.create", 201, id=ID, user_id=ALICE)

    assert known(created, token="a") == ALICE
    assert known(created, token="b") is None
