"""Pages of every list: default size, bounds, position and total."""

import httpx
import pytest

from trivet import AsyncChatClient, InvalidArgumentError

LISTS = ("conversations", "shared_with_me", "messages", "all_conversations", "ratings", "users")
LARGEST = {"messages": 500, "users": 500}
DEFAULT = {"messages": 100}


@pytest.fixture
def seed():
    return "12x6"


@pytest.fixture
def users():
    return 5


@pytest.fixture
def method(stub):
    """The method of a list and its arguments, by the name of the list."""
    first = next(iter(stub.records.conversations))
    return {
        "conversations": ("conversations.list", {}),
        "shared_with_me": ("conversations.shared_with_me", {}),
        "messages": ("conversations.messages.list", {"conversation_id": first}),
        "all_conversations": ("admin.conversations.list", {}),
        "ratings": ("admin.ratings.list", {}),
        "users": ("admin.users.list", {}),
    }


async def share_some(stub, connect, count):
    """Let alice share `count` conversations with the administrator, and the administrator create `count` more."""
    rows = [
        conversation
        for conversation in stub.records.conversations.values()
        if conversation.user_id == stub.user_id("alice")
    ]
    async with connect("alice") as chat:
        for row in rows[:count]:
            await chat.conversations.shares.create(row.id, shared_with=stub.user_id("admin"))
    async with connect() as chat:
        for number in range(count):
            await chat.conversations.create(title=str(number))


@pytest.mark.parametrize("prefetch", [1, 3])
@pytest.mark.parametrize("limit", [1, 2, 3, 100])
@pytest.mark.parametrize("name", LISTS)
async def test_list_yields_every_item_once_in_order_for_any_page_size(
    stub, async_connect, call, method, name, limit, prefetch
):
    await share_some(stub, async_connect, 3)
    path, arguments = method[name]
    async with async_connect() as chat:
        whole = await call(chat, path, **arguments).page()
        pager = call(chat, path, **arguments, limit=limit, prefetch=prefetch)
        items = [item async for item in pager]
    assert len(whole) >= 3
    assert items == list(whole)
    assert len({item.id for item in items}) == len(items)
    assert pager.total == whole.total == len(items)
    assert pager.shortfall == 0


@pytest.mark.parametrize("name", LISTS)
async def test_skip_omits_first_records_and_total_counts_all(stub, async_connect, call, method, listed, name):
    await share_some(stub, async_connect, 3)
    path, arguments = method[name]
    async with async_connect() as chat:
        whole = await call(chat, path, **arguments).page()
        second = await call(chat, path, **arguments, skip=1, limit=2).page()
        rest = await call(chat, path, **arguments, skip=1).all()
        beyond = await call(chat, path, **arguments, skip=len(whole)).page()
    assert list(second) == whole[1:3]
    assert (second.start, second.next, second.total, second.head.status) == (1, 3, len(whole), 200)
    assert rest == whole[1:]
    assert (len(beyond), beyond.total) == (0, len(whole))
    assert listed()[-4:-2] == [{}, {"skip": "1", "limit": "2"}]


@pytest.mark.parametrize("name", LISTS)
async def test_omitted_paging_parameters_use_contract_defaults(stub, async_connect, call, method, listed, name):
    count = DEFAULT.get(name, 50)
    row = stub.records.conversations[method["messages"][1]["conversation_id"]]
    async with async_connect("alice") as chat:
        if name in ("conversations", "all_conversations", "shared_with_me"):
            conversations = [await chat.conversations.create() for _ in range(count + 1)]
            for conversation in conversations if name == "shared_with_me" else []:
                await chat.conversations.shares.create(conversation.id, shared_with=stub.user_id("admin"))
        if name in ("messages", "ratings"):
            for _ in range(count + 1):
                message = await chat.conversations.messages.create(row.id, role="assistant", content="x")
                if name == "ratings":
                    await chat.conversations.messages.rate(row.id, message.id, rating=1)
    async with async_connect("admin") as chat:
        if name == "users":
            for number in range(count):
                user = stub.records.users[stub.user_id("bob")]
                stub.records.users[f"{number:08x}-1111-4111-8111-111111111111"] = user
        if name == "conversations":
            for _ in range(count + 1):
                await chat.conversations.create()
        path, arguments = method[name]
        page = await call(chat, path, **arguments).page()
    assert len(page) == count
    assert page.total > count
    assert listed()[-1] == {}


@pytest.mark.parametrize("name", LISTS)
async def test_limit_out_of_bounds_is_refused_before_sending(stub, async_connect, call, method, listed, name):
    path, arguments = method[name]
    largest = LARGEST.get(name, 100)
    async with async_connect() as chat:
        for limit in (0, -1, largest + 1, 10**30, True, 1.0, "1"):
            with pytest.raises(InvalidArgumentError) as caught:
                call(chat, path, **arguments, limit=limit)
            assert caught.value.argument == "limit"
            assert caught.value.rule == f"a whole number from 1 to {largest}"
        assert len(stub.requests) == 0
        for limit in (1, largest):
            await call(chat, path, **arguments, limit=limit).page()
    assert listed() == [{"limit": "1"}, {"limit": str(largest)}]


@pytest.mark.parametrize("name", LISTS)
async def test_negative_skip_is_refused_before_sending(stub, async_connect, call, method, name):
    path, arguments = method[name]
    async with async_connect() as chat:
        for skip in (-1, True, 0.0, "0"):
            with pytest.raises(InvalidArgumentError) as caught:
                call(chat, path, **arguments, skip=skip)
            assert (caught.value.argument, caught.value.rule) == ("skip", "a whole number not below 0")
        assert len(stub.requests) == 0
        everything = await call(chat, path, **arguments).page()
        assert list(await call(chat, path, **arguments, skip=0).page()) == list(everything)


@pytest.mark.parametrize("name", LISTS)
async def test_list_resumes_at_position(stub, async_connect, call, method, name):
    await share_some(stub, async_connect, 3)
    path, arguments = method[name]
    async with async_connect() as chat:
        pager = call(chat, path, **arguments, limit=2)
        begun = []
        async for item in pager:
            if len(begun) == 2:
                break
            begun.append(item)
        rest = await call(chat, path, **arguments, skip=pager.position).all()
        assert begun + rest == await call(chat, path, **arguments).all()


@pytest.mark.parametrize("prefetch", [1, 3])
async def test_negative_total_does_not_end_a_list(prefetch):
    """Some services send -1 where they do not count."""
    records = [{"id": f"0b1f6a3c-0000-4000-8000-{number:012}"} for number in range(5)]

    def respond(request):
        skip, limit = int(request.url.params.get("skip", 0)), int(request.url.params["limit"])
        return httpx.Response(200, json={"items": records[skip : skip + limit], "total": -1})

    async with AsyncChatClient(token="t", base_url="http://chat.test", transport=httpx.MockTransport(respond)) as chat:
        users = chat.admin.users.list(limit=2, prefetch=prefetch)
        assert [user.id for user in await users.complete()] == [record["id"] for record in records]
        assert users.total is None
