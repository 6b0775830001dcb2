"""Two answers to one request, compared: ids, texts, numbers, lists and their pages."""

from typing import Any

import pytest

from trivet_checks.exchanges.shapes import Shapes
from trivet_checks.recordings.comparison import Comparison, IdMap, Scope, is_id

OLD, NEW = "0f0f0f0f-0000-4000-8000-00000000000f", "1e1e1e1e-0000-4000-8000-00000000001e"
"""An id in a recording, and the stub's id of the same record."""


def compared(
    recorded: Any,
    stub: Any,
    scope: Scope = "made",
    *,
    ids: IdMap | None = None,
    written: tuple[str, ...] = (),
    asked: tuple[str, ...] = (),
    operation: str = "conversations.list",
    query: dict[str, str] | None = None,
) -> list[tuple[str, str, str, str]]:
    """The differences between two answers of the chat service."""
    comparison = Comparison(Shapes("chat").stated, IdMap() if ids is None else ids)
    comparison.add_sent(written, asked)
    deviations = comparison.bodies(operation, 200, query or {}, recorded, stub, scope)
    return [(deviation.kind, deviation.place, deviation.recorded, deviation.stub) for deviation in deviations]


def made(*names: str) -> IdMap:
    """A map in which the recording has made these records; the stub has the same ids with `s-` in front."""
    ids = IdMap()
    for name in names:
        ids.learn(name, f"s-{name}")
    ids.made.update(names)
    return ids


def page(*names: str, total: int | None = None, **fields: Any) -> Any:
    rows = [{"id": name, **fields} for name in names]
    return {"items": rows, "total": len(rows) if total is None else total}


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("id", "7", True),
        ("sessionID", "x", True),
        ("share_token", "x", True),
        ("title", OLD, True),
        ("title", "removed-3", True),
        ("title", "Trains", False),
        ("valid", "x", False),
    ],
)
def test_id_is_known_by_its_field_or_its_form(name: str, text: str, expected: bool) -> None:
    assert is_id(name, text) is expected


def test_ids_are_replaced_in_texts_paths_and_values() -> None:
    ids = IdMap()
    assert ids.learn(OLD, NEW)
    assert ids.learn(OLD, NEW)
    assert not ids.learn(OLD, "another")
    assert not ids.learn("another", NEW)
    assert ids.path(f"/conversations/{OLD}/a%20b") == f"/conversations/{NEW}/a%20b"
    assert ids.value({"of": [f"see {OLD}!", 1, None]}) == {"of": [f"see {NEW}!", 1, None]}


def test_search_for_the_beginning_of_an_id_is_one_for_the_stubs() -> None:
    ids = IdMap()
    ids.learn(OLD, NEW)
    assert ids.search(OLD[:9]) == OLD[:9]
    ids.made.add(OLD)
    assert (ids.search(OLD[:9]), ids.search("0f")) == (NEW[:9], "0f")


@pytest.mark.parametrize(
    ("scope", "written", "asked", "differs"),
    [
        ("made", ("Plan",), (), True),
        ("made", (), (), False),
        ("changed", ("Plan",), (), True),
        ("changed", (), ("Plan",), False),
        ("older", ("Plan",), ("Plan",), False),
        ("other", ("Plan",), (), True),
        ("other", (), ("Plan",), True),
        ("other", (), (), False),
    ],
)
def test_text_that_a_request_has_sent_has_to_be_repeated(
    scope: Scope, written: tuple[str, ...], asked: tuple[str, ...], differs: bool
) -> None:
    differences = compared({"title": "Plan"}, {"title": "Trip"}, scope, written=written, asked=asked)
    assert differences == ([("field", "title", "Plan", "Trip")] if differs else [])


@pytest.mark.parametrize(
    ("recorded", "stub", "scopes"),
    [
        ({"is_archived": True}, {"is_archived": False}, {"made", "changed"}),
        ({"count": 1}, {"count": 2}, {"made"}),
        ({"tokens_used": 1}, {"tokens_used": 2}, set()),
        ({"at": "2026-01-01T00:00:00Z"}, {"at": "2025-06-16T08:00:00+08:00"}, set()),
        ({"text": "of removed-1 in", "end": 24}, {"text": "of stub in", "end": 12}, set()),
        ({"token": "removed-1", "expires_in": 60}, {"token": "x", "expires_in": 3600}, {"made"}),
    ],
)
def test_flags_and_numbers_are_compared_in_records_of_the_recording(
    recorded: Any, stub: Any, scopes: set[Scope]
) -> None:
    every: tuple[Scope, ...] = ("made", "changed", "older", "other")
    assert {scope for scope in every if compared(recorded, stub, scope)} == scopes


def test_lists_are_compared_by_the_records_that_both_know() -> None:
    assert compared(page("a", "b"), page("s-a", "s-b"), "other", ids=made("a", "b")) == []
    assert compared(page("old", "a"), page("s-a", "mine"), "other", ids=made("a")) == []
    assert compared(page("a", "b"), page("s-b", "s-a"), "other", ids=made("a", "b")) == [
        ("order", "items", "s-a, s-b", "s-b, s-a")
    ]
    assert compared(page("a"), page("mine"), "other", ids=made("a")) == [
        ("list", "items", "has s-a", "does not have s-a")
    ]
    assert compared(page("old"), page("s-a"), "other", ids=made("a")) == [
        ("list", "items", "does not have s-a", "has s-a")
    ]


def test_record_may_be_on_another_page() -> None:
    assert compared(page("a"), page("mine", total=9), "other", ids=made("a")) == []
    assert compared(page("old", total=9), page("s-a"), "other", ids=made("a")) == []
    limited = {"limit": "1"}
    assert compared([{"id": "a"}], [{"id": "mine"}], "other", ids=made("a"), query=limited) == []
    assert compared({"data": [{"id": "a"}]}, {"data": [{"id": "m"}], "next": "c"}, "other", ids=made("a")) == []


def test_page_that_is_longer_than_its_limit_differs() -> None:
    differences = compared(page("a", "b"), page("s-a", total=2), "other", ids=made("a", "b"), query={"limit": "1"})
    assert differences == [("page", "items", "2 records", "1 records")]


def test_new_records_of_a_made_record_are_matched_in_their_order() -> None:
    ids = IdMap()
    recorded, stub = page("x", "y", text="?"), page("p", "q", text="!")
    assert compared(recorded, stub, ids=ids) == []
    assert (ids.text("x"), ids.text("y")) == ("p", "q")
    longer = compared(page("x", "y", "z", total=2), page("p", "q"), ids=ids)
    assert longer == [("field", "items", "3 records", "2 records")]


def test_record_that_one_side_alone_has_changed_is_left_out() -> None:
    ids = made("a", "b")
    ids.diverged["a"] = 7
    assert compared(page("a", "b", is_archived=True), page("s-b", is_archived=True), "other", ids=ids) == []
    assert compared(page("a", is_archived=True), page("s-a", is_archived=False), "other", ids=ids) == []


def test_field_that_the_contract_requires_is_missing() -> None:
    assert compared({"items": []}, {"items": [], "total": 0}) == [("field", "total", "missing", "0")]
    assert compared({"items": [], "total": 0}, {"items": []}) == [("field", "total", "0", "missing")]
    assert compared({"items": [], "total": 0, "more": 1}, {"items": [], "total": 0}) == []
