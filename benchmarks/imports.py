"""The import time of a client, compared with httpx, and the time of a command's help, compared with typer and rich."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from .child import output
from .race import Limit, Race, Runner

__all__ = ["HIDDEN", "PROGRAM", "races"]

CLIENTS = ("BusClient", "AgentClient")
ROOT = Path(__file__).resolve().parents[1]
# If click and rich are installed, httpx imports its own command line; few environments of a client have both.
HIDDEN = 'sys.modules["click"] = sys.modules["rich"] = None'
PROGRAM = f"""
import sys, time
{HIDDEN}
start = time.perf_counter()
{{}}
print(time.perf_counter() - start)
"""


COMMANDS = ("bus arrivals --help", "chat users --help", "stub --help", "check --help")


def races(*, clean: bool) -> list[Race]:
    """Measure this environment, or the import in a new one that has only the project installed."""
    work = "import of a client" + (", clean environment" if clean else "")
    limits = tuple(Limit("httpx", 1.25, client, floor=1.10) for client in CLIENTS)
    helps = tuple(Limit("typer, rich", 2.5, command) for command in COMMANDS)
    return [
        Race("import", work, partial(_importing, clean=clean), 25, limits),
        Race("help", "the help of a command, the whole process", _helping, 25, helps),
    ]


@contextmanager
def _helping() -> Generator[Mapping[str, Runner], None, None]:
    with TemporaryDirectory(prefix="trivet-benchmark-") as folder:

        def runner(*arguments: str) -> float:
            start = perf_counter()
            output([sys.executable, *arguments], str(Path(folder, "bytecode")), folder)
            return perf_counter() - start

        ours = {command: partial(runner, "-m", "trivet", *command.split()) for command in COMMANDS}
        yield {**ours, "typer, rich": partial(runner, "-c", "import typer, rich.console")}


@contextmanager
def _importing(*, clean: bool) -> Generator[Mapping[str, Runner], None, None]:
    with TemporaryDirectory(prefix="trivet-benchmark-") as folder:
        python = _environment(Path(folder, "venv")) if clean else Path(sys.executable)

        def runner(line: str) -> float:
            return float(output([python, "-c", PROGRAM.format(line)], str(Path(folder, "bytecode")), folder))

        ours = {client: partial(runner, f"from trivet import {client}") for client in CLIENTS}
        yield {**ours, "httpx": partial(runner, "import httpx")}


def _environment(folder: Path) -> Path:
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", ROOT], check=True)
    return python
