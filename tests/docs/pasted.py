"""Pages pasted as a reader does: every block in order, in one shell and one folder, only with what the page gives.

A block of `sh` whose commands need a server says in its first line which: `# needs trivet stub chat`. The reader starts
it in another terminal, and sets the variables that it prints; a block that only starts a stub is such a terminal. A
Python block says by its client which stub it needs. Blocks of text after a block of `sh` are its output.

>>> with pasted("Look:\\n\\n```sh\\necho 1\\n```\\n\\n```text\\n1\\n```\\n", folder) as results:
...     [result.status for result in results]
[0]
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import IO, NamedTuple

from tests.docs.code_blocks import LIBRARIES, PAGES
from tests.docs.start_pages import normalized
from tests.docs.test_code_blocks import READERS_FILES
from trivet_stubs.commands.options import SERVED

__all__ = ["NOT_PASTED", "PASTED", "Reader", "Result", "Terminal", "blocks_of", "differences", "pasted"]

NOT_PASTED = {
    "README.md": "test_readme.py follows it",
    "administer.md": "a terminal asks its reader; test_administer.py answers",
    "benchmarks.md": "for developers of trivet",
    "beyond_one_machine.md": "needs a folder of monthly files and dask; `nox -s dask`",
    "hardening.md": "for developers of trivet",
    "index.md": "`nox -s install` executes its lines",
    "install.md": "`nox -s install` executes its lines",
    "mutants.md": "for developers of trivet",
    "web.md": "needs frameworks; `nox -s web`",
}
"""Pages whose readers do more than paste, with the tests that follow them."""
PROGRAM = "test_block.py"
LONGEST = 300.0
"""Seconds after which a block has failed: only a hang takes as long."""
OWN = b"a file of the reader\n"
NEEDS = re.compile(r"# needs (trivet stub [^,;\n]+)")
ABOVE = re.compile(r"# needs (?:the stub|the block|the files?) above")
COMMAND = re.compile(r"\btrivet (?:bus|chat|agent|check|config|stub)\b|\bcurl\b")
"""Words of a block that uses a server, or the settings of a user."""
STARTS = re.compile(r"^trivet(?: |-)stub (?:\\\n|.)*&$", re.M)
"""A line that starts a server beside the block."""
ALONE = re.compile(r"trivet (?:config|stub|check diff|completion|--?\w+)|\bcurl\b|^trivet.*--help$", re.M)
_BLOCK = re.compile(
    r"^```(?P<language>sh|python)\n(?P<text>.*?)^```$(?:\n\n```text\n(?P<output>.*?)^```$)?", re.M | re.S
)
_MARK = "\x1e"


class Block(NamedTuple):
    """A block of a page, with the output that stands below it."""

    line: int
    language: str
    text: str
    output: str | None

    @property
    def server(self) -> str | None:
        """The command of a stub that the block starts in a terminal of its own."""
        if self.language != "sh" or not re.match(r"trivet(?: |-)stub (?:bus|chat|agent|all)\b", self.text):
            return None
        words = shlex.split(self.text.replace("\\\n", " "))
        return None if {"&", "|", ">"} & set(words) else shlex.join(words)


class Result(NamedTuple):
    """A block with the exit status and the output of its run."""

    block: Block
    status: int
    output: str


def blocks_of(page: str) -> list[Block]:
    """Return the blocks of a page that a reader pastes."""
    return [
        Block(page.count("\n", 0, match.start()) + 1, match["language"], match["text"], match["output"])
        for match in _BLOCK.finditer(page)
    ]


def differences(result: Result) -> list[str]:
    """Return the lines that only the page or only the run shows; measured times, ports and ids count as equal.

    Lines of the two streams are written by threads of their own, so their order is not compared.
    """
    if result.block.output is None:
        return []
    shown, printed = (_comparable(text) for text in (result.block.output, result.output))
    only_shown = [f"- {line}" for line in shown if line not in printed]
    return only_shown + [f"+ {line}" for line in printed if line not in shown]


def _comparable(output: str) -> list[str]:
    output = re.sub(r"\b\d+(?:\.\d+)? (s|ms)\b", r"0 \1", normalized(output))
    output = re.sub(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b", "ID", output)
    return [line.rstrip() for line in output.splitlines()]


class Terminal:
    """A shell of a reader, whose folder has the commands of this Python on its path, and other terminals for stubs."""

    def __init__(self, folder: Path, stack: contextlib.ExitStack) -> None:
        self.folder = folder
        self._stack = stack
        self._served: set[str] = set()
        own = folder.with_name(f"{folder.name}-programs")
        own.mkdir()
        for name, module in {"trivet": "trivet", "trivet-stub": "trivet_stubs", "python": ""}.items():
            arguments = f"-m {module} " if module else ""
            (own / name).write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {arguments}"$@"\n')
            (own / name).chmod(0o755)
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("TRIVET_", "PYTEST_"))}
        self._environment = {
            **inherited,
            "PATH": os.pathsep.join([str(own), os.environ["PATH"]]),
            "PYTHONPATH": os.pathsep.join(filter(None, map(os.path.abspath, sys.path))),
            "HOME": str(own),
            "TMPDIR": str(own),
            "COLUMNS": "100",
            "NO_PROXY": "*",
            "no_proxy": "*",
        }
        self._shell = stack.enter_context(
            subprocess.Popen(
                ["bash"],
                cwd=folder,
                env=self._environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
            )
        )
        stack.callback(self._leave)

    def _leave(self) -> None:
        """End the shell and its processes."""
        self.run("kill $(jobs -p) 2>/dev/null; true")
        assert self._shell.stdin
        self._shell.stdin.close()

    def serve(self, command: str) -> None:
        """Start a stub in another terminal, once for each command, and set the variables that it prints."""
        if command in self._served:
            return
        self._served.add(command)
        words = shlex.split(command)
        assert words[:2] == ["trivet", "stub"] or words[0] == "trivet-stub", command
        arguments = words[2:] if words[0] == "trivet" else words[1:]
        process = self._stack.enter_context(
            subprocess.Popen(
                [sys.executable, "-m", "trivet_stubs", *arguments],
                cwd=self.folder,
                env={**self._environment, "PYTHONUNBUFFERED": "1"},
                stdout=subprocess.PIPE,
                text=True,
            )
        )
        self._stack.callback(process.terminate)
        assert process.stdout
        consoles = len(SERVED) if "all" in arguments else 1
        for line in process.stdout:
            if line.strip().startswith("export "):
                self.run(line.strip())
            if (url := re.match(r"(\w+) stub at (\S+)", line)) and "STUB" not in self._served:
                self.run(f"export STUB={url[2]}")
            consoles -= "console at" in line
            if not consoles:
                return
        raise AssertionError(f"{command} has ended with {process.wait()}")

    def run(self, text: str) -> tuple[int, str]:
        """Paste lines into the shell; return the status of the last one and the output."""
        assert self._shell.stdin
        assert self._shell.stdout
        script, errors = (self.folder.with_name(f"{self.folder.name}-{name}") for name in ("block.sh", "errors"))
        script.write_text(text, "utf-8")
        # Each stream by itself: in one pipe, the lines of both would run into each other, as in no terminal.
        pasted = f". {shlex.quote(str(script))} </dev/null 2>|{shlex.quote(str(errors))}\nprintf '{_MARK}%s\\n' $?\n"
        limit = threading.Timer(LONGEST, self._shell.kill)
        limit.start()
        try:
            self._shell.stdin.write(pasted)
            self._shell.stdin.flush()
            return self._result(self._shell.stdout, errors)
        finally:
            limit.cancel()

    def _result(self, lines: IO[str], errors: Path) -> tuple[int, str]:
        output = ""
        for line in lines:
            before, mark, status = line.partition(_MARK)
            output += before
            if mark:
                separator = "" if output.endswith("\n") or not output else "\n"
                return int(status), f"{output}{separator}{errors.read_text('utf-8')}"
        raise AssertionError(f"the shell has ended:\n{output}")

    def paste(self, block: Block) -> Result:
        """Paste a block of a page; return its result."""
        if block.server:
            self.serve(block.server)
            return Result(block, 0, "")
        first = block.text.partition("\n")[0]
        if first.startswith("# needs your "):  # files and programs of the reader alone
            return Result(block, 0, "")
        if block.language == "python":
            for service in SERVED:
                named = f"{service.capitalize()}Client" in block.text or f"TRIVET_{service.upper()}_" in block.text
                if named and "def test_" not in block.text and not self._has(service):
                    self.serve(f"trivet stub {service}")
            (self.folder / PROGRAM).write_text(block.text, "utf-8")
            runner = "-m pytest -q -p no:cacheprovider " if "def test_" in block.text else ""
            return Result(block, *self.run(f"python {runner}{PROGRAM}"))
        if needed := NEEDS.match(first):
            self.serve(needed[1])
        elif COMMAND.search(ALONE.sub("", block.text)) and not ABOVE.match(first) and not STARTS.search(block.text):
            raise AssertionError(f"line {block.line}: the first line does not say which server the block needs")
        return Result(block, *self.run(block.text))

    def _has(self, service: str) -> bool:
        return any(re.search(rf"\b(?:{service}|all)\b", command) for command in self._served)


@contextlib.contextmanager
def pasted(page: str, folder: Path) -> Generator[Iterator[Result]]:
    """Paste the blocks of a page in order into a shell in a folder, and yield the results."""
    if shutil.which("bash") is None:
        raise FileNotFoundError("bash")
    with contextlib.ExitStack() as stack:
        terminal = Terminal(folder, stack)
        yield (terminal.paste(block) for block in blocks_of(page))


PASTED = [page for page in PAGES if page.name not in NOT_PASTED and blocks_of(page.read_text("utf-8"))]


def readers_folder(folder: Path, page: str) -> Path:
    """Return a folder of a reader, with the files from elsewhere that the page reads."""
    folder.mkdir()
    for file in READERS_FILES.iterdir():
        if f'"{file.name}"' in page:
            shutil.copy(file, folder)
    return folder


def files_in(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder, without the pasted program."""
    paths = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths if path.name != PROGRAM}


