"""The differences between a spec and its contract."""

from collections import defaultdict
from collections.abc import Collection, Iterator

from tests.laws.statements.spec import Claim, Spec
from tests.laws.statements.statement import Statement

# Aspects that a spec may choose freely where the contract states none of them; otherwise the spec must agree.
OWN = ("id", "extends")
# An aspect whose `kind` is compared: the names of schemas and the outer types are not statements of a contract.
TYPE = "type"
# Aspects of texts: where the contract states one of them, it states that the value is a text.
TEXTS = ("format", "minLength", "maxLength", "pattern")


class Comparison:
    """The statements of a spec beside its contract.

    Attributes:
        unstated: The statements of the spec that are neither in the contract nor marked. The mark of a whole covers
            only aspects on which the contract is silent: where it states one value of an enum, another value needs a
            mark of its own.
        missing: The statements of the contract that are not in the spec. A field that is marked as optional need not
            be required.
        wrong_marks: The operations, inputs and fields that the contract names, and that the spec marks as a whole; and
            the marks of what the contract states.
    """

    def __init__(self, spec: Spec, stated: Collection[Statement]) -> None:
        self._spec = spec
        self._known = {*stated, *_inherited(spec, stated)}
        self._values = defaultdict[tuple[str, str], set[str]](set)
        for about, aspect, value in self._known:
            self._values[about, aspect].add(value)
        named = (value for _, aspect, value in stated if aspect in ("answer", "variant", TYPE))
        self._records = {about.partition(".")[0] for about, _, _ in stated} | {
            name.rpartition(" ")[2] for name in named
        }
        claims = [*spec.claims()]
        self.unstated = sorted({str(claim.statement) for claim in claims if not self._holds(claim)})
        self.missing = sorted(map(str, self._missing({claim.statement for claim in claims})))
        self.wrong_marks = sorted({str(claim.statement) for claim in claims if self._is_wrongly_marked(claim, stated)})

    def _holds(self, claim: Claim) -> bool:
        statement, mark = claim
        if mark == "own" or statement.aspect == TYPE or self._states(statement):
            return True
        return (mark == "whole" or statement.aspect in OWN) and self._is_silent(statement)

    def _states(self, statement: Statement) -> bool:
        """Whether the contract states this, or it follows from what the contract states."""
        if statement.aspect == "record":
            return statement.about in self._records
        if statement.aspect == "kind":
            return any(_covers(kind, statement.value) for kind in self._kinds(statement.about))
        return statement in self._known

    def _is_silent(self, statement: Statement) -> bool:
        """Whether the contract states nothing of this aspect of the subject."""
        if statement.aspect == "kind":
            return not [*self._kinds(statement.about)]
        # A contract that states the answer of an operation states its media types.
        aspects = (statement.aspect, "answer") if statement.aspect == "media" else (statement.aspect,)
        return not any((statement.about, aspect) in self._values for aspect in aspects)

    def _kinds(self, about: str) -> Iterator[str]:
        """Yield the kinds that the contract states, or that follow: an input in the path is a text, as are ids."""
        types = self._values.get((about, TYPE), ())
        for name in types:
            yield name
            if name in self._spec.schemas:
                yield from (kind for kind, _ in self._spec.kinds({"$ref": f"#/components/schemas/{name}"}))
        text = any((about, aspect) in self._values for aspect in TEXTS)
        text = text or "path" in self._values.get((about, "in"), ())
        values = self._values.get((about, "value"), ())
        if not types and (text or any(not value.lstrip("-").isdecimal() for value in values)):
            yield "string"

    def _missing(self, claimed: set[Statement]) -> Iterator[Statement]:
        optional = {statement.about for statement in claimed if statement.aspect == "optional"}
        bases = {base for name in self._spec.records for base in self._spec.bases(name)}
        for statement in self._known - claimed:
            excused = statement.aspect == "required" and statement.about in optional
            if not excused and statement.about.partition(".")[0] not in bases:
                yield statement

    def _is_wrongly_marked(self, claim: Claim, stated: Collection[Statement]) -> bool:
        statement, mark = claim
        if statement.aspect == "optional":
            return Statement(statement.about, "required") not in self._known
        if mark == "own":
            return self._states(statement)
        return mark == "whole" and statement.aspect in ("operation", "input", "field") and statement in stated


def _covers(stated: str, kind: str) -> bool:
    """Whether a stated type covers a kind: `array` covers `array of Stop`, and `object` covers `Stop`."""
    if stated in (kind, "any") or (stated == "object" and (kind[0].isupper() or kind.startswith("map of "))):
        return True
    if " of " not in stated:
        return kind.startswith(f"{stated} of ") and not kind.endswith(" null")
    outer, _, inner = stated.partition(" of ")
    return kind.startswith(f"{outer} of ") and _covers(inner, kind.removeprefix(f"{outer} of "))


def _inherited(spec: Spec, stated: Collection[Statement]) -> set[Statement]:
    """Return the statements about the fields of a record, applied to the records that extend it."""
    of_record = defaultdict[str, list[Statement]](list)
    for statement in stated:
        record, dot, _ = statement.about.partition(".")
        if dot:
            of_record[record].append(statement)
    return {
        statement._replace(about=name + statement.about.removeprefix(base))
        for name in spec.records
        for base in spec.bases(name)
        for statement in of_record[base]
    }


def misplaced(spec: Spec) -> list[str]:
    """Return wrong entries of `x-assumed-required`, which may list optional, marked fields of records in answers."""
    lines = list[str]()
    for name, schema in spec.schemas.items():
        for part in (schema, *schema.get("allOf", [])):
            properties, assumed = part.get("properties", {}), part.get("x-assumed-required", [])
            faults = {
                "in no answer": set(assumed if name not in spec.answered else ()),
                "no field": {wire for wire in assumed if wire not in properties},
                "required": {wire for wire in assumed if wire in part.get("required", [])},
                "listed twice": {wire for wire in assumed if assumed.count(wire) > 1},
                "not marked": {
                    wire
                    for wire in assumed
                    if not any("x-assumed" in node for node in (schema, part, properties.get(wire, {})))
                },
            }
            lines += [f"{name}.{wire}: {fault}" for fault, wires in faults.items() for wire in sorted(wires)]
    return lines
