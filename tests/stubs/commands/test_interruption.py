"""Interruptions of a command."""

import os
import signal

import pytest

from trivet_stubs.commands.interruption import Interruption


@pytest.mark.skipif(os.name == "nt", reason="another process cannot be interrupted, only ended, on Windows")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_first_interruption_ends_the_wait_and_the_next_one_kills(how):
    before = signal.getsignal(how)
    with Interruption() as interruption:
        os.kill(os.getpid(), how)
        interruption.wait()
        assert signal.getsignal(how) is signal.SIG_DFL
    assert signal.getsignal(how) is before
