"""The generation of every generated and derived file of every service."""

from __future__ import annotations

import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from .child import output
from .race import Limit, Race, Runner, stopwatch

__all__ = ["RACES"]

ROOT = Path(__file__).resolve().parents[1]


@contextmanager
def _generating() -> Generator[Mapping[str, Runner], None, None]:
    with TemporaryDirectory(prefix="trivet-benchmark-") as folder:
        # With --check, all files are generated and compared, but none is written.
        command = [sys.executable, "-m", "codegen", "--check"]
        yield {"trivet": stopwatch(lambda: output(command, folder, ROOT))}


RACES = [Race("codegen", "all generated files, whole command", _generating, 3, (Limit(None, 3.0),))]
