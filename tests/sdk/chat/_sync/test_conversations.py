# Derived from tests/sdk/chat/_async/test_conversations.py by `python -m codegen`; do not edit.
"""Conversations: the rights of their owner and of other users."""

import pytest

from trivet import NotFoundError, PermissionDeniedError


@pytest.mark.parametrize("place", ["process", "port"])
def test_new_conversation_belongs_to_signed_in_user(stub, connect):
    with connect("bob") as chat:
        answer = chat.with_response(chat.conversations.create, title="Gardening")
        assert answer.status == 201
        created = answer.value
        assert (created.title, created.user_id, created.is_archived) == ("Gardening", stub.user_id("bob"), False)
        assert (created.created_at, created.updated_at) == (stub.clock.now(), None)
        assert (chat.conversations.get(created.id)).messages == []


@pytest.mark.parametrize("fields", [{}, {"title": None}])
def test_title_of_new_conversation_is_optional(stub, connect, fields):
    with connect("bob") as chat:
        assert (chat.conversations.create(**fields)).title is None
    assert stub.requests[-1].body == (b'{"title":null}' if fields else b"{}")


def test_get_embeds_messages_with_tool_calls(connect, travel):
    with connect("alice") as chat:
        conversation = chat.conversations.get(travel.id)
        listed = chat.conversations.messages.list(travel.id).all()
    assert [message.id for message in conversation.messages] == [message.id for message in travel.messages]
    assert conversation.messages == listed
    [calling] = [message for message in conversation.messages if message.tool_calls]
    done, running = calling.tool_calls
    assert (done.tool_name, done.status, done.result) == ("timetable", "completed", "3 trains")
    assert done.args["to"] == "Oslo"
    assert done.message_id == calling.id
    assert done.completed_at is not None
    assert done.started_at < done.completed_at
    assert done.duration_ms == 250
    assert (running.status, running.result, running.completed_at) == ("running", None, None)


def test_user_lists_only_their_own_conversations(stub, connect):
    for who in ("alice", "bob", "dave", "admin"):
        with connect(who) as chat:
            conversations = chat.conversations.list(include_archived=True).all()
        own = {
            conversation.id
            for conversation in stub.records.conversations.values()
            if conversation.user_id == stub.user_id(who)
        }
        assert {conversation.id for conversation in conversations} == own
        assert {conversation.user_id for conversation in conversations} <= {stub.user_id(who)}


def test_list_is_most_recently_updated_first(connect, titled):
    oldest = titled("Travel plans")
    with connect("alice") as chat:
        before = chat.conversations.list().all()
        times = [conversation.updated_at or conversation.created_at for conversation in before]
        assert times == sorted(times, reverse=True)
        assert before[-1].id == oldest.id
        chat.conversations.update(oldest.id, title="Travel plans, again")
        assert (chat.conversations.list().page())[0].id == oldest.id
        second = before[1].id
        chat.conversations.messages.create(second, role="user", content="Hello?")
        assert [conversation.id for conversation in chat.conversations.list().page()][:2] == [second, oldest.id]
        third = chat.conversations.create()
        assert [conversation.id for conversation in chat.conversations.list().page()][:3] == [
            third.id,
            second,
            oldest.id,
        ]


def test_archived_conversations_are_hidden_by_default(connect, travel, listed):
    with connect("alice") as chat:
        answer = chat.with_response(chat.conversations.archive, travel.id)
        assert (answer.status, answer.value.is_archived, answer.value.id) == (200, True, travel.id)
        default = chat.conversations.list().all()
        without = chat.conversations.list(include_archived=False).all()
        everything = chat.conversations.list(include_archived=True).all()
        assert (chat.conversations.get(travel.id)).is_archived
    assert default == without
    assert not any(conversation.is_archived for conversation in default)
    assert {conversation.title for conversation in everything if conversation.is_archived} == {
        "Travel plans",
        "Old recipes",
    }
    assert [query.get("include_archived") for query in listed()[1:4]] == [None, "false", "true"]


def test_archiving_again_changes_nothing(connect, titled):
    archived = titled("Old recipes")
    with connect("alice") as chat:
        before = chat.conversations.get(archived.id)
        again = chat.with_response(chat.conversations.archive, archived.id)
    assert (again.status, again.value.is_archived, again.value.updated_at) == (200, True, before.updated_at)


def test_update_sets_and_clears_archived_status(stub, connect, travel):
    with connect("alice") as chat:
        for status in (True, False, False, True):
            updated = chat.with_response(chat.conversations.update, travel.id, is_archived=status)
            assert (updated.status, updated.value.is_archived, updated.value.title) == (200, status, "Travel plans")
            assert (chat.conversations.get(travel.id)).is_archived is status
    assert {request.body for request in stub.requests if request.method == "PATCH"} == {
        b'{"is_archived":true}',
        b'{"is_archived":false}',
    }


def test_update_sets_keeps_or_clears_title(stub, connect, travel):
    with connect("alice") as chat:
        assert (chat.conversations.update(travel.id, title="Oslo")).title == "Oslo"
        assert (chat.conversations.update(travel.id, is_archived=False)).title == "Oslo"
        assert (chat.conversations.update(travel.id)).title == "Oslo"
        cleared = chat.conversations.update(travel.id, title=None)
        assert cleared.title is None
        assert (chat.conversations.get(travel.id)).title is None
    bodies = [request.body for request in stub.requests if request.method == "PATCH"]
    assert bodies == [b'{"title":"Oslo"}', b'{"is_archived":false}', b"{}", b'{"title":null}']


