"""Types of outputs, as programs write them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, time
from enum import Enum
from typing import Annotated, Literal, NewType, NotRequired, TypedDict

import attrs
from pydantic import BaseModel


class Level(Enum):
    LOW = "low"
    HIGH = "high"


@dataclass
class Cat:
    """A cat.

    Attributes:
        kind: The kind,
            in a word.
        name: Its name.
    """

    kind: Literal["cat"]
    name: str = "Tom"
    friends: list[Cat] = field(default_factory=list)


class Dog(TypedDict):
    """A dog."""

    kind: Literal["dog", "puppy"]
    age: NotRequired[int]


Score = NewType("Score", float)


@attrs.frozen
class Report:
    """A report about pets.

    It is long.
    """

    title: str
    pets: list[Cat | Dog]
    score: Score
    counts: dict[str, int]
    level: Level = Level.LOW
    pick: Literal["a", 1, None] = "a"
    parent: Report | None = None
    day: Annotated[date | None, "The day of the visit."] = None
    begins: datetime | None = None
    at: time | None = None
    done: bool = False
    notes: list[str] = attrs.field(factory=list)
    nothing: None = None
    number: int = attrs.field(default=0, init=False)


@dataclass
class Plain:
    text: str


class Model(BaseModel):
    """A model of pydantic."""

    number: int
    below: list[Model] = []


class Flat(BaseModel):
    number: int


@attrs.frozen
class WithSet:
    rows: list[set[int]]


@attrs.frozen
class WithUnion:
    value: dict[str, int | str]


@attrs.frozen
class WithObject:
    plain: Plain
    value: object


@attrs.frozen
class WithAlike:
    pet: Plain | Report


@attrs.frozen
class WithUnknown:
    value: Missing  # noqa: F821


@attrs.frozen
class WithNumbers:
    choice: Literal[b"x"]


class Odd(Enum):
    ONE = 1.5


@attrs.frozen
class WithOdd:
    odd: Odd


@attrs.frozen
class WithKeys:
    by_number: dict[int, str]
