"""Fresh interpreters, whose bytecode is compiled before anything is timed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

__all__ = ["output"]


def output(command: Sequence[str | Path], bytecode: str, cwd: str | Path) -> str:
    """Run a command to its end; what it imports is compiled into the folder `bytecode`, by the first run."""
    unwanted = ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH")
    environment = {name: value for name, value in os.environ.items() if name not in unwanted}
    environment["PYTHONPYCACHEPREFIX"] = bytecode
    run = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=120, check=False)
    if run.stderr:
        raise RuntimeError(run.stderr)
    return run.stdout
