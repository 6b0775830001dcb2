"""The commands on the page for administrators run in order, with the outputs of the page."""

from __future__ import annotations

import io
import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from unittest import mock

import pytest

from tests.sdk.cli.console import environment
from trivet.cli.chat.accounts import running
from trivet.cli.invocation import Invocation
from trivet.cli.main import main
from trivet_stubs import ChatStub

PAGE = Path(__file__).parents[2] / "docs" / "administer.md"
BLOCK = re.compile(r"^```(csv|sh|text)\n(.*?)^```$", re.M | re.S)
QUESTION = re.compile(r"Type (\d+)")


class Terminal(io.StringIO):
    """A terminal that answers each question with the number in it."""

    def __init__(self, written: io.StringIO) -> None:
        super().__init__()
        self._written = written

    def isatty(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> str:
        number = QUESTION.findall(self._written.getvalue())[-1]
        self._written.write(f"{number}\n")
        return f"{number}\n"


class Clock(datetime):
    """A clock that is stopped at the time of the page."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Clock:
        return cls(2025, 6, 16, 8, tzinfo=UTC)


def run(line: str, env: dict[str, str]) -> str:
    """Run a command as in a terminal, and return its output."""
    words = shlex.split(line)
    if words[0] == "export":
        return ""
    assert words[:2] == ["trivet", "chat"], line
    written = io.StringIO()
    with (
        mock.patch.dict(os.environ, environment(env), clear=True),
        mock.patch.object(sys, "argv", words),
        mock.patch.object(sys, "stdin", Terminal(written)),
        mock.patch.object(Invocation, "on_terminal", True),
        mock.patch.object(Invocation, "interactive", True),
        redirect_stdout(written),
        redirect_stderr(written),
    ):
        status = main()
    assert status in (0, 1), f"{line}: {written.getvalue()}"
    return "".join(f"{line.rstrip()}\n" for line in written.getvalue().splitlines())


def sessions() -> Iterator[tuple[str, str]]:
    """Return the blocks of the page in order."""
    return iter(BLOCK.findall(PAGE.read_text("utf-8")))


def played(env: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Run the page, and yield each output on the page with the actual output."""
    latest = ""
    for language, block in sessions():
        if language == "csv":
            Path("leavers.csv").write_text(block, "utf-8")
        elif language == "sh":
            latest = "".join(run(line, env) for line in block.replace("\\\n", " ").splitlines() if line[0] != "#")
        else:
            yield block, latest


@pytest.fixture
def env(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(running, "datetime", Clock)
    with ChatStub() as stub, stub.serve() as served:
        settings = {"TRIVET_CHAT_BASE_URL": served.url, "TRIVET_CHAT_TOKEN": stub.admin_token}
        yield {**settings, "COLUMNS": "100", "XDG_STATE_HOME": str(tmp_path)}


def comparable(text: str) -> str:
    """Return a text with a fixed expiry time of the token."""
    return re.sub(r"until \d\d:\d\d UTC", "until 09:00 UTC", text)


def test_commands_write_the_outputs_of_the_page(env: dict[str, str]) -> None:
    outputs = list(played(env))
    assert len(outputs) >= 8
    for expected, written in outputs:
        assert comparable(written) == comparable(expected)
