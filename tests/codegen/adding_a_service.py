"""The steps of CONTRIBUTING.md for a new service, word for word; only `nox -s fourth_service` runs this file."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .fourth_service import copy_of_the_tree, path_of, steps, texts

SERVE = "trivet-stub parcel\n"


def environment(folder: Path) -> dict[str, str]:
    """Return an environment with the commands of this Python and the packages of a folder."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return {**os.environ, "PATH": path, "PYTHONPATH": path_of(folder)}


@contextmanager
def served(folder: Path, environ: dict[str, str]) -> Iterator[dict[str, str]]:
    """Serve the stub, and yield the settings that it prints."""
    with subprocess.Popen(SERVE.split(), cwd=folder, env=environ, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            lines = iter(process.stdout.readline, "")
            exports = [line.strip().removeprefix("export ") for line in (next(lines) for _ in range(4))][1:]
            yield dict(export.split("=", 1) for export in exports)
        finally:
            process.terminate()


def run(command: str, folder: Path, environ: dict[str, str]) -> None:
    """Run the lines of a block in a shell; print the output of one that fails."""
    done = subprocess.run(
        ["sh", "-ec", command], cwd=folder, env=environ, capture_output=True, text=True, check=False, timeout=1800
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"


def test_service_is_added_tried_and_removed_by_the_steps(tmp_path: Path) -> None:
    folder = copy_of_the_tree(tmp_path / "trivet")
    environ, written = environment(folder), texts()
    for step in steps():
        for text in [text for text in written if text.file in step.files]:
            text.write(folder)
            written.remove(text)
        if SERVE in step.commands:
            with served(folder, environ) as settings:
                for command in step.commands[1:]:
                    run(command, folder, environ | settings)
            continue
        for command in step.commands:
            run(command, folder, environ)
    assert written == [], "a step names each file that a developer writes"
    status = ["git", "-C", str(folder), "status", "--porcelain"]
    assert subprocess.run(status, check=True, capture_output=True, text=True).stdout == ""