def pasteable(page: str) -> str:
    """Return a page without the blocks that import libraries of users, which are not in each environment."""
    imported = re.compile(rf"^(?:import|from) (?:{'|'.join(LIBRARIES)})\b", re.M)
    blocks = re.compile(r"^```python\n.*?^```$", re.M | re.S)
    return blocks.sub(lambda block: "" if imported.search(block[0]) else block[0], page)


class Reader:
    """A reader who pastes a page into an empty folder, and then into one with files of the names that the page writes.

    Args:
        page: The text of the page. Blocks that import libraries of users are left out: not each environment has them.
        folder: An empty folder.
    """

    def __init__(self, page: str, folder: Path) -> None:
        self._page = pasteable(page)
        self._folder = folder
        self._written: dict[str, bytes] | None = None

    def faults(self) -> list[str]:
        """Paste the page, and return the lines that failed and the outputs that differ."""
        first = readers_folder(self._folder / "first", self._page)
        before = files_in(first)
        faults = self._paste(first)
        written = {name: before.get(name, OWN) for name in files_in(first)}
        self._written = {name: content for name, content in written.items() if not Path(name).name.startswith(".")}
        return faults

    def changed_files(self) -> list[str]:
        """Return the files that change when the page is pasted again, out of those whose names the page writes."""
        if self._written is None:
            self.faults()
        own = self._written or {}
        if not own:
            return []
        second = readers_folder(self._folder / "second", self._page)
        if not own:
            return []
        for name, content in own.items():
            (second / name).parent.mkdir(parents=True, exist_ok=True)
            (second / name).write_bytes(content)
        self._paste(second)
        after = files_in(second)
        return [name for name, content in own.items() if after.get(name) != content]

    def _paste(self, folder: Path) -> list[str]:
        with pasted(self._page, folder) as results:
            return [
                f"line {result.block.line}: exit status {result.status}\n{result.output}"
                if result.status
                else f"line {result.block.line}:\n" + "\n".join(differences(result))
                for result in results
                if result.status or differences(result)
            ]
