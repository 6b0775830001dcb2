"""How a check ends, the verdicts and the result of a run, and their judgement: known departures and an exit status."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Literal, Self

from trivet_checks.exchanges.evidence import Evidence
from trivet_stubs.kernel.rule_catalogue import Basis

Outcome = Literal["holds", "broken", "not tried"]

ANSWER, MISSING, NOT_STRICT = "answer", "missing", "not strict JSON"
"""What a verdict on an operation is about: its answers and what it takes, whether it is there, and its JSON."""
_SENTENCES = {
    ANSWER: "The answers of {} have the status, the media type and the form that the spec promises.",
    MISSING: "The server has the operation {}.",
    NOT_STRICT: "The answers of {} are JSON by RFC 8259.",
}


def id_of_operation(operation: str, about: str = ANSWER) -> str:
    """The id of a verdict on an operation.

    >>> id_of_operation("stops.list")
    'stops.list: answer'
    """
    return f"{operation}: {about}"


def ids_of_operations(operations: Iterable[str]) -> list[str]:
    """The ids of all verdicts on operations, which a file of known departures may have."""
    return [id_of_operation(operation, about) for operation in operations for about in _SENTENCES]


def sentence_of(operation: str, about: str = ANSWER) -> str:
    """The sentence of a verdict on an operation.

    >>> sentence_of("stops.list", NOT_STRICT)
    'The answers of stops.list are JSON by RFC 8259.'
    """
    return _SENTENCES[about].format(operation)


def operation_of(id: str) -> str:
    """The operation of the id of a verdict on one.

    >>> operation_of("stops.list: answer")
    'stops.list'
    """
    return id.partition(": ")[0]


class CouldNotRun(Exception):
    """The run itself ends: the server cannot be reached, a caller cannot be used, or a bound of the run is used up.

    Args:
        message: Why it ends.
        callers: Why each caller that cannot be used cannot, by its name.
    """

    __module__ = "trivet_checks"

    def __init__(self, message: str, callers: Mapping[str, str] | None = None) -> None:
        self.message = message
        self.callers: Mapping[str, str] = callers or {}
        super().__init__("; ".join([message, *(f"{name}: {reason}" for name, reason in self.callers.items())]))

    @classmethod
    def without(cls, callers: Mapping[str, str]) -> Self:
        """The run ends because callers that it needs cannot be used, for these reasons by their names."""
        noun = "callers" if len(callers) > 1 else "caller"
        return cls(f"the {noun} {', '.join(callers)} cannot be used", callers)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownWalk:
    """The steps of a walk that show a difference from the model, in three forms.

    >>> ShownWalk(lines=["1. user: POST /conversations"])
    """

    __module__ = "trivet_checks"

    lines: Sequence[str]
    """The steps, each on a numbered line, and at last what the server and the model answer."""
    curl: str = ""
    """A script for a shell."""
    pytest: str = ""
    """A module with a test."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One of several statements of a rule, such as that one caller is refused; each is tried, whatever others show."""

    __module__ = "trivet_checks"

    name: str
    """Its name, such as `a recipient who may view: the answer`; empty for a rule that has no parts."""
    outcome: Outcome
    reason: str = ""
    """The difference from the rule if it is broken, or why it was not tried."""
    evidence: Evidence | None = None
    needs: str = ""
    """The operation that has not succeeded, and without which it cannot be tried; empty if there is none."""
    basis: Basis | None = None
    """On what it stands; None for the basis of the verdict."""
    walk: ShownWalk | None = None
    """The steps that show it, if it was found by a walk."""

    @property
    def found(self) -> str:
        """The reason with the operation whose answer shows it, by which a reader knows where to look.

        >>> part.found
        'routes.list: the status is 201 and not 200'
        """
        operation = "" if self.evidence is None else self.evidence.operation
        is_named = not operation or operation in self.reason or operation in self.name
        return self.reason if is_named else f"{operation}: {self.reason}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """A way in which a server is known to break a rule, or in which the form of an operation's answer is wrong.

    >>> Departure(id="chat.shares.only-the-sharer-revokes", part="an administrator: *", seen="*", reason="Ticket 4711.")
    """

    __module__ = "trivet_checks"

    id: str
    """The id of the rule, or of the verdict on an operation: `stops.list: answer`, `stops.list: missing`."""
    part: str = ""
    """The part of a rule that has several; `*` stands for any text."""
    seen: str
    """The text that a report shows as found; `*` stands for any text. Anything else that is found there is new."""
    reason: str
    """Why it is so, and until when."""

    def concerns(self, part: Part) -> bool:
        """Whether it is about a part of its rule, whatever is found there."""
        return _matches(self.part, part.name)

    def covers(self, part: Part) -> bool:
        """Whether it is the known departure of a broken part."""
        return self.concerns(part) and _matches(self.seen, part.reason)


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells of the table of effects that one rule is about: what it says of a record in some place."""

    __module__ = "trivet_checks"

    tried: int
    of: int
    """How many there are."""

    @property
    def are_lost(self) -> bool:
        """Whether some were not tried, so that the rule was tried in part."""
        return self.tried < self.of


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a server keeps one rule, or answers one operation as the spec promises."""

    __module__ = "trivet_checks"

    kind: Literal["rule", "operation"]
    id: str
    """The id of the rule, or the operation and the subject: `stops.list: answer`."""
    outcome: Outcome
    basis: Basis
    """On what the verdict stands: what the contract states, an assumption of this project, or an observation."""
    sentence: str
    """The rule in one sentence, or what is promised of the operation."""
    section: str = ""
    """The heading of the contract."""
    reason: str = ""
    """What is broken, or why it was not tried."""
    evidence: Evidence | None = None
    needs: str = ""
    """The operation that has not succeeded, and without which the rule cannot be tried; empty if there is none."""
    called: frozenset[str] = frozenset()
    """The operations that the check has called."""
    seconds: float = 0.0
    """How long the rule was tried; 0 for an operation, whose answers come from many rules."""
    parts: Sequence[Part] = ()
    """The parts of a rule that states several things. One that is broken in two ways is listed twice."""
    cells: Cells | None = None
    """Its cells of the table of effects, and how many were tried; None if it has none, or no write is allowed."""

    @property
    def fails(self) -> bool:
        """Whether a stated rule is broken."""
        return self.outcome == "broken" and self.basis == "stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The verdicts of a run, and the records that it made."""

    __module__ = "trivet_checks"

    service: str
    base_url: str
    verdicts: Sequence[Verdict]
    requests: int
    """How many requests were sent."""
    seconds: float
    made: Sequence[str] = ()
    """The records that the run made."""
    left: Sequence[str] = ()
    """The records that it made and could not remove."""
    unsure: Sequence[str] = ()
    """The requests that may have made a record of which the run has no id: no answer, or one that says no id."""
    callers: Mapping[str, str] = field(default_factory=dict[str, str])
    """Why each caller that could not be used could not, by its name."""
    stopped: str = ""
    """Why the run ended before it had tried everything; empty if it did not."""
    mistakes: Mapping[str, str] = field(default_factory=dict[str, str])
    """The faults of trivet itself that have kept rules from being tried, by their ids."""
    signal: int | None = None
    """The signal that ended it, if one did."""
    choices: Sequence[str] = ()
    """How the server answers where the contract leaves the answer open, as walks have found it."""
    notes: Sequence[str] = ()
    """What walks could not do, and differences that were seen once."""

    def of(self, outcome: Outcome) -> list[Verdict]:
        """The verdicts of one outcome.

        >>> [verdict.id for verdict in result.of("broken")]
        []
        """
        return [verdict for verdict in self.verdicts if verdict.outcome == outcome]


