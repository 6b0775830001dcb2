"""Conversations: what their owner may do, and what other users may not."""

import pytest

from trivet import NotFoundError, PermissionDeniedError


@pytest.mark.parametrize("place", ["process", "port"])
async def test_new_conversation_belongs_to_signed_in_user(stub, async_connect):
    async with async_connect("bob") as chat:
        answer = await chat.with_response(chat.conversations.create, title="Gardening")
        assert answer.status == 201
        made = answer.value
        assert (made.title, made.user_id, made.is_archived) == ("Gardening", stub.user_id("bob"), False)
        assert (made.created_at, made.updated_at) == (stub.clock.now(), None)
        assert (await chat.conversations.get(made.id)).messages == []


@pytest.mark.parametrize("given", [{}, {"title": None}])
async def test_title_of_new_conversation_is_optional(stub, async_connect, given):
    async with async_connect("bob") as chat:
        assert (await chat.conversations.create(**given)).title is None
    assert stub.requests[-1].body == (b'{"title":null}' if given else b"{}")


async def test_get_embeds_messages_with_tool_calls(async_connect, travel):
    async with async_connect("alice") as chat:
        found = await chat.conversations.get(travel.id)
        listed = await chat.conversations.messages.list(travel.id).all()
    assert [each.id for each in found.messages] == [each.id for each in travel.messages]
    assert found.messages == listed
    [calling] = [each for each in found.messages if each.tool_calls]
    done, running = calling.tool_calls
    assert (done.tool_name, done.status, done.result) == ("timetable", "completed", "3 trains")
    assert done.args["to"] == "Oslo"
    assert done.message_id == calling.id
    assert done.completed_at is not None
    assert done.started_at < done.completed_at
    assert done.duration_ms == 250
    assert (running.status, running.result, running.completed_at) == ("running", None, None)


async def test_user_lists_only_their_own_conversations(stub, async_connect):
    for who in ("alice", "bob", "dave", "admin"):
        async with async_connect(who) as chat:
            found = await chat.conversations.list(include_archived=True).all()
        own = {each.id for each in stub.records.conversations.values() if each.user_id == stub.user_id(who)}
        assert {each.id for each in found} == own
        assert {each.user_id for each in found} <= {stub.user_id(who)}


async def test_list_is_most_recently_updated_first(async_connect, titled):
    oldest = titled("Travel plans")
    async with async_connect("alice") as chat:
        before = await chat.conversations.list().all()
        times = [each.updated_at or each.created_at for each in before]
        assert times == sorted(times, reverse=True)
        assert before[-1].id == oldest.id
        await chat.conversations.update(oldest.id, title="Travel plans, again")
        assert (await chat.conversations.list().page())[0].id == oldest.id
        second = before[1].id
        await chat.conversations.messages.create(second, role="user", content="Hello?")
        assert [each.id for each in await chat.conversations.list().page()][:2] == [second, oldest.id]
        third = await chat.conversations.create()
        assert [each.id for each in await chat.conversations.list().page()][:3] == [third.id, second, oldest.id]


async def test_archived_conversations_are_hidden_by_default(async_connect, travel, listed):
    async with async_connect("alice") as chat:
        answer = await chat.with_response(chat.conversations.archive, travel.id)
        assert (answer.status, answer.value.is_archived, answer.value.id) == (200, True, travel.id)
        default = await chat.conversations.list().all()
        without = await chat.conversations.list(include_archived=False).all()
        everything = await chat.conversations.list(include_archived=True).all()
        assert (await chat.conversations.get(travel.id)).is_archived
    assert default == without
    assert not any(each.is_archived for each in default)
    assert {each.title for each in everything if each.is_archived} == {"Travel plans", "Old recipes"}
    assert [each.get("include_archived") for each in listed()[1:4]] == [None, "false", "true"]


async def test_archiving_again_changes_nothing(async_connect, titled):
    archived = titled("Old recipes")
    async with async_connect("alice") as chat:
        before = await chat.conversations.get(archived.id)
        again = await chat.with_response(chat.conversations.archive, archived.id)
    assert (again.status, again.value.is_archived, again.value.updated_at) == (200, True, before.updated_at)


async def test_update_sets_and_clears_archived_status(stub, async_connect, travel):
    async with async_connect("alice") as chat:
        for status in (True, False, False, True):
            found = await chat.with_response(chat.conversations.update, travel.id, is_archived=status)
            assert (found.status, found.value.is_archived, found.value.title) == (200, status, "Travel plans")
            assert (await chat.conversations.get(travel.id)).is_archived is status
    assert {each.body for each in stub.requests if each.method == "PATCH"} == {
        b'{"is_archived":true}',
        b'{"is_archived":false}',
    }


