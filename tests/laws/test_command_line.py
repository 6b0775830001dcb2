"""Law 12: every operation of the three contracts is reachable by exactly one command, with every input of the contract.

The tests read the operations and their inputs from the specs themselves, not through the generator, and the commands
from the application that users start.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import typer

from codegen.write.commands import RESERVED
from tests.laws.specs import document, operation_ids, operations
from tests.laws.tree import SERVICES
from trivet.cli.app import make_app
from trivet.cli.command_registry import RECIPES
from trivet.cli.options import SHARED

RENAMED = {
    ("admin.ratings.export", "export_format"): "format",
    ("conversations.open_shared", "token"): "shared-token",
}
"""Inputs whose option is not named as in the contract: it has the client's name, or another option has the name."""


def resolve(service: str, node: Any) -> Any:
    while "$ref" in node:
        target: Any = document(service)
        for step in node["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        node = target
    return node


def kebab(name: str) -> str:
    """Return a name such as `BusStopCode`, `sessionID` or `$skip` in the form of an option."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name.lstrip("$"))
    return words.replace("_", "-").lower()


def inputs(service: str, operation: Any) -> Iterator[tuple[str, str, bool, bool]]:
    """Yield the name and the place of each input, whether it is a secret, and whether it may be null."""
    for reference in operation.get("parameters", []):
        parameter = resolve(service, reference)
        secret = parameter.get("x-secret", False) or resolve(service, parameter["schema"]).get("x-secret", False)
        yield parameter["name"], "identity" if parameter.get("required") else parameter["in"], secret, False
    body = resolve(service, operation.get("requestBody", {})).get("content")
    if body:
        [(media, content)] = body.items()
        whole = resolve(service, content["schema"])
        fields = {"content": whole} if media == "application/octet-stream" else whole["properties"]
        for name, schema in fields.items():
            nullable = {"type": "null"} in schema.get("anyOf", []) or "null" in schema.get("type", "")
            yield name, "body", holds_secret(service, schema), nullable


def holds_secret(service: str, node: Any, above: tuple[str, ...] = ()) -> bool:
    """Whether a schema is a secret, or a record that contains one at any depth."""
    if isinstance(node, list):
        return any(holds_secret(service, part, above) for part in node)
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
    """Return the group of commands of a service."""
    root: Any = typer.main.get_command(make_app([service]))
    context = root.make_context("trivet", [service], resilient_parsing=True)
    return root.resolve_command(context, [service])[1]


def command(words: list[str]) -> Any:
    """Return the command that some words name, and the remaining words."""
    entry, rest = application(words[0]), words[1:]
    context = entry.context_class(entry, info_name=words[0])
    while rest and hasattr(entry, "resolve_command"):
        name, entry, rest = entry.resolve_command(context, rest)
        context = entry.context_class(entry, parent=context, info_name=name)
    return entry, rest


def options_of(entry: Any) -> dict[str, str]:
    """Map each word by which a command names a parameter to the kind of the parameter."""
    return {
        word: parameter.param_type_name
        for parameter in entry.params
        for word in (
            [parameter.metavar]
            if parameter.param_type_name == "argument"
            else [*parameter.opts, *parameter.secondary_opts]
        )
    }


@pytest.mark.parametrize("service", SERVICES)
def test_operation_is_a_command_with_every_input(service: str) -> None:
    wrong = [line for operation in operations(service) for line in faults(service, operation)]
    assert not wrong, "\n".join(wrong)


def faults(service: str, operation: Any) -> Iterator[str]:
    """Yield the differences between an operation and its command."""
    words = [service, *(kebab(step) for step in operation["operationId"].split("."))]
    entry, rest = command(words)
    if rest or hasattr(entry, "resolve_command"):
        yield f"{' '.join(words)} is not a command"
        return
    known = options_of(entry)
    secrets = {
        word for name, _, secret, _ in inputs(service, operation) if secret for word in plain_words(operation, name)
    }
    if secrets & known.keys():
        yield f"{' '.join(words)} shows {sorted(secrets & known.keys())} to other users of the machine"
    missing = [word for word in expected_words(service, operation) if word not in known]
    if missing:
        yield f"{' '.join(words)} lacks {missing}; it has {sorted(known)}"


def plain_words(operation: Any, name: str) -> tuple[str, str]:
    """Return the option and the argument that an input would have if it were not a secret."""
    option = RENAMED.get((operation["operationId"], name), kebab(name))
    return f"--{option}", option.replace("-", "_").upper()


def expected_words(service: str, operation: Any) -> Iterator[str]:
    """Yield the options and arguments for the inputs of an operation."""
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


@pytest.mark.parametrize("service", SERVICES)
def test_every_command_of_a_service_is_an_operation_or_a_recipe(service: str) -> None:
    commands = set(leaves(command([service])[0], ()))
    stated = {tuple(kebab(step) for step in identity.split(".")) for identity in operation_ids(service)}
    recipes = {(recipe,) for recipe in RECIPES.get(service, {})} | {("request",)}
    assert commands == stated | {recipe for recipe in recipes if not any(path[:1] == recipe for path in stated)}


def leaves(group: Any, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for name in group.lazy:  # without the commands of a recipe that has the group's name
        inside = (*path, name)
        if any(
            operation[: len(inside)] == inside and len(operation) > len(inside) for operation in group.table.operations
        ):
            yield from leaves(group.resolve_command(None, [name])[1], inside)
        else:
            yield inside


def test_options_of_every_command_are_reserved() -> None:
    """An input of a contract must not have the name of such an option."""
    assert {option.replace("_", "-") for option in SHARED} <= RESERVED
