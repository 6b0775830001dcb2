"""A walk: its steps, which name records by the steps that made them, and the ids of these records on both sides."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast

Side = Literal["server", "model"]
NONE: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Ref:
    """A record, by the step that has made it, or a user, by the name of the caller.

    >>> str(Ref("conversation", 3))
    'the conversation of step 3'
    """

    kind: str
    """Such as `conversation`, `share`, `session` or `user`."""
    of: int | str
    """The number of the step, or the name of the caller."""
    characters: int | None = None
    """How many of the first characters of the id are meant; None for all."""

    def __str__(self) -> str:
        if self.kind == "user":
            return f"the id of {self.of}"
        cut = "" if self.characters is None else f"the first {self.characters} characters of "
        return f"{cut}the {self.kind} of step {self.of}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One request of a walk."""

    number: int
    operation: str
    caller: str
    path: tuple[Any, ...] = ()
    query: Mapping[str, Any] = field(default_factory=dict[str, Any])
    body: Mapping[str, Any] | None = None
    grant: Ref | None = None
    """The token with which the caller acts as another user."""
    assumes: tuple[str, ...] = ()
    """The rules and freedoms, other than stated rules, on which the model's answer stands."""

    def refs(self) -> Iterator[Ref]:
        """The records that it names."""
        if self.grant is not None:
            yield self.grant
        for value in (*self.path, *self.query.values(), *(self.body or NONE).values()):
            if isinstance(value, Ref):
                yield value

    def needs(self) -> set[int]:
        """The steps that have made the records that it names."""
        return {ref.of for ref in self.refs() if isinstance(ref.of, int)}


class Gone(Exception):
    """A step names a record that was not made, because its step was left out or has failed."""


@dataclass(frozen=True, slots=True)
class Ids:
    """The ids of one record."""

    server: str
    model: str


class Ledger:
    """The records of a walk, by the steps that have made them.

    Args:
        users: The ids of the callers by their names; the model has the same.
    """

    def __init__(self, users: Mapping[str, str]) -> None:
        self.users = users
        self._ids: dict[tuple[str, int], Ids] = {}
        self._refs: dict[tuple[Side, str], Ref] = {}
        self._gone: set[tuple[str, int]] = set()
        self.models: dict[Ref, str] = {}
        """The model's id of each record, also of those that are gone."""

    def add(self, kind: str, step: int, server: str, model: str) -> None:
        """Remember a record that a step has made."""
        self._ids[kind, step] = Ids(server, model)
        self._refs["server", server] = self._refs["model", model] = Ref(kind, step)
        self.models[Ref(kind, step)] = model

    def forget(self, kind: str, step: int) -> None:
        """Note that a record is gone; its id stays known, by which later steps may ask for it."""
        self._gone.add((kind, step))

    def ref(self, side: Side, text: object) -> Ref | None:
        """The record that has an id on one side; None for one that no step has made."""
        return self._refs.get((side, text)) if isinstance(text, str) else None

    def known(self, kind: str) -> list[int]:
        """The steps that have made records of a kind which are there."""
        return [step for named, step in self._ids if named == kind and (named, step) not in self._gone]

    def id_of(self, ref: Ref, side: Side) -> str:
        """The id of a record on one side.

        Raises:
            Gone: No step has made it.
        """
        if ref.kind == "user":
            return self.users[str(ref.of)]
        ids = self._ids.get((ref.kind, cast(int, ref.of)))
        if ids is None:
            raise Gone
        return (ids.server if side == "server" else ids.model)[: ref.characters]

    def resolved(self, value: Any, side: Side) -> Any:
        """A value of a step with the ids of one side."""
        if isinstance(value, Ref):
            return self.id_of(value, side)
        if isinstance(value, Mapping):
            return {name: self.resolved(one, side) for name, one in cast(Mapping[str, Any], value).items()}
        return value

    def path(self, step: "Step", side: Side) -> tuple[Any, ...]:
        """The values of the path of a step with the ids of one side."""
        return tuple(self.resolved(value, side) for value in step.path)


def renumbered(steps: list[Step]) -> list[Step]:
    """Steps with the numbers 1, 2, 3 and so on, and their references with them.

    >>> [step.number for step in renumbered(shrunk)]
    [1, 2, 3]
    """
    numbers = {step.number: new for new, step in enumerate(steps, 1)}

    def moved(value: Any) -> Any:
        return replace(value, of=numbers[value.of]) if isinstance(value, Ref) and value.of in numbers else value

    return [_with_values(step, moved, numbers[step.number]) for step in steps]


def _with_values(step: Step, change: Callable[[Any], Any], number: int) -> Step:
    return replace(
        step,
        number=number,
        grant=change(step.grant),
        path=tuple(map(change, step.path)),
        query={name: change(value) for name, value in step.query.items()},
        body=None if step.body is None else {name: change(value) for name, value in step.body.items()},
    )
