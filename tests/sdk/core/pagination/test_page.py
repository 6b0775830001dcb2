from typing import TypeVar

import pytest

from trivet import Pager
from trivet._core.answer import Head, Headers
from trivet._core.pagination import Page, key_of_any

T = TypeVar("T")


def test_page_is_a_sequence_with_its_position():
    page = Page(["a", "b", "c"], Head(200, Headers()), 40, 90)
    assert (page[0], page[-1], page[1:], list(page), len(page), "b" in page) == (
        "a",
        "c",
        ["b", "c"],
        [*"abc"],
        3,
        True,
    )
    assert (page.start, page.next, page.total, page.head.status) == (40, 43, 90, 200)
    assert repr(page) == "Page(3 items from 40)"
    with pytest.raises(IndexError):
        page[3]


def test_key_of_any_reads_known_and_unknown_kinds():
    class Item:
        name = "a"

    class Odd:
        def __init__(self, **data: object) -> None:
            self.data = data

    key = key_of_any("name", "theName")
    assert key(Item()) == "a" == key(Odd(theName="a"))
    assert key(Odd()) != key(Odd())


def test_type_of_items_alone_may_be_given_at_run_time():
    class OwnPager(Pager[T]):
        pass

    assert Pager[str].__args__ == (str, int)
    assert Pager[str, str | None].__args__ == (str, str | None)
    assert OwnPager[str].__args__ == (str,)
    assert Page[str].__args__[0] is str
