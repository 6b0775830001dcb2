"""A field has one value and one name: in every format for scripts, and with `--fields` as without it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

import trivet_stubs
from tests.contract.prepared import prepared
from tests.sdk.cli.console import run_here
from tests.sdk.cli.operations.calls import env_of, words
from tests.sdk.cli.operations.test_run import client_of
from trivet._core import settings
from trivet.agent import Prompt
from trivet.cli.app import make_app
from trivet.cli.command_registry import RECIPES
from trivet.cli.operations.table import load
from trivet_stubs.agent import Tool

SERVICES = ("agent", "bus", "chat")
FORMATS = ("json", "ndjson", "yaml", "csv")
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""Reads YAML; the one of libyaml takes a tenth of the time."""

Run = Callable[..., str]
"""Runs a command line with some options; returns its stdout."""

RECIPE_RUNS: Mapping[str, Sequence[str]] = {
    "bus arrivals 54009 28009": FORMATS,
    "bus arrivals 54009 --watch --rounds 1": ("ndjson",),
    "bus arrivals 54009 28009 --watch --rounds 1": ("csv",),
    "bus near 28009 --limit 3": FORMATS,
    "bus ride 28301 28009": FORMATS,
    "bus ride 28301 28009 --no-live": FORMATS,
    "bus route 302": FORMATS,
    "bus route NR5 --today": FORMATS,
    "bus map 302 --out map.svg": FORMATS,
    "bus snapshot lists": FORMATS,
    "bus gtfs feed.zip": FORMATS,
    "bus volume by-stop": FORMATS,
    "bus volume by-trip": FORMATS,
    "bus request GET /BusServices": FORMATS,
    "chat users deactivate bob@example.com carol@example.com gone@example.com --dry-run": FORMATS,
    "chat users deactivate bob@example.com carol@example.com gone@example.com --yes": FORMATS,
    "chat users activate bob@example.com carol@example.com --yes": FORMATS,
    "chat users delete bob@example.com --no-export --yes": FORMATS,
    "chat users export bob@example.com": FORMATS,
    "chat users undo done.journal --yes": FORMATS,
    "chat leavers bob@example.com nadia@example.com --dry-run": FORMATS,
    "chat leavers bob@example.com nadia@example.com --revoke-links --folder run --yes": FORMATS,
    "chat ratings report": ("json", "ndjson", "yaml"),
    "chat ratings report --days 90": ("csv",),
    "chat ratings export --out ratings.json": FORMATS,
    "chat conversations export --out conversations.json": FORMATS,
    "chat as bob@example.com -- conversations list": FORMATS,
    "chat request GET /conversations": FORMATS,
    "agent run Go. --title Work": ("json",),
    "agent sessions --archived": FORMATS,
    "agent watch --once": FORMATS,
    "agent request GET /api/session": FORMATS,
}
"""Command lines of each recipe, with the formats that have the same records; the CSV of some recipes has others."""

OPERATIONS = [
    (service, op.id) for service in SERVICES for op in load(service).operations.values() if op.answer != "nothing"
]


@pytest.fixture(scope="module")
def servers() -> Iterator[dict[str, Any]]:
    """A stub on a port for each service."""
    stubs = {service: getattr(trivet_stubs, f"{service.capitalize()}Stub")() for service in SERVICES}
    stubs["bus"].volume_rows = 40
    with stubs["agent"].serve() as agent, stubs["bus"].serve() as bus, stubs["chat"].serve() as chat:
        yield {"agent": agent, "bus": bus, "chat": chat}


