"""Questions to the user."""

from __future__ import annotations

import sys

from trivet._text import printable
from trivet.cli.failures import UsageError
from trivet.cli.terminal.style import is_terminal

__all__ = ["confirm_count"]


def confirm_count(count: int, what: str, *, yes: bool) -> bool:
    """Ask the user to type the number of what will be changed.

    >>> confirm_count(12, "accounts will be deleted", yes=False)
    True

    Args:
        count: How many.
        what: What will happen, as the end of a sentence that begins with the number.
        yes: Whether `--yes` was given: then nothing is asked.

    Returns:
        Whether the number was typed.

    Raises:
        UsageError: Nothing can be asked, because stdin is not a terminal.
    """
    if yes:
        return True
    if not is_terminal(sys.stdin):
        raise UsageError(f"{count} {what}: confirm it with --yes, as stdin is no terminal")
    sys.stderr.write(f"{count} {printable(what)}. Type {count} to go on: ")
    sys.stderr.flush()
    return sys.stdin.readline().strip() == str(count)
