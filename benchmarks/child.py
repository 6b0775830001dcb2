"""New interpreter processes, whose bytecode is compiled before anything is timed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

__all__ = ["output"]


def output(command: Sequence[str | Path], bytecode: str, cwd: str | Path) -> str:
    """Run a command; its first run compiles the modules that it imports into the folder `bytecode`."""
    unwanted = ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH")
    environment = {name: value for name, value in os.environ.items() if name not in unwanted}
    environment["PYTHONPYCACHEPREFIX"] = bytecode
    run = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=120, check=False)
    if run.stderr:
        raise RuntimeError(run.stderr)
    return run.stdout
