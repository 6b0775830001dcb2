"""Choices of a server are written, pinned, and compared with those of the next run."""

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from tests.checks.explore.agent.explorations import explore_other_make as explore_agent
from tests.checks.explore.agent.explorations import explore_stub
from tests.checks.explore.bus.explorations import explore_other_make as explore_bus
from tests.checks.explore.chat.explorations import explore_other_make as explore_chat
from tests.other_make.choices import Choices as ChosenWays
from trivet_checks import check_walk, judge
from trivet_checks.checks import budget
from trivet_checks.checks.freedoms import Freedoms, freedoms, read_freedoms
from trivet_checks.commands.check import add
from trivet_checks.explore.choices import Choices
from trivet_checks.mutants.changes import refuse
from trivet_stubs import AgentStub, BusStub, ChatStub

CHECKS = typer.Typer()
CHECKS.callback()(lambda: None)
add(CHECKS)
BEHIND = "stops.list: a page behind the last record"


@pytest.fixture(autouse=True)
def late_writes_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take a read that differs as it is: the stubs show each write at once."""
    monkeypatch.setattr(budget, "LEAST", 0.0)


def pinned_by(service: str, choices: Any, path: Path) -> Freedoms:
    """The choices of a report as a file has them."""
    path.write_bytes(freedoms(service, choices))
    return read_freedoms(path, service)


def test_a_bus_server_that_chooses_otherwise_than_pinned_differs(tmp_path: Path) -> None:
    first = explore_bus(steps=20)
    pinned = pinned_by("bus", first.choices, tmp_path / "freedoms.toml")
    assert pinned.choices[BEHIND] == "nothing"
    again = explore_bus(seed=3, steps=20, freedoms=pinned)
    assert not again.of("broken")
    other = explore_bus(
        choices=ChosenWays("bus", {"past-the-end": "not-found", "page-size": "three"}), steps=20, freedoms=pinned
    )
    found = {verdict.id: verdict for verdict in other.of("broken")}
    assert set(found) >= {"stops.list: answer", "routes.list: answer"}
    assert "a page behind the last record: 404, and by the pinned choices nothing" in found["stops.list: answer"].reason
    assert "records of a page: 3, and by the pinned choices 20" in found["stops.list: answer"].reason
    assert judge(other).exit_status == 0
    assert judge(other, fail_on=["assumed"]).exit_status == 1


def test_a_chat_server_that_chooses_otherwise_than_pinned_differs(tmp_path: Path) -> None:
    first = explore_chat(steps=20)
    pinned = pinned_by("chat", first.choices, tmp_path / "freedoms.toml")
    again = explore_chat(seed=2, steps=20, freedoms=pinned)
    assert not [verdict for verdict in again.of("broken") if "pinned" in verdict.reason]
    other = explore_chat(choices=ChosenWays("chat", {"title-match": "beginning"}), steps=2, freedoms=pinned)
    [verdict] = [verdict for verdict in other.of("broken") if "pinned" in verdict.reason]
    assert (verdict.id, verdict.basis) == ("admin.conversations.list: answer", "assumed")
    assert "a search matches: the beginning of a title, and by the pinned choices the part of a title" in verdict.reason
    assert not other.notes


def test_an_agent_server_that_chooses_otherwise_than_pinned_differs(tmp_path: Path) -> None:
    first = explore_agent(steps=2)
    pinned = pinned_by("agent", first.choices, tmp_path / "freedoms.toml")
    assert pinned.choices["session.list: a cursor is sent with the filters of its list"] == "yes"
    assert pinned.choices["agent.list: the default runtime is in"] == "`/srv/home`"
    again = explore_agent(seed=2, steps=2, freedoms=pinned)
    assert not [verdict for verdict in again.of("broken") if "pinned" in verdict.reason]
    # One is about a refusal that few steps draw.
    assert all(note.startswith("pinned choices that no step has come upon: session.create: ") for note in again.notes)
    other = explore_agent(choices=ChosenWays("agent", {"cursor-with-filters": "held"}), steps=2, freedoms=pinned)
    [verdict] = [verdict for verdict in other.of("broken") if "pinned" in verdict.reason]
    assert (verdict.id, verdict.basis) == ("session.list: answer", "assumed")
    assert "a cursor is sent with the filters of its list: no, and by the pinned choices yes" in verdict.reason


def test_a_choice_that_the_probe_could_not_learn_is_not_listed() -> None:
    with AgentStub() as stub:
        refuse(stub, "auth.create", lambda request: True)
        result = explore_stub(stub, steps=2)
    assert not [line for line in result.choices if line.startswith("auth.")]
    assert [note for note in result.notes if note.startswith("accounts: ")]


def test_a_pinned_choice_that_no_step_comes_upon_is_a_note() -> None:
    unseen = "conversations.get: chat.shares.recipients"
    result = explore_chat(steps=1, freedoms=Freedoms("chat", {unseen: "refused, unlike by the model"}))
    assert result.notes == [f"pinned choices that no step has come upon: {unseen}"]


def test_an_assumption_that_a_pinned_server_does_not_keep_is_not_reported_as_new() -> None:
    made = Choices()
    assert made.is_new("chat.shares.recipients", "conversations.get", taken=False)
    name, _, choice = made.lines[0].rpartition(": ")
    pinned = Choices(pinned={name: choice})
    assert not pinned.is_new("chat.shares.recipients", "conversations.get", taken=False)
    assert not pinned.copy(but="conversations.get").is_new("chat.shares.recipients", "conversations.get", taken=False)
    assert pinned.is_new("chat.shares.recipients", "conversations.get", taken=True)
    assert pinned.lines == ["conversations.get: chat.shares.recipients: taken, unlike by the model"]


def test_the_command_writes_choices_and_pins_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file, report = tmp_path / "freedoms.toml", tmp_path / "report.json"
    with BusStub() as bus, bus.serve() as served:
        monkeypatch.setenv("TRIVET_BUS_USER_TOKEN", bus.account_key)
        command = ["check", "bus", "--base-url", served.url]
        few = [*command, "--explore", "--walks", "1", "--steps", "5"]
        written = CliRunner().invoke(CHECKS, [*few, "--write-freedoms", str(file), "--json", str(report)])
        assert written.exit_code == 0, written.output
        kept = CliRunner().invoke(CHECKS, [*few, "--freedoms", str(file), "--fail-on", "assumed"])
        assert kept.exit_code == 0, kept.output
        file.write_text(file.read_text("utf-8").replace(f'"{BEHIND}" = "nothing"', f'"{BEHIND}" = "404"'), "utf-8")
        broken = CliRunner().invoke(CHECKS, [*few, "--freedoms", str(file), "--fail-on", "assumed"])
        refused = CliRunner().invoke(CHECKS, [*command, "--freedoms", str(file)])
    assert f"{BEHIND}: nothing" in json.loads(report.read_bytes())["choices"]
    assert broken.exit_code == 1
    assert "a page behind the last record: nothing, and by the pinned choices 404" in broken.output
    assert "1. user: GET /BusStops?$skip=" in broken.output
    assert refused.exit_code == 2
    assert "--freedoms: only walks learn the choices of a server; add --explore" in refused.output


def test_a_walk_of_ones_own_compares_the_pinned_choices_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "freedoms.toml"
    steps = [{"caller": "user", "operation": "conversations.list"}]
    with ChatStub() as chat, chat.serve() as served:
        for name, user in {"ADMIN": "admin", "USER": "alice", "OTHER": "bob"}.items():
            monkeypatch.setenv(f"TRIVET_CHAT_{name}_TOKEN", chat.token(user))
        for match in ("part", "whole"):
            file.write_bytes(freedoms("chat", [f"admin.conversations.list: a search matches: the {match} of a title"]))
            if match == "part":
                check_walk("chat", steps, base_url=served.url, freedoms=file)
            else:
                with pytest.raises(AssertionError, match="a search matches: the part of a title, and by the pinned"):
                    check_walk("chat", steps, base_url=served.url, freedoms=file)
