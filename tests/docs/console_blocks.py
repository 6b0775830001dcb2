"""The ```console blocks of a guide: commands after `$ `, each with its output in a terminal.

The commands run in this process, against a bus stub whose clock is stopped at 08:00 on Monday, 16 June 2025. If an
output changes, `python -m tests.docs.console_blocks docs/ride.md` writes it into the guide.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest import mock

from tests.sdk.cli.console import environment
from trivet._core import settings
from trivet.cli.main import main
from trivet_stubs import BusStub

__all__ = ["Shown", "commands_of", "rewritten", "rider", "run"]

WIDTH = "88"
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_PORT = re.compile(r"127\.0\.0\.1:[0-9]+")


class Shown(NamedTuple):
    """A command of a guide with the output below it."""

    command: str
    output: str


class _Terminal(io.StringIO):
    """A text stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def commands_of(block: str) -> list[Shown]:
    """Return the commands of a block with their outputs."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.M)[1:]
    return [Shown(*pair) for pair in zip(parts[::2], parts[1::2], strict=True)]


@contextlib.contextmanager
def rider() -> Iterator[Mapping[str, str]]:
    """Yield the environment of a rider who uses a stub and its clock."""
    with BusStub() as stub, stub.serve() as served, TemporaryDirectory() as cache:
        with mock.patch.object(settings, "SystemClock", return_value=stub.clock):
            yield {
                "TRIVET_BUS_BASE_URL": served.url,
                "TRIVET_BUS_ACCOUNT_KEY": stub.account_key,
                "TRIVET_CACHE": cache,
                "COLUMNS": WIDTH,
                "TERM": "xterm",
            }


def run(command: str, env: Mapping[str, str]) -> str:
    """Return the output of a command in a terminal, with 8000 as the port of the stub."""
    program, *arguments = shlex.split(command)
    assert program == "trivet", command
    terminal = _Terminal()
    with (
        mock.patch.dict(os.environ, environment(env), clear=True),
        mock.patch.object(sys, "argv", ["trivet", *arguments]),
        contextlib.redirect_stdout(terminal),
        contextlib.redirect_stderr(terminal),
        contextlib.suppress(SystemExit),
    ):
        main()
    lines = _CONTROL.sub("", terminal.getvalue()).replace("\r", "").splitlines()
    return _PORT.sub("127.0.0.1:8000", "".join(f"{line.rstrip()}\n" for line in lines))


def rewritten(page: str) -> str:
    """Return the page with the current output below each command."""
    with rider() as env:
        run("trivet bus near 54009 --limit 1", env)  # the network is cached, as for a rider who has used the command

        def block(match: re.Match[str]) -> str:
            outputs = (f"$ {command}\n{run(command, env)}" for command, _ in commands_of(match[1]))
            return f"```console\n{''.join(outputs)}```"

        return _BLOCK.sub(block, page)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(rewritten(path.read_text("utf-8")), "utf-8")
