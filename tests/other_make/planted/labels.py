"""The labels of drawn faults: made from the contracts and the engine, before the checks were run on them.

`stated`: the fault breaks words of the contract, which are quoted. `not stated`: it does not; the reason says whether
it is a fault all the same, or allowed. `not visible`: `visibility.py` has found no answer that shows it.

The labels of a draw stay in its file as they were committed. Those that were found wrong later are corrected in a file
of their own, with the reason.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from tests.other_make.planted.draws import FOLDER

STATED, NOT_STATED, NOT_VISIBLE = "stated", "not stated", "not visible"
LABELS = (STATED, NOT_STATED, NOT_VISIBLE)
CORRECTIONS = FOLDER / "corrections.toml"
SECOND = FOLDER / "second_judgement.toml"
CONTRACTS = Path(__file__).parents[3] / "spec" / "contract"


@frozen
class Label:
    """A label, with the words of the contract or the reason."""

    label: str
    quote: str = ""
    reason: str = ""


@frozen
class Correction:
    """A label that was found wrong: the first one, the right one, and why."""

    was: str
    label: Label
    why: str


def first_labels(number: int) -> Mapping[str, Label]:
    """The labels of a draw as they were before the first run, by the names of its faults."""
    return _read(FOLDER / f"{number}.toml")


def second_judgement() -> Mapping[str, Label]:
    """The labels of thirty faults as they were judged a second time."""
    return _read(SECOND)


def corrections() -> Mapping[str, Correction]:
    """The corrections of labels, by the names of their faults."""
    content = tomllib.loads(CORRECTIONS.read_text(encoding="utf-8"))
    return {name: Correction(one.pop("was"), why=one.pop("why"), label=Label(**one)) for name, one in content.items()}


def labels(number: int) -> Mapping[str, Label]:
    """The labels of a draw, by the names of its faults, as they are corrected."""
    corrected = corrections()
    return {name: corrected[name].label if name in corrected else label for name, label in first_labels(number).items()}


def _read(path: Path) -> Mapping[str, Label]:
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    return {name: Label(**fields) for name, fields in content.items()}


def contract(service: str) -> str:
    """The words of a contract."""
    return (CONTRACTS / f"{service}.md").read_text(encoding="utf-8")
