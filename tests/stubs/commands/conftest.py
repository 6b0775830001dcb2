"""The command in this process: it calls a function of the test when it waits for an interruption."""

import pytest

from trivet_stubs.__main__ import main
from trivet_stubs.kernel.interrupt_signals import Interruption


@pytest.fixture
def run(monkeypatch, capsys):
    """Run the command, call `ask` with its output, and return the result of `ask` and the exit status."""

    def run(arguments, ask):
        results = []
        monkeypatch.setattr(Interruption, "wait", lambda _self: results.append(ask(capsys.readouterr().out)))
        status = main(arguments)
        return results[0], status

    return run


@pytest.fixture
def refused(capsys):
    """Run the command with arguments that it refuses, and return its message."""

    def refused(arguments):
        with pytest.raises(SystemExit) as end:
            main(arguments)
        assert end.value.code == 2
        return capsys.readouterr().err.partition(": ")[2].rpartition(" (see `")[0]

    return refused
