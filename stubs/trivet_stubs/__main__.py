"""The command `trivet-stub`: stubs, or the proxy, on ports until it is interrupted. It needs no typer."""

import sys
from collections.abc import Sequence

from trivet_stubs.kernel.optional_dependencies import missing


def main(arguments: Sequence[str] | None = None, *, program: str = "trivet-stub") -> int:
    """Run the command, and return 0 after an interruption; wrong arguments exit with 2.

    >>> main(["bus", "--port", "8080"])

    The first interruption shuts the servers down. The second kills the process, even if it is stuck.

    Args:
        arguments: The arguments; by default, those after the program's name in `sys.argv`.
        program: The name of the command in messages.
    """
    if (advice := missing()) is not None:
        sys.stderr.write(f"{program}: {advice}\n")
        return 2
    from trivet_stubs.commands.parser import run  # noqa: PLC0415  # it imports what the extra installs

    return run(sys.argv[1:] if arguments is None else arguments, program)


if __name__ == "__main__":
    sys.exit(main())
