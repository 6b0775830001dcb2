"""`python -m tests.other_clients plain|generated|opencode`: run clients of others against the stubs.

`NPM_DIR` names a folder that keeps the packages of Node.js.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

PACKAGES = {
    "undici": "7.30.2",
    "openapi-fetch": "0.17.0",
    "openapi-typescript": "7.13.0",
    "@hey-api/openapi-ts": "0.90.10",
    "@opencode-ai/sdk": "1.18.33",
    "typescript": "5.9.3",
}
"""The newest versions that Node.js 20 can run."""


def install(folder: Path) -> None:
    """Install the packages, and print their versions for the page of runs."""
    names = [f"{name}@{version}" for name, version in PACKAGES.items()]
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(folder)]
    subprocess.run([*command, *names], check=True)
    for name in PACKAGES:
        package = json.loads((folder / "node_modules" / name / "package.json").read_text("utf-8"))
        print(f"version of {name}: {package['version']}")
    curl = subprocess.run(["curl", "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    print(f"version of curl: {curl}", flush=True)


def main(part: str) -> int:
    """Run a part, and return its exit status."""
    with tempfile.TemporaryDirectory(prefix="trivet-clients-") as temporary:
        folder = Path(os.environ.get("NPM_DIR", temporary)).resolve()
        install(folder)
        status: int = import_module(f"tests.other_clients.{part}").main(folder)
        return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
