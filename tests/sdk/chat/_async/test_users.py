"""Users: administrators list, change and delete them."""

import pytest

from trivet import (
    AuthenticationError,
    InvalidArgumentError,
    NotFoundError,
    PermissionDeniedError,
    UnprocessableEntityError,
)


@pytest.mark.parametrize("place", ["process", "port"])
async def test_admin_lists_all_users_with_counts(stub, async_connect):
    async with async_connect() as chat:
        users = {user.email.partition("@")[0]: user async for user in chat.admin.users.list()}
    assert list(users) == ["erin", "dave", "carol", "bob", "alice", "nadia", "admin"], "newest first"
    assert {name: user.conversation_count for name, user in users.items()} == {
        name: sum(row.user_id == stub.user_id(name) for row in stub.records.conversations.values()) for name in users
    }
    assert users["alice"].conversation_count == 4
    assert {name for name, user in users.items() if user.role == "admin"} == {"admin", "nadia"}
    assert {name for name, user in users.items() if not user.is_active} == {"carol"}
    assert (users["dave"].full_name, users["alice"].full_name) == (None, "Alice Adams")


@pytest.mark.parametrize(
    ("search", "names"),
    [
        ("ALICE", {"alice"}),
        ("adams", {"alice"}),
        ("b", {"bob"}),
        ("no user at all", set()),
        ("", {"erin", "dave", "carol", "bob", "alice", "nadia", "admin"}),
        ("x" * 1000, set()),
    ],
)
async def test_users_are_searched_by_email_and_name(async_connect, search, names):
    async with async_connect() as chat:
        pager = chat.admin.users.list(search=search)
        listed = {user.email.partition("@")[0] async for user in pager}
    assert listed >= names if search == "b" else listed == names
    assert pager.total == len(listed)


async def test_admin_reads_one_user(stub, async_connect):
    async with async_connect() as chat:
        user = await chat.admin.users.get(stub.user_id("alice"))
    assert (user.id, user.email, user.role) == (stub.user_id("alice"), "alice@example.com", "user")
    assert (user.is_active, user.is_app_admin, user.updated_at) == (True, False, None)


@pytest.mark.parametrize(
    ("change", "body"),
    [
        ({"role": "admin"}, b'{"role":"admin"}'),
        ({"is_active": False}, b'{"is_active":false}'),
        ({"is_app_admin": True}, b'{"is_app_admin":true}'),
        (
            {"role": "admin", "is_active": False, "is_app_admin": True},
            b'{"role":"admin","is_active":false,"is_app_admin":true}',
        ),
    ],
)
async def test_user_update_is_visible_in_answer_list_and_user(stub, async_connect, change, body):
    alice = stub.user_id("alice")
    before = {"role": "user", "is_active": True, "is_app_admin": False}

    def shown(user):
        return {name: getattr(user, name) for name in before}

    async with async_connect() as chat:
        answer = await chat.with_response(chat.admin.users.update, alice, **change)
        assert answer.status == 200
        assert shown(answer.value) == before | change
        assert shown(await chat.admin.users.get(alice)) == before | change
        [user] = await chat.admin.users.list(search="alice").all()
        assert shown(user) == before | change
        assert answer.value.updated_at == stub.clock.now()
        back = {name: before[name] for name in change}
        assert shown(await chat.admin.users.update(alice, **back)) == before
        assert shown(await chat.admin.users.update(alice)) == before, "omitted fields are unchanged"
    assert stub.requests[0].body == body
    assert stub.requests[-1].body == b"{}"


async def test_inactive_user_is_refused_until_active_again(stub, async_connect):
    async with async_connect() as chat, async_connect("alice") as user:
        await user.conversations.list().page()
        await chat.admin.users.update(stub.user_id("alice"), is_active=False)
        with pytest.raises(AuthenticationError, match="disabled"):
            await user.conversations.list().page()
        await chat.admin.users.update(stub.user_id("alice"), is_active=True)
        await user.conversations.list().page()


