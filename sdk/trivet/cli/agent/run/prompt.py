"""Where the prompt comes from: the argument, or standard input."""

from __future__ import annotations

import sys

from trivet.cli.failures import UsageError

__all__ = ["read_prompt"]

MOST = 1_000_000


def read_prompt(argument: str | None) -> tuple[str, bool]:
    """Return the prompt, and whether standard input was read for it.

    >>> read_prompt("What is here?")
    ('What is here?', False)

    Args:
        argument: The argument; `-` or none means standard input.

    Raises:
        UsageError: There is no prompt, or it is empty, too long or no text.
    """
    if argument is not None and argument != "-":
        text, from_stdin = argument, False
    elif argument is None and sys.stdin.isatty():
        raise UsageError("PROMPT: what should the agent do? Give it as an argument, or - and type it, up to Ctrl-D")
    else:
        try:
            text, from_stdin = sys.stdin.read(MOST + 1), True
        except UnicodeDecodeError:
            raise UsageError("stdin: the prompt is no UTF-8 text") from None
    if not text.strip():
        raise UsageError("PROMPT: it is empty; nothing was sent")
    if len(text) > MOST:
        raise UsageError(f"PROMPT: it is longer than {MOST:,} characters; name the file in the prompt instead")
    return text, from_stdin
