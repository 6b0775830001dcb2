# Derived from tests/sdk/chat/_async/test_access.py by `python -m codegen`; do not edit.
"""Access: which operations need a token, and which need an administrator."""

import pytest

from tests.wrong_rows import wrong_rows
from trivet import AuthenticationError, InvalidArgumentError, NotFoundError, PermissionDeniedError

ID = "ffffffff-ffff-4fff-8fff-ffffffffffff"
CONVERSATION = {"conversation_id": ID}
MESSAGE = {"conversation_id": ID, "message_id": ID}
USER = {"user_id": ID}

OPERATIONS = {
    "conversations.list": {},
    "conversations.create": {},
    "conversations.get": CONVERSATION,
    "conversations.update": CONVERSATION,
    "conversations.delete": CONVERSATION,
    "conversations.archive": CONVERSATION,
    "conversations.shared_with_me": {},
    "conversations.messages.list": CONVERSATION,
    "conversations.messages.create": {**CONVERSATION, "role": "user", "content": "x"},
    "conversations.messages.rate": {**MESSAGE, "rating": 1},
    "conversations.messages.unrate": MESSAGE,
    "conversations.shares.create": {**CONVERSATION, "generate_link": True},
    "conversations.shares.list": CONVERSATION,
    "conversations.shares.delete": {**CONVERSATION, "share_id": ID},
    "admin.conversations.list": {},
    "admin.conversations.export": {},
    "admin.ratings.list": {},
    "admin.ratings.summary": {},
    "admin.ratings.export": {},
    "admin.users.list": {},
    "admin.users.get": USER,
    "admin.users.update": USER,
    "admin.users.delete": USER,
    "admin.users.impersonate": USER,
}
"""All operations that need a signed-in user."""

ADMIN = [name for name in OPERATIONS if name.startswith("admin.")]


def test_every_operation_but_one_requires_token(stub):
    assert {*OPERATIONS, "conversations.open_shared"} == set(stub.contract.operations)


def test_missing_token_error_names_argument_and_variable(stub, connect, finish, call):
    with connect(token=None) as chat:
        with wrong_rows() as row:
            for name, arguments in OPERATIONS.items():
                with row(name):
                    with pytest.raises(InvalidArgumentError, match="TRIVET_CHAT_TOKEN") as caught:
                        finish(call(chat, name, **arguments))
                    assert caught.value.argument == "token"
    assert len(stub.requests) == 0


def test_unknown_token_is_401(stub, connect, finish, call):
    with connect(token="forged") as chat:
        with wrong_rows() as row:
            for name, arguments in OPERATIONS.items():
                stub.requests.clear()
                with row(name):
                    with pytest.raises(AuthenticationError) as caught:
                        finish(call(chat, name, **arguments))
                    assert (caught.value.status, caught.value.code) == (401, "AUTHENTICATION_ERROR")
                    assert caught.value.headers["www-authenticate"] == "Bearer"
                    assert caught.value.operation == name
                    assert [request.operation for request in stub.requests] == [name]


def test_inactive_user_is_refused(stub, connect, finish, call):
    with connect("carol") as chat:
        with wrong_rows() as row:
            for name, arguments in OPERATIONS.items():
                stub.requests.clear()
                with row(name):
                    with pytest.raises(AuthenticationError, match="disabled"):
                        finish(call(chat, name, **arguments))
                    assert len(stub.requests) == 1


def test_admin_operations_are_refused_to_other_users(stub, connect, finish, call):
    with connect("alice") as chat:
        with wrong_rows() as row:
            for name in ADMIN:
                stub.requests.clear()
                with row(name):
                    with pytest.raises(PermissionDeniedError) as caught:
                        finish(call(chat, name, **OPERATIONS[name]))
                    assert (caught.value.status, caught.value.code) == (403, "AUTHORIZATION_ERROR")
                    assert len(stub.requests) == 1


@pytest.mark.parametrize("who", ["admin", "nadia"])
def test_no_operation_is_refused_to_admin(connect, finish, call, who):
    with connect(who) as chat:
        with wrong_rows() as row:
            for name, arguments in OPERATIONS.items():
                with row(name):
                    if ID in arguments.values():
                        with pytest.raises(NotFoundError):
                            finish(call(chat, name, **arguments))
                    else:
                        assert finish(call(chat, name, **arguments)) is not None


def test_expired_token_is_401(stub, connect):
    with connect(token=stub.token("alice", expires_in=60)) as chat:
        chat.conversations.list().page()
        stub.clock.advance(60)
        with pytest.raises(AuthenticationError):
            chat.conversations.list().page()
