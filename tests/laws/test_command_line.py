"""Every operation of the three contracts is reachable by exactly one command, with every input of the contract.

The operations and their inputs are read from the specs themselves, not through the generator, and the commands from the
application that users start.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from codegen.write.commands import RESERVED
from trivet.cli.app import make_app
from trivet.cli.commands import RECIPES
from trivet.cli.options import SHARED

SPECS = {each.stem: each for each in sorted((Path(__file__).parents[2] / "spec").glob("*.yaml"))}

RENAMED = {
    ("admin.ratings.export", "export_format"): "format",
    ("conversations.open_shared", "token"): "shared-token",
}
"""Inputs whose option has another name than the contract's: as the client has it, or because another option has it."""


@cache
def document(service: str) -> Any:
    return yaml.safe_load(SPECS[service].read_text("utf-8"))


def resolve(service: str, node: Any) -> Any:
    while "$ref" in node:
        found: Any = document(service)
        for step in node["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        node = found
    return node


def operations(service: str) -> Iterator[tuple[str, Any]]:
    for item in document(service)["paths"].values():
        for method, operation in item.items():
            yield method, operation


def kebab(name: str) -> str:
    """`BusStopCode`, `sessionID`, `copyChanges` and `$skip` in the form of an option."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name.lstrip("$"))
    return words.replace("_", "-").lower()


def inputs(service: str, operation: Any) -> Iterator[tuple[str, str, bool, bool]]:
    """Each input: its name, its place, whether it is a secret, and whether null may be sent."""
    for given in operation.get("parameters", []):
        each = resolve(service, given)
        secret = each.get("x-secret", False) or resolve(service, each["schema"]).get("x-secret", False)
        yield each["name"], "identity" if each.get("required") else each["in"], secret, False
    body = resolve(service, operation.get("requestBody", {})).get("content")
    if body:
        for name, schema in resolve(service, body["application/json"]["schema"])["properties"].items():
            nullable = {"type": "null"} in schema.get("anyOf", []) or "null" in schema.get("type", "")
            yield name, "body", holds_secret(service, schema), nullable


def holds_secret(service: str, node: Any, above: tuple[str, ...] = ()) -> bool:
    """Whether a schema is a secret, or a record that has one at any depth."""
    if isinstance(node, list):
        return any(holds_secret(service, each, above) for each in node)
    if not isinstance(node, dict):
        return False
    if node.get("x-secret"):
        return True
    reference = node.get("$ref", "")
    if reference and reference not in above:
        return holds_secret(service, resolve(service, node), (*above, reference))
    return any(holds_secret(service, value, above) for key, value in node.items() if key not in ("discriminator",))


@cache
def application(service: str) -> Any:
    """The group of a service, as the application has it."""
    root: Any = typer.main.get_command(make_app([service]))
    context = root.make_context("trivet", [service], resilient_parsing=True)
    return root.resolve_command(context, [service])[1]


def command(words: list[str]) -> Any:
    """The command that the words lead to, and the words that are left."""
    found, rest = application(words[0]), words[1:]
    context = found.context_class(found, info_name=words[0])
    while rest and hasattr(found, "resolve_command"):
        name, found, rest = found.resolve_command(context, rest)
        context = found.context_class(found, parent=context, info_name=name)
    return found, rest


def options_of(found: Any) -> dict[str, str]:
    """Each word of a command that leads to a parameter, with that parameter's kind."""
    return {
        word: each.param_type_name
        for each in found.params
        for word in ([each.metavar] if each.param_type_name == "argument" else [*each.opts, *each.secondary_opts])
    }


EVERY = [
    pytest.param(service, each, id=f"{service} {each['operationId']}")
    for service in SPECS
    for _, each in operations(service)
]


@pytest.mark.parametrize(("service", "operation"), EVERY)
def test_operation_is_a_command_with_every_input(service: str, operation: Any) -> None:
    words = [service, *(kebab(each) for each in operation["operationId"].split("."))]
    found, rest = command(words)
    assert rest == []
    assert not hasattr(found, "resolve_command"), "a group"
    known = options_of(found)
    secrets = {
        word for name, _, secret, _ in inputs(service, operation) if secret for word in plain_words(operation, name)
    }
    assert not secrets & known.keys(), "a secret would be seen by other users of the machine"
    missing = [each for each in wanted(service, operation) if each not in known]
    assert not missing, f"{' '.join(words)} lacks {missing}; it has {sorted(known)}"


def plain_words(operation: Any, name: str) -> tuple[str, str]:
    """What an input would be on the command line if it were no secret."""
    option = RENAMED.get((operation["operationId"], name), kebab(name))
    return f"--{option}", option.replace("-", "_").upper()


def wanted(service: str, operation: Any) -> Iterator[str]:
    """The words that the inputs of an operation need."""
    for name, place, secret, nullable in inputs(service, operation):
        option = RENAMED.get((operation["operationId"], name), kebab(name))
        if place == "identity":
            yield f"--{option}-file" if secret else option.replace("-", "_").upper()
        elif place == "query" and operation.get("x-paging") and name == "limit":
            yield "--page-size"
        else:
            yield f"--{option}-file" if secret else f"--{option}"
        if nullable:
            yield "--null"
        if place == "body":
            yield "--body"


@pytest.mark.parametrize("service", SPECS)
def test_every_command_of_a_service_is_an_operation_or_a_recipe(service: str) -> None:
    found = set(leaves(command([service])[0], ()))
    stated = {tuple(kebab(step) for step in each["operationId"].split(".")) for _, each in operations(service)}
    recipes = {(each,) for each in RECIPES.get(service, {})} | {("request",)}
    assert found == stated | {each for each in recipes if not any(one[:1] == each for one in stated)}


def leaves(group: Any, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for name in group.list_commands(None):
        inside = (*path, name)
        if any(each[: len(inside)] == inside and len(each) > len(inside) for each in group.table.operations):
            yield from leaves(group.resolve_command(None, [name])[1], inside)
        else:
            yield inside


def test_options_of_every_command_are_reserved() -> None:
    """An input of a contract must not take their names."""
    assert {each.replace("_", "-") for each in SHARED} <= RESERVED
