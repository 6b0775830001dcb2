"""Pagers: items, pages, prefetching, and the position of a list."""

import threading

import httpx
import pytest

from trivet import AsyncBusClient, DecodeError, InvalidArgumentError, NotFoundError, StreamError


def codes(stops):
    return [int(stop.bus_stop_code) for stop in stops]


async def read(source, work):
    async for item in source:
        work(item)


@pytest.mark.parametrize("prefetch", [1, 2, 4])
@pytest.mark.parametrize(("length", "skip"), [(0, None), (4, None), (5, None), (23, 0), (23, 7), (23, 40)])
async def test_every_item_is_yielded_once_in_order(options, stop_list, prefetch, length, skip):
    service = stop_list(length)
    async with AsyncBusClient(**options, transport=service.transport) as bus:
        stops = [stop async for stop in bus.stops.list(skip=skip, prefetch=prefetch)]
    assert codes(stops) == list(range(skip or 0, length))
    assert service.asked[0] == (skip or 0)


@pytest.mark.parametrize("prefetch", [1, 2, 4])
async def test_pages_of_changing_sizes_yield_every_item(options, stop_list, prefetch):
    service = stop_list(60, size=lambda request: 1 + request * 7 % 5)
    async with AsyncBusClient(**options, transport=service.transport) as bus:
        assert codes(await bus.stops.list(prefetch=prefetch).all()) == list(range(60))


async def test_pager_sends_nothing_before_iteration(options, stop_list):
    service = stop_list(9)
    async with AsyncBusClient(**options, transport=service.transport) as bus:
        pager = bus.stops.list(prefetch=4)
        assert repr(pager) == "AsyncPager('stops.list', position=0)"
    assert service.asked == []


async def test_pages_have_their_head_and_position(options, stop_list):
    service = stop_list(7)
    async with AsyncBusClient(**options, transport=service.transport) as bus:
        pages = [page async for page in bus.stops.list(skip=1).pages()]
    assert [(page.start, page.next, len(page), page.head.headers["x-skip"]) for page in pages] == [
        (1, 6, 5, "1"),
        (6, 7, 1, "6"),
    ]


async def test_page_sends_one_request(options, stop_list):
    service = stop_list(20)
    async with AsyncBusClient(**options, transport=service.transport) as bus:
        page = await bus.stops.list(skip=5, prefetch=4).page()
        again = await bus.stops.list(skip=page.next).page()
    assert (codes(page), codes(again), page.head.status) == ([5, 6, 7, 8, 9], [10, 11, 12, 13, 14], 200)
    assert service.asked == [5, 10]


async def test_second_iteration_starts_from_the_beginning(options, stop_list):
    service = stop_list(7)
    async with AsyncBusClient(**options, transport=service.transport) as bus:
        pager = bus.stops.list(skip=2)
        assert codes(await pager.all()) == codes(await pager.all()) == [2, 3, 4, 5, 6]


@pytest.mark.parametrize("prefetch", [1, 3])
async def test_failed_work_continues_from_the_position(options, stop_list, prefetch):
    service = stop_list(23)
    done = []
    async with AsyncBusClient(**options, transport=service.transport) as bus:
        pager = bus.stops.list(prefetch=prefetch)
        with pytest.raises(ZeroDivisionError):
            await read(pager, lambda stop: done.append(1 / (int(stop.bus_stop_code) - 12)))
        assert (len(done), pager.position) == (12, 12)
        rest = bus.stops.list(skip=pager.position, prefetch=prefetch)
        assert codes(await rest.all()) == list(range(12, 23))
        assert rest.position == 23


async def test_failed_page_leaves_the_position_at_its_first_item(options, script, stops, clock):
    transport = script(
        httpx.Response(200, json=stops("1", "2")),
        httpx.Response(200, json=stops("3", "4")),
        httpx.Response(200, content=b"{", headers={"content-type": "application/json"}),
    )
    yielded = []
    async with AsyncBusClient(**options, transport=transport, clock=clock) as bus:
        pager = bus.stops.list(skip=10)
        with pytest.raises(DecodeError, match="not JSON"):
            await read(pager, yielded.append)
    assert (codes(yielded), pager.position) == ([1, 2, 3, 4], 14)


async def test_every_page_is_requested_with_the_whole_query(options, stop_list):
    seen = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(dict(request.url.params))
        return service.answer(request)

    service = stop_list(6)
    async with AsyncBusClient(**options, transport=httpx.MockTransport(answer)) as bus:
        await bus.stops.list(bus_stop_code="7").all()
    assert seen == [{"BusStopCode": "7", "$skip": str(skip)} for skip in (0, 5, 6)]


