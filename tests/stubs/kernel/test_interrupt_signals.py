"""Signals in this process; the handlers of the test run are restored afterwards."""

import os
import signal
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
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_first_interruption_ends_the_wait_and_the_next_one_kills(how):
    before = signal.getsignal(how)
    interruption = Interruption(held=lambda: True)
    with interruption.watching():
        os.kill(os.getpid(), how)
        interruption.wait()
        assert signal.getsignal(how) is signal.SIG_DFL
    assert signal.getsignal(how) is before
