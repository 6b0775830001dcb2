"""Which ids callers were shown, and which were seen deleted."""

import time

from trivet_checks.proxy.sightings import Sightings, texts_in


def test_id_that_an_answer_or_a_table_has_shown_is_known_to_its_caller() -> None:
    sightings = Sightings()
    sightings.show("alice", b'{"id": "One", "title": "no id, but a text"}')
    sightings.show("bob", b"id,title\ntwo,words", is_table=True)

    assert not sightings.was_never_shown("one", "alice")
    assert sightings.was_never_shown("one", "bob")
    assert not sightings.was_never_shown("two")
    assert sightings.was_never_shown("no id, but a text")


def test_memory_that_is_full_calls_no_id_unknown() -> None:
    sightings = Sightings(most=4)
    sightings.show("alice", b'"one" "two" "three"')

    assert sightings.is_full
    assert not sightings.was_never_shown("four")


def test_deleted_id_is_known_in_any_case() -> None:
    sightings = Sightings()
    sightings.delete("/conversations/A", "A")

    assert [sightings.is_deleted(text) for text in ("a", "/conversations/a", "b")] == [True, True, False]


def test_texts_of_a_large_request_are_found_in_linear_time() -> None:
    began = time.perf_counter()

    assert len([*texts_in({"rows": [["x"] for _ in range(300_000)]})]) == 300_000
    assert time.perf_counter() - began < 10