def test_delete_removes_messages_ratings_and_shares(connect, travel):
    [link] = [share.share_token for share in travel.shares if share.share_token]
    with connect("alice") as chat, connect("bob") as recipient, connect() as admin:
        before = admin.admin.ratings.list().all()
        assert any(rating.conversation_id == travel.id for rating in before)
        answer = chat.with_response(chat.conversations.delete, travel.id)
        assert (answer.status, answer.value, answer.body) == (204, None, b"")
        for client in (chat, recipient, admin):
            with pytest.raises(NotFoundError):
                client.conversations.get(travel.id)
            with pytest.raises(NotFoundError):
                client.conversations.messages.list(travel.id).all()
        with pytest.raises(NotFoundError):
            chat.conversations.delete(travel.id)
        with pytest.raises(NotFoundError):
            chat.conversations.open_shared(link)
        assert travel.id not in {conversation.id for conversation in recipient.conversations.shared_with_me().all()}
        after = admin.admin.ratings.list().all()
        assert after == [rating for rating in before if rating.conversation_id != travel.id]
        assert travel.id not in {conversation.id for conversation in admin.admin.conversations.list().all()}


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        ("get", {}),
        ("update", {"title": "x"}),
        ("update", {"is_archived": True}),
        ("delete", {}),
        ("archive", {}),
        ("messages.list", {}),
        ("messages.create", {"role": "user", "content": "x"}),
        ("shares.list", {}),
        ("shares.create", {"generate_link": True}),
    ],
)
def test_missing_conversation_is_404(connect, finish, call, nothing, method, arguments):
    for who in ("alice", "admin"):
        with connect(who) as chat:
            with pytest.raises(NotFoundError) as caught:
                finish(call(chat, f"conversations.{method}", conversation_id=nothing, **arguments))
        assert (caught.value.status, caught.value.code) == (404, "NOT_FOUND")
        assert caught.value.operation == f"conversations.{method}"
        assert caught.value.request_id


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        ("get", {}),
        ("update", {"title": "x"}),
        ("delete", {}),
        ("archive", {}),
        ("messages.list", {}),
        ("messages.create", {"role": "user", "content": "x"}),
    ],
)
def test_conversation_of_other_user_is_404(connect, finish, call, travel, method, arguments):
    with connect("erin") as chat:
        with pytest.raises(NotFoundError):
            finish(call(chat, f"conversations.{method}", conversation_id=travel.id, **arguments))
    assert (travel.title, travel.is_archived, len(travel.messages)) == ("Travel plans", False, 3)


def test_admin_reads_any_conversation_and_messages(stub, connect, finish):
    with connect("nadia") as chat:
        for row in stub.records.conversations.values():
            conversation = chat.conversations.get(row.id)
            assert (conversation.id, conversation.user_id) == (row.id, row.user_id)
            messages = chat.conversations.messages.list(row.id).all()
            assert [message.id for message in messages] == [message.id for message in conversation.messages]
            assert len(messages) == len(row.messages)


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        ("update", {"title": "x"}),
        ("update", {"is_archived": True}),
        ("delete", {}),
        ("archive", {}),
        ("messages.create", {"role": "user", "content": "x"}),
    ],
)
def test_admin_cannot_change_conversation_of_other_user(connect, call, travel, method, arguments):
    with connect("admin") as chat:
        with pytest.raises(NotFoundError):
            call(chat, f"conversations.{method}", conversation_id=travel.id, **arguments)
    assert (travel.title, travel.is_archived, len(travel.messages)) == ("Travel plans", False, 3)


def test_view_share_allows_reading_only(connect, travel):
    with connect("bob") as chat:
        assert (chat.conversations.get(travel.id)).title == "Travel plans"
        assert len(chat.conversations.messages.list(travel.id).all()) == 3
        with pytest.raises(PermissionDeniedError) as caught:
            chat.conversations.update(travel.id, title="Mine")
        assert caught.value.code == "AUTHORIZATION_ERROR"
        with pytest.raises(PermissionDeniedError):
            chat.conversations.messages.create(travel.id, role="user", content="x")
        with pytest.raises(NotFoundError):
            chat.conversations.archive(travel.id)
        with pytest.raises(NotFoundError):
            chat.conversations.delete(travel.id)
    assert (travel.title, travel.is_archived, len(travel.messages)) == ("Travel plans", False, 3)


def test_edit_share_allows_writing_but_not_archiving_or_deleting(connect, budget):
    with connect("dave") as chat:
        assert (chat.conversations.update(budget.id, title="Ours")).title == "Ours"
        added = chat.conversations.messages.create(budget.id, role="user", content="And the taxi?")
        assert (chat.conversations.get(budget.id)).messages[-1].id == added.id
        with pytest.raises(PermissionDeniedError):
            chat.conversations.update(budget.id, is_archived=True)
        with pytest.raises(NotFoundError):
            chat.conversations.archive(budget.id)
        with pytest.raises(NotFoundError):
            chat.conversations.delete(budget.id)
    assert (budget.title, budget.is_archived) == ("Ours", False)


def test_uppercase_ids_are_found(connect, travel):
    with connect("alice") as chat:
        assert (chat.conversations.get(travel.id.upper())).id == travel.id
