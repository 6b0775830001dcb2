"""Exports and downloads: to a file, to stdout, or as records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tests.sdk.cli.console import run_here, run_script
from tests.sdk.cli.operations.calls import env_of
from trivet.cli.invocation import Invocation

CONVERSATIONS = ("chat", "admin", "conversations", "export")
RATINGS = ("chat", "admin", "ratings", "export")
VOLUME = ("bus", "passenger-volume", "by-stop")


def test_export_in_a_pipe_is_the_document_as_the_service_sends_it(chat_server: Any) -> None:
    env = env_of("chat", chat_server)
    piped = run_script(*CONVERSATIONS, env=env)
    assert (piped.status, piped.err) == (0, "")
    assert {"conversations", "total"} <= json.loads(piped.out).keys()
    table = run_here(*RATINGS, "--format", "csv", "--out", "-", env=env)
    assert table.out.startswith("ID,Message ID,")


def test_export_with_a_format_is_its_records(chat_server: Any) -> None:
    done = run_here(*RATINGS, "-o", "ndjson", "--fields", "rating", env=env_of("chat", chat_server))
    assert {json.loads(each)["rating"] for each in done.out.splitlines()} == {1, -1}


def test_export_on_a_terminal_shows_records(chat_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Invocation, "on_terminal", True)
    assert run_here(*RATINGS, env=env_of("chat", chat_server)).out.startswith("id ")


def test_export_is_saved_whole_and_its_name_and_size_are_noted(chat_server: Any, tmp_path: Path) -> None:
    out = tmp_path / "all.json"
    done = run_here(*CONVERSATIONS, "--out", str(out), env=env_of("chat", chat_server))
    assert (done.status, done.out) == (0, "")
    assert f"Saved {out}, {out.stat().st_size:,} bytes." in done.err
    assert [each.name for each in tmp_path.iterdir()] == ["all.json"]


def test_volume_file_is_downloaded_to_a_file_and_to_stdout(bus_server: Any, tmp_path: Path) -> None:
    env = env_of("bus", bus_server)
    out = tmp_path / "volume.zip"
    assert run_here(*VOLUME, "--out", str(out), env=env).status == 0
    with ZipFile(out) as archive:
        assert len(archive.namelist()) == 1
    links = run_here(*VOLUME, env=env)
    assert json.loads(links.out)[0]["link"].startswith("http")


@pytest.mark.parametrize("words", [CONVERSATIONS, VOLUME])
def test_name_that_the_service_chose_replaces_no_file(
    words: tuple[str, ...], bus_server: Any, chat_server: Any, tmp_path: Path
) -> None:
    env = {**env_of("bus", bus_server), **env_of("chat", chat_server)}
    assert run_here(*words, "--out", str(tmp_path), env=env).status == 0
    [saved] = tmp_path.iterdir()
    saved.write_text("changed since")
    done = run_here(*words, "--out", str(tmp_path), env=env)
    assert (done.status, saved.read_text()) == (1, "changed since")
    assert f"{saved}: File exists; name the file in --out to replace it" in done.err
    assert run_here(*words, "--out", str(saved), env=env).status == 0
    assert saved.read_bytes() != b"changed since"


@pytest.mark.parametrize("words", [CONVERSATIONS, VOLUME])
def test_missing_folder_is_named_and_nothing_is_written(
    words: tuple[str, ...], bus_server: Any, chat_server: Any, tmp_path: Path
) -> None:
    env = {**env_of("bus", bus_server), **env_of("chat", chat_server)}
    done = run_here(*words, "--out", str(tmp_path / "absent" / "x"), env=env)
    assert (done.status, done.out) == (1, "")
    assert "absent" in done.err
    assert list(tmp_path.iterdir()) == []


def test_export_that_breaks_off_leaves_no_file_of_its_name_and_nothing_on_stdout(
    chat_server: Any, tmp_path: Path
) -> None:
    env = env_of("chat", chat_server)
    for words in ((*CONVERSATIONS, "--out", str(tmp_path / "all.json")), CONVERSATIONS):
        chat_server.stub.faults.add("admin.conversations.export", cut_after=50, times=None)
        done = run_here(*words, env=env)
        assert (done.status, done.out) == (1, "")
        assert done.err.count("\n") == 1
    assert not (tmp_path / "all.json").exists()


def test_empty_name_of_a_file_is_refused(chat_server: Any) -> None:
    done = run_here(*CONVERSATIONS, "--out", "", env=env_of("chat", chat_server))
    assert done.status == 2
    assert "--out: give a file" in done.err
