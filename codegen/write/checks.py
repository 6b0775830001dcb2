"""The rules that a contract states of arguments, as statements that refuse what breaks them."""

from __future__ import annotations

from ..customizations import Customizations
from ..naming import identifier
from ..read.ir import Parameter, Service, Type
from .python import literal

__all__ = ["checks", "is_positional"]

# As `check.uuid` has it; `check.text` shows a secret nowhere.
_UUID = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"


def is_positional(parameter: Parameter) -> bool:
    """Whether an input is the identity of what is asked for."""
    return parameter.required and parameter.place != "body"


def checks(parameter: Parameter, service: Service, customizations: Customizations) -> list[str]:
    """The statements that refuse an argument that breaks a stated rule."""
    name = identifier(parameter.name)
    hand = customizations.arguments.get(parameter.wire)
    check = (
        f"{hand[0].rpartition('.')[2]}.{hand[1]}({literal(name)}, {name}, clock.now())"
        if hand
        else _check(parameter, name)
    )
    return _conditional(parameter, [check, *_inside(parameter, service)] if check else [])


def _inside(parameter: Parameter, service: Service) -> list[str]:
    """The checks of what is stated of the fields of a record."""
    other = parameter.type.without_null()
    if other.kind != "record":
        return []
    lines: list[str] = []
    for each in service.record(other.name).fields:
        if each.checks:
            name = f"{parameter.name}.{identifier(each.name)}"
            field = Parameter(each.wire, name, "body", each.type, each.required, each.secret, each.checks, each.doc)
            lines += _conditional(field, [_check(field, name)])
    return lines


def _conditional(parameter: Parameter, checks: list[str]) -> list[str]:
    """Checks of what may be missing, or null, where it is neither."""
    if not checks:
        return []
    name = parameter.name
    conditions = [f"not isinstance({name}, Unset)"] if parameter.three_states else []
    conditions += [f"{name} is not None"] if parameter.type.nullable or not parameter.required else []
    if not conditions:
        return checks
    return [f"if {' and '.join(conditions)}:", *(f"    {each}" for each in checks)]


def _check(parameter: Parameter, name: str) -> str:
    other = parameter.type.without_null()
    stated = dict(parameter.checks)
    kind = other.kind
    if kind == "literal":
        if "choice" in stated:
            return f"check.choice({literal(name)}, {name}, {literal(other.values)})"
        kinds = {type(each).__name__ for each in other.values}
        kind = kinds.pop() if len(kinds) == 1 else ""
    if "uuid" in stated and not parameter.secret:
        return f"check.uuid({literal(name)}, {name})"
    rules = {"pattern": _UUID} if "uuid" in stated else stated
    bounds = [f"{key}={literal(value)}" for key, value in rules.items()]
    if kind == "map":
        return f"check.mapping({literal(name)}, {name})"
    if _is_record(other):
        return f"check.record({literal(name)}, {name}, m.{other.name})"
    if kind == "list" and _is_record(other.of[0]):
        return f"check.records({literal(name)}, {name}, m.{other.of[0].name})"
    checks = {"str": "text", "int": "integer", "float": "number", "bool": "boolean", "datetime": "instant"}
    if kind not in checks:
        return ""
    if parameter.secret and kind == "str":
        bounds.append("secret=True")
    # An identity that is empty names nothing, and in a path it would name something else.
    if kind == "str" and is_positional(parameter) and not any(each.startswith("min_length") for each in bounds):
        bounds.insert(0, "min_length=1")
    arguments = ", ".join([literal(name), name, *bounds])
    return f"check.{checks[kind]}({arguments})"


def _is_record(kind: Type) -> bool:
    return kind.kind in ("record", "union")
