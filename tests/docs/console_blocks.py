"""The ```console blocks of a guide: commands after `$ `, each with what a terminal shows of it.

The commands run in this process, against a bus stub whose clock stands at 08:00 on Monday, 16 June 2025. After a
change of the output, `python -m tests.docs.console_blocks docs/ride.md` writes it into the guide.
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
    """A command of a guide, and the output below it."""

    command: str
    output: str


class _Terminal(io.StringIO):
    """Output that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def commands_of(block: str) -> list[Shown]:
    """The commands of a block."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.M)[1:]
    return [Shown(*each) for each in zip(parts[::2], parts[1::2], strict=True)]


@contextlib.contextmanager
def rider() -> Iterator[Mapping[str, str]]:
    """The environment of a rider whose service is a stub, and whose clock is the stub's."""
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
    """What a terminal shows of a command; the port of the stub is always 8000."""
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
    return _PORT.sub("127.0.0.1:8000", "".join(f"{each.rstrip()}\n" for each in lines))


def rewritten(page: str) -> str:
    """The page with the output of today below each command."""
    with rider() as env:
        run("trivet bus near 54009 --limit 1", env)  # the network is kept, as it is after a rider's first day

        def block(found: re.Match[str]) -> str:
            shown = (f"$ {each.command}\n{run(each.command, env)}" for each in commands_of(found[1]))
            return f"```console\n{''.join(shown)}```"

        return _BLOCK.sub(block, page)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(rewritten(path.read_text("utf-8")), "utf-8")
