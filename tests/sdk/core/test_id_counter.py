"""The counter of ids that a document repeats."""

import tracemalloc

import pytest

from trivet._core import id_counter
from trivet._core.id_counter import IdCounter


def counted(*ids: object) -> IdCounter:
    counter = IdCounter()
    for identity in ids:
        counter.add(identity)
    return counter


def test_records_with_an_earlier_id_are_counted() -> None:
    assert counted().repeated == 0
    assert counted("a", "b", "c").repeated == 0
    assert counted("a", "b", "a", "a", "b").repeated == 3
    assert counted(1, "\ud83d", 1, "\ud83d", None, "é").repeated == 2
    assert counted("a").is_exact


def test_no_id_counts_as_repeated_while_others_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(id_counter, "MOST", 100)
    counter = counted(*range(10_000))
    assert (counter.repeated, counter.is_exact) == (0, False)
    for identity in range(10_000):
        counter.add(identity)
    assert 0 < counter.repeated <= 100, "a part of the repeats is found, and none that is not there"


@pytest.mark.long
def test_memory_is_bounded() -> None:
    counter = IdCounter()
    tracemalloc.start()
    try:
        for number in range(600_000):
            counter.add(f"0190c1f6-7f3e-7c50-b3f5-{number:012}")
        assert (counter.repeated, counter.is_exact) == (0, False)
        assert tracemalloc.get_traced_memory()[1] < 8e6
    finally:
        tracemalloc.stop()
