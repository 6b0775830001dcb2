"""The labels of drawn faults: made from the contracts and the engine, before the checks were run on them.

`stated`: the fault breaks words of the contract, which are quoted. `not stated`: it does not; the reason says whether
it is a fault all the same, or allowed. `not visible`: `visibility.py` has found no answer that shows it.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from tests.other_make.planted.draws import FOLDER

STATED, NOT_STATED, NOT_VISIBLE = "stated", "not stated", "not visible"
LABELS = (STATED, NOT_STATED, NOT_VISIBLE)
CONTRACTS = Path(__file__).parents[3] / "spec" / "contract"


@frozen
class Label:
    """A label, with the words of the contract or the reason."""

    label: str
    quote: str = ""
    reason: str = ""


def labels(number: int) -> Mapping[str, Label]:
    """The labels of a draw, by the names of its faults."""
    content = tomllib.loads((FOLDER / f"{number}.toml").read_text(encoding="utf-8"))
    return {name: Label(**fields) for name, fields in content.items()}


def contract(service: str) -> str:
    """The words of a contract."""
    return (CONTRACTS / f"{service}.md").read_text(encoding="utf-8")
