"""Access tokens: valid and invalid ones, and the operations of each user."""

import pytest

from tests.stubs.chat.helpers import (
    LISTING,
    code,
    every_secured,
)


@pytest.mark.rule("chat.access.a-signed-in-user-is-needed")
@every_secured
@pytest.mark.parametrize(
    "headers", [{}, {"Authorization": "Basic YTpi"}, {"Cookie": "access_token=x"}, {"X-API-Key": ""}]
)
def test_without_a_bearer_token_the_framework_answers_401(ask, op, headers):
    answer = ask(op, headers)

    assert (answer.status_code, answer.json()) == (401, {"detail": "Not authenticated"})
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.rule("chat.access.unknown-token-is-401")
@every_secured
def test_unknown_token_is_401(ask, op):
    answer = ask(op, {"Authorization": "Bearer unknown-token"})

    assert code(answer) == (401, "AUTHENTICATION_ERROR")
    assert answer.headers["www-authenticate"] == "Bearer"
    assert "unknown-token" not in answer.text


def test_empty_token_is_401(ask):
    assert code(ask(LISTING, {"Authorization": "Bearer"})) == (401, "AUTHENTICATION_ERROR")


@pytest.mark.rule("chat.access.credentials-are-a-bearer-token")
@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_bearer_scheme_is_accepted_in_any_case(ask, chat_stub, scheme):
    assert ask(LISTING, {"Authorization": f"{scheme} {chat_stub.token('alice')}"}).status_code == 200


@pytest.mark.rule("chat.impersonation.token-is-valid-for-an-hour")
def test_token_is_valid_until_it_expires(ask, chat_stub):
    headers = {"Authorization": f"Bearer {chat_stub.token('alice', expires_in=60)}"}

    chat_stub.clock.advance(59)
    assert ask(LISTING, headers).status_code == 200
    chat_stub.clock.advance(1)
    assert code(ask(LISTING, headers)) == (401, "AUTHENTICATION_ERROR")
    assert ask(LISTING).status_code == 200


@pytest.mark.rule("chat.access.token-of-an-inactive-user-is-401")
def test_token_of_inactive_user_is_401(ask, chat_stub):
    answer = ask(LISTING, {"Authorization": f"Bearer {chat_stub.token('carol')}"})

    assert code(answer) == (401, "AUTHENTICATION_ERROR")
    assert answer.json()["error"] == {
        "code": "AUTHENTICATION_ERROR",
        "message": "User account is disabled",
        "details": None,
    }


@pytest.mark.rule("chat.access.token-of-a-deleted-user-is-401")
def test_token_of_deleted_user_is_401(ask, chat_stub, admin):
    headers = {"Authorization": f"Bearer {chat_stub.token('alice')}"}
    admin.delete(f"/admin/users/{chat_stub.user_id('alice')}")

    assert code(ask(LISTING, headers)) == (401, "AUTHENTICATION_ERROR")
