"""A field has one value and one name: in every format for scripts, with `--fields` as without it, and in the client.

Every operation, with texts in its answer that a format could misunderstand, and every recipe runs in each format, and
other readers read what it writes: Python's json and csv, PyYAML (YAML 1.1) and ruamel.yaml (YAML 1.2). The suite runs a
sample, which FORMATS_SEED draws; `nox -s formats` runs all.
"""

from __future__ import annotations

import csv
import io
import json
import os
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from operator import attrgetter
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from ruamel.yaml import YAML
from typer.main import get_command

import trivet_stubs
from tests.contract.examples import client_of, prepared
from tests.sdk.cli.console import run_here
from tests.sdk.cli.operations.calls import env_of, plain, words
from tests.sdk.cli.operations.test_run import called
from tests.sdk.cli.output.test_yaml import TEXTS
from tests.wrong_rows import wrong_rows
from trivet._core import settings
from trivet._core.formula_guard import guarded, unguarded
from trivet.agent import Prompt
from trivet.cli.app import make_app
from trivet.cli.command_registry import RECIPES
from trivet.cli.operations.table import load
from trivet_stubs.agent import Tool

SERVICES = ("agent", "bus", "chat")
FORMATS = ("json", "ndjson", "yaml", "csv")
SEED = os.environ.get("FORMATS_SEED", "1")
"""The seed of the sample, or `all`."""
SAMPLE = {"operations": 12, "recipes": 5}
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""Reads YAML 1.1; the one of libyaml takes a tenth of the time."""
SURROGATES = re.compile("[\ud800-\udfff]")
HOSTILE = [*(text for text in TEXTS if not SURROGATES.search(text)), "=1", "-1+1", "'=1", "a,b", "\n=1"]
"""Texts that a reader of one of the formats may take for something else."""

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
    "chat users journal done.journal": FORMATS,
    "chat leavers bob@example.com nadia@example.com --dry-run": FORMATS,
    "chat leavers bob@example.com nadia@example.com --revoke-links --folder run --yes": FORMATS,
    "chat ratings report": ("json", "ndjson", "yaml"),
    "chat ratings report --days 90": ("csv",),
    "chat ratings export --out ratings.json": FORMATS,
    "chat conversations export --out conversations.json": FORMATS,
    "chat conversations share 78dde6c4-0000-4000-8000-000000000004 --all --yes": FORMATS,
    "chat conversations undo shared.journal --yes": FORMATS,
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


def sample(rows: Sequence[Any], kind: str) -> Sequence[Any]:
    """Return the rows of this run."""
    return rows if SEED == "all" else random.Random(f"{kind} {SEED}").sample(rows, SAMPLE[kind])


@pytest.mark.long
def test_field_of_a_recipe_has_one_value_in_every_format(
    servers: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with wrong_rows() as row:
        for number, line in enumerate(sample([*RECIPE_RUNS], "recipes")):
            with row(line), monkeypatch.context() as patch:
                folder = tmp_path / str(number)
                folder.mkdir()
                check_recipe(line, servers, folder, patch)


def check_recipe(line: str, servers: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a command line of a recipe in each of its formats, from the same state of the service."""
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
        if "done.journal" in line:
            run_here("chat", "users", "deactivate", "bob@example.com", "--yes", "--journal", "done.journal", env=env)
        if "chat conversations" in line:
            run_here("chat", "conversations", "create", "--title", "Prune the trees", env=env)
        if "shared.journal" in line:
            share = ("share", "78dde6c4-0000-4000-8000-000000000004", "--all", "--yes", "--journal", "shared.journal")
            run_here("chat", "conversations", *share, env=env)
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


@pytest.mark.long
def test_field_of_an_operation_has_the_value_of_the_client_in_every_format(
    servers: dict[str, Any], tmp_path: Path
) -> None:
    with wrong_rows() as row:
        for service, operation in sample(OPERATIONS, "operations"):
            with row((service, operation)):
                check_operation(service, operation, servers[service], tmp_path)


