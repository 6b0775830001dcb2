"""The pages of the first ten minutes, `docs/start_*.md`, executed as their reader does it.

A page has files to save, each after a sentence that ends with its name, a stub to serve in another terminal, the lines
that set its variables, and commands with their outputs. Only lines that install packages are left out: `nox -s install`
executes them. If an output changes, `python -m tests.docs.start_pages docs/start_client.md` writes it into the page.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.docs.console_blocks import commands_of

PAGES = sorted((Path(__file__).parents[2] / "docs").glob("start_*.md"))
PORT = "8000"
"""The port of every stub on the pages; stubs choose free ones."""

_BLOCK = re.compile(r"(?P<before>[^\n]*)\n\n```(?P<language>\w+)\n(?P<text>.*?)^```$", re.M | re.S)
_STUB = re.compile(r"(?:\. \.venv/bin/activate\n)?(trivet-stub .+)\n")
"""The command of a second terminal, where the environment is activated first."""
_FILE = re.compile(r"`([\w.]+)`:$")
_CHOSEN = (
    (re.compile(r"\b\d{8}-\d{6}(?=\.journal)"), "20250616-080000"),
    (re.compile(r"(?<=127\.0\.0\.1:)\d+"), PORT),
)
"""Times and ports, which differ from run to run; the pages have the same ones everywhere."""

_MEASURED = (
    (re.compile(r"(?<=passed in )[\d.]+s"), "0.12s"),
    (re.compile(r"\d{2,} requests(?= in )"), "146 requests"),
    (re.compile(r"(?<= requests in )[\d.]+ s"), "3.1 s"),
)
"""Durations, and how often a check looks again, which differ from run to run; the pages have the figures of one run."""


class Reader:
    """A person who follows a page in an empty folder, with the commands of this Python."""

    def __init__(self, folder: Path, stack: contextlib.ExitStack) -> None:
        self._folder = folder
        self._stack = stack
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("TRIVET_", "PYTEST_"))}
        commands = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        settings = {"PATH": commands, "PYTHONUNBUFFERED": "1", "COLUMNS": "88", "TRIVET_CONFIG": os.devnull}
        self._environment = {**inherited, **settings, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self._announced = ""

    def save(self, name: str, text: str) -> None:
        """Save a file."""
        (self._folder / name).write_text(text, "utf-8")

    def serve(self, command: str) -> str:
        """Serve a stub until the page ends; return the lines that it prints."""
        process = self._stack.enter_context(
            subprocess.Popen(shlex.split(command), env=self._environment, stdout=subprocess.PIPE, text=True)
        )
        self._stack.callback(process.terminate)
        assert process.stdout
        self._announced = ""
        for line in process.stdout:
            self._announced += line
            if "console at" in line:
                break
        return normalized(self._announced)

    def export(self, lines: str) -> None:
        """Set variables by the lines of a page, which the stub has to have printed."""
        printed = [line.strip() for line in self._announced.splitlines()]
        shown = [normalized(line) for line in printed]
        for line in lines.splitlines():
            assert line in shown, f"the stub does not print {line!r}"
            name, _, value = printed[shown.index(line)].removeprefix("export ").partition("=")
            self._environment[name] = shlex.split(value)[0]

    def run(self, command: str) -> str:
        """Run a command in a shell; return its output and its errors."""
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=self._folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=120,
        )
        return _replaced("".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines()), _CHOSEN)


def normalized(output: str) -> str:
    """Return an output with the same durations, times and ports in every run.

    >>> normalized("2 passed in 0.31s")
    '2 passed in 0.12s'
    """
    return _replaced(output, (*_CHOSEN, *_MEASURED))


def current(shown: str, output: str) -> str:
    """Return what a page shows if a run differs from it only in what it measures, or else the output of the run.

    >>> current("2 passed in 0.31s", "2 passed in 0.29s"), current("2 passed in 0.31s", "3 passed in 0.29s")
    ('2 passed in 0.31s', '3 passed in 0.29s')
    """
    return shown if normalized(shown) == normalized(output) else output


def _replaced(output: str, replacements: Iterable[tuple[re.Pattern[str], str]]) -> str:
    for pattern, value in replacements:
        output = pattern.sub(value, output)
    return output


@contextlib.contextmanager
def reader() -> Iterator[Reader]:
    """Yield a reader, whose stubs and files are gone afterwards."""
    with TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        yield Reader(Path(folder), stack)


def followed(page: str) -> str:
    """Follow a page to its end, and return it with the current output of each command."""

    def block(match: re.Match[str]) -> str:
        language, text = match["language"], match["text"]
        if language == "sh" and text.startswith("export "):
            person.export(text)
        elif language == "sh" and (command := _STUB.fullmatch(text)):
            served.append(person.serve(command[1]))
        elif language == "text" and served:
            text = served.pop()
        elif language == "console":
            text = "".join(
                f"$ {command}\n{current(shown, person.run(command))}" for command, shown in commands_of(text)
            )
        elif name := _FILE.search(match["before"]):
            person.save(name[1], text)
        else:
            installs = language in ("sh", "powershell") and "pip" in text
            assert installs, f"this block is neither a file nor a command:\n{text}"
        return f"{match['before']}\n\n```{language}\n{text}```"

    served: list[str] = []
    with reader() as person:
        return _BLOCK.sub(block, page)


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        path.write_text(followed(path.read_text("utf-8")), "utf-8")
