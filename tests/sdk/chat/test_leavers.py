"""The recipe for leavers: killed, resumed, and with the faults of observed services."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.waiting import until
from trivet_stubs import ChatStub
from trivet_stubs.serving.port import Served

pytestmark = pytest.mark.long

RECIPE = Path(__file__).parents[3] / "examples" / "clear_leavers.py"
NAMES = ("alice", "bob", "dave", "erin")


def start(folder: Path, served: Served[ChatStub], *options: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "TRIVET_CHAT_BASE_URL": served.url, "TRIVET_CHAT_TOKEN": served.stub.admin_token}
    command = [sys.executable, "-W", "error", str(RECIPE), str(folder), *options]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def test_killed_recipe_resumes_and_leaves_no_user_active(tmp_path: Path) -> None:
    folder = tmp_path / "cleared"
    with ChatStub(seed="120x2") as stub, stub.serve() as served:
        stub.observed.late_commits = stub.observed.missing_user_500 = stub.observed.unstable_ties = True
        leavers = {stub.user_id(name): f"{name}@example.com" for name in NAMES}
        everything = [*stub.records.conversations]

        def active() -> list[str]:
            return [id_ for id_ in leavers if stub.records.users[id_].is_active]

        for id_ in leavers:
            stub.records.users[id_].is_active = False
        with start(folder, served, "--yes") as process:
            until(lambda: stub.requests.count("conversations.delete") >= 40)
            process.kill()
        until(lambda: all(entry.status is not None for entry in stub.requests))
        assert 1 <= len(active()) <= 2
        assert 40 <= stub.requests.count("conversations.delete") < 120

        with start(folder, served, "--yes") as process:
            output, _ = process.communicate(timeout=300)
        assert re.search(r"^4 rows: 4 done( \(\d looked up again\))?$", output, re.M), output
        assert sorted(re.findall(r"^  (\S+) is done$", output, re.M)) == sorted(leavers.values())
        assert (active(), stub.records.conversations) == ([], {})
        deleted = [e.path.rpartition("/")[2] for e in stub.requests if e.operation == "conversations.delete"]
        took_effect = Counter(
            e.path.rpartition("/")[2]
            for e in stub.requests
            if e.operation == "conversations.delete" and e.status == 204
        )
        assert took_effect == dict.fromkeys(everything, 1)
        assert len(deleted) <= 120 + 16  # those in flight when it was killed may be sent again

    saved = {path.name: json.loads(path.read_bytes()) for path in (folder / "conversations").iterdir()}
    assert saved.keys() == {f"{id_}.json" for id_ in everything}
    assert {len(document["messages"]) for document in saved.values()} == {2}
