"""Law 10: type checkers of users know the type of every public symbol of the installed packages."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.laws.tree import ROOT

pytestmark = pytest.mark.long

DERIVED = ("Type of base class", "is partially unknown")
"""Messages that only repeat a problem of another symbol."""


@pytest.mark.parametrize("package", ["trivet", "trivet_checks", "trivet_stubs"])
def test_type_of_every_public_symbol_is_known(package: str) -> None:
    # `--verifytypes` ignores `--pythonpath`, and uses the first interpreter on the path.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    command = [sys.executable, "-m", "pyright", "--verifytypes", package, "--ignoreexternal", "--outputjson"]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
    report = json.loads(done.stdout)
    completeness = report["typeCompleteness"]
    assert Path(completeness.get("pyTypedPath", "")).name == "py.typed", report["generalDiagnostics"]
    messages = {
        f"{symbol['name']}: {diagnostic['message']}"
        for symbol in completeness["symbols"]
        if not symbol["isTypeKnown"]
        for diagnostic in symbol["diagnostics"]
    }
    own = {message for message in messages if not any(word in message for word in DERIVED)} or messages
    assert completeness["completenessScore"] == 1, f"{completeness['completenessScore']:.1%}\n" + "\n".join(sorted(own))
