"""A distribution that adds the commands of `tests/sdk/cli/probe.py` to `trivet`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _no_pager(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests of this room whose stdout claims to be a terminal have no user who leaves a pager."""
    monkeypatch.setenv("PAGER", "cat")


@pytest.fixture(scope="session")
def probe_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for PYTHONPATH, in which the distribution is installed."""
    folder = tmp_path_factory.mktemp("site")
    info = folder / "probe-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: probe\nVersion: 1.0\nSummary: Tries the base.\n")
    lines = [f"probe-{service} = tests.sdk.cli.probe:add_{service}" for service in ("bus", "chat", "agent")]
    (info / "entry_points.txt").write_text("\n".join(["[trivet.commands]", *lines, ""]))
    return folder


@pytest.fixture
def probe(probe_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder, on the path of this process and of its child processes."""
    monkeypatch.syspath_prepend(str(probe_path))
    monkeypatch.setenv("PYTHONPATH", str(probe_path), prepend=os.pathsep)
    return probe_path
