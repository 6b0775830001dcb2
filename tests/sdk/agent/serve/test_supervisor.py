"""What the supervisor of a server reports of it."""

import json
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from trivet.agent._serve import supervisor

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the pipes of Windows cannot be polled")


def reports(command: list[str], folder: Path, control: int, job_end: int) -> Iterator[dict[str, Any]]:
    """Start a command by a supervisor in a thread, and yield its reports."""
    lines, report = os.pipe()
    with (folder / "log").open("wb") as log:
        job = {"command": command, "directory": str(folder), "environment": {**os.environ}, "log": os.dup(log.fileno())}
        thread = threading.Thread(target=supervisor.Supervisor(control, report, alone=False).run)
        thread.start()
        os.write(job_end, json.dumps({**job, "temporary": None, "grace": 1.0}).encode() + b"\n")
        with os.fdopen(lines, "rb") as file:
            for line in file:
                fields: dict[str, Any] = json.loads(line)
                yield fields
                if "exit" in fields:
                    break
        os.close(job_end)
        thread.join()
        os.close(report)


def test_last_words_are_read_by_a_thread_that_a_busy_machine_keeps_waiting(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    control, job_end = os.pipe()
    looked = threading.Event()
    read, is_readable = supervisor._read, supervisor._is_readable

    def read_late(file: int) -> bytes:
        if file != control:
            looked.wait(10)
        return read(file)

    def look(pipe: int) -> bool:
        answer = is_readable(pipe)
        looked.set()
        return answer

    monkeypatch.setattr(supervisor, "DRAIN", 0.0)
    monkeypatch.setattr(supervisor, "_read", read_late)
    monkeypatch.setattr(supervisor, "_is_readable", look)
    *_, last = reports([sys.executable, "-c", "print('the last words')"], tmp_path, control, job_end)
    assert last == {"exit": 0, "tail": "the last words\n"}
