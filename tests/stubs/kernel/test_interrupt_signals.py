"""Signals in this process; the handlers of the test run are restored afterwards."""

import os
import signal
import subprocess
import sys
import threading

import pytest

from trivet_stubs.kernel.interrupt_signals import Interruption


@pytest.mark.skipif(os.name == "nt", reason="signals cannot be sent on Windows")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_raises_at_once_and_the_second_is_the_systems(number):
    before = signal.getsignal(number)
    interruption, seen = Interruption(), []
    with pytest.raises(KeyboardInterrupt), interruption.watching(lambda: seen.append(signal.getsignal(number))):
        signal.raise_signal(number)
    assert interruption.number == number
    assert seen == [signal.SIG_DFL]
    assert signal.getsignal(number) is before
    interruption.check()  # it is raised once


@pytest.mark.skipif(os.name == "nt", reason="signals cannot be sent on Windows")
def test_signal_is_held_back_while_a_record_is_made():
    busy = [True]
    interruption = Interruption(held=lambda: busy[0])
    with interruption.watching():
        signal.raise_signal(signal.SIGINT)
        busy[0] = False
        with pytest.raises(KeyboardInterrupt):
            interruption.check()
        interruption.check()


def test_other_thread_watches_nothing():
    before = signal.getsignal(signal.SIGINT)
    handlers = []

    def watch():
        with Interruption().watching():
            handlers.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=watch)
    thread.start()
    thread.join(30)
    assert handlers == [before]


@pytest.mark.skipif(os.name == "nt", reason="another process cannot be interrupted, only ended, on Windows")
def test_closed_terminal_interrupts_once_unless_the_parent_ignores_it():
    before = signal.getsignal(signal.SIGHUP)
    interruption = Interruption(held=lambda: True)
    with interruption.watching():
        signal.raise_signal(signal.SIGHUP)
        signal.raise_signal(signal.SIGHUP)  # some systems send it twice
        interruption.wait()
    assert (interruption.number, signal.getsignal(signal.SIGHUP)) == (signal.SIGHUP, before)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Interruption().watching():
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.skipif(os.name == "nt", reason="another process cannot be interrupted, only ended, on Windows")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_first_interruption_ends_the_wait_and_the_next_one_kills(how):
    before = signal.getsignal(how)
    interruption = Interruption(held=lambda: True)
    with interruption.watching():
        os.kill(os.getpid(), how)
        interruption.wait()
        assert signal.getsignal(how) is signal.SIG_DFL
    assert signal.getsignal(how) is before


@pytest.mark.skipif(os.name == "nt", reason="signals cannot be sent on Windows")
@pytest.mark.parametrize("step", range(8))
def test_second_signal_at_any_step_of_the_first_one_ends_the_process(step: int) -> None:
    program = f"""
import signal, sys
from trivet_stubs.kernel.interrupt_signals import Interruption

steps = iter(range(100))

def interrupted_again(frame, event, argument):
    if next(steps) == {step}:
        sys.setprofile(None)
        signal.raise_signal(signal.SIGTERM)

interruption = Interruption(held=lambda: True)
with interruption.watching(on_first=lambda: sys.setprofile(None)):
    signal.signal(signal.SIGALRM, lambda *_: (sys.setprofile(interrupted_again), signal.raise_signal(signal.SIGTERM)))
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    interruption.wait()
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=10, check=False)
    assert run.returncode in (0, -signal.SIGTERM), run.stderr
