"""The comparison of records: field by field with the model's, and with what other operations have shown of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from trivet_checks.checks.agent.service import includes
from trivet_checks.exchanges.exchange import Json
from trivet_checks.explore.agent.form import AgentForm
from trivet_checks.explore.agent.lists import Lists
from trivet_checks.explore.agent.model import AgentModel
from trivet_checks.explore.agent.words import FIELDS, MAKES, NOT_GIVEN, PINNED_RULE, READS_RULE
from trivet_checks.explore.asked import Asked
from trivet_checks.explore.differences import Difference
from trivet_checks.explore.sightings import Sightings, shown
from trivet_checks.explore.steps import Ledger, Ref

_BY_ITSELF = ("timeUsed", "status", "cost", "note")
"""Fields that a server may change without a write of the walk."""


@dataclass(frozen=True, slots=True)
class World:
    """What the comparisons of one walk share."""

    form: AgentForm
    lists: Lists
    """The lists of the server before the walks."""
    ledger: Ledger
    model: AgentModel
    compared: set[str]
    """The rules that a comparison was made by."""
    given: dict[Ref, dict[str, str]] = field(default_factory=dict[Ref, dict[str, str]])
    """The fields of each record that a step has given, with the rule by which it could; a server chooses the others."""
    prompted: set[Ref] = field(default_factory=set[Ref])
    """The sessions with a prompt, whose agent changes them at any time."""
    waiting: dict[Ref, Ref] = field(default_factory=dict[Ref, Ref])
    """The session of each request to the user that waits for an answer."""
    ended: dict[Ref, str] = field(default_factory=dict[Ref, str])
    """The requests that were answered, with the rule by which they are listed no more."""
    loose: set[Ref] = field(default_factory=set[Ref])
    """The requests whose session was deleted: the contract does not say what becomes of them."""
    files: dict[str, str] = field(default_factory=dict[str, str])
    """The line of each file that the walk has written, by its path from the directory of the run."""
    removed: set[str] = field(default_factory=set[str])
    """The files that it has removed."""
    doubtful: set[str] = field(default_factory=set[str])
    """The services whose active account was deleted, or whose next one the contract leaves open."""

    def ref(self, record: Json) -> Ref | None:
        """The record of the walk that the server shows."""
        return self.ledger.ref("server", record.get("id"))

    def named(self, model_id: str) -> str:
        """A record by the step that has made it."""
        return str(self.ledger.ref("model", model_id) or "a record")


class Records:
    """Compares records of a server with the model's.

    Args:
        world: The walk.
    """

    def __init__(self, world: World) -> None:
        self.sightings: Sightings = Sightings(lasting=("time.created",))
        self._world = world

    def compare(self, asked: Asked, kind: str, expected: Json, answered: Json, place: str = "") -> Iterator[Difference]:
        """Yield the differences between two records of a kind."""
        ledger, rules = self._world.ledger, FIELDS[kind]
        ref = known = ledger.ref("model", expected.get("id"))
        if ref is None and asked.step.operation in MAKES:
            ref = Ref(kind, asked.step.number)
        if known is not None and isinstance(answered.get("id"), str) and ledger.ref("server", answered["id"]) != ref:
            other = ledger.ref("server", answered["id"]) or "another record"
            yield asked.differs("field", str(ref), str(other), READS_RULE, f"{place}.id".lstrip("."))
            return
        model, server = self._world.form.read(expected), self._world.form.read(answered)
        if server.get("location.directory") and model.get("location.workspaceID"):
            server.setdefault("location.workspaceID", None)
        for name, value in server.items():
            inner = f"{place}.{name}" if place else name
            if name in rules:
                if self._is_open(ref, kind, name, model):
                    continue
                rule = self._given(ref).get(name.rpartition(".")[2], rules[name])
                self._world.compared.add(rule)
                if not self._same(name, model.get(name), value):
                    yield asked.differs("field", self._shown(model.get(name)), self._shown(value), rule, inner)
            elif ref is not None and not isinstance(value, list | dict) and ref not in self._world.prompted:
                yield from self._as_before(asked, ref, name, inner, value)

    def _is_open(self, ref: Ref | None, kind: str, name: str, model: Json) -> bool:
        """Whether a field is the server's own choice."""
        if name == "active":
            return model.get("serviceID") in self._world.doubtful
        form, given = self._world.form, self._given(ref)
        if name == "location.directory" and model.get(name) == form.default and not form.shows_default:
            return form.default != form.directory
        if name == "location.directory" and model.get("location.workspaceID") is not None:
            return "directory" not in given
        return name in NOT_GIVEN[kind] and name not in given

    def _given(self, ref: Ref | None) -> Mapping[str, str]:
        return {} if ref is None else self._world.given.get(ref, {})

    def _same(self, name: str, expected: Any, answered: Any) -> bool:
        ledger = self._world.ledger
        known, other = ledger.ref("model", expected), ledger.ref("server", answered)
        if known is not None or other is not None:
            return known == other
        if name == "metadata":
            return includes(answered, expected)
        if name in ("active", "archived"):
            expected, answered = expected or False, False if answered is None else answered
        return bool(expected == answered) and isinstance(expected, bool) == isinstance(answered, bool)

    def _shown(self, value: Any) -> str:
        ledger = self._world.ledger
        return str(ledger.ref("model", value) or ledger.ref("server", value) or shown(value))

    def as_before(self, asked: Asked, ref: Ref, answered: Json, place: str) -> Iterator[Difference]:
        """Compare the fields of a record that the model does not know with what other operations have shown."""
        for name, value in self._world.form.read(answered).items():
            if not isinstance(value, list | dict):
                yield from self._as_before(asked, ref, name, f"{place}.{name}", value)

    def _as_before(self, asked: Asked, ref: Ref, name: str, place: str, value: Any) -> Iterator[Difference]:
        """A field that two operations show has one value, unless a write in between may have changed it."""
        if name in _BY_ITSELF:
            return
        earlier = self.sightings.earlier(ref, asked.step.caller, name, value, asked.step.operation)
        if earlier is not None and earlier.value != value:
            before = f"{shown(earlier.value)} as {earlier.operation} shows it"
            yield asked.differs(
                "field", before, shown(value), PINNED_RULE if name.startswith("location") else "", place
            )
