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


async def test_every_operation_but_one_requires_token(stub):
    assert {*OPERATIONS, "conversations.open_shared"} == set(stub.contract.operations)


async def test_missing_token_error_names_argument_and_variable(stub, async_connect, async_finish, call):
    async with async_connect(token=None) as chat:
        with wrong_rows() as row:
            for name, arguments in OPERATIONS.items():
                with row(name):
                    with pytest.raises(InvalidArgumentError, match="TRIVET_CHAT_TOKEN") as caught:
                        await async_finish(call(chat, name, **arguments))
                    assert caught.value.argument == "token"
    assert len(stub.requests) == 0


async def test_unknown_token_is_401(stub, async_connect, async_finish, call):
    async with async_connect(token="forged") as chat:
        with wrong_rows() as row:
            for name, arguments in OPERATIONS.items():
                stub.requests.clear()
                with row(name):
                    with pytest.raises(AuthenticationError) as caught:
                        await async_finish(call(chat, name, **arguments))
                    assert (caught.value.status, caught.value.code) == (401, "AUTHENTICATION_ERROR")
                    assert caught.value.headers["www-authenticate"] == "Bearer"
                    assert caught.value.operation == name
                    assert [request.operation for request in stub.requests] == [name]


async def test_inactive_user_is_refused(stub, async_connect, async_finish, call):
    async with async_connect("carol") as chat:
        with wrong_rows() as row:
            for name, arguments in OPERATIONS.items():
                stub.requests.clear()
                with row(name):
                    with pytest.raises(AuthenticationError, match="disabled"):
                        await async_finish(call(chat, name, **arguments))
                    assert len(stub.requests) == 1


async def test_admin_operations_are_refused_to_other_users(stub, async_connect, async_finish, call):
    async with async_connect("alice") as chat:
        with wrong_rows() as row:
            for name in ADMIN:
                stub.requests.clear()
                with row(name):
                    with pytest.raises(PermissionDeniedError) as caught:
                        await async_finish(call(chat, name, **OPERATIONS[name]))
                    assert (caught.value.status, caught.value.code) == (403, "AUTHORIZATION_ERROR")
                    assert len(stub.requests) == 1


@pytest.mark.parametrize("who", ["admin", "nadia"])
async def test_no_operation_is_refused_to_admin(async_connect, async_finish, call, who):
    async with async_connect(who) as chat:
        with wrong_rows() as row:
            for name, arguments in OPERATIONS.items():
                with row(name):
                    if ID in arguments.values():
                        with pytest.raises(NotFoundError):
                            await async_finish(call(chat, name, **arguments))
                    else:
                        assert await async_finish(call(chat, name, **arguments)) is not None


async def test_expired_token_is_401(stub, async_connect):
    async with async_connect(token=stub.token("alice", expires_in=60)) as chat:
        await chat.conversations.list().page()
        stub.clock.advance(60)
        with pytest.raises(AuthenticationError):
            await chat.conversations.list().page()
