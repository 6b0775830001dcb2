"""The opencode server, in a folder of its own, with a model that answers by rules."""

from __future__ import annotations

import json
import os
import platform
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from tests.real.programs import program_of
from trivet.agent._opencode.table import VERSION

__all__ = ["RunningServer", "install", "make_repository", "missing", "serve"]

READY = 90.0
"""The seconds that the server has for its first answer, because it prepares its state."""

GRACE = 3.0
"""The seconds that the server has to end by itself, which it does not while a stream of events is open."""

ATTEMPTS = 3
"""The number of attempts, because another program may take a free port before the server does."""

UPPER = 'tr a-z A-Z < "$0" > "$0.new" && mv "$0.new" "$0"'
"""A formatter for the shell."""

SETTINGS = (
    "OPENCODE_DISABLE_AUTOUPDATE",
    "OPENCODE_DISABLE_DEFAULT_PLUGINS",
    "OPENCODE_DISABLE_LSP_DOWNLOAD",
    "OPENCODE_DISABLE_MODELS_FETCH",
    "OPENCODE_DISABLE_SHARE",
)


OWN: dict[str, Any] = {
    "agent": {"gardener": {"description": "Cares for trees", "mode": "primary", "prompt": "You are a gardener."}},
    "command": {"prune": {"description": "Prune a tree", "template": "Prune the tree"}},
    "formatter": {"upper": {"command": ["sh", "-c", UPPER, "$FILE"], "extensions": [".pear"]}},
    "lsp": {"pears": {"command": program_of("lsp"), "extensions": [".pear"]}},
}
"""The settings of one of the repositories."""


class RunningServer(NamedTuple):
    """A running server.

    Attributes:
        url: The base URL.
        directory: The directory in which it was started, a git repository.
        other_directory: Another repository, with an agent, a command, a skill and programs of its own.
        password: The password of the user `opencode`; empty if there is none.
        kill: Kills the server and its child processes.
    """

    url: str
    directory: str
    other_directory: str
    password: str = ""
    kill: Callable[[], None] = lambda: None


def missing() -> str:
    """Return the reason why the server cannot be installed here, or an empty text."""
    if platform.system() not in ("Darwin", "Linux"):
        return f"the server can only be started on Linux and macOS, not on {platform.system()}"
    tools = [tool for tool in ("npm", "git") if shutil.which(tool) is None]
    return f"{' and '.join(tools)} not found" if tools else ""


def install(folder: Path) -> Path:
    """Install the server in a folder, unless it is there already, and return its program."""
    if not _programs(folder):
        folder.mkdir(parents=True, exist_ok=True)
        options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(folder)]
        subprocess.run(["npm", "install", *options, f"opencode-ai@{VERSION}"], check=True, timeout=600)
    for program in _programs(folder):  # there may be several builds for this system, for different processors
        version = subprocess.run([program, "--version"], capture_output=True, text=True, check=False, timeout=600)
        if version.returncode == 0 and VERSION in version.stdout:
            return program
    raise RuntimeError(f"no program of version {VERSION} runs in {folder}")


def _programs(folder: Path) -> list[Path]:
    programs = (folder / "node_modules").glob(f"opencode-{platform.system().lower()}-*/bin/opencode")
    return sorted(programs, key=lambda program: "baseline" not in str(program))


@contextmanager
def serve(
    program: Path, state: Path, model_url: str, *, password: str = "", settings: Iterable[str] = ()
) -> Iterator[RunningServer]:
    """Run the server on a free port of this machine until the end of the block.

    Args:
        program: The program.
        state: An empty folder.
        model_url: The base URL of the model.
        password: The password of the user `opencode`; empty for none.
        settings: More variables of the environment that are switched on.
    """
    home, directory, other = state / "home", state / "orchard", state / "lighthouse"
    home.mkdir()
    make_repository(directory, model_url, {})
    make_repository(other, model_url, OWN)
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8", "TERM": "dumb"}
    environment |= dict.fromkeys((*SETTINGS, *settings), "1")
    if password:
        environment |= {"OPENCODE_SERVER_PASSWORD": password, "OPENCODE_SERVER_USERNAME": "opencode"}
    for attempt in range(ATTEMPTS):
        port = _free_port()
        with (state / f"server{attempt}.log").open("wb") as log:
            process = subprocess.Popen(
                [program, "serve", "--hostname", "127.0.0.1", "--port", str(port)],
                cwd=directory,
                env=environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        try:
            url = f"http://127.0.0.1:{port}"
            if not _is_ready(process, url, password):
                continue
            yield RunningServer(
                url, str(directory), str(other), password, partial(os.killpg, process.pid, signal.SIGKILL)
            )
            return
        finally:
            _end(process)
    raise RuntimeError(f"the server does not start; its output is in {state}")


def make_repository(folder: Path, model_url: str, own: Mapping[str, Any]) -> None:
    """Make a repository with a configuration; its name is in a file, because equal commits are one project."""
    folder.mkdir()
    (folder / "notes.txt").write_text("pears\n", "utf-8")
    (folder / "name.txt").write_text(folder.name, "utf-8")
    if own:
        skill = folder / ".opencode" / "skill" / "grafting" / "SKILL.md"
        skill.parent.mkdir(parents=True)
        skill.write_text("---\nname: grafting\ndescription: Graft a tree\n---\nCut a twig.\n", "utf-8")
    limit, price = {"context": 32000, "output": 4000}, {"input": 1000, "output": 2000}
    model = {"tool_call": True, "reasoning": True, "limit": limit, "cost": price}
    provider = {
        "npm": "@ai-sdk/openai-compatible",
        "name": "Rules",
        "options": {"baseURL": model_url, "apiKey": "none"},
        "models": {f"rules-{number}": {"name": f"Rules {number}", **model} for number in (1, 2)},
    }
    config = {
        "$schema": "https://opencode.ai/config.json",  # which the server would add
        "autoupdate": False,
        "share": "disabled",
        "permission": {"bash": "ask"},
        "provider": {"rules": provider},
        "enabled_providers": ["rules"],
        "model": "rules/rules-1",
        "small_model": "rules/rules-1",
        **own,
    }
    (folder / "opencode.json").write_text(json.dumps(config), "utf-8")
    identity = ["-c", "user.name=tests", "-c", "user.email=tests@example.invalid"]
    for command in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-qm", "Begin"]):
        subprocess.run(["git", *command], cwd=folder, check=True, timeout=600)


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


def _is_ready(process: subprocess.Popen[bytes], url: str, password: str) -> bool:
    end = time.monotonic() + READY
    auth = ("opencode", password) if password else None
    while time.monotonic() < end and process.poll() is None:
        with suppress(httpx.HTTPError):
            if httpx.get(f"{url}/api/health", auth=auth, timeout=2, trust_env=False).status_code == 200:
                # The first answer about a directory takes seconds, which should not count for the first scenario.
                httpx.get(f"{url}/api/agent", auth=auth, timeout=READY, trust_env=False)
                return True
        time.sleep(0.2)
    return False


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the server and its child processes, which are in a session of their own."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)