def check_operation(service: str, operation: str, server: Any, tmp_path: Path) -> None:
    """Run an operation in each format; the service sends the same answer each time, with hostile texts in it."""
    is_stream = operation == "event.subscribe"
    server.stub.reset()
    with client_of(service, server.stub) as client:
        args, options = prepared(service, operation, client, server.stub)
        kept = KeptAnswer(server.stub.transport())
        with type(client)(base_url=client.base_url, transport=kept, **server.stub.client_credentials()) as other:
            expected = called(attrgetter(operation)(client if is_stream else other), args, options)
            if not is_stream:
                body = with_hostile_texts(json.loads(kept.body), random.Random(f"{operation} {SEED}"))
                content = {"status": kept.status, "content_type": "application/json", "body": json.dumps(body).encode()}
                server.stub.faults.add(operation, times=None, **content)
                expected = called(attrgetter(operation)(other), args, options)
    line = words(service, operation, args, options, tmp_path)
    more = ["--count", "1"] if is_stream else []
    at = line.index("-o")

    def run(*options: str) -> str:
        if is_stream:
            server.stub.reset()
        result = run_here(*line[:at], *options, *more, *line[at + 2 :], env=env_of(service, server))
        assert result.status == 0, result.err
        return result.out

    shown = check_values(run, FORMATS)
    assert exact(without_nulls(shown)) == exact([plain(record) for record in expected])


class KeptAnswer(httpx.BaseTransport):
    """A transport that keeps the last answer.

    Attributes:
        body: Its body.
        status: Its status.
    """

    def __init__(self, transport: Any) -> None:
        self.body, self.status = b"", 0
        self._transport: Any = transport

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer: httpx.Response = self._transport.handle_request(request)
        self.body, self.status = answer.read(), answer.status_code
        return answer


def with_hostile_texts(value: Any, rng: random.Random, key: str = "") -> Any:
    """Return the body of an answer with other texts, except for times, and for tags by which records differ."""
    if isinstance(value, dict):
        return {key: with_hostile_texts(inner, rng, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_hostile_texts(inner, rng, key) for inner in value]
    return rng.choice(HOSTILE) if isinstance(value, str) and key not in TAGS and not is_time(value) else value


TAGS = ("type", "status", "role")


def is_time(text: str) -> bool:
    """Whether a text is a time."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def without_nulls(value: Any) -> Any:
    """Return plain data without nulls."""
    if isinstance(value, dict):
        return {key: without_nulls(inner) for key, inner in value.items() if inner is not None}
    return [without_nulls(inner) for inner in value] if isinstance(value, list) else value


def check_values(run: Run, formats: Sequence[str]) -> list[Any]:
    """Compare each field of each record, in each format, with and without `--fields`; return the records."""
    whole = {form: records(form, run("-o", form)) for form in formats}
    expected = whole[formats[0]]
    names = list(dict.fromkeys(name for record in expected for name in record))
    assert names
    for form in formats:
        chosen = records(form, run("-o", form, "--fields", ",".join(names)))
        assert [list(record) for record in chosen] == [names] * len(expected), form
        if form == "csv":
            for row, record in zip([*whole[form], *chosen], [*expected, *expected], strict=True):
                assert {name: value_of(cell, record.get(name)) for name, cell in row.items()} == {
                    name: record.get(name) for name in row
                }
        else:
            assert exact(whole[form]) == exact(expected), form
            assert exact(chosen) == exact([{name: record.get(name) for name in names} for record in expected]), form
    return expected


def records(form: str, text: str) -> list[Any]:
    """Return the records in a document of a format."""
    if form == "csv":
        return list(csv.DictReader(io.StringIO(text, newline="")))
    if form == "ndjson":
        return [json.loads(line) for line in text.split("\n") if line]
    document = json.loads(text) if form == "json" else yaml.load(text, LOADER)
    if form == "yaml":
        assert exact(YAML(typ="safe", pure=True).load(text)) == exact(document)
    return document if isinstance(document, list) else [document]


def exact(value: Any) -> str:
    """Return a value as text in which 1, 1.0 and true differ."""
    return json.dumps(value)


def value_of(cell: str, expected: Any) -> Any:
    """Return the value of a CSV cell, as docs/command_line.md says: text behind its guard, or else JSON."""
    if expected is None or isinstance(expected, str):
        text = unguarded(cell)
        assert cell == guarded(text)
        return text or (None if expected is None else "")
    return json.loads(cell)
