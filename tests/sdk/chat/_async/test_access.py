"""Access: which operations need a token, and which need an administrator."""

from operator import attrgetter

import pytest

from tests.contract.examples import arguments_of, calls_of, operation_ids
from tests.laws.specs import operations
from tests.wrong_rows import wrong_rows
from trivet import AuthenticationError, InvalidArgumentError, NotFoundError, PermissionDeniedError

OPERATIONS = [name for name in operation_ids("chat") if name != "conversations.open_shared"]
"""All operations that need a signed-in user."""

ABOUT_A_RECORD = [one["operationId"] for one in operations("chat") if "404" in one["responses"]]
"""The operations that refuse the id of a record that does not exist."""

ADMIN = [name for name in OPERATIONS if name.startswith("admin.")]


def call(chat, name):
    """Call a method with the first example of its operation; no record has the ids."""
    arguments, options = arguments_of("chat", name, calls_of("chat", name)[0])
    return attrgetter(name)(chat)(*arguments, **options)


async def test_missing_token_error_names_argument_and_variable(stub, async_connect, async_finish):
    async with async_connect(token=None) as chat:
        with wrong_rows() as row:
            for name in OPERATIONS:
                with row(name):
                    with pytest.raises(InvalidArgumentError, match="TRIVET_CHAT_TOKEN") as caught:
                        await async_finish(call(chat, name))
                    assert caught.value.argument == "token"
    assert len(stub.requests) == 0


async def test_unknown_token_is_401(stub, async_connect, async_finish):
    async with async_connect(token="forged") as chat:
        with wrong_rows() as row:
            for name in OPERATIONS:
                stub.requests.clear()
                with row(name):
                    with pytest.raises(AuthenticationError) as caught:
                        await async_finish(call(chat, name))
                    assert (caught.value.status, caught.value.code) == (401, "AUTHENTICATION_ERROR")
                    assert caught.value.headers["www-authenticate"] == "Bearer"
                    assert caught.value.operation == name
                    assert [request.operation for request in stub.requests] == [name]


async def test_inactive_user_is_refused(stub, async_connect, async_finish):
    async with async_connect("carol") as chat:
        with wrong_rows() as row:
            for name in OPERATIONS:
                stub.requests.clear()
                with row(name):
                    with pytest.raises(AuthenticationError, match="disabled"):
                        await async_finish(call(chat, name))
                    assert len(stub.requests) == 1


async def test_admin_operations_are_refused_to_other_users(stub, async_connect, async_finish):
    async with async_connect("alice") as chat:
        with wrong_rows() as row:
            for name in ADMIN:
                stub.requests.clear()
                with row(name):
                    with pytest.raises(PermissionDeniedError) as caught:
                        await async_finish(call(chat, name))
                    assert (caught.value.status, caught.value.code) == (403, "AUTHORIZATION_ERROR")
                    assert len(stub.requests) == 1


@pytest.mark.parametrize("who", ["admin", "nadia"])
async def test_no_operation_is_refused_to_admin(async_connect, async_finish, who):
    async with async_connect(who) as chat:
        with wrong_rows() as row:
            for name in OPERATIONS:
                with row(name):
                    if name in ABOUT_A_RECORD:
                        with pytest.raises(NotFoundError):
                            await async_finish(call(chat, name))
                    else:
                        await async_finish(call(chat, name))


async def test_expired_token_is_401(stub, async_connect):
    async with async_connect(token=stub.token("alice", expires_in=60)) as chat:
        await chat.conversations.list().page()
        stub.clock.advance(60)
        with pytest.raises(AuthenticationError):
            await chat.conversations.list().page()
