"""The console script `trivet`."""

from __future__ import annotations

import importlib.util
import sys

from trivet._core.extras import how_to_install

__all__ = ["main"]

_REQUIRED = ("typer", "rich")


def main() -> int:
    """Run the command that the arguments of the process name.

    >>> sys.exit(main())

    Returns:
        The exit status: 0 for success, 1 for what failed or what a command found, 2 for wrong arguments and for what
        could not run, 130 after an interruption.
    """
    try:
        if any(importlib.util.find_spec(each) is None for each in _REQUIRED):
            sys.stderr.write(f"trivet: the command needs more packages: {how_to_install('cli')}\n")
            return 2
        from trivet.cli.run import run  # noqa: PLC0415  # it imports what the extra installs

        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130
