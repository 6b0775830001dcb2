# Derived from tests/sdk/chat/_async/test_shares.py by `python -m codegen`; do not edit.
"""Shares: with a user or by a link, listed by the owner, revoked by the sharer."""

import pytest

from trivet import ConflictError, NotFoundError, PermissionDeniedError


@pytest.mark.parametrize("permission", [None, "view", "edit"])
def test_share_with_user_is_201(stub, connect, travel, permission):
    erin = stub.user_id("erin")
    with connect("alice") as chat:
        answer = chat.with_response(
            chat.conversations.shares.create, travel.id, shared_with=erin, permission=permission
        )
        assert answer.value in chat.conversations.shares.list(travel.id)
    share = answer.value
    assert answer.status == 201
    assert (share.conversation_id, share.shared_by, share.shared_with) == (travel.id, stub.user_id("alice"), erin)
    assert (share.permission, share.share_token) == (permission or "view", None)
    assert share.created_at == stub.clock.now()


def test_share_by_link_has_token_and_no_user(stub, connect, budget):
    with connect("alice") as chat:
        answer = chat.with_response(chat.conversations.shares.create, budget.id, generate_link=True)
        other = chat.conversations.shares.create(budget.id, generate_link=True)
    assert answer.status == 201
    assert (answer.value.shared_with, len(answer.value.share_token)) == (None, 43)
    assert other.share_token != answer.value.share_token


def test_share_with_user_and_link_is_link_only(stub, connect, budget):
    with connect("alice") as chat:
        share = chat.conversations.shares.create(
            budget.id, shared_with=stub.user_id("erin"), generate_link=True, permission="edit"
        )
        assert (share.shared_with, share.permission) == (None, "edit")
        assert share.share_token
    with connect("erin") as chat:
        assert chat.conversations.shared_with_me().all() == []


def test_duplicate_or_own_share_is_conflict(stub, connect, travel):
    with connect("alice") as chat:
        for who in ("bob", "alice"):
            with pytest.raises(ConflictError) as caught:
                chat.conversations.shares.create(travel.id, shared_with=stub.user_id(who), permission="edit")
            assert caught.value.code == "ALREADY_EXISTS"


def test_share_with_unknown_user_is_404(connect, travel, nothing):
    with connect("alice") as chat:
        for arguments in ({}, {"shared_with": nothing}, {"generate_link": False}):
            with pytest.raises(NotFoundError):
                chat.conversations.shares.create(travel.id, **arguments)


@pytest.mark.parametrize("who", ["bob", "erin", "admin"])
def test_only_owner_creates_and_lists_shares(connect, travel, who):
    with connect(who) as chat:
        with pytest.raises(PermissionDeniedError) as caught:
            chat.conversations.shares.list(travel.id)
        assert caught.value.code == "AUTHORIZATION_ERROR"
        with pytest.raises(PermissionDeniedError):
            chat.conversations.shares.create(travel.id, generate_link=True)
    assert len(travel.shares) == 2


def test_owner_lists_all_shares_with_total(connect, travel):
    with connect("alice") as chat:
        answer = chat.with_response(chat.conversations.shares.list, travel.id)
    assert [share.id for share in answer.value] == [share.id for share in travel.shares]
    assert b'"total":2' in answer.body
    assert answer.status == 200


def test_revoked_share_ends_access(connect, travel):
    [to_user, by_link] = travel.shares
    with connect("bob") as recipient, connect("alice") as chat:
        assert travel.id in {conversation.id for conversation in recipient.conversations.shared_with_me().all()}
        for share in (to_user, by_link):
            gone = chat.with_response(chat.conversations.shares.delete, travel.id, share.id)
            assert (gone.status, gone.value, gone.body) == (204, None, b"")
            with pytest.raises(NotFoundError):
                chat.conversations.shares.delete(travel.id, share.id)
        assert chat.conversations.shares.list(travel.id) == []
        assert recipient.conversations.shared_with_me().all() == []
        with pytest.raises(NotFoundError):
            recipient.conversations.get(travel.id)
        with pytest.raises(NotFoundError):
            recipient.conversations.open_shared(by_link.share_token)


@pytest.mark.parametrize("who", ["bob", "erin", "admin"])
def test_only_sharer_revokes_share(connect, travel, who):
    with connect(who) as chat:
        for share in list(travel.shares):
            with pytest.raises(PermissionDeniedError):
                chat.conversations.shares.delete(travel.id, share.id)
    assert len(travel.shares) == 2


def test_missing_share_is_404(connect, travel, nothing):
    with connect("alice") as chat:
        with pytest.raises(NotFoundError):
            chat.conversations.shares.delete(travel.id, nothing)


def test_user_lists_conversations_shared_with_them(stub, connect):
    seen = {}
    for who in ("alice", "bob", "dave", "erin", "admin"):
        with connect(who) as chat:
            pager = chat.conversations.shared_with_me()
            seen[who] = [conversation.title for conversation in pager.all()]
            assert pager.total == len(seen[who])
    assert seen == {
        "alice": ["Fixing the bicycle"],
        "bob": ["Travel plans"],
        "dave": ["Budget 100% of_last\\year"],
        "erin": [],
        "admin": [],
    }
