"""The rules that derive the sync client."""

import re

import pytest

from codegen.unasync import RULES, Unasync, UnusedRuleError

EFFECTS = [
    ("async def get(self) -> None:", "def get(self) -> None:"),
    ("async with client as c:", "with client as c:"),
    ("async for each in pager:", "for each in pager:"),
    ("value = await call()", "value = call()"),
    ("Callable[P, Awaitable[T] | T]", "Callable[P, T]"),
    ("Callable[P, Awaitable[T]]", "Callable[P, T]"),
    ("from collections.abc import Awaitable, Callable", "from collections.abc import Callable"),
    ("def pages(self) -> AsyncGenerator[Page[T], None]:", "def pages(self) -> Generator[Page[T], None, None]:"),
    ("class AsyncBusClient(AsyncClient):", "class BusClient(Client):"),
    ("class _AsyncHeld:", "class _Held:"),
    ("async_deadline(limit)", "deadline(limit)"),
    ("from .._async.pager import AsyncPager", "from .._sync.pager import Pager"),
    ("@asynccontextmanager", "@contextmanager"),
    (
        "def __aenter__(self): self.__aexit__(); self.__aiter__(); self.__anext__()",
        "def __enter__(self): self.__exit__(); self.__iter__(); self.__next__()",
    ),
    (
        "aclosing(x); x.aclose(); clock.asleep(1); r.aread(); r.aiter_raw()",
        "closing(x); x.close(); clock.sleep(1); r.read(); r.iter_raw()",
    ),
    ("from .asyncio_backend import AsyncioBackend\nnetwork = AsyncioBackend()", "\nnetwork = httpcore.SyncBackend()"),
    ("transport.handle_async_request(r)", "transport.handle_request(r)"),
    ("class Body(httpx.AsyncByteStream):", "class Body(httpx.SyncByteStream):"),
    ("flow.async_auth_flow(r)", "flow.sync_auth_flow(r)"),
    ("await anext(steps); await steps.asend(r)", "next(steps); steps.send(r)"),
    ("except StopAsyncIteration:", "except StopIteration:"),
]

SIMILAR = [
    "asyncio.run(main())",
    "Asynchronous",
    "an async thing",
    "awaiting",
    "_asynchronous",
    "asleeper",
    "xasync_y",
    "myasynccontextmanager",
    "asynccontextmanagers",
    "read()",
]


@pytest.mark.parametrize(("source", "derived"), EFFECTS)
def test_rule_renames_its_text(source: str, derived: str):
    assert Unasync()(source) == derived


def test_every_rule_has_an_example():
    for pattern, _ in RULES:
        assert any(re.search(pattern, source) for source, _ in EFFECTS), pattern


@pytest.mark.parametrize("source", SIMILAR)
def test_similar_text_is_left_as_it_is(source: str):
    assert Unasync()(source) == source


@pytest.mark.parametrize("rule", [*RULES, (r"\bits\b", "x"), (r"\bab?c", "x"), (r"b|\bi", "x"), (r"\b\.c|\bab", "x")])
def test_rule_replaces_exactly_what_its_pattern_matches(rule: tuple[str, str]):
    for text in [*SIMILAR, *(source for source, _ in EFFECTS), "it's its bits a.c ac abc xabc"]:
        assert Unasync([rule])(text) == re.sub(*rule, text)


def test_rule_keeps_the_numbers_of_the_lines():
    for source, derived in EFFECTS:
        assert source.count("\n") == derived.count("\n")


def test_unused_rule_raises():
    unasync = Unasync([(r"\bawait ", ""), (r"\bnever\b", "ever")])
    assert unasync("await it") == "it"
    with pytest.raises(UnusedRuleError, match=r"\\bnever\\b$"):
        unasync.finish()


def test_used_rules_raise_nothing():
    unasync = Unasync([(r"\bawait ", ""), (r"\bnever\b", "ever")])
    for source in ("await it", "never"):
        unasync(source)
    unasync.finish()