async def test_update_sets_keeps_or_clears_title(stub, async_connect, travel):
    async with async_connect("alice") as chat:
        assert (await chat.conversations.update(travel.id, title="Oslo")).title == "Oslo"
        assert (await chat.conversations.update(travel.id, is_archived=False)).title == "Oslo"
        assert (await chat.conversations.update(travel.id)).title == "Oslo"
        cleared = await chat.conversations.update(travel.id, title=None)
        assert cleared.title is None
        assert (await chat.conversations.get(travel.id)).title is None
    bodies = [each.body for each in stub.requests if each.method == "PATCH"]
    assert bodies == [b'{"title":"Oslo"}', b'{"is_archived":false}', b"{}", b'{"title":null}']


async def test_delete_removes_messages_ratings_and_shares(async_connect, travel):
    [link] = [each.share_token for each in travel.shares if each.share_token]
    async with async_connect("alice") as chat, async_connect("bob") as recipient, async_connect() as admin:
        before = await admin.admin.ratings.list().all()
        assert any(each.conversation_id == travel.id for each in before)
        answer = await chat.with_response(chat.conversations.delete, travel.id)
        assert (answer.status, answer.value, answer.body) == (204, None, b"")
        for client in (chat, recipient, admin):
            with pytest.raises(NotFoundError):
                await client.conversations.get(travel.id)
            with pytest.raises(NotFoundError):
                await client.conversations.messages.list(travel.id).all()
        with pytest.raises(NotFoundError):
            await chat.conversations.delete(travel.id)
        with pytest.raises(NotFoundError):
            await chat.conversations.open_shared(link)
        assert travel.id not in {each.id for each in await recipient.conversations.shared_with_me().all()}
        after = await admin.admin.ratings.list().all()
        assert after == [each for each in before if each.conversation_id != travel.id]
        assert travel.id not in {each.id for each in await admin.admin.conversations.list().all()}


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
async def test_missing_conversation_is_404(async_connect, async_finish, call, nothing, method, arguments):
    for who in ("alice", "admin"):
        async with async_connect(who) as chat:
            with pytest.raises(NotFoundError) as caught:
                await async_finish(call(chat, f"conversations.{method}", conversation_id=nothing, **arguments))
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
async def test_conversation_of_other_user_is_404(async_connect, async_finish, call, travel, method, arguments):
    async with async_connect("erin") as chat:
        with pytest.raises(NotFoundError):
            await async_finish(call(chat, f"conversations.{method}", conversation_id=travel.id, **arguments))
    assert (travel.title, travel.is_archived, len(travel.messages)) == ("Travel plans", False, 3)


async def test_admin_reads_any_conversation_and_messages(stub, async_connect, async_finish):
    async with async_connect("nadia") as chat:
        for row in stub.records.conversations.values():
            found = await chat.conversations.get(row.id)
            assert (found.id, found.user_id) == (row.id, row.user_id)
            messages = await chat.conversations.messages.list(row.id).all()
            assert [each.id for each in messages] == [each.id for each in found.messages]
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
async def test_admin_cannot_change_conversation_of_other_user(async_connect, call, travel, method, arguments):
    async with async_connect("admin") as chat:
        with pytest.raises(NotFoundError):
            await call(chat, f"conversations.{method}", conversation_id=travel.id, **arguments)
    assert (travel.title, travel.is_archived, len(travel.messages)) == ("Travel plans", False, 3)


async def test_view_share_allows_reading_only(async_connect, travel):
    async with async_connect("bob") as chat:
        assert (await chat.conversations.get(travel.id)).title == "Travel plans"
        assert len(await chat.conversations.messages.list(travel.id).all()) == 3
        with pytest.raises(PermissionDeniedError) as caught:
            await chat.conversations.update(travel.id, title="Mine")
        assert caught.value.code == "AUTHORIZATION_ERROR"
        with pytest.raises(PermissionDeniedError):
            await chat.conversations.messages.create(travel.id, role="user", content="x")
        with pytest.raises(NotFoundError):
            await chat.conversations.archive(travel.id)
        with pytest.raises(NotFoundError):
            await chat.conversations.delete(travel.id)
    assert (travel.title, travel.is_archived, len(travel.messages)) == ("Travel plans", False, 3)


async def test_edit_share_allows_writing_but_not_archiving_or_deleting(async_connect, budget):
    async with async_connect("dave") as chat:
        assert (await chat.conversations.update(budget.id, title="Ours")).title == "Ours"
        added = await chat.conversations.messages.create(budget.id, role="user", content="And the taxi?")
        assert (await chat.conversations.get(budget.id)).messages[-1].id == added.id
        with pytest.raises(PermissionDeniedError):
            await chat.conversations.update(budget.id, is_archived=True)
        with pytest.raises(NotFoundError):
            await chat.conversations.archive(budget.id)
        with pytest.raises(NotFoundError):
            await chat.conversations.delete(budget.id)
    assert (budget.title, budget.is_archived) == ("Ours", False)


async def test_uppercase_ids_are_found(async_connect, travel):
    async with async_connect("alice") as chat:
        assert (await chat.conversations.get(travel.id.upper())).id == travel.id
