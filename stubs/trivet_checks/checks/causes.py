"""The causes for which rules were not tried: an operation, or an input of it, that many rules need is accused once."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast

from trivet_checks.checks.target import Target
from trivet_checks.checks.trial import NO_ROUTE, End, Ends, Trial
from trivet_checks.exchange_rules.answer_rule import WRONG_INPUT
from trivet_checks.exchanges.evidence import Broken, Evidence, Need, NotTried, Unmet, Unreadable
from trivet_stubs.kernel.operation import JSON, Operation
from trivet_stubs.kernel.rule_catalogue import Basis, Rule
from trivet_stubs.kernel.spec import JsonObject, resolve

_ASSUMED = "x-assumed"
EVERY_REQUEST, A_REQUEST = "every request", "a request"
"""The names of the parts of a verdict on an operation that are about no input and no field."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """A request that rules need, and that does not succeed."""

    operation: str
    kind: Literal["missing", "answer"]
    part: str
    """What does not succeed: inputs, such as `limit=100`, `every request` or `a request`."""
    said: str
    """How it ends: `is refused with 422`."""
    basis: Basis
    evidence: Evidence | None
    rules: int
    """How many rules need it."""
    reported_by: str = ""
    """The rule that is broken by it, whose finding says so; empty if the operation is accused."""

    @property
    def is_dead(self) -> bool:
        """Whether the operation never succeeds."""
        return self.kind == "missing" or self.part == EVERY_REQUEST

    @property
    def reason(self) -> str:
        """What is found, for the verdict on the operation."""
        needing = "1 rule needs it" if self.rules == 1 else f"{self.rules} rules need it"
        subject = "it " if self.is_dead or self.part == A_REQUEST else ""
        return f"{subject}{self.said}, and {needing}"

    @property
    def needed(self) -> str:
        """Why a rule was not tried that needs it."""
        if self.kind == "missing":
            return f"needs {self.operation}, which is missing"
        if self.part == EVERY_REQUEST:
            return f"needs {self.operation}, which does not succeed"
        with_ = "" if self.part == A_REQUEST else f" with {self.part}"
        return f"needs {self.operation}{with_}, which {self.said}"


@dataclass(frozen=True, slots=True)
class Causes:
    """The causes of a run, by the requests that did not succeed."""

    by_need: Mapping[Need, Cause] = field(default_factory=dict[Need, Cause])
    by_operation: Mapping[str, Sequence[Cause]] = field(default_factory=dict[str, Sequence[Cause]])
    reported: Mapping[tuple[str, str], Rule] = field(default_factory=dict[tuple[str, str], Rule])
    """From operations and fields of their answers to rules that are broken by the same fault."""
    unread: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    """From operations to the fields of their answers that rules need and could not read."""

    def dead(self, operation: str) -> Cause | None:
        """The cause that is about an operation as a whole, if it never succeeds."""
        return next((cause for cause in self.by_operation.get(operation, ()) if cause.is_dead), None)

    def of(self, end: End, rule: str = "") -> Cause | None:
        """The cause of an end, if there is one other than its own rule."""
        if end.need is None or end.need not in self.by_need:
            return self.dead(end.operation) if end.operation else None
        cause = self.by_need[end.need]
        is_own = isinstance(end, Broken) and (cause.reported_by == rule or cause.part == A_REQUEST)
        return None if is_own else cause


@dataclass(frozen=True, slots=True)
class _Unmet:
    """A request that had to succeed, and did not, in the check of a rule."""

    rule: Rule
    end: End
    need: Need
    culprits: frozenset[str] = frozenset()
    """Its inputs without those with which the operation has succeeded."""
    is_aside: bool = False
    """Whether the check went on without the operation, so that its rule says nothing of it."""

    @property
    def accuses(self) -> bool:
        """Whether it is a fault of the operation: a check may try a request that some servers refuse, too."""
        return isinstance(self.end, Broken | Unmet) or self.need.status in WRONG_INPUT


def causes_of(target: Target, trials: Collection[Trial]) -> Causes:
    """Find what has kept rules from being tried.

    An operation that never succeeds is a cause, and so are the inputs of requests that it refuses, although the spec
    allows them, unless one rule alone is broken by them.

    Args:
        target: The server.
        trials: How the checks have ended.
    """
    unmet: dict[str, list[_Unmet]] = {}
    unread: dict[str, set[str]] = {}
    reported: dict[tuple[str, str], Rule] = {}
    for trial in sorted(trials, key=lambda trial: trial.rule.basis == "stated"):
        for end in _ends(trial):
            if isinstance(end, Broken) and end.reports:
                reported[end.operation, end.reports] = trial.rule
            if isinstance(end, Unreadable):
                unread.setdefault(end.answered, set()).add(end.field)
            elif end.need is not None and end.need.operation in target.shapes.contract.operations:
                is_aside = end.need.operation in trial.aside
                unmet.setdefault(end.need.operation, []).append(_Unmet(trial.rule, end, end.need, is_aside=is_aside))
    by_need: dict[Need, Cause] = {}
    by_operation: dict[str, list[Cause]] = {}
    for cause, explained in _causes(target, unmet):
        by_need |= dict.fromkeys((one.need for one in explained), cause)
        by_operation.setdefault(cause.operation, []).append(cause)
    return Causes(by_need, by_operation, reported, {name: frozenset(fields) for name, fields in unread.items()})


def _ends(trial: Trial) -> Iterator[End]:
    yield from trial.aside.values()
    for ends in trial.ends.values():
        yield from ends


def _causes(target: Target, unmet: Mapping[str, Sequence[_Unmet]]) -> Iterator[tuple[Cause, Sequence[_Unmet]]]:
    """Yield the causes, each with the requests that it explains."""
    living: list[_Unmet] = []
    for name, requests in unmet.items():
        if name in target.shapes.seen and name not in target.traffic.failing:
            living += (_with_culprits(one, target.shapes.taken.get(name, set())) for one in requests)
        elif (cause := _of_a_dead_operation(target, name, requests)) is not None:
            yield cause, requests
    alone = {one.culprits for one in living if len(one.culprits) == 1}
    living = [_narrowed(one, alone, living) for one in living]
    for name, culprits in dict.fromkeys((one.need.operation, one.culprits) for one in living):
        same = [one for one in living if one.culprits == culprits]
        here = [one for one in same if one.need.operation == name]
        # A request with no input of its own fails by the state of a record, mostly, which each rule states.
        explained = [one for one in here if culprits or isinstance(one.end, Unmet)]
        if any(one.accuses for one in explained):
            part = ", ".join(sorted(culprits)) or A_REQUEST
            reported_by = _owner(same, name) if culprits else None
            yield _cause(target, "answer", part, explained, culprits, reported_by), explained


def _of_a_dead_operation(target: Target, name: str, requests: Sequence[_Unmet]) -> Cause | None:
    """The cause that is an operation which never succeeds, unless one rule alone is about it."""
    is_missing = all(one.need.status in NO_ROUTE for one in requests)
    is_needed = any(isinstance(one.end, NotTried) or one.is_aside for one in requests)
    if not (is_needed or len({one.rule.id for one in requests}) > 1 or name in target.shapes.faults):
        return None
    inputs = frozenset[str]().union(*(one.need.inputs for one in requests if one.need.status in WRONG_INPUT))
    return _cause(target, "missing" if is_missing else "answer", EVERY_REQUEST, requests, inputs)


def _with_culprits(one: _Unmet, taken: Collection[str]) -> _Unmet:
    culprits = {name for name in one.need.inputs if name not in taken}
    if one.need.status in WRONG_INPUT:  # it has let the caller in
        culprits = {name for name in culprits if not name.startswith("the caller ")}
    return replace(one, culprits=frozenset(culprits))


def _narrowed(one: _Unmet, alone: Collection[frozenset[str]], others: Sequence[_Unmet]) -> _Unmet:
    """A request with as few culprits as other requests show: an input that is refused alone is refused with others."""
    inside = [culprits for culprits in alone if culprits <= one.culprits]
    inside += (other.culprits for other in others if other.need.operation == one.need.operation and other.culprits)
    smaller = [culprits for culprits in inside if culprits <= one.culprits]
    return replace(
        one, culprits=min(smaller, key=lambda culprits: (len(culprits), sorted(culprits)), default=one.culprits)
    )


def _owner(same: Sequence[_Unmet], operation: str) -> Rule | None:
    """The one rule that states what is refused; it may be about several operations that refuse the same."""
    stating = [one for one in same if isinstance(one.end, Broken)]
    for some in (stating, [one for one in stating if one.need.operation == operation]):
        fewest = min((len(one.need.inputs) for one in some), default=0)
        rules = {one.rule.id: one.rule for one in some if len(one.need.inputs) == fewest}  # others send further inputs
        concerned = {one.need.operation for one in some}
        if len(rules) == 1 and operation in concerned.union(*(rule.operations for rule in rules.values())):
            return next(iter(rules.values()))
    return None


def _cause(
    target: Target,
    kind: Literal["missing", "answer"],
    part: str,
    requests: Sequence[_Unmet],
    inputs: Collection[str],
    owner: Rule | None = None,
) -> Cause:
    document = target.shapes.contract.document
    need = min(requests, key=lambda one: isinstance(one.end, NotTried)).need
    operation = target.shapes.contract.operations[need.operation]
    is_assumed = _ASSUMED in operation.raw or any(_is_assumed(operation, name, document) for name in inputs)
    # What rules need that are assumed themselves, the contract may not grant.
    is_assumed = is_assumed or (kind == "answer" and not any(one.rule.basis == "stated" for one in requests))
    basis: Basis = "assumed" if is_assumed else "stated"
    return Cause(
        operation=operation.id,
        kind=kind,
        part=part,
        said=f"is answered with {need.status}" if kind == "missing" else need.said,
        basis=basis,
        evidence=next((one.end.evidence for one in requests if one.end.evidence is not None), None),
        rules=len({one.rule.id for one in requests}),
        reported_by=owner.id if owner is not None and (is_assumed or owner.basis == "stated") else "",
    )


def _is_assumed(operation: Operation, name: str, document: JsonObject) -> bool:
    """Whether this project assumes an input of an operation: the contract does not name it."""
    name = name.partition("=")[0]
    for parameter in operation.raw.get("parameters", ()):
        whole = resolve(document, parameter)
        if whole["name"] == name:
            return _ASSUMED in parameter or _ASSUMED in whole
    body = resolve(document, operation.raw.get("requestBody", {}))
    schema = body.get("content", {}).get(JSON, {}).get("schema", {})
    return any(_ASSUMED in each for each in _of_property(schema, name, document))


def _of_property(schema: Any, name: str, document: JsonObject) -> Iterator[JsonObject]:
    """Yield the schemas of a property of a body, and those of its alternatives."""
    whole = resolve(document, cast(JsonObject, schema))
    for part in (
        whole,
        *(resolve(document, inner) for key in ("allOf", "oneOf", "anyOf") for inner in whole.get(key, ())),
    ):
        if (found := part.get("properties", {}).get(name)) is not None:
            yield found
            yield resolve(document, found)


def with_causes(trial: Trial, causes: Causes, broken: Collection[str] = ()) -> Ends:
    """The ends of a trial, in which what has a cause was not tried.

    Args:
        trial: How the check of a rule has ended.
        causes: The causes of the run.
        broken: The ids of the broken rules, on which others stand.
    """
    rule = trial.rule.id
    ends = {name: [_with_cause(end, rule, causes, broken) for end in ended] for name, ended in trial.ends.items()}
    for end in trial.aside.values():
        cause = causes.of(end, rule)
        if cause is None or cause.kind != "missing":  # without a missing one, it holds of the others
            ends.setdefault("", []).append(_with_cause(end, rule, causes, broken))
    concerned = trial.called.intersection(trial.rule.operations)
    dead = [cause for name in sorted(concerned) if (cause := causes.dead(name)) is not None]
    if concerned and len(dead) == len(concerned) and not any(ends.values()):  # every refusal by it looks right
        ends[""] = [NotTried("; ".join(cause.needed for cause in dead), dead[0].operation)]
    return ends


def _with_cause(end: End, rule: str, causes: Causes, broken: Collection[str]) -> End:
    if (cause := causes.of(end, rule)) is not None:
        return NotTried(cause.needed, cause.operation, end.evidence)
    if isinstance(end, Broken) and (first := next((name for name in end.follows if name in broken), None)):
        return NotTried(f"needs {first}, which is broken: {end.message}", evidence=end.evidence)
    return end
