"""The sentences of a spec, and the list of those without a mark."""

from typing import Any

import pytest

from tests.laws.statements.document import Document
from tests.laws.statements.sentences import Ledger, Sentence, unmarked
from tests.wrong_rows import wrong_rows

CONTRACT = "A page has up to 50 stops.\nStops are sorted by name."
QUOTES = {"up to 50 stops": {"GET /stops": "List up to 50 stops."}, "sorted by name": {"Stop.name": "They are sorted."}}


def document(description: str, **operation: Any) -> Document:
    raw: dict[str, Any] = {"info": {}, "paths": {"/stops": {"get": {"responses": {}, **operation}}}}
    raw["paths"]["/stops"]["get"]["description"] = description
    return Document(raw)


def ledger(quotes: dict[str, dict[str, str]], client: dict[str, str] | None = None) -> Ledger:
    stated = [{"quote": quote, "sentences": places} for quote, places in quotes.items()]
    return Ledger({"stated": stated, "client": client or {}})


def test_mark_at_its_end_covers_a_sentence() -> None:
    expected = {
        "It is 7 (assumed).": [],
        "It is 7 (observed: in metres).": [],
        "It is 7 (assumed), and more.": ["It is 7 (assumed), and more."],
        "It is 7 (assumed). It is 8.": ["It is 8."],
        "It was observed to be 7.": ["It was observed to be 7."],
    }
    with wrong_rows() as row:
        for text, rest in expected.items():
            with row(text):
                assert [*unmarked(document(text))] == [Sentence("GET /stops", sentence) for sentence in rest]


def test_mark_of_a_whole_covers_its_sentences() -> None:
    assert [*unmarked(document("It is 7.", **{"x-assumed": "Observed."}))] == []


def test_mark_of_a_success_is_about_its_status_if_the_contract_states_the_answer() -> None:
    spec = document("", responses={"200": {"description": "Fifty stops.", "x-assumed": "The contract has no status."}})
    assert [*unmarked(spec)] == []
    assert [*unmarked(spec, ["GET /stops"])] == [Sentence("GET /stops 200", "Fifty stops.")]


def test_list_with_quotes_and_figures_of_the_contract_holds() -> None:
    assert ledger(QUOTES, {"Stop.name": "See `sorted`."}).faults(CONTRACT) == []


@pytest.mark.parametrize(
    ("quotes", "client", "fault"),
    [
        ({"up to 60 stops": {"GET /stops": "List stops."}}, {}, "not in the contract: up to 60 stops"),
        (
            {"sorted by name": {"GET /stops": "List 50 stops."}},
            {},
            "with a figure that the contract does not have: GET /stops: List 50 stops.",
        ),
        ({}, {"Stop.name": "It is unique."}, "not about the client: Stop.name: It is unique."),
        ({}, {"Stop.name": "See `name`, at most 7."}, "not about the client: Stop.name: See `name`, at most 7."),
    ],
)
def test_entry_that_stands_on_nothing_is_found(
    quotes: dict[str, dict[str, str]], client: dict[str, str], fault: str
) -> None:
    assert ledger(quotes, client).faults(CONTRACT) == [fault]


def test_changed_or_moved_sentence_is_not_listed() -> None:
    stated = ledger({"up to 50 stops": {"GET /stops": "List up to 50 stops."}})
    assert stated.differences(document("List up to 50 stops."), ()) == []
    assert stated.differences(document("List all stops."), ()) == [
        "listed, and not in the spec: GET /stops: List up to 50 stops.",
        "not marked, and not listed: GET /stops: List all stops.",
    ]
    moved = document("", summary="List up to 50 stops.", operationId="stops.list")
    assert stated.differences(moved, ()) == []
    assert ledger({"up to 50 stops": {"GET /lines": "List up to 50 stops."}}).differences(moved, ())
