"""What a spec and its contract do not agree about."""

from collections.abc import Collection

from tests.laws.statements.spec import Spec
from tests.laws.statements.statement import Statement

# What a spec decides on its own. A contract may state some of it, and then the spec must do the same.
OWN = ("id", "type", "extends", "body")


def unstated(spec: Spec, stated: Collection[Statement]) -> list[str]:
    """Return what the spec states without a mark, and the contract does not state."""
    known = {*stated, *inherited(spec, stated)}
    claims = {each.statement for each in spec.claims() if not each.assumed and each.statement.what not in OWN}
    return sorted(map(str, claims - known))


def missing(spec: Spec, stated: Collection[Statement]) -> list[str]:
    """Return what the contract states and the spec does not.

    A marked input or field is left out: its mark gives the reason why the spec departs from the contract.
    """
    claims = list(spec.claims())
    marked = {each.statement.about for each in claims if each.assumed and each.statement.what in ("field", "input")}
    bases = {base for name in spec.records for base in spec.bases(name)}
    known = {*stated, *inherited(spec, stated)}
    wanted = {each for each in known if each.about not in marked and each.about.partition(".")[0] not in bases}
    return sorted(map(str, wanted - {each.statement for each in claims}))


def inherited(spec: Spec, stated: Collection[Statement]) -> set[Statement]:
    """Return what is stated about the fields of a record, about the records that extend it."""
    found = set[Statement]()
    for name in spec.records:
        for base in spec.bases(name):
            of_base = (each for each in stated if each.about.startswith(f"{base}."))
            found |= {each._replace(about=name + each.about.removeprefix(base)) for each in of_base}
    return found


def misplaced(spec: Spec) -> list[str]:
    """Return what `x-assumed-required` lists wrongly: it lists optional, marked fields of records in answers."""
    found = list[str]()
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
                    if not any("x-assumed" in each for each in (schema, part, properties.get(wire, {})))
                },
            }
            found += [f"{name}.{wire}: {fault}" for fault, wires in faults.items() for wire in sorted(wires)]
    return found
