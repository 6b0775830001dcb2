"""The difference between two versions of a contract: by rule, and by operation with the rules that concern it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.freedom_catalogue import raw_freedoms
from trivet_stubs.kernel.rule_catalogue import raw_rules
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.validation import check, is_list, is_object

Change = Literal["added", "removed", "changed"]

_METHODS = ("get", "post", "put", "patch", "delete")
_SHOWN = ("sentence", "basis", "section", "operations", "quotes", "why", "refused")
_CONTRACT: JsonObject = {
    "type": "object",
    "required": ["service", "rules", "openapi"],
    "properties": {
        "service": {"type": "string"},
        "rules": {
            "type": "array",
            "items": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}},
        },
        "openapi": {"type": "object", "required": ["paths"], "properties": {"paths": {"type": "object"}}},
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractChange:
    """A rule or an operation that differs between two versions of a contract."""

    kind: Literal["rule", "operation"]
    id: str
    change: Change
    details: list[str] = field(default_factory=list[str])
    """Lines that say what differs."""

    def __str__(self) -> str:
        return "\n".join([f"{self.change} {self.kind}: {self.id}", *(f"  {line}" for line in self.details)])


def contract_document(service: str) -> JsonObject:
    """Return the installed version of a contract as one JSON object: its rules, its freedoms, and the spec as OpenAPI.

    >>> contract_document("bus")["rules"][0]["basis"]
    'stated'

    Raises:
        ValueError: There is no such service.
    """
    rules = raw_rules(service)
    return {
        "service": service,
        "rules": rules,
        "freedoms": raw_freedoms(service),
        "openapi": load(service).document,
    }


def check_contract(document: object) -> JsonObject:
    """Return a document of `contract_document`, of any version.

    Raises:
        ValueError: It is no such document; the message names the wrong field.
    """
    check(_CONTRACT, document)
    assert is_object(document)
    return document


def contract_changes(old: JsonObject, new: JsonObject) -> list[ContractChange]:
    """Return what differs between two versions of a contract: rules first, then operations.

    >>> contract_changes(contract_document("bus"), contract_document("bus"))
    []

    Raises:
        ValueError: They are contracts of different services.
    """
    if old["service"] != new["service"]:
        raise ValueError(f"the contracts are of different services: {old['service']} and {new['service']}")
    return [*_rule_changes(old, new), *_operation_changes(old, new)]


def _rule_changes(old: JsonObject, new: JsonObject) -> Iterator[ContractChange]:
    before: dict[str, JsonObject] = {rule["id"]: rule for rule in old["rules"]}
    after: dict[str, JsonObject] = {rule["id"]: rule for rule in new["rules"]}
    for name in dict.fromkeys([*after, *before]):
        if name not in before:
            yield ContractChange(kind="rule", id=name, change="added", details=[_said(after[name])])
        elif name not in after:
            yield ContractChange(kind="rule", id=name, change="removed", details=[_said(before[name])])
        else:
            fields = [field for field in _SHOWN if before[name].get(field) != after[name].get(field)]
            if fields:
                details = [line for field in fields for line in _field(field, before[name], after[name])]
                yield ContractChange(kind="rule", id=name, change="changed", details=details)


def _said(rule: JsonObject) -> str:
    return f"{rule.get('sentence', '')} ({rule.get('basis', '')})"


def _field(name: str, before: JsonObject, after: JsonObject) -> Iterator[str]:
    old, new = before.get(name), after.get(name)
    if is_list(old) and is_list(new):
        yield from (f"{name}: no longer {value}" for value in old if value not in new)
        yield from (f"{name}: also {value}" for value in new if value not in old)
    else:
        yield f"{name}: {old} -> {new}"


def _operation_changes(old: JsonObject, new: JsonObject) -> Iterator[ContractChange]:
    before, after = _operations(old["openapi"]), _operations(new["openapi"])
    rules: JsonObject = {}
    for version in (old, new):
        for rule in version["rules"]:
            for operation in rule.get("operations", ()):
                rules.setdefault(operation, {})[rule["id"]] = None
    for name in dict.fromkeys([*after, *before]):
        if name not in before or name not in after:
            change: Change = "added" if name in after else "removed"
            yield ContractChange(kind="operation", id=name, change=change)
            continue
        parts = [part for part in {**before[name], **after[name]} if before[name].get(part) != after[name].get(part)]
        if parts:
            concerned = [f"rule: {rule}" for rule in rules.get(name, ())]
            details = [f"differs: {', '.join(parts)}", *concerned]
            yield ContractChange(kind="operation", id=name, change="changed", details=details)


def _operations(document: JsonObject) -> dict[str, dict[str, str]]:
    """Return the parts of every operation by its id: the path, its own keys, and each component that it refers to."""
    found: dict[str, dict[str, str]] = {}
    for path, item in document["paths"].items():
        for method in _METHODS:
            operation = item.get(method)
            if operation is None:
                continue
            parts = {"path": f"{method} {path}", **{name: _text(value) for name, value in operation.items()}}
            parts["parameters"] = _text([*item.get("parameters", []), *operation.get("parameters", [])])
            for reference in _references(document, {"item": item.get("parameters", []), "operation": operation}, {}):
                parts[reference.rpartition("/")[2]] = _text(_at(document, reference))
            found[operation.get("operationId", f"{method} {path}")] = parts
    return found


def _references(document: JsonObject, value: object, seen: dict[str, None]) -> Mapping[str, None]:
    if is_object(value):
        reference = value.get("$ref")
        if isinstance(reference, str) and reference not in seen:
            seen[reference] = None
            _references(document, _at(document, reference), seen)
        for member in value.values():
            _references(document, member, seen)
    elif is_list(value):
        for member in value:
            _references(document, member, seen)
    return seen


def _at(document: JsonObject, reference: str) -> Any:
    value: Any = document
    for part in reference.removeprefix("#/").split("/"):
        value = value.get(part.replace("~1", "/").replace("~0", "~"), {}) if is_object(value) else {}
    return value


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True)
