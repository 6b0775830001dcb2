"""The shapes of answers: each is compared with what the spec promises of its operation."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal, cast

from trivet_checks.exchanges.evidence import Broken, Evidence
from trivet_checks.exchanges.reply import MAX_JSON, Reply
from trivet_stubs.kernel.contract import Contract, load
from trivet_stubs.kernel.operation import JSON, Operation
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.spec import JsonObject, resolve

Basis = Literal["stated", "assumed"]

_ASSUMED = "x-assumed"
_ASSUMED_KEYWORDS = "x-assumed-keywords"
_ASSUMED_REQUIRED = "x-assumed-required"


@dataclass(frozen=True, slots=True)
class WrongShape:
    """An answer that is not what the spec promises."""

    basis: Basis
    """Whether the contract states what is broken, or this project assumes it."""
    message: str
    evidence: Evidence | None = None
    """The answer, if it is the first of its operation that is wrong."""


class Shapes:
    """Compares the answers of a run with the spec; keeps the first wrong one of each operation, a stated one before."""

    def __init__(self, service: str) -> None:
        self._service = service
        self.contract: Contract = load(service)
        self.seen: set[str] = set()
        """The operations that gave an answer which the spec describes."""
        self.wrong: dict[str, WrongShape] = {}

    @property
    def stated(self) -> Contract:
        """The contract without what this project assumes; compiled when an answer is wrong."""
        return _stated(self._service)

    def add(self, operation: Operation, reply: Reply) -> None:
        """Compare an answer; a refusal has no shape that a contract states."""
        self._add(operation, reply, _fault)

    def add_head(self, operation: Operation, reply: Reply) -> None:
        """Compare the status and the media type of an answer whose body is read piece by piece."""
        self._add(operation, reply, _fault_of_head)

    def _add(self, operation: Operation, reply: Reply, fault: Callable[[Operation, Reply], str | None]) -> None:
        if not reply.ok:
            return
        if not reply.in_its_place:
            self.seen.add(operation.id)
        wrong = self._judge(operation, reply, fault)
        before = self.wrong.get(operation.id)
        if wrong is not None and (before is None or (before.basis == "assumed" and wrong.basis == "stated")):
            self.wrong[operation.id] = replace(wrong, evidence=reply.evidence())

    def judge(self, operation: Operation, reply: Reply) -> WrongShape | None:
        """What is wrong with the shape of an answer, if anything is; the shape of a refusal is assumed."""
        if not reply.ok and reply.status not in operation.answers:
            return None
        return self._judge(operation, reply, _fault)

    def _judge(
        self, operation: Operation, reply: Reply, fault: Callable[[Operation, Reply], str | None]
    ) -> WrongShape | None:
        if reply.in_its_place:
            basis: Basis = "assumed" if _ASSUMED in operation.raw else "stated"
            return WrongShape(basis, reply.in_its_place)
        message = fault(operation, reply)
        if message is None:
            return None
        stated = None
        if reply.ok and (
            reply.status in operation.answers or not _is_status_assumed(operation, self.contract.document)
        ):
            stated = fault(self.stated.operations[operation.id], reply)
        return WrongShape("assumed" if stated is None else "stated", stated or message)


@cache
def _stated(service: str) -> Contract:
    """The contract without what this project assumes; compiled when an answer is wrong for the first time."""
    return Contract(_without_assumptions(load(service).document))


def _fault_of_head(operation: Operation, reply: Reply) -> str | None:
    described = operation.answers.get(reply.status)
    if described is None:
        successes = (str(status) for status in operation.answers if 200 <= status < 300)
        return f"the status is {reply.status}; the spec describes {_words(successes)}"
    if described and reply.media_type not in described:
        return f"the media type is {reply.media_type or 'missing'}; the spec describes {_words(described)}"
    return None


def _fault(operation: Operation, reply: Reply) -> str | None:
    message = _fault_of_head(operation, reply)
    if message is not None:
        return message
    if not operation.answers[reply.status]:
        return f"the answer has a body; {reply.status} has none" if reply.body else None
    if reply.media_type != JSON or len(reply.body) > MAX_JSON:
        return None
    try:
        operation.check_answer(reply.status, JSON, reply.json)
    except Broken as error:  # the body is not JSON
        return error.message
    except Refusal as bug:
        return bug.message.partition(" with a wrong ")[2] or bug.message
    return None


def _is_status_assumed(operation: Operation, document: JsonObject) -> bool:
    """Whether this project assumes which status a success has; several operations may share one response."""
    successes = [answer for status, answer in operation.raw["responses"].items() if status[0] == "2"]
    whole = [resolve(document, answer) for answer in successes]
    return _ASSUMED in operation.raw or any(_ASSUMED in answer for answer in whole)


def _words(names: Iterable[str]) -> str:
    return " or ".join(names)


def _without_assumptions(value: Any) -> Any:
    """A document without the facts that it marks as assumed: a schema that is marked allows anything."""
    if isinstance(value, list):
        return [_without_assumptions(inner) for inner in cast(Sequence[Any], value)]
    if not isinstance(value, dict):
        return value
    node = cast(JsonObject, value)
    if _ASSUMED in node and not node.keys() & {"operationId", "responses", "content", "in", "scheme", "requestBody"}:
        return {}
    assumed = node.get(_ASSUMED_KEYWORDS, {})
    return {
        key: _without_assumptions(inner)
        for key, inner in node.items()
        if key != _ASSUMED_REQUIRED and key not in assumed
    }
