"""The server that people can install, once for all scenarios."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.real.model import run_model
from tests.real.server import RunningServer, install, missing, serve


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The server's program. `NPM_DIR` names a folder that keeps it."""
    reason = missing()
    if reason:
        pytest.skip(reason)
    kept = os.environ.get("NPM_DIR")
    return install(Path(kept) if kept else tmp_path_factory.mktemp("npm"))


@pytest.fixture(scope="session")
def server(program: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """The server in a state of its own."""
    state = tmp_path_factory.mktemp("state").resolve()
    with run_model() as model, serve(program, state, model, password="correct-horse") as running:
        yield running
