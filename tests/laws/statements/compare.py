"""The differences between a spec and its contract."""

from collections.abc import Collection

from tests.laws.statements.spec import Spec
from tests.laws.statements.statement import Statement

# Aspects that a spec may choose freely where the contract states none of them; otherwise the spec must agree.
OWN = ("id", "type", "extends", "body")


def unstated(spec: Spec, stated: Collection[Statement]) -> list[str]:
    """Return the unmarked statements of the spec that are not in the contract."""
    known = {*stated, *inherited(spec, stated)}
    claims = {claim.statement for claim in spec.claims() if not claim.assumed and claim.statement.aspect not in OWN}
    return sorted(map(str, claims - known))


def missing(spec: Spec, stated: Collection[Statement]) -> list[str]:
    """Return the statements of the contract that are not in the spec.

    A marked input or field is left out, because its mark has the reason why the spec departs from the contract.
    """
    claims = list(spec.claims())
    marked = {
        claim.statement.about for claim in claims if claim.assumed and claim.statement.aspect in ("field", "input")
    }
    bases = {base for name in spec.records for base in spec.bases(name)}
    known = {*stated, *inherited(spec, stated)}
    expected = {
        statement
        for statement in known
        if statement.about not in marked and statement.about.partition(".")[0] not in bases
    }
    return sorted(map(str, expected - {claim.statement for claim in claims}))


def inherited(spec: Spec, stated: Collection[Statement]) -> set[Statement]:
    """Return the statements about the fields of a record, applied to the records that extend it."""
    statements = set[Statement]()
    for name in spec.records:
        for base in spec.bases(name):
            of_base = (statement for statement in stated if statement.about.startswith(f"{base}."))
            statements |= {statement._replace(about=name + statement.about.removeprefix(base)) for statement in of_base}
    return statements


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
