"""The console script `trivet`, which says what to install where the extra `cli` is missing."""

from __future__ import annotations

import importlib.util
import sys

from trivet._core.extras import how_to_install
from trivet.cli.signals import interrupt_status, interrupted_by_signals

_REQUIRED = ("typer", "rich", "platformdirs")


def main() -> int:
    """Run the command that the arguments of the process name.

    >>> sys.exit(main())

    Returns:
        The exit status: 0 for success, 1 for a failure or a finding of the command, 2 for wrong arguments or a command
        that could not run, 130 after Ctrl-C, 143 after SIGTERM, 129 after its terminal was closed.
    """
    with interrupted_by_signals():
        try:
            return _run()
        except KeyboardInterrupt as error:
            return interrupt_status(error)


def _run() -> int:
    if any(importlib.util.find_spec(package) is None for package in _REQUIRED):
        sys.stderr.write(f"trivet: the command needs more packages: {how_to_install('cli')}\n")
        return 2
    from trivet.cli.app import run  # noqa: PLC0415  # it imports the packages of the extra

    return run(sys.argv[1:])
