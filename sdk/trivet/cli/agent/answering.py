"""A line that is typed in answer to a question, as it fits on a screen."""

from __future__ import annotations

from rich.cells import cell_len

from trivet.cli.agent.asks import Ask

__all__ = ["typed_line"]


def typed_line(ask: Ask, text: str, waiting: int, width: int) -> tuple[str, str]:
    """Return what stands before a line that is typed, and the end of it, for so many columns.

    >>> typed_line(PermissionAsk(request), "on", 0, 60)
    ('bash: ls? (o)nce (a)lways (r)eject: ', 'on')
    """
    more = f"[+{waiting}] " if waiting else ""
    room = max(width // 4, 6)
    label = f"{more}{ask.label(max(width - room - len(more) - 1, 1))}"
    return label, text[-max(width - cell_len(label) - 1, 1) :]
