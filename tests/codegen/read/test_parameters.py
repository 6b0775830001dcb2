"""Inputs that do not fit the context of their operation."""

from collections.abc import Callable

import pytest

from ..specs import Spec, assert_refused, at, operation, put, query

CASES: dict[str, tuple[Callable[[Spec], None], str]] = {
    "context without its inputs": (
        lambda spec: operation(spec, "harvests.list")["parameters"].pop(),
        "harvests.list: an operation of the context request must have workspace",
    ),
    "context given to the server": (
        put(at("harvests.list"), "x-context", "server"),
        "harvests.list: an operation of the context server must not have directory, workspace",
    ),
    "context given to a session": (
        lambda spec: operation(spec, "harvests.crates.list")["parameters"].append(query(name="workspace")),
        "harvests.crates.list: an operation of the context session must not have workspace",
    ),
    "context that is required": (
        put(at("harvests.list", "parameters", 1), "required", True),
        "harvests.list: directory is no optional text without a rule",
    ),
    "context of a rule": (
        put(at("harvests.list", "parameters", 1, "schema"), "minLength", 1),
        "harvests.list: directory is no optional text without a rule",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_broken_spec_is_refused(spec: Spec, name: str):
    assert_refused(spec, *CASES[name])
