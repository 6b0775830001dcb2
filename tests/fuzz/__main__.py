"""Run Schemathesis against the stubs: `python -m tests.fuzz [SERVICE ...]`. The exit status is 1 after a finding."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.fuzz.targets import TARGETS, streams_end

_HERE = Path(__file__).parent
_PHASES = "examples,coverage,fuzzing,stateful"
_SEED = "11"
_SECONDS = 900
"""The maximum time for a service; the slowest one takes forty seconds on an idle machine."""


def main(services: list[str]) -> int:
    """Test the services one after the other, each stub on a port of its own, and return the exit status."""
    failed = [service for service in services or sorted(TARGETS) if not holds(service)]
    print(f"findings in: {', '.join(failed)}" if failed else "no finding")
    return 1 if failed else 0


def holds(service: str) -> bool:
    """Whether Schemathesis finds nothing, and every operation has succeeded at least once."""
    target = TARGETS[service]()
    target.stub.requests.clear()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, target.stub.serve() as served, streams_end(target.stub):
        spec = Path(folder) / f"{service}.json"
        spec.write_text(json.dumps(target.contract()), "utf-8")
        command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(_HERE / f"{service}.toml"), "run"]
        command += [str(spec), "--url", served.url, "--header", ": ".join(target.credentials), "--phases", _PHASES]
        command += ["--seed", _SEED, "--generation-database", "none", "--no-color"]
        loopback = {**os.environ, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"}
        status = subprocess.run(command, cwd=folder, env=loopback, timeout=_SECONDS, check=False).returncode
    untested = target.without_success()
    operations, requests = len(target.stub.contract.operations), len(target.stub.requests)
    print(f"{service}: {operations} operations, {requests} requests, {time.monotonic() - began:.0f} s")
    if untested:
        print(f"{service}: no request succeeded for {', '.join(untested)}")
    return status == 0 and not untested


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
