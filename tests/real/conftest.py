"""The opencode server, started once for all scenarios."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.real.model import RunningModel, run_model
from tests.real.server import RunningServer, install, missing, serve
from trivet.agent._opencode.table import VERSION


def pytest_report_header() -> str:
    """Return the version that `program` installs, for the page of runs."""
    return f"version of opencode-ai: {VERSION}"


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the program of the server; `NPM_DIR` names a folder that keeps the installation."""
    reason = missing()
    if reason:
        pytest.skip(reason)
    folder = os.environ.get("NPM_DIR")
    return install(Path(folder) if folder else tmp_path_factory.mktemp("npm"))


@pytest.fixture(scope="session")
def model() -> Iterator[RunningModel]:
    """Run the model of the servers."""
    with run_model() as running:
        yield running


@pytest.fixture(scope="module")
def server(program: Path, model: RunningModel, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Run the server with an empty state.

    Each module has a server of its own: one with some sixty directories open stops answering for good under load.
    """
    state = tmp_path_factory.mktemp("state").resolve()
    with serve(program, state, model.url, password="correct-horse") as running:
        yield running


@pytest.fixture(scope="module")
def server_with_workspaces(
    program: Path, model: RunningModel, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningServer]:
    """Run a server that keeps workspaces."""
    state = tmp_path_factory.mktemp("workspaces").resolve()
    settings = ("OPENCODE_EXPERIMENTAL_WORKSPACES",)
    with serve(program, state, model.url, password="correct-horse", settings=settings) as running:
        yield running


@pytest.fixture
def env(server: RunningServer) -> dict[str, str]:
    """Return the settings of the command, with the user's name and password."""
    return {
        "TRIVET_AGENT_BASE_URL": server.url,
        "TRIVET_AGENT_USERNAME": "opencode",
        "TRIVET_AGENT_PASSWORD": server.password,
        "TRIVET_AGENT_ADAPTER": "opencode",
    }
