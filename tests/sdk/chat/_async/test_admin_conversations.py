"""The conversations of all users: administrators list and search them."""

import pytest

from trivet import InvalidArgumentError


@pytest.mark.parametrize("who", ["admin", "nadia"])
async def test_admin_lists_conversations_with_message_count_only(stub, async_connect, who):
    async with async_connect(who) as chat:
        found = await chat.admin.conversations.list().all()
    rows = stub.records.conversations
    assert {each.id for each in found} == set(rows)
    for each in found:
        assert (each.user_id, each.title, each.message_count) == (
            rows[each.id].user_id,
            rows[each.id].title,
            len(rows[each.id].messages),
        )
        assert each.latest_message is None
        assert not hasattr(each, "messages")
    times = [each.updated_at or each.created_at for each in found]
    assert times == sorted(times, reverse=True)
    assert len({each.user_id for each in found}) > 2


async def test_archived_conversations_are_listed_unless_excluded(async_connect, listed):
    async with async_connect() as chat:
        default = await chat.admin.conversations.list().all()
        everything = await chat.admin.conversations.list(include_archived=True).all()
        without = await chat.admin.conversations.list(include_archived=False).all()
    assert default == everything
    assert {each.title for each in default if each.is_archived} == {"Old recipes", "Travel receipts"}
    assert without == [each for each in default if not each.is_archived]
    assert [each.get("include_archived") for each in listed()] == [None, "true", "false"]


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
        assert {each.title for each in await pager.all()} == titles
    assert pager.total == len(titles)
    assert listed() == [{"search": search, "skip": "0"}]


async def test_search_matches_only_prefix_of_id(async_connect, travel):
    async with async_connect() as chat:
        for start in (travel.id[:6], travel.id[:9], travel.id[:8].upper(), travel.id):
            assert travel.id in {each.id for each in await chat.admin.conversations.list(search=start).all()}
        for part in (travel.id[1:], travel.id[-12:], travel.id[:8] + "%", travel.id[:7] + "_"):
            assert await chat.admin.conversations.list(search=part).all() == []


async def test_empty_search_matches_everything(stub, async_connect):
    async with async_connect() as chat:
        assert len(await chat.admin.conversations.list(search="").all()) == len(stub.records.conversations)


async def test_search_combines_with_archived_and_paging(async_connect):
    async with async_connect() as chat:
        pager = chat.admin.conversations.list(search="travel", include_archived=False, limit=1)
        assert [each.title for each in await pager.all()] == ["Travel plans"]
        page = await chat.admin.conversations.list(search="travel", skip=1, limit=1).page()
    assert ([each.title for each in page], page.total) == (["Travel receipts"], 2)


async def test_search_over_100_characters_is_refused_before_sending(stub, async_connect):
    async with async_connect() as chat:
        with pytest.raises(InvalidArgumentError) as caught:
            chat.admin.conversations.list(search="x" * 101)
        assert (caught.value.argument, caught.value.rule) == ("search", "at most 100 characters")
        assert len(stub.requests) == 0
        for longest in ("x" * 100, "ä" * 100, "\U0001f600" * 100):
            assert await chat.admin.conversations.list(search=longest).all() == []
    assert len(stub.requests) == 3
