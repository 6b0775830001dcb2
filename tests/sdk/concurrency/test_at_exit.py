"""Work that is left when the interpreter exits within its block."""

import subprocess
import sys

import pytest

PROGRAM = """
import os, sys
from trivet._concurrency.at_exit import async_leave_at_exit, leave_at_exit

class Work:
    def __init__(self, name):
        self.name = name

    def leave_at_exit(self):
        print("left", self.name, flush=True)
        if self.name == "failing":
            raise RuntimeError

works = [Work(name) for name in ("failing", "other")]
"""


def output_of(program):
    """Return the lines of a program, and what it writes to stderr."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM + program], capture_output=True, text=True, check=False, timeout=60
    )
    return sorted(done.stdout.splitlines()), done.stderr


def test_all_work_is_left_at_the_exit_although_one_fails():
    assert output_of("for work in works: leave_at_exit(work)") == (["left failing", "left other"], "")


def test_work_of_a_daemon_thread_is_left():
    program = """
import threading, time
begun = threading.Event()
def run(work):
    leave_at_exit(work)
    begun.set()
    time.sleep(600)
threading.Thread(target=run, args=(works[1],), daemon=True).start()
begun.wait()
"""
    assert output_of(program) == (["left other"], "")


def test_work_that_is_gone_and_work_of_tasks_is_not_left():
    program = "leave_at_exit(works.pop()); async_leave_at_exit(works[0])"
    assert output_of(program) == ([], "")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
def test_child_that_was_forked_leaves_no_work_of_its_parent():
    program = "leave_at_exit(works[1])\nchild = os.fork()\nif not child: sys.exit()\nos.waitpid(child, 0)"
    assert output_of(program) == (["left other"], "")
