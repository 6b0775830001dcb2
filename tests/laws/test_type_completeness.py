"""What users' type checkers learn of the installed packages: the type of every public symbol is written down."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.laws.tree import ROOT

DERIVED = ("Type of base class", "is partially unknown")
"""What pyright repeats of a symbol whose own fault is elsewhere."""


@pytest.mark.parametrize("package", ["trivet", "trivet_stubs"])
def test_type_of_every_public_symbol_is_known(package: str) -> None:
    # pyright reads `--pythonpath` for everything but this: here the interpreter is the first one on the path.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    command = [sys.executable, "-m", "pyright", "--verifytypes", package, "--ignoreexternal", "--outputjson"]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
    report = json.loads(done.stdout)
    found = report["typeCompleteness"]
    assert Path(found.get("pyTypedPath", "")).name == "py.typed", report["generalDiagnostics"]
    messages = {
        f"{symbol['name']}: {each['message']}"
        for symbol in found["symbols"]
        if not symbol["isTypeKnown"]
        for each in symbol["diagnostics"]
    }
    own = {each for each in messages if not any(word in each for word in DERIVED)} or messages
    assert found["completenessScore"] == 1, f"{found['completenessScore']:.1%}\n" + "\n".join(sorted(own))
