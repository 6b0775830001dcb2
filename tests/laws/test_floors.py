"""Law 1: imports point downwards without a circle, and the SDK, the stubs and the generator are independent."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.laws.tree import (
    CHECKS,
    CODEGEN,
    SDK,
    SERVICES,
    STUBS,
    TOPS,
    Import,
    all_imports,
    circles,
    graph,
    modules,
    python_files,
    relative,
)

FLOORS = (
    "_text, errors, _core",
    "_concurrency",
    "_async, _sync",
    "the data of a service, and the features that its client uses",
    "the clients of a service",
    "the features that use a client, and the public names of a service",
    "trivet, data, observe",
    "cli, __main__",
)
OVER_A_CLIENT = {("agent", "_serve"), ("bus", "_network"), ("chat", "_bulk")}
"""Features whose tasks and threads use or make a client; the client does not import them."""

BASE = {"kernel", "recordings", "serving"}
OPEN_TO_THE_CHECKS = {"commands": {*BASE, "commands"}}
"""The rooms of the stubs that a room of the checks may import: commands have options of a stub."""

CHECKS_FLOORS = (
    {"definitions", "exchanges"},
    {"exchange_rules"},
    {"checks"},
    {"mutants", "proxy", "recordings"},
    {"reports"},
    {"explore"},
    {"", "commands"},
)
"""The rooms of what judges servers, from the ground."""
IN_A_TEST_RUN = {"trivet_checks.checks.contract_tests"}
"""A front of the checks beside the command, which writes a report as the command does."""
KNOW_SECRETS = {
    "trivet_checks.exchanges.gate": {"kernel.secrets", "recordings.named_secrets", "recordings.secrets"},
    "trivet_checks.recordings.comparison": {"kernel.secrets", "recordings.secrets"},  # of recordings without secrets
    "trivet_checks.recordings.replayed_requests": {"recordings.secrets"},
}
"""The modules that import what knows secrets; others ask the gate."""

HANDS_OUT_CLIENTS = {"trivet_stubs.pytest_plugin"}
"""Modules of the stubs that import the SDK, because their fixtures are clients."""

CIRCLES_FOR_TYPE_CHECKERS: dict[tuple[str, ...], str] = {}
"""Circles that exist only for type checkers, and the reason for each."""


def floor(name: str) -> int:
    """Return the floor of a module of the SDK, counted from the ground floor."""
    room, *rest = name.split(".")[1:] or [""]
    if room in SERVICES:
        if not rest or not rest[0].startswith("_"):
            return 5
        if (room, rest[0]) in OVER_A_CLIENT and rest[1:2] in (["_async"], ["_sync"]):
            return 5
        return 4 if rest[0] == "_generated" and rest[1:2] in (["_async"], ["_sync"], ["names"]) else 3
    ground = {"_text": 0, "_version": 0, "errors": 0, "_core": 0}
    above = {"": 6, "_generated": 6, "data": 6, "observe": 6, "cli": 7, "__main__": 7}
    return {**ground, "_concurrency": 1, "_async": 2, "_sync": 2, **above}[room]


def written(imports: list[Import]) -> str:
    """Return a text with one import per line."""
    return "\n".join(
        f"{statement.importer}:{statement.line} imports {statement.imported} ({statement.kind})"
        for statement in imports
    )


def test_imports_point_downwards() -> None:
    inside = modules(SDK)
    upwards = [
        statement
        for statement in all_imports(SDK)
        if statement.imported in inside and floor(statement.imported) > floor(statement.importer)
    ]
    assert not upwards, written(upwards)


def test_turns_and_the_store_know_nothing_of_handles() -> None:
    inside = [
        statement
        for statement in all_imports(SDK)
        if statement.importer.startswith(("trivet.agent._turns", "trivet.agent._store"))
        and statement.imported.startswith("trivet.agent._handles")
    ]
    assert not inside, written(inside)


def test_every_module_of_the_sdk_has_a_floor() -> None:
    assert {floor(name) for name in modules(SDK)} <= set(range(len(FLOORS)))


@pytest.mark.parametrize("top", TOPS, ids=lambda top: top.name)
def test_modules_form_no_circle_at_run_time(top: Path) -> None:
    cycles = circles(graph(top, "at import", "when used"))
    assert not cycles, "\n".join(" <-> ".join(cycle) for cycle in cycles)


@pytest.mark.parametrize("top", TOPS, ids=lambda top: top.name)
def test_modules_form_no_circle_for_type_checkers(top: Path) -> None:
    edges = graph(top, "at import", "when used", "for type checkers")
    cycles = [cycle for cycle in circles(edges) if tuple(cycle) not in CIRCLES_FOR_TYPE_CHECKERS]
    lines = [
        f"{importer} -> {imported}"
        for cycle in cycles
        for importer in cycle
        for imported in sorted(edges[importer] & set(cycle))
    ]
    assert not cycles, "\n".join(lines)


def test_no_service_imports_another() -> None:
    forbidden = [
        statement
        for statement in all_imports(SDK)
        if (here := statement.importer.split(".")[1:2]) and here[0] in SERVICES
        if (there := statement.imported.split("."))[0] == "trivet" and len(there) > 1
        if there[1] in SERVICES and there[1] != here[0]
    ]
    assert not forbidden, written(forbidden)


def test_nothing_below_the_command_imports_it() -> None:
    forbidden = [
        statement
        for statement in all_imports(SDK)
        if statement.imported.split(".")[:2] == ["trivet", "cli"]
        if statement.importer.split(".")[1:2] not in (["cli"], ["__main__"])
    ]
    assert not forbidden, written(forbidden)


@pytest.mark.parametrize("top", [STUBS, CHECKS], ids=lambda top: top.name)
def test_neither_a_stub_nor_a_check_imports_the_sdk(top: Path) -> None:
    forbidden = [
        statement
        for statement in all_imports(top)
        if statement.imported.split(".")[0] == "trivet" and statement.importer not in HANDS_OUT_CLIENTS
    ]
    assert not forbidden, written(forbidden)


def room_of(statement: Import) -> str:
    """Return the room of the module that imports; empty for the package itself."""
    return [*statement.importer.split("."), ""][1]


def test_stubs_never_import_what_judges_servers() -> None:
    # What joins the command of the stubs is loaded by its entry point.
    forbidden = [item for item in all_imports(STUBS) if item.imported.split(".")[0] == CHECKS.name]
    named = [relative(path) for path in python_files(STUBS) if CHECKS.name in path.read_text("utf-8")]
    assert not forbidden, written(forbidden)
    assert named == []


def test_what_judges_servers_imports_the_base_of_the_stubs_and_their_public_packages() -> None:
    public = {STUBS.name, *(f"{STUBS.name}.{room}" for room in ("stub", "_generated.names", *SERVICES))}
    forbidden = [
        statement
        for statement in all_imports(CHECKS)
        if statement.imported.split(".")[0] == STUBS.name and statement.imported not in public
        if statement.imported.split(".")[1] not in OPEN_TO_THE_CHECKS.get(room_of(statement), BASE)
    ]
    assert not forbidden, written(forbidden)


def test_rooms_of_what_judges_servers_import_downwards() -> None:
    floors = {room: number for number, rooms in enumerate(CHECKS_FLOORS) for room in rooms}
    forbidden = [
        statement
        for statement in all_imports(CHECKS)
        if (there := [*statement.imported.split("."), ""])[0] == CHECKS.name and there[1] in floors
        if there[1] not in ("", room_of(statement)) and statement.importer not in IN_A_TEST_RUN
        if floors[there[1]] >= floors[room_of(statement)]
    ]
    assert not forbidden, written(forbidden)
    assert {room_of(statement) for statement in all_imports(CHECKS)} <= floors.keys()


def test_gate_alone_knows_the_secrets_of_exchanges() -> None:
    modules = {"kernel.secrets", "recordings.named_secrets", "recordings.secrets"}
    importing = {
        (statement.importer, name)
        for statement in all_imports(CHECKS)
        if (name := statement.imported.removeprefix(f"{STUBS.name}.")) in modules
    }
    assert importing == {(module, name) for module, names in KNOW_SECRETS.items() for name in names}


def test_no_stub_imports_another() -> None:
    forbidden = [
        statement
        for statement in all_imports(STUBS)
        if (here := statement.importer.split(".")[1:2]) and here[0] in SERVICES
        if (there := statement.imported.split("."))[0] == "trivet_stubs" and len(there) > 1
        if there[1] in SERVICES and there[1] != here[0]
    ]
    assert not forbidden, written(forbidden)


def test_kernel_and_serving_import_no_stub() -> None:
    forbidden = [
        statement
        for statement in all_imports(STUBS)
        if statement.importer.split(".")[1:2] in (["kernel"], ["serving"])
        if (there := statement.imported.split("."))[0] == "trivet_stubs" and len(there) > 1 and there[1] in SERVICES
    ]
    assert not forbidden, written(forbidden)


def test_reading_a_spec_never_imports_writing() -> None:
    forbidden = [
        statement
        for statement in all_imports(CODEGEN)
        if statement.importer.startswith("codegen.read") and statement.imported.startswith("codegen.write")
    ]
    assert not forbidden, written(forbidden)


def test_generator_imports_neither_sdk_nor_stubs() -> None:
    forbidden = [
        statement
        for statement in all_imports(CODEGEN)
        if statement.imported.split(".")[0] in ("trivet", "trivet_stubs")
    ]
    assert not forbidden, written(forbidden)


def test_circle_of_three_is_found() -> None:
    edges = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"e"}}
    assert circles(edges) == [["a", "b", "c"]]