@pytest.mark.parametrize("line", RECIPE_RUNS)
def test_field_of_a_recipe_has_one_value_in_every_format(
    line: str, servers: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = line.partition(" ")[0]
    server = servers[service]
    env = {**env_of(service, server), "TRIVET_CACHE": str(tmp_path / "cache"), "XDG_STATE_HOME": str(tmp_path / "log")}
    monkeypatch.setattr(settings, "SystemClock", lambda: server.stub.clock)
    runs = iter(range(2 * len(FORMATS)))

    def run(*options: str) -> str:
        folder = tmp_path / f"run{next(runs)}"
        folder.mkdir()
        monkeypatch.chdir(folder)
        server.stub.reset()
        if service == "agent":
            server.stub.script(Tool("bash", {"command": "ls"}, asks="bash"))
            with client_of("agent", server.stub) as client:  # a session that waits
                client.session.prompt(client.session.create(title="Prune the trees").id, prompt=Prompt(text="Go."))
            server.stub.script(Tool("bash", {"command": "ls"}))
        if "undo" in line:
            run_here("chat", "users", "deactivate", "bob@example.com", "--yes", "--journal", "done.journal", env=env)
        command, dashes, rest = line.partition(" -- ")
        result = run_here(*command.split(), *options, *(dashes + rest).split(), env=env)
        assert result.status in (0, 1), result.err  # 1: an account of the example cannot be changed
        return result.out

    check_values(run, RECIPE_RUNS[line])


@pytest.mark.parametrize("service", SERVICES)
def test_every_recipe_has_a_command_line(service: str) -> None:
    root: Any = get_command(make_app([service]))
    context = root.make_context("trivet", [service], resilient_parsing=True)
    group = root.resolve_command(context, [service])[1]
    for name in (*RECIPES[service], "request"):
        below = getattr(group.resolve_command(None, [name])[1], "commands", {})
        for recipe in [f"{service} {name} {word}" for word in below] or [f"{service} {name}"]:
            assert any(line.startswith(f"{recipe} ") for line in RECIPE_RUNS), recipe


@pytest.mark.parametrize(("service", "operation"), OPERATIONS)
def test_field_of_an_operation_has_one_value_in_every_format(
    service: str, operation: str, servers: dict[str, Any], tmp_path: Path
) -> None:
    server = servers[service]

    def run(*options: str) -> str:
        server.stub.reset()
        with client_of(service, server.stub) as client:
            args, options_ = prepared(service, operation, client, server.stub)
        line = words(service, operation, args, options_, tmp_path)
        more = ["--count", "1"] if operation == "event.subscribe" else []
        at = line.index("-o")
        result = run_here(*line[:at], *options, *more, *line[at + 2 :], env=env_of(service, server))
        assert result.status == 0, result.err
        return result.out

    check_values(run, FORMATS)


def check_values(run: Run, formats: Sequence[str]) -> None:
    """Compare each field of each record, in each format, with and without `--fields`."""
    whole = {form: records(form, run("-o", form, "--raw")) for form in formats}
    expected = whole[formats[0]]
    names = list(dict.fromkeys(name for record in expected for name in record))
    assert names
    for form in formats:
        chosen = records(form, run("-o", form, "--raw", "--fields", ",".join(names)))
        assert [list(record) for record in chosen] == [names] * len(expected)
        if form == "csv":
            for row, record in zip([*whole[form], *chosen], [*expected, *expected], strict=True):
                assert row == {name: cell_of(record.get(name)) for name in row}
        else:
            assert exact(whole[form]) == exact(expected)
            assert exact(chosen) == exact([{name: record.get(name) for name in names} for record in expected])


def records(form: str, text: str) -> list[Any]:
    """Return the records in a document of a format."""
    if form == "csv":
        return list(csv.DictReader(io.StringIO(text, newline="")))
    if form == "ndjson":
        return [json.loads(line) for line in text.splitlines()]
    document = json.loads(text) if form == "json" else yaml.load(text, LOADER)
    return document if isinstance(document, list) else [document]


def exact(value: Any) -> str:
    """Return a value as text in which 1, 1.0 and true differ."""
    return json.dumps(value)


def cell_of(value: Any) -> str:
    """Return the CSV cell of a value, as in docs/command_line.md."""
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