async def test_role_update_grants_and_revokes_admin_access(stub, async_connect):
    async with async_connect() as chat, async_connect("alice") as user:
        with pytest.raises(PermissionDeniedError):
            await user.admin.users.list().page()
        await chat.admin.users.update(stub.user_id("alice"), is_app_admin=True)
        with pytest.raises(PermissionDeniedError):
            await user.admin.users.list().page()
        await chat.admin.users.update(stub.user_id("alice"), role="admin")
        assert len(await user.admin.users.list().page()) == 7
        await user.admin.users.update(stub.user_id("alice"), role="user")
        with pytest.raises(PermissionDeniedError):
            await user.admin.users.list().page()


async def test_deleted_user_is_gone_with_their_conversations(stub, async_connect, travel):
    alice = stub.user_id("alice")
    rated_by_bob = [
        rating.id for rating in stub.records.ratings.newest_first() if rating.user_id == stub.user_id("bob")
    ]
    assert len(rated_by_bob) == 2
    async with async_connect() as chat, async_connect("alice") as user, async_connect("bob") as other:
        answer = await chat.with_response(chat.admin.users.delete, alice)
        assert (answer.status, answer.value, answer.body) == (204, None, b"")
        with pytest.raises(NotFoundError):
            await chat.admin.users.delete(alice)
        with pytest.raises(NotFoundError):
            await chat.admin.users.get(alice)
        assert await chat.admin.users.list(search="alice").all() == []
        with pytest.raises(AuthenticationError):
            await user.conversations.list().page()
        assert alice not in {conversation.user_id for conversation in await chat.admin.conversations.list().all()}
        with pytest.raises(NotFoundError):
            await chat.conversations.get(travel.id)
        left = await chat.admin.ratings.list().all()
        assert [rating.user_id for rating in left] == [stub.user_id("bob")], "his rating of her message is deleted too"
        assert await other.conversations.shared_with_me().all() == []
        [fixing] = [
            conversation
            for conversation in await other.conversations.list().all()
            if conversation.title == "Fixing the bicycle"
        ]
        assert await other.conversations.shares.list(fixing.id) == [], "a share with a deleted user is deleted"


async def test_deleting_user_removes_their_ratings(stub, async_connect, travel):
    bob = stub.user_id("bob")
    async with async_connect() as chat, async_connect("alice") as owner:
        before = await chat.admin.ratings.list().all()
        assert [rating.conversation_id for rating in before if rating.user_id == bob].count(travel.id) == 1
        await chat.admin.users.delete(bob)
        message = (await owner.conversations.get(travel.id)).messages[-1]
        assert (message.rating_count.likes, message.rating_count.dislikes) == (1, 0)
        assert await chat.admin.ratings.list().all() == [rating for rating in before if rating.user_id != bob]
        exported = [one async for conversation in chat.admin.conversations.export() for one in conversation.messages]
        assert bob not in {rating.user_id for one in exported for rating in one.ratings}
        assert bob not in {share.shared_with for share in await owner.conversations.shares.list(travel.id)}


@pytest.mark.parametrize("method", ["get", "update", "delete", "impersonate"])
async def test_missing_user_is_404(async_connect, call, nothing, method):
    async with async_connect() as chat:
        with pytest.raises(NotFoundError, match="User") as caught:
            await call(chat, f"admin.users.{method}", user_id=nothing)
    assert (caught.value.code, caught.value.operation) == ("NOT_FOUND", f"admin.users.{method}")


@pytest.mark.parametrize(
    ("change", "argument", "rule"),
    [
        ({"role": True}, "role", "text"),
        ({"role": 7}, "role", "text"),
        ({"is_active": "false"}, "is_active", "True or False"),
        ({"is_active": 0}, "is_active", "True or False"),
        ({"is_app_admin": 1}, "is_app_admin", "True or False"),
    ],
)
async def test_invalid_update_is_refused_before_sending(stub, async_connect, change, argument, rule):
    async with async_connect() as chat:
        with pytest.raises(InvalidArgumentError) as caught:
            await chat.admin.users.update(stub.user_id("alice"), **change)
    assert (caught.value.argument, caught.value.rule) == (argument, rule)
    assert len(stub.requests) == 0


@pytest.mark.parametrize("role", ["owner", ""])
async def test_role_that_the_contract_does_not_name_is_refused_by_service(stub, async_connect, role):
    async with async_connect() as chat:
        with pytest.raises(UnprocessableEntityError) as caught:
            await chat.admin.users.update(stub.user_id("alice"), role=role)
    assert (caught.value.operation, len(stub.requests)) == ("admin.users.update", 1)