def cells_of(result: Result) -> Cells | None:
    """The cells of all rules of a run together; None if no rule has any.

    >>> cells_of(result)
    Cells(tried=551, of=551)
    """
    every = [verdict.cells for verdict in result.verdicts if verdict.cells is not None]
    return Cells(sum(cells.tried for cells in every), sum(cells.of for cells in every)) if every else None


Standing = Literal["holds", "broken", "differs", "departs", "healed", "not tried"]
"""`broken` and `healed` fail a run; `differs` is broken, but on a basis that does not fail it; `departs` is a known
departure."""


_WORST_FIRST: Sequence[Standing] = ("broken", "healed", "differs", "departs")


@dataclass(frozen=True, slots=True)
class PartFinding:
    """A part of a rule and its consequence for the run."""

    __module__ = "trivet_checks"

    part: Part
    standing: Standing
    departure: Departure | None = None
    """The known departure that it is, or that has healed."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A verdict and its consequence for the run."""

    __module__ = "trivet_checks"

    verdict: Verdict
    parts: Sequence[PartFinding]
    """The findings of the rule's parts, or of the whole rule if it has none."""

    @property
    def standing(self) -> Standing:
        """The worst standing of a part."""
        standings = {part.standing for part in self.parts}
        for standing in _WORST_FIRST:
            if standing in standings:
                return standing
        return "holds" if self.verdict.outcome == "holds" else "not tried"

    @property
    def departures(self) -> Sequence[Departure]:
        """The known departures that it shows, or that have healed."""
        return [*dict.fromkeys(part.departure for part in self.parts if part.departure is not None)]

    @property
    def fails(self) -> bool:
        """Whether it fails the run."""
        return self.standing in ("broken", "healed")


