"""The npm package @opencode-ai/sdk drives the agent stub, with its calls whose paths the contract has, too."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from trivet_stubs import AgentStub
from trivet_stubs.agent import Tool

PROGRAM = Path(__file__).with_suffix(".mjs")
KNOWN = {"pty.update": 405}
"""The SDK sends PUT, and the contract has PATCH."""


def main(folder: Path) -> int:
    """Print the calls that fail, and return 1 if they are not the known ones, or if an answer is not what it reads."""
    with AgentStub() as stub, stub.serve() as served:
        stub.script(Tool("bash", edits={"a.txt": "a\n"}))
        command = ["node", str(PROGRAM), str(folder), served.url]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
        succeeded = {entry.operation for entry in stub.requests if entry.status is not None and entry.status < 300}
    calls = {line["name"]: line for line in map(json.loads, done.stdout.splitlines())}
    failed = {name: line.get("status") for name, line in calls.items() if line.get("error") is not None}
    for name in failed:
        print(f"{name}: {calls[name]}")
    assert succeeded == calls.keys() - failed.keys(), succeeded ^ (calls.keys() - failed.keys())
    answer, _ = calls["session.message.list"]["data"]["data"]
    assert [part["type"] for part in answer["content"]] == ["tool"], answer
    assert calls["session.list"]["data"]["data"][0]["id"] == calls["session.create"]["data"]["data"]["id"]
    kinds = calls["event.subscribe"]["data"]
    assert kinds[0] == "server.connected", kinds
    assert "session.idle" in kinds, kinds
    print(f"opencode sdk: {len(calls)} operations, {len(kinds)} events, {len(failed)} operation refused")
    return 0 if failed == KNOWN else 1
