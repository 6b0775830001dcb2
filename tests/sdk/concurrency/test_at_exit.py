"""Work that is left at the end of its event loop, or when the interpreter exits within its block."""

import subprocess
import sys

import pytest

PROGRAM = """
import asyncio, os, sys, threading, time
from trivet._concurrency.at_exit import async_forget_at_exit, async_leave_at_exit, forget_at_exit, leave_at_exit

class Work:
    def __init__(self, name):
        self.name = name

    def leave_at_exit(self):
        print("left", self.name, flush=True)
        if self.name == "failing":
            raise RuntimeError

class AsyncWork(Work):
    async def leave_at_exit(self):
        await asyncio.sleep(600 if self.name == "endless" else 0)
        super().leave_at_exit()

works = [Work(name) for name in ("failing", "other")]

async def begin(*names):
    for name in names:
        async_leave_at_exit(AsyncWork(name))
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


def test_work_that_its_program_has_dropped_is_left_and_forgotten_work_is_not():
    program = "leave_at_exit(works.pop()); leave_at_exit(works[0]); forget_at_exit(works[0])"
    assert output_of(program) == (["left other"], "")


def test_work_of_tasks_is_left_before_asyncio_run_returns_although_one_fails():
    program = "asyncio.run(begin('failing', 'other')); print('run', flush=True)"
    assert output_of(program) == (["left failing", "left other", "run"], "")
    assert output_of("""
async def main():
    async_leave_at_exit(works[1])
    async_forget_at_exit(works[1])
asyncio.run(main())
""") == ([], "")


@pytest.mark.parametrize("end", ["", "loop.close()"])
def test_work_of_a_loop_that_has_ended_in_another_way_is_left_at_the_exit(end):
    begin = "loop = asyncio.new_event_loop()\nloop.run_until_complete(begin('failing', 'other'))"
    lines, _ = output_of(f"{begin}\n{end}\nprint('run')")
    assert lines == ["left failing", "left other", "run"]


def test_work_of_a_loop_in_a_daemon_thread_is_left_in_the_loop():
    program = """
class Here(AsyncWork):
    async def leave_at_exit(self):
        print(asyncio.get_running_loop() is loop, flush=True)
async def main():
    async_leave_at_exit(Here("other"))
loop = asyncio.new_event_loop()
threading.Thread(target=loop.run_forever, daemon=True).start()
asyncio.run_coroutine_threadsafe(main(), loop).result()
"""
    assert output_of(program)[0] == ["True"]


def test_work_of_a_loop_that_does_not_end_holds_the_exit_for_seconds_only():
    program = """
import trivet._concurrency.at_exit as at_exit
at_exit.LIMIT = 0.2
loop = asyncio.new_event_loop()
loop.run_until_complete(begin('endless', 'other'))
"""
    assert output_of(program)[0] == ["left other"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
def test_child_that_was_forked_leaves_no_work_of_its_parent():
    program = """
leave_at_exit(works[1])
loop = asyncio.new_event_loop()
loop.run_until_complete(begin('third'))
child = os.fork()
if not child:
    sys.exit()
os.waitpid(child, 0)
"""
    assert output_of(program)[0] == ["left other", "left third"]
