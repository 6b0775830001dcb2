"""Options that are declared once as a class."""

from __future__ import annotations

import inspect

from attrs import frozen

from trivet.cli.chat.option_groups import with_groups


@frozen
class Speed:
    """How fast."""

    rate: float | None = None
    workers: int = 8


def travel(first: str, to: str = "sea", *, speed: Speed, back: bool = False) -> int:
    """Travel."""
    assert (first, to, back) == ("now", "sea", True)
    return int((speed.rate or 0) * speed.workers)


def test_fields_of_a_group_are_parameters_and_reach_the_function_as_one() -> None:
    function = with_groups(travel)
    parameters = inspect.signature(function).parameters
    assert list(parameters) == ["first", "to", "rate", "workers", "back"]
    assert (parameters["rate"].annotation, parameters["workers"].default) == (float | None, 8)
    assert function.__doc__ == "Travel."
    assert function("now", to="sea", rate=2.0, workers=3, back=True) == 6
