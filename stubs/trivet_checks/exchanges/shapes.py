"""The shapes of answers: each is compared with what the spec promises of its operation."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from math import isfinite
from typing import Any, Literal, cast

from jsonschema_rs import Draft202012Validator as Validator
from jsonschema_rs import ValidationError

from trivet_checks.exchanges.evidence import Evidence, NotTried, Unreadable
from trivet_checks.exchanges.guarded_json import Path, field_of, not_strict
from trivet_checks.exchanges.reply import Reply
from trivet_stubs.kernel.contract import Contract, load
from trivet_stubs.kernel.operation import JSON, Operation
from trivet_stubs.kernel.spec import JsonObject, resolve

Basis = Literal["stated", "assumed"]

_ASSUMED = "x-assumed"
_ASSUMED_KEYWORDS = "x-assumed-keywords"
_ASSUMED_REQUIRED = "x-assumed-required"
_MISSING_OR_ILL_TYPED = ("required", "type")
_MOST = 2000
"""So many faults of one answer are looked at: a field is mostly wrong in each record."""
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class WrongShape:
    """A field of an answer that is not what the spec promises."""

    basis: Basis
    """Whether the contract states what is broken, or this project assumes it."""
    message: str
    field: str
    """The field, by the names that lead to it, or `the status`, `the media type`, `the body`."""
    evidence: Evidence | None = None
    """The answer, if it is the first in which the field is wrong."""


@dataclass(frozen=True, slots=True)
class _Fault:
    """A fault of one answer, before it is known whether the contract states what is broken."""

    path: Path
    keyword: str
    message: str
    field: str

    @property
    def is_of_form(self) -> bool:
        """Whether something is missing or of a wrong type, so that it cannot be read."""
        return self.keyword in _MISSING_OR_ILL_TYPED


class Shapes:
    """Compares the answers of a run with the spec; keeps the first wrong one of each field, a stated one before.

    Args:
        service: The service.
        contract: Its contract; without it, the installed one.
    """

    def __init__(self, service: str, contract: Contract | None = None) -> None:
        self._service = service
        self.contract: Contract = contract or load(service)
        self.seen: set[str] = set()
        """The operations that gave an answer which the spec describes."""
        self.taken: dict[str, set[str]] = {}
        """From each of them to the inputs of the requests that succeeded; see `Need.inputs`."""
        self.faults: dict[str, dict[str, WrongShape]] = {}
        """From operations to the fields that were wrong in their answers, by their names."""
        self.loose: dict[str, WrongShape] = {}
        """From operations to answers that can be read and are not JSON by RFC 8259."""
        self.touched: set[str] = set()
        """The operations of which a check has read an answer that is not as the spec says, since this was cleared."""

    @property
    def stated(self) -> Contract:
        """The contract without what this project assumes; compiled when an answer is wrong."""
        return _stated(self._service)

    @property
    def wrong(self) -> Mapping[str, WrongShape]:
        """The first fault of each operation that has one, a stated one before an assumed one."""
        return {
            name: min(faults.values(), key=lambda fault: fault.basis != "stated")
            for name, faults in self.faults.items()
        }

    def add(self, operation: Operation, reply: Reply) -> None:
        """Compare an answer; a refusal has no shape that a contract states."""
        self._add(operation, reply, whole=True)

    def add_head(self, operation: Operation, reply: Reply) -> None:
        """Compare the status and the media type of an answer whose body is read piece by piece."""
        self._add(operation, reply, whole=False)

    def _add(self, operation: Operation, reply: Reply, *, whole: bool) -> None:
        if not reply.ok:
            return
        if not reply.in_its_place:
            self.seen.add(operation.id)
            self.taken.setdefault(operation.id, set()).update(reply.inputs)
        known = self.faults.setdefault(operation.id, {})
        for wrong in self._judge(operation, reply, whole=whole):
            before = known.get(wrong.field)
            if before is None or (before.basis == "assumed" and wrong.basis == "stated"):
                known[wrong.field] = replace(wrong, evidence=reply.evidence())
        if not known:
            del self.faults[operation.id]
        if whole and reply.is_json and operation.id not in self.loose and (why := not_strict(reply.body)):
            self.loose[operation.id] = WrongShape("assumed", why, "the body", reply.evidence())

    def judge(self, operation: Operation, reply: Reply) -> list[WrongShape]:
        """What is wrong with the shape of an answer, a field each; the shape of a refusal is assumed."""
        if not reply.ok and reply.status not in operation.answers:
            return []
        return self._judge(operation, reply, whole=True)

    def _judge(self, operation: Operation, reply: Reply, *, whole: bool) -> list[WrongShape]:
        if reply.in_its_place:
            return [WrongShape("assumed" if _ASSUMED in operation.raw else "stated", reply.in_its_place, "the answer")]
        faults = _faults(operation, reply, whole=whole)
        if not faults:
            return []
        reply.form.is_wrong = True
        is_described = reply.status in operation.answers
        reply.form.described = None if is_described else operation.success
        stated: Sequence[_Fault] = ()
        is_known = operation.id in self.stated.operations  # and not one that a contract of a test adds
        if is_known and reply.ok and (is_described or not _is_status_assumed(operation, self.contract.document)):
            stated = _faults(self.stated.operations[operation.id], reply, whole=whole)
        # Of a field that this project assumes, a server may make what it likes: checks read it as it is.
        reply.form.unreadable.update({fault.path: _why(fault) for fault in stated if fault.is_of_form})
        fields: dict[str, WrongShape] = {}
        for fault in stated:
            fields.setdefault(fault.field, WrongShape("stated", fault.message, fault.field))
        for fault in faults:
            fields.setdefault(fault.field, WrongShape("assumed", fault.message, fault.field))
        return [*fields.values()]


@cache
def _stated(service: str) -> Contract:
    """The contract without what this project assumes; compiled when an answer is wrong for the first time."""
    return Contract(_without_assumptions(load(service).document))


def _why(fault: _Fault) -> str:
    return "is missing" if fault.keyword == "required" else f"is not as the spec says: {fault.message}"


def _faults(operation: Operation, reply: Reply, *, whole: bool) -> list[_Fault]:
    return [*_faults_of_head(operation, reply), *(_faults_of_body(operation, reply) if whole else ())]


def _faults_of_head(operation: Operation, reply: Reply) -> Iterator[_Fault]:
    described = operation.answers.get(reply.status)
    if described is None:
        successes = (str(status) for status in operation.answers if 200 <= status < 300)
        message = f"the status is {reply.status}; the spec describes {_words(successes)}"
        yield _Fault((), "status", message, "the status")
    elif described and reply.media_type not in described:
        message = f"the media type is {reply.media_type or 'missing'}; the spec describes {_words(described)}"
        yield _Fault((), "media type", message, "the media type")


def _faults_of_body(operation: Operation, reply: Reply) -> Iterator[_Fault]:
    described = operation.answers.get(reply.status)
    if described is None:
        return  # which body belongs to the status is not described, either
    if not described:
        if reply.body:
            yield _Fault((), "body", f"the answer has a body; {reply.status} has none", "the body")
        return
    if JSON not in described or not (reply.media_type == JSON or (reply.media_type not in described and reply.is_json)):
        return
    try:
        value = reply.plain
    except Unreadable as error:
        yield _Fault((), "json", f"the body {error.why}", "the body")
        return
    except NotTried:  # it is too large to be looked at
        return
    yield from _faults_of_value(described[JSON], value)


def _faults_of_value(validator: Validator, value: Any) -> Iterator[_Fault]:
    if validator.is_valid(value):
        return
    try:
        errors = [*islice(validator.iter_errors(value), _MOST)]
    except ValueError:  # it copies a wrong value, down to some 255 levels
        yield _Fault((), "nesting", "it is nested too deeply to say what is wrong", "the body")
        return
    for error in errors:
        for inner in _inner(error):
            path = (*inner.instance_path,)
            keyword = str(inner.schema_path[-1])
            missing: str | None = getattr(inner.kind, "property", None) if keyword == "required" else None
            if missing is not None:
                path = (*path, missing)
            found = _at(value, path)
            if isinstance(found, float) and not isfinite(found):
                continue  # of which there is a verdict
            field = field_of(path)
            message = f"{field} is missing" if missing is not None else f"{_dotted(path)}: {_short(inner.message)}"
            yield _Fault(path, keyword, message, field)


def _inner(error: ValidationError) -> list[ValidationError]:
    """The errors that an error of alternatives consists of, if one alternative alone is meant."""
    branches: list[list[ValidationError]] = getattr(error.kind, "context", None) or []
    meant = [
        branch
        for branch in branches
        if not any(
            inner.instance_path == error.instance_path and str(inner.schema_path[-1]) in ("type", "const", "enum")
            for inner in branch
        )
    ]
    return [deeper for inner in meant[0] for deeper in _inner(inner)] if len(meant) == 1 else [error]


def _at(value: Any, path: Path) -> Any:
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _dotted(path: Path) -> str:
    return ".".join(map(str, path)) or "the answer"


def _short(message: str) -> str:
    """Cut a message in the middle: it begins with the value, which can be long, and ends with the reason."""
    return message if len(message) <= _LONGEST else f"{message[: _LONGEST // 2]}…{message[-_LONGEST // 2 :]}"


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
