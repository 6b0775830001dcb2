"""The programs of the README, each with the output that stands below it.

They run against stubs that `trivet-stub` serves with the options of the README. If an output changes,
`python -m tests.docs.readme_programs` writes it into the README.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from tests.docs.start_pages import normalized

README = Path(__file__).parents[2] / "README.md"
PROGRAM = re.compile(r"^```python\n(?P<source>.*?)^```\n\n```text\n(?P<output>.*?)^```$", re.M | re.S)
STUBS = re.compile(r"`\.venv/bin/trivet-stub all (?P<options>.*)`")


def _served(options: str, stack: ExitStack) -> dict[str, str]:
    """Serve the stubs with options until the stack ends, and return the variables that lead to them."""
    command = [sys.executable, "-m", "trivet_stubs", "all", *options.split(), "--json"]
    process = stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
    stack.callback(process.terminate)
    assert process.stdout
    services = json.loads(process.stdout.readline())["services"]
    return {name: value for service in services for name, value in service["environment"].items()}


def rewritten(readme: str) -> str:
    """Return the README with the current output below each program."""
    options = STUBS.search(readme)
    assert options, "the README has no line that serves the stubs"
    with ExitStack() as stack, mock.patch.dict(os.environ):
        os.environ |= _served(options["options"], stack)
        folder = Path(stack.enter_context(TemporaryDirectory()))

        def program(match: re.Match[str]) -> str:
            path = folder / "test_program.py"
            path.write_text(match["source"], "utf-8")
            runner = ["-m", "pytest", "-q", "-p", "no:cacheprovider"] if "def test_" in match["source"] else []
            arguments = [] if runner else ["--yes"]
            command = [sys.executable, "-W", "error", *runner, path.name, *arguments]
            output = subprocess.run(
                command,
                cwd=folder,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
                timeout=120,
            ).stdout
            shown = "".join(f"{line.rstrip()}\n" for line in normalized(output).splitlines())
            return f"```python\n{match['source']}```\n\n```text\n{shown}```"

        return PROGRAM.sub(program, readme)


if __name__ == "__main__":
    README.write_text(rewritten(README.read_text("utf-8")), "utf-8")
