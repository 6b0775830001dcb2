"""Commands of operations as processes of their own, with real streams."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tests.sdk.cli.console import environment, run_here, run_script
from tests.sdk.cli.operations.calls import env_of

pytestmark = pytest.mark.long


def test_body_from_stdin_and_secret_from_a_file(chat_server: Any, tmp_path: Path) -> None:
    env = env_of("chat", chat_server)
    created = run_script("chat", "conversations", "create", "--body", "-", env=env, stdin='{"title": "Déjà vu"}')
    assert (created.status, created.err) == (0, "")
    conversation = json.loads(created.out)
    assert conversation["title"] == "Déjà vu"
    shared = run_here("chat", "conversations", "shares", "create", conversation["id"], "--generate-link", env=env)
    token = tmp_path / "token"
    token.write_text(json.loads(shared.out)["share_token"] + "\n", "utf-8")
    opened = run_script("chat", "conversations", "open-shared", "--shared-token-file", str(token), env=env)
    assert (opened.status, opened.err) == (0, "")
    assert conversation["id"] in opened.out
    deleted = run_script("chat", "conversations", "delete", conversation["id"], "--yes", env=env)
    assert deleted == (0, "", "")


def test_file_goes_to_stdout_byte_by_byte(bus_server: Any, tmp_path: Path) -> None:
    out = tmp_path / "volume.zip"
    words = ["bus", "passenger-volume", "by-stop", "--out", "-"]
    with out.open("wb") as file:
        result = subprocess.run(
            [sys.executable, "-m", "trivet", *words],
            env=environment(env_of("bus", bus_server)),
            stdout=file,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            check=False,
            timeout=60,
        )
    assert (result.returncode, result.stderr) == (0, b"")
    with ZipFile(out) as archive:
        assert archive.testzip() is None