@pytest.mark.parametrize("prefetch", [0, -1, True, 1.0, "2", None])
async def test_invalid_prefetch_raises(options, stop_list, prefetch):
    service = stop_list(9)
    async with AsyncBusClient(**options, transport=service.transport) as bus:
        with pytest.raises(InvalidArgumentError, match=r"^prefetch must be a whole number not below 1, got "):
            bus.stops.list(prefetch=prefetch)
    assert service.asked == []


@pytest.mark.parametrize("prefetch", [1, 4])
@pytest.mark.parametrize("what", ["items", "pages"])
async def test_service_that_ignores_the_offset_raises(options, stop_list, prefetch, what):
    service = stop_list(9, deaf=True)
    yielded = []
    async with AsyncBusClient(**options, transport=service.transport) as bus:
        pager = bus.stops.list(prefetch=prefetch)
        with pytest.raises(StreamError, match=r"^stops\.list: 10 pages in a row held nothing new$"):
            await read(pager if what == "items" else pager.pages(), yielded.append)
    assert len(yielded) == (5 if what == "items" else 11)
    assert len(service.asked) <= 11 + prefetch


async def test_list_ends_after_nine_pages_with_no_new_item(options, script, stops):
    transport = script(*(httpx.Response(200, json=stops("1")) for _ in range(10)), httpx.Response(200, json=stops()))
    async with AsyncBusClient(**options, transport=transport) as bus:
        assert codes(await bus.stops.list().all()) == [1]


async def test_list_that_grows_at_its_head_yields_no_item_twice(options, script, stops):
    transport = script(
        httpx.Response(200, json=stops("1", "2", "3")),
        httpx.Response(200, json=stops("3", "4", "5")),
        httpx.Response(200, json=stops()),
    )
    async with AsyncBusClient(**options, transport=transport) as bus:
        pager = bus.stops.list()
        yielded = []
        async for stop in pager:
            yielded.append((int(stop.bus_stop_code), pager.position))
    assert yielded == [(1, 0), (2, 1), (3, 2), (4, 4), (5, 5)]
    assert pager.position == 6


async def test_deduplication_covers_thousands_of_items(options, stop_list):
    service = stop_list(12_000, size=lambda _: 500)
    async with AsyncBusClient(**options, transport=service.transport) as bus:
        assert codes(await bus.stops.list(prefetch=4).all()) == list(range(12_000))


async def test_break_stops_the_requests(options, stop_list):
    service = stop_list(1000)
    async with AsyncBusClient(**options, transport=service.transport) as bus:
        async for stop in bus.stops.list(prefetch=3):
            if stop.bus_stop_code == "7":
                break
    assert len(service.asked) <= 5


async def test_error_of_a_prefetched_page_is_raised_in_its_order(options, stop_list):
    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(404) if request.url.params.get("$skip") == "10" else service.answer(request)

    service = stop_list(40)
    yielded = []
    async with AsyncBusClient(**options, transport=httpx.MockTransport(answer)) as bus:
        pager = bus.stops.list(prefetch=4)
        with pytest.raises(NotFoundError):
            await read(pager, yielded.append)
    assert (codes(yielded), pager.position) == (list(range(10)), 10)


@pytest.mark.parametrize("prefetch", [1, 2, 4])
async def test_at_most_prefetch_pages_are_in_flight(options, origin, response, stop_list, prefetch):
    service, changed = stop_list(60), threading.Condition()
    in_flight, most = 0, 0

    def reply(head: bytes) -> bytes:
        nonlocal in_flight, most
        target = head.split(b" ")[1].decode()
        with changed:
            in_flight += 1
            most = max(most, in_flight)
            changed.notify_all()
            if "skip=0" not in target:
                changed.wait_for(lambda: most >= prefetch, 10)
                changed.wait_for(lambda: most > prefetch, 0.2)  # one more than may be in flight
        page = service.answer(httpx.Request("GET", f"http://bus.test{target}")).content
        with changed:
            in_flight -= 1
        return response(page)

    bound = origin(reply)
    async with AsyncBusClient(**options | {"base_url": bound.url}) as bus:
        assert codes(await bus.stops.list(prefetch=prefetch).all()) == list(range(60))
    assert most == prefetch