@dataclass(frozen=True, slots=True)
class Judgement:
    """The findings of a run."""

    __module__ = "trivet_checks"

    result: Result
    findings: Sequence[Finding]
    required: Sequence[str] = ()
    """Patterns of the ids of rules that have to be tried."""
    min_tried: float = 0.0
    """The share of the rules that has to be tried, from 0 to 1."""

    def of(self, standing: Standing) -> list[Finding]:
        """The findings of one standing.

        >>> [finding.verdict.id for finding in judgement.of("broken")]
        []
        """
        return [finding for finding in self.findings if finding.standing == standing]

    @property
    def exit_status(self) -> int:
        """0 if nothing fails the run, 1 if something does, 2 if it is incomplete, 128 and the signal that ended it."""
        if self.result.signal is not None:
            return 128 + self.result.signal
        if any(finding.fails for finding in self.findings):
            return 1
        return 2 if self.incomplete else 0

    @property
    def missing(self) -> list[Verdict]:
        """The required rules that were not tried."""
        return [
            finding.verdict
            for finding in self.of("not tried")
            if any(fnmatchcase(finding.verdict.id, pattern) for pattern in self.required)
        ]

    @property
    def incomplete(self) -> str:
        """Why the findings say too little; empty if they do not.

        The run ended early, or no rule was tried, or the rules that were tried merely differ and most could not be
        tried, as on a server of another kind, such as one that answers everything with a web page. Or rules that have
        to be tried were not.
        """
        if self.result.stopped:
            return f"the run ended early: {self.result.stopped}"
        if self.result.mistakes:
            return "; ".join(f"{rule}: {mistake}" for rule, mistake in self.result.mistakes.items())
        counts = Counter(finding.standing for finding in self.findings if finding.verdict.kind == "rule")
        untried, differing = counts.pop("not tried", 0), counts["differs"]
        if not counts.total():
            return "no rule was tried"
        if differing == counts.total() and untried > differing:
            return f"{untried} rules were not tried, and of the others none holds"
        if self.missing:
            return f"{len(self.missing)} required {'rule was' if len(self.missing) == 1 else 'rules were'} not tried"
        tried = counts.total()
        if tried < self.min_tried * (tried + untried):
            return f"{tried} of {tried + untried} rules were tried, which is less than {self.min_tried:.0%}"
        return ""

    @property
    def advice(self) -> str:
        """Advice where no operation answers as the spec describes; empty where one does."""
        operations = [finding for finding in self.findings if finding.verdict.kind == "operation"]
        tried = any(finding.verdict.kind == "rule" and finding.standing != "not tried" for finding in self.findings)
        if not operations or not tried or any(finding.verdict.outcome == "holds" for finding in operations):
            return ""
        return "No operation answered as the spec describes: is the base URL right, with its prefix, and who calls?"


