"""Shares: with a user or by a link, listed by the owner, revoked by the sharer."""

import pytest

from trivet import ConflictError, NotFoundError, PermissionDeniedError


@pytest.mark.parametrize("permission", [None, "view", "edit"])
async def test_share_with_user_is_201(stub, async_connect, travel, permission):
    erin = stub.user_id("erin")
    async with async_connect("alice") as chat:
        answer = await chat.with_response(
            chat.conversations.shares.create, travel.id, shared_with=erin, permission=permission
        )
        assert answer.value in await chat.conversations.shares.list(travel.id)
    share = answer.value
    assert answer.status == 201
    assert (share.conversation_id, share.shared_by, share.shared_with) == (travel.id, stub.user_id("alice"), erin)
    assert (share.permission, share.share_token) == (permission or "view", None)
    assert share.created_at == stub.clock.now()


async def test_share_by_link_has_token_and_no_user(stub, async_connect, budget):
    async with async_connect("alice") as chat:
        answer = await chat.with_response(chat.conversations.shares.create, budget.id, generate_link=True)
        other = await chat.conversations.shares.create(budget.id, generate_link=True)
    assert answer.status == 201
    assert (answer.value.shared_with, len(answer.value.share_token)) == (None, 43)
    assert other.share_token != answer.value.share_token


async def test_share_with_user_and_link_is_link_only(stub, async_connect, budget):
    async with async_connect("alice") as chat:
        share = await chat.conversations.shares.create(
            budget.id, shared_with=stub.user_id("erin"), generate_link=True, permission="edit"
        )
        assert (share.shared_with, share.permission) == (None, "edit")
        assert share.share_token
    async with async_connect("erin") as chat:
        assert await chat.conversations.shared_with_me().all() == []


async def test_duplicate_or_own_share_is_conflict(stub, async_connect, travel):
    async with async_connect("alice") as chat:
        for who in ("bob", "alice"):
            with pytest.raises(ConflictError) as caught:
                await chat.conversations.shares.create(travel.id, shared_with=stub.user_id(who), permission="edit")
            assert caught.value.code == "ALREADY_EXISTS"


async def test_share_with_unknown_user_is_404(async_connect, travel, nothing):
    async with async_connect("alice") as chat:
        for arguments in ({}, {"shared_with": nothing}, {"generate_link": False}):
            with pytest.raises(NotFoundError):
                await chat.conversations.shares.create(travel.id, **arguments)


@pytest.mark.parametrize("who", ["bob", "erin", "admin"])
async def test_only_owner_creates_and_lists_shares(async_connect, travel, who):
    async with async_connect(who) as chat:
        with pytest.raises(PermissionDeniedError) as caught:
            await chat.conversations.shares.list(travel.id)
        assert caught.value.code == "AUTHORIZATION_ERROR"
        with pytest.raises(PermissionDeniedError):
            await chat.conversations.shares.create(travel.id, generate_link=True)
    assert len(travel.shares) == 2


async def test_owner_lists_all_shares_with_total(async_connect, travel):
    async with async_connect("alice") as chat:
        answer = await chat.with_response(chat.conversations.shares.list, travel.id)
    assert [share.id for share in answer.value] == [share.id for share in travel.shares]
    assert b'"total":2' in answer.body
    assert answer.status == 200


async def test_revoked_share_ends_access(async_connect, travel):
    [to_user, by_link] = travel.shares
    async with async_connect("bob") as recipient, async_connect("alice") as chat:
        assert travel.id in {conversation.id for conversation in await recipient.conversations.shared_with_me().all()}
        for share in (to_user, by_link):
            gone = await chat.with_response(chat.conversations.shares.delete, travel.id, share.id)
            assert (gone.status, gone.value, gone.body) == (204, None, b"")
            with pytest.raises(NotFoundError):
                await chat.conversations.shares.delete(travel.id, share.id)
        assert await chat.conversations.shares.list(travel.id) == []
        assert await recipient.conversations.shared_with_me().all() == []
        with pytest.raises(NotFoundError):
            await recipient.conversations.get(travel.id)
        with pytest.raises(NotFoundError):
            await recipient.conversations.open_shared(by_link.share_token)


@pytest.mark.parametrize("who", ["bob", "erin", "admin"])
async def test_only_sharer_revokes_share(async_connect, travel, who):
    async with async_connect(who) as chat:
        for share in list(travel.shares):
            with pytest.raises(PermissionDeniedError):
                await chat.conversations.shares.delete(travel.id, share.id)
    assert len(travel.shares) == 2


async def test_missing_share_is_404(async_connect, travel, nothing):
    async with async_connect("alice") as chat:
        with pytest.raises(NotFoundError):
            await chat.conversations.shares.delete(travel.id, nothing)


async def test_user_lists_conversations_shared_with_them(stub, async_connect):
    seen = {}
    for who in ("alice", "bob", "dave", "erin", "admin"):
        async with async_connect(who) as chat:
            pager = chat.conversations.shared_with_me()
            seen[who] = [conversation.title for conversation in await pager.all()]
            assert pager.total == len(seen[who])
    assert seen == {
        "alice": ["Fixing the bicycle"],
        "bob": ["Travel plans"],
        "dave": ["Budget 100% of_last\\year"],
        "erin": [],
        "admin": [],
    }
