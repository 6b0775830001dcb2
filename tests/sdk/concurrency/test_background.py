"""Background jobs, and waits for a condition on the state that they share with the foreground."""

import asyncio
import gc
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar

import pytest

from trivet._concurrency.background import AsyncBackgroundRunner, BackgroundRunner


def test_tasks_wait_until_the_condition_is_true():
    async def run() -> list[str]:
        runner, steps = AsyncBackgroundRunner(), list[str]()

        async def job() -> None:
            with runner:
                steps.append("job")
            runner.notify()

        runner.start(job)
        await runner.wait_for(lambda: bool(steps))
        steps.append("waited")
        await runner.aclose()
        return steps

    assert asyncio.run(run()) == ["job", "waited"]


def test_timed_wait_of_a_task_ends_without_an_error():
    async def run() -> bool:
        await AsyncBackgroundRunner().wait_for(lambda: False, 0.01)
        return True

    assert asyncio.run(run())


def test_run_unless_returns_the_result_of_a_task():
    async def run() -> int | None:
        async def job() -> int:
            return 7

        return await AsyncBackgroundRunner().run_unless(lambda: False, job)

    assert asyncio.run(run()) == 7


def test_thread_has_the_context_variables_of_its_caller():
    variable, values = ContextVar("variable", default="unset"), list[str]()
    runner = BackgroundRunner()
    variable.set("set by the caller")
    runner.start(lambda: values.append(variable.get()))
    runner.close()
    assert values == ["set by the caller"]


def test_run_unless_cancels_the_task_when_the_condition_is_true():
    async def run() -> tuple[int | None, bool]:
        ended = asyncio.Event()

        async def job() -> int:
            try:
                await asyncio.get_running_loop().create_future()
            finally:
                ended.set()
            return 7

        runner, over = AsyncBackgroundRunner(), list[int]()
        running = asyncio.create_task(runner.run_unless(lambda: bool(over), job))
        await asyncio.sleep(0)
        over.append(1)
        runner.notify()
        return await running, ended.is_set()

    assert asyncio.run(run()) == (None, True)


def test_aclose_cancels_each_task_once_and_waits_for_its_end():
    async def run() -> list[str]:
        runner, steps, begun = AsyncBackgroundRunner(), list[str](), asyncio.Event()

        async def job() -> None:
            begun.set()
            try:
                await asyncio.get_running_loop().create_future()
            finally:
                await asyncio.sleep(0)
                steps.append("ended")

        runner.start(job)
        await begun.wait()
        runner.cancel_all()
        await runner.aclose()
        await runner.aclose()
        return steps

    assert asyncio.run(run()) == ["ended"]


def test_threads_wait_until_the_condition_is_true():
    runner, steps = BackgroundRunner(), list[str]()

    def job() -> None:
        with runner:
            steps.append("job")
        runner.notify()

    runner.start(job)
    runner.wait_for(lambda: bool(steps))
    runner.close()
    assert steps == ["job"]


def test_timed_wait_of_a_thread_ends_without_an_error():
    looked: list[int] = []
    BackgroundRunner().wait_for(lambda: looked.append(1) is not None, 0.01)
    assert looked


def test_run_unless_returns_the_result_of_a_thread_or_its_error():
    runner = BackgroundRunner()
    assert runner.run_unless(lambda: False, lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        runner.run_unless(lambda: False, lambda: 1 // 0)


def test_run_unless_leaves_the_thread_when_the_condition_is_true():
    runner, gate, over = BackgroundRunner(), threading.Event(), list[int]()

    def job() -> int:
        over.append(1)
        runner.notify()
        gate.wait(10)
        return 7

    assert runner.run_unless(lambda: bool(over), job) is None
    gate.set()


def test_close_of_threads_waits_no_longer_than_the_grace():
    runner, gate, ended = BackgroundRunner(), threading.Event(), list[int]()
    runner.start(lambda: (gate.wait(10), ended.append(1), None)[-1])
    runner.cancel_all()
    runner.close(0.01)
    assert ended == []
    gate.set()


@pytest.mark.skipif(os.name == "nt", reason="a wait for a lock is not interrupted on Windows")
def test_signal_interrupts_the_wait_for_a_condition(interrupt_wait: Callable[[], None]):
    runner = BackgroundRunner()
    interrupt_wait()
    with pytest.raises(KeyboardInterrupt):
        runner.wait_for(lambda: False)
    runner.notify()  # the lock is free


def test_threads_are_started_and_closed_by_several_threads_at_once():
    runner, ended, failures = BackgroundRunner(), list[int](), list[Exception]()
    many = 60

    def start(_: int) -> None:
        try:
            for _ in range(many):
                runner.start(lambda: ended.append(1))
                runner.close()
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=start, args=(number,)) for number in range(4)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
    finally:
        sys.setswitchinterval(before)
    runner.close()
    assert not failures
    assert len(ended) == 4 * many


def test_closing_waits_for_all_threads_together_no_longer_than_the_grace():
    runner, gate, begun = BackgroundRunner(), threading.Event(), time.monotonic()

    def wait() -> None:
        gate.wait(30)

    for _ in range(40):
        runner.start(wait)
    runner.close(grace=0.5)
    gate.set()
    assert time.monotonic() - begun < 15


@pytest.mark.parametrize(("error", "reports"), [(SystemExit, 0), (ValueError, 1)])
def test_end_of_the_program_within_a_job_is_not_reported_as_its_failure(error, reports, caplog):
    async def run() -> None:
        runner = AsyncBackgroundRunner()

        async def job() -> None:
            raise error

        with runner:
            runner.start(job)
        await asyncio.sleep(0)
        await runner.aclose()

    with suppress(SystemExit):
        asyncio.run(run())
    gc.collect()  # asyncio reports a failure that nothing has read when its task is collected
    assert len([record for record in caplog.records if record.name == "asyncio"]) == reports
