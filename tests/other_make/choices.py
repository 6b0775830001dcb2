"""The choices of a server of another make: one for each freedom of its contract."""

import random
from collections.abc import Mapping
from types import MappingProxyType

from trivet_stubs.kernel.freedom_catalogue import freedoms

NONE: Mapping[str, str] = MappingProxyType({})


class Choices:
    """How a server uses its freedoms: by the first choice of each, unless another one was chosen.

    >>> Choices("bus", {"unknown-stop": "not-found"}).has("unknown-stop", "not-found")
    True
    """

    def __init__(self, service: str, chosen: Mapping[str, str] = NONE) -> None:
        self._freedoms = freedoms(service)
        for name, choice in chosen.items():
            assert choice in self._freedoms[name].choices, f"{name} has no choice {choice}"
        self.chosen = chosen
        self.asked: set[str] = set()
        """The freedoms that the server has used."""

    def of(self, freedom: str) -> str:
        """The choice of a freedom, for a server that knows them all."""
        self.asked.add(freedom)
        return self.chosen.get(freedom) or next(iter(self._freedoms[freedom].choices))

    def has(self, freedom: str, choice: str) -> bool:
        """Whether this is the choice of a freedom."""
        assert choice in self._freedoms[freedom].choices, f"{freedom} has no choice {choice}"
        return self.of(freedom) == choice


def each_alone(service: str) -> list[dict[str, str]]:
    """Each choice of each freedom alone, but for the first ones, which every server has by itself."""
    return [{name: choice} for name, freedom in freedoms(service).items() for choice in list(freedom.choices)[1:]]


def drawn(service: str, seed: int) -> dict[str, str]:
    """A choice of each freedom, drawn with a seed."""
    chance = random.Random(f"{service} {seed}")
    return {name: chance.choice(list(freedom.choices)) for name, freedom in freedoms(service).items()}
