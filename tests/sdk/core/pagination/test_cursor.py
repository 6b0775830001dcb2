"""Lists that are paged by cursor, and the set of recent keys."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet._core.answer import Head, Headers
from trivet._core.call import Call, whole_record
from trivet._core.pagination import Batch, CursorPagination, CursorState, Page
from trivet._core.pagination.cursor import RecentKeys


@given(
    links=st.lists(st.sampled_from([None, "", "a", "b", "c", "d"]), min_size=6, max_size=6),
    counts=st.lists(st.integers(0, 2), min_size=6, max_size=6),
    start=st.sampled_from([None, "a", "d"]),
)
def test_pagination_by_cursor_ends_for_any_cursors(links: list[str | None], counts: list[int], start: str | None):
    places = {None: 0, "a": 1, "b": 2, "c": 3, "d": 4}
    state, asked = CursorState(start), list[str | None]()
    while not state.done:
        [cursor] = state.next_requests()
        assert (cursor, state.next_requests()) == (state.at, [])
        asked.append(cursor)
        batch = Batch([None] * counts[places[cursor]], next=links[places[cursor]])
        assert state.accept(batch) == state.done
        assert not (state.done and state.next_requests())
    assert asked[0] == start
    assert len(asked) == len(set(asked)), "no page is asked for twice"
    assert state.at == asked[-1]


def test_cursor_replaces_the_parameters_of_the_first_page():
    pagination = CursorPagination[str](cursor="cursor", key=len, first=("order",))
    call = Call("a.list", "GET", "/a", record=None, decode=None, extract=whole_record, query=(("order", "asc"),))
    assert pagination.call_at(call, None).target() == "/a?order=asc"
    assert pagination.call_at(call, "c1").target() == "/a?cursor=c1"
    assert (pagination.begin("c1").at, pagination.key_of("abc")) == ("c1", 3)


def test_items_have_the_cursor_of_their_page():
    page = Page[str, str | None](["a", "b"], Head(200, Headers()), "c1", None)
    assert list(CursorState("c1").with_positions(page)) == [("c1", "a"), ("c1", "b")]


def test_cursor_that_is_not_text_raises():
    with pytest.raises(TypeError, match="expected a cursor as text, got int"):
        CursorState(None).accept(Batch(["a"], next=7))  # type: ignore[arg-type]


def test_list_with_cursors_is_read_once():
    pagination = CursorPagination[str]("cursor", len)
    call = Call("a.list", "GET", "/a", record=None, decode=None, extract=whole_record, query=(("limit", 2),))
    coverage = pagination.coverage(call, None)
    assert not coverage.accept(["a"], None)
    assert (coverage.missing, coverage.next_walk(), pagination.resized(call, 3)) == (0, None, call)


WINDOW = 100


def test_key_is_new_once():
    seen = RecentKeys(WINDOW)
    assert [seen.new(key) for key in ("a", ("a", 1), "a", None, ("a", 1), None)] == [
        True,
        True,
        False,
        True,
        False,
        False,
    ]


def test_key_is_new_again_after_the_window():
    seen = RecentKeys(WINDOW)
    assert all(seen.new(key) for key in range(WINDOW))
    assert not seen.new(0)
    assert seen.new(WINDOW)
    assert seen.new(0), "the oldest made way for the newest"
    assert not seen.new(2)
