"""The conversations of all users: administrators list and search them."""

import pytest

from trivet import InvalidArgumentError


@pytest.mark.parametrize("who", ["admin", "nadia"])
async def test_admin_lists_conversations_with_message_count_only(stub, async_connect, who):
    async with async_connect(who) as chat:
        conversations = await chat.admin.conversations.list().all()
    rows = stub.records.conversations
    assert {conversation.id for conversation in conversations} == set(rows)
    for conversation in conversations:
        assert (conversation.user_id, conversation.title, conversation.message_count) == (
            rows[conversation.id].user_id,
            rows[conversation.id].title,
            len(rows[conversation.id].messages),
        )
        assert conversation.latest_message is None
        assert not hasattr(conversation, "messages")
    times = [conversation.updated_at or conversation.created_at for conversation in conversations]
    assert times == sorted(times, reverse=True)
    assert len({conversation.user_id for conversation in conversations}) > 2


async def test_archived_conversations_are_listed_unless_excluded(async_connect, listed):
    async with async_connect() as chat:
        default = await chat.admin.conversations.list().all()
        everything = await chat.admin.conversations.list(include_archived=True).all()
        without = await chat.admin.conversations.list(include_archived=False).all()
    assert default == everything
    assert {conversation.title for conversation in default if conversation.is_archived} == {
        "Old recipes",
        "Travel receipts",
    }
    assert without == [conversation for conversation in default if not conversation.is_archived]
    assert [query.get("include_archived") for query in listed()] == [None, "true", "false"]


@pytest.mark.parametrize(
    ("search", "titles"),
    [
        ("travel", {"Travel plans", "Travel receipts"}),
        ("TRAVEL P", {"Travel plans"}),
        ("recipes", {"Old recipes"}),
        ("avel", {"Travel plans", "Travel receipts"}),
        ("%", {"Budget 100% of_last\\year"}),
        ("0% o", {"Budget 100% of_last\\year"}),
        ("_", {"Budget 100% of_last\\year"}),
        ("f_l", {"Budget 100% of_last\\year"}),
        ("\\", {"Budget 100% of_last\\year"}),
        ("t\\y", {"Budget 100% of_last\\year"}),
        ("T_avel", set()),
        ("T%l", set()),
        ("\\%", set()),
        ("nowhere to be found", set()),
    ],
)
async def test_search_matches_part_of_title_with_literal_wildcards(async_connect, listed, search, titles):
    async with async_connect() as chat:
        pager = chat.admin.conversations.list(search=search)
        assert {conversation.title for conversation in await pager.all()} == titles
    assert pager.total == len(titles)
    assert listed() == [{"search": search, "skip": "0"}]


async def test_search_matches_only_prefix_of_id(async_connect, travel):
    async with async_connect() as chat:
        for start in (travel.id[:6], travel.id[:9], travel.id[:8].upper(), travel.id):
            assert travel.id in {
                conversation.id for conversation in await chat.admin.conversations.list(search=start).all()
            }
        for part in (travel.id[1:], travel.id[-12:], travel.id[:8] + "%", travel.id[:7] + "_"):
            assert await chat.admin.conversations.list(search=part).all() == []


async def test_empty_search_matches_everything(stub, async_connect):
    async with async_connect() as chat:
        assert len(await chat.admin.conversations.list(search="").all()) == len(stub.records.conversations)


async def test_search_combines_with_archived_and_paging(async_connect):
    async with async_connect() as chat:
        pager = chat.admin.conversations.list(search="travel", include_archived=False, limit=1)
        assert [conversation.title for conversation in await pager.all()] == ["Travel plans"]
        page = await chat.admin.conversations.list(search="travel", skip=1, limit=1).page()
    assert ([conversation.title for conversation in page], page.total) == (["Travel receipts"], 2)


async def test_search_over_100_characters_is_refused_before_sending(stub, async_connect):
    async with async_connect() as chat:
        with pytest.raises(InvalidArgumentError) as caught:
            chat.admin.conversations.list(search="x" * 101)
        assert (caught.value.argument, caught.value.rule) == ("search", "at most 100 characters")
        assert len(stub.requests) == 0
        for longest in ("x" * 100, "ä" * 100, "\U0001f600" * 100):
            assert await chat.admin.conversations.list(search=longest).all() == []
    assert len(stub.requests) == 3
