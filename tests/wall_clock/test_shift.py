"""The wall clock of a process and of its children is shifted, and runs on; the monotonic clock is not shifted."""

import json
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path

import pytest

from tests.wall_clock import Moment, environment
from tests.wall_clock.__main__ import main

MOMENT = Moment("2028-02-29T12:00:00+00:00", "Asia/Kolkata")

PROGRAM = """
import json, subprocess, sys, time
from datetime import UTC, date, datetime
from time import time as imported
from email.utils import formatdate

read = {
    "time": time.strftime("%Y-%m-%dT%H", time.gmtime(imported())),
    "time_ns": time.strftime("%Y-%m-%dT%H", time.gmtime(time.time_ns() // 10**9)),
    "gmtime": time.strftime("%Y-%m-%dT%H", time.gmtime()),
    "now": datetime.now(UTC).isoformat()[:13],
    "ctime": time.strftime("%Y-%m-%dT%H", time.gmtime(time.mktime(time.strptime(time.ctime())))),
    "date of an email": formatdate()[5:19],
}
local = [time.strftime("%H %z"), datetime.now().astimezone().strftime("%H %z"), time.ctime()[11:13], str(date.today())]
child = [sys.executable, *sys.orig_argv[1:], "child"]
print(json.dumps([imported(), time.monotonic(), read, local]))
if len(sys.argv) == 1:
    print(subprocess.check_output(child, text=True), end="")
"""


def test_clock_of_a_process_and_its_child_begins_at_the_moment() -> None:
    before = time.monotonic()
    command = [sys.executable, "-c", PROGRAM]
    run = subprocess.run(command, env=environment(MOMENT), capture_output=True, text=True, check=True)
    (began, _, *readings), (later, monotonic, *of_child) = map(json.loads, run.stdout.splitlines())
    assert readings == of_child
    read, local = readings
    hour = "2028-02-29T12"
    assert read == dict.fromkeys(("time", "time_ns", "gmtime", "now", "ctime"), hour) | {
        "date of an email": "29 Feb 2028 12"
    }
    if hasattr(time, "tzset"):  # Windows does not know the names of time zones
        assert local == ["17 +0530", "17 +0530", "17", "2028-02-29"]
    assert datetime.fromisoformat(MOMENT.begin).timestamp() < began < later
    assert before < monotonic < time.monotonic()


@pytest.mark.long
def test_tests_run_at_a_moment_in_workers_of_pytest(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    test = "def test_day(worker_id):\n    assert str(datetime.date.today()) == '2028-02-28', worker_id\n"
    (tmp_path / "test_day.py").write_text(f"import datetime\n\n{test}", "utf-8")
    assert main(["leap-day", "--", "-n", "1", "-p", "no:cacheprovider", f"--rootdir={tmp_path}", str(tmp_path)]) == 1
    assert "AssertionError: gw0\nE       assert '2028-02-29' == '2028-02-28'" in capfd.readouterr().out
