"""Lists that are paged by cursor, of which the agent service has two."""

import inspect
import json

import httpx
import pytest

from trivet import AsyncAgentClient, DecodeError, StreamError, Unknown
from trivet.agent import UserMessage


class Sessions:
    """A list of sessions, from each cursor to its page; None is the cursor of the first page."""

    def __init__(self, pages):
        self.pages = pages
        self.asked = []
        self.transport = httpx.MockTransport(self.answer)

    def answer(self, request):
        cursor = request.url.params.get("cursor")
        self.asked.append(cursor)
        ids, following = self.pages[cursor]
        body = {"data": [{"id": session_id} for session_id in ids], "location": {"directory": "/d"}}
        return httpx.Response(200, json=body if following == "" else body | {"cursor": {"next": following}})


def ids(sessions):
    return [session.id for session in sessions]


@pytest.mark.parametrize(
    ("pages", "expected", "asked", "position"),
    [
        ({None: ("ab", "x"), "x": ("cd", "y"), "y": ("e", None)}, "abcde", [None, "x", "y"], "y"),
        ({None: ("ab", "")}, "ab", [None], None),  # no cursor at all
        ({None: ("ab", "x"), "x": ("", "y")}, "ab", [None, "x"], "x"),  # an empty page, whatever its cursor
        ({None: ("ab", "x"), "x": ("cd", "x")}, "abcd", [None, "x"], "x"),  # a cursor that was used before
        ({None: ("ab", "x"), "x": ("c", "y"), "y": ("d", "x")}, "abcd", [None, "x", "y"], "y"),
        ({None: ("ab", "x"), "x": ("bc", "y"), "y": ("cad", None)}, "abcd", [None, "x", "y"], "y"),  # no item twice
        ({None: ("", None)}, "", [None], None),
    ],
)
async def test_every_item_is_yielded_once(pages, expected, asked, position):
    service = Sessions(pages)
    async with AsyncAgentClient(transport=service.transport) as agent:
        pager = agent.session.list(limit=2)
        assert ids([session async for session in pager]) == list(expected)
    assert (service.asked, pager.position, pager.total, pager.shortfall) == (asked, position, None, 0)


async def test_list_begins_at_the_given_cursor():
    service = Sessions({"x": ("cd", "y"), "y": ("e", None)})
    async with AsyncAgentClient(transport=service.transport) as agent:
        assert ids(await agent.session.list(cursor="x").all()) == ["c", "d", "e"]


@pytest.mark.parametrize("order", ["asc", "desc"])
async def test_cursor_keeps_the_order_of_the_list(agent_stub, async_agent_client, order):
    async with async_agent_client as agent:
        created = [(await agent.session.create(title=title)).id for title in "abcde"]
        expected = created if order == "asc" else created[::-1]
        pager = agent.session.list(order=order, limit=2)
        assert ids(await pager.all()) == expected
        first = await pager.page()
        assert ids(await agent.session.list(limit=2, cursor=first.next).page()) == expected[2:4]
        assert ids(await agent.session.list(order=order, limit=2, cursor=first.next).all()) == expected[2:]


async def test_failed_work_continues_from_the_page_it_was_in():
    service = Sessions({None: ("ab", "x"), "x": ("cd", "y"), "y": ("e", None)})
    async with AsyncAgentClient(transport=service.transport) as agent:
        pager = agent.session.list()
        assert pager.position is None
        async for session in pager:
            if session.id == "d":
                break
        assert pager.position == "x"
        assert ids(await agent.session.list(cursor=pager.position).all()) == ["c", "d", "e"]


async def test_pages_have_their_cursors_and_the_record_of_the_answer():
    service = Sessions({None: ("ab", "x"), "x": ("c", None)})
    async with AsyncAgentClient(transport=service.transport) as agent:
        pages = [page async for page in agent.session.list().pages()]
        assert [(page.start, page.next, ids(page), page.total) for page in pages] == [
            (None, "x", ["a", "b"], None),
            ("x", None, ["c"], None),
        ]
        assert {page.record.location.directory for page in pages} == {"/d"}
        page = await agent.session.list(cursor="x").page()
        assert (page.start, page.next, page.head.status, repr(page)) == ("x", None, 200, "Page(1 items from x)")


@pytest.mark.parametrize("strict", [False, True])
async def test_array_of_messages_of_every_kind_is_decoded(strict):
    user = {"id": "m1", "type": "user", "time": {"created": 1}, "text": "hi"}
    data = [user, {"id": "m2", "type": "later"}, user, {"id": "m2", "type": "later"}, {"type": "later"}]
    transport = httpx.MockTransport(lambda _: httpx.Response(200, json=data))
    async with AsyncAgentClient(transport=transport, strict=strict) as agent:
        messages = await agent.session.message.list("ses_1").all()
    assert [type(message) for message in messages] == [UserMessage, Unknown, Unknown]
    assert messages[1].data == {"id": "m2", "type": "later"}


async def test_list_with_cursors_has_no_prefetch_argument():
    async with AsyncAgentClient() as agent:
        assert "prefetch" not in inspect.signature(agent.session.list).parameters
        with pytest.raises(TypeError, match="returns AsyncPager"):
            await agent.with_response(agent.session.list)


@pytest.mark.parametrize("cursor", [5, ["x"], {"a": 1}, True])
async def test_cursor_that_is_not_text_raises(cursor):
    body = {"data": [{"id": "a"}], "cursor": {"next": cursor}}
    transport = httpx.MockTransport(lambda _: httpx.Response(200, json=body))
    async with AsyncAgentClient(transport=transport) as agent:
        with pytest.raises(DecodeError, match=r"session\.list: 200, but the body does not fit.*next") as caught:
            await agent.session.list().all()
    assert json.loads(caught.value.body) == body


async def test_endless_pages_with_no_new_item_raise():
    count = iter(range(1000))

    def answer(_):
        return httpx.Response(200, json={"data": [{"id": "a"}], "cursor": {"next": f"c{next(count)}"}})

    async with AsyncAgentClient(transport=httpx.MockTransport(answer)) as agent:
        with pytest.raises(StreamError, match="10 pages in a row held nothing new"):
            await agent.session.list().all()