def judge(
    result: Result,
    *,
    departures: Mapping[str, Sequence[Departure]] | None = None,
    fail_on: Collection[Basis] = (),
    required: Sequence[str] = (),
    min_tried: float = 0.0,
) -> Judgement:
    """Say what the verdicts of a run mean.

    >>> judge(result, fail_on=["assumed"]).exit_status
    0

    Args:
        result: The result.
        departures: The known departures by their ids.
        fail_on: On which basis a broken rule fails the run; what the contract states always does.
        required: Patterns of the ids of rules without which the run is incomplete.
        min_tried: The share of the rules, from 0 to 1, without which the run is incomplete.
    """
    known = departures or {}
    failing = {"stated", *fail_on}
    verdicts = [*result.verdicts, *_healed(result.verdicts, known)]
    findings = [finding_of(verdict, known.get(verdict.id, ()), failing) for verdict in verdicts]
    return Judgement(result, findings, required, min_tried)


def _healed(verdicts: Sequence[Verdict], known: Collection[str]) -> Iterator[Verdict]:
    """Yield a verdict for each known departure of an operation that is no longer seen where the operation answers."""
    by_id = {verdict.id: verdict for verdict in verdicts}
    for name in known:
        operation, _, about = name.partition(": ")
        answer = by_id.get(id_of_operation(operation))
        if about and name not in by_id and answer is not None and answer.outcome != "not tried":
            sentence = sentence_of(operation, about)
            yield replace(answer, id=name, outcome="holds", sentence=sentence, reason="", evidence=None, parts=())


def finding_of(verdict: Verdict, departures: Sequence[Departure], failing: Collection[str]) -> Finding:
    """Judge one verdict of a run.

    >>> finding_of(verdict, [], {"stated"}).fails
    False

    Args:
        verdict: The verdict.
        departures: The known departures of its id.
        failing: On which basis a broken rule fails the run.
    """
    whole = Part(name="", outcome=verdict.outcome, reason=verdict.reason, evidence=verdict.evidence)
    parts = verdict.parts or [whole]
    findings: list[PartFinding] = []
    seen: list[Departure] = []
    new: list[Part] = []
    for part in parts:
        standing: Standing = "holds" if part.outcome == "holds" else "not tried"
        covering = [departure for departure in departures if part.outcome == "broken" and departure.covers(part)]
        if covering:
            standing = "departs"
            seen += covering
        elif part.outcome == "broken":
            standing = "broken" if (part.basis or verdict.basis) in failing else "differs"
            new.append(part)
        findings.append(PartFinding(part, standing, covering[0] if covering else None))
    for departure in departures:
        if departure not in seen and _has_healed(departure, parts, new):
            findings.append(PartFinding(Part(name=departure.part, outcome="holds"), "healed", departure))
    return Finding(verdict, findings)


def _has_healed(departure: Departure, parts: Sequence[Part], new: Sequence[Part]) -> bool:
    """Whether the parts of a rule show that a departure that they do not have is gone: not if they show a new one."""
    concerned = [part for part in parts if departure.concerns(part)]
    if concerned:
        return all(part.outcome != "not tried" and part not in new for part in concerned)
    return all(part.outcome == "holds" or (part.name and part.outcome == "broken") for part in parts)


def _matches(pattern: str, text: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), text, re.DOTALL) is not None
