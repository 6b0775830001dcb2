"""Draws of planted faults: the seed is a hash of a text, and the file says how many faults it was drawn from.

The operators of each service get equal shares of a draw: a field has three faults and a write one, and the agent
service has six times as many operations as the bus service, so that a plain sample would be fields of the agent service
for the most part. The names of each operator of a service, in their order, are shuffled by `random.Random(seed)`,
operator after operator and service after service in the order of their names; then each gives one name in turn, until
there are enough.
"""

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from attrs import frozen

from tests.other_make.planted.operators import PlantedFault

FOLDER = Path(__file__).parents[1] / "draws"
COUNT = 120
NUMBERS = (1, 2, 3)


@frozen
class Draw:
    """A draw: its number, its seed, the number of faults that it was drawn from, and their names."""

    number: int
    seed: int
    size: int
    names: tuple[str, ...]

    @property
    def faults(self) -> list[PlantedFault]:
        return [PlantedFault.of(name) for name in self.names]


def seed_of(number: int) -> int:
    """The seed of a draw: the first eight hexadecimal digits of the SHA-256 of a text.

    >>> seed_of(1)
    1200518947
    """
    return int(sha256(f"trivet planted faults {number}".encode()).hexdigest()[:8], 16)


def draw(number: int, faults: Sequence[PlantedFault], count: int = COUNT) -> Draw:
    """Draw faults from a list."""
    random = Random(seed_of(number))
    shares: dict[tuple[str, str], list[str]] = {}
    for fault in sorted(faults, key=lambda fault: (fault.operator, fault.name)):
        shares.setdefault((fault.operator, fault.service), []).append(fault.name)
    for names in shares.values():
        random.shuffle(names)
    drawn: list[str] = []
    for place in range(len(faults)):
        drawn += [names[place] for names in shares.values() if place < len(names)]
    return Draw(number, seed_of(number), len(faults), tuple(sorted(drawn[:count])))


def judged_again() -> list[str]:
    """The thirty faults of the first and the third draw whose labels were judged a second time: ten of each service."""
    seed = int(sha256(b"trivet second judgement").hexdigest()[:8], 16)
    random = Random(seed)
    names = sorted({name for number in (1, 3) for name in read(number).names})
    chosen: list[str] = []
    for service in ("agent", "bus", "chat"):
        chosen += sorted(random.sample([name for name in names if name.startswith(f"{service}:")], 10))
    return chosen


def path(number: int) -> Path:
    return FOLDER / f"{number}.json"


def write(drawn: Draw) -> None:
    content: dict[str, Any] = {
        "about": "drawn once, by `python -m tests.other_make faults --draw`, as planted/draws.py says",
        "seed": drawn.seed,
        "drawn from": drawn.size,
        "faults": list(drawn.names),
    }
    path(drawn.number).write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def read(number: int) -> Draw:
    content = json.loads(path(number).read_text(encoding="utf-8"))
    return Draw(number, content["seed"], content["drawn from"], tuple(content["faults"]))
