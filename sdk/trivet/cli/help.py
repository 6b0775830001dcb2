"""The help of `trivet` itself: plain text, because loading a renderer takes longer than all else."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from trivet.cli.terminal.style import BOLD, styled

__all__ = ["root_help"]

_SECTIONS = {"Services": ("bus", "chat", "agent"), "Testing": ("stub", "check")}
_REST = "More"
_WIDEST = 100

_EXAMPLES = """\
trivet bus arrivals 54009
trivet chat conversations list --limit 5
trivet chat admin users list -o csv --fields id,email > users.csv
trivet stub all"""

_EXIT = "Exit status: 0 success, 1 it failed or found something, 2 it could not run, 130 it was interrupted."


def root_help(
    commands: Iterable[tuple[str, str]], options: Iterable[tuple[str, str]], *, width: int = 80, styles: bool = False
) -> str:
    """Return the help.

    >>> print(root_help([("bus", "Bus arrivals.")], [("--version", "Show the version.")]))

    Args:
        commands: The name of each command, and a line about it.
        options: The options, and a line about each.
        width: The columns of the terminal.
        styles: Whether headings are bold.
    """
    width = max(min(width, _WIDEST), 20)
    left = dict(commands)
    parts = ["Three services at the command line: bus, chat and agent; their stub servers, and checks of a server."]
    parts = [textwrap.fill(parts[0], width)]
    parts.append(f"{_head('Usage', styles)}\n  trivet COMMAND …\n  trivet COMMAND --help")
    for title, names in _SECTIONS.items():
        rows = [(name, left.pop(name)) for name in names if name in left]
        parts += [_section(title, rows, width, styles)] if rows else []
    parts += [_section(_REST, sorted(left.items()), width, styles)] if left else []
    parts.append(_section("Options", list(options), width, styles))
    parts.append(f"{_head('Examples', styles)}\n{textwrap.indent(_EXAMPLES, '  ')}")
    parts.append(textwrap.fill(_EXIT, width))
    return "\n\n".join(parts)


def _head(title: str, styles: bool) -> str:
    return styled(title, BOLD, styles=styles)


def _section(title: str, rows: Sequence[tuple[str, str]], width: int, styles: bool) -> str:
    wide = max((len(name) for name, _ in rows), default=0)
    lines = [_head(title, styles)]
    for name, text in rows:
        indent = " " * (wide + 4) if width > wide + 24 else " " * 6
        filled = textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent)
        lines.append(f"  {name:{wide}}  {filled.lstrip()}" if len(indent) == wide + 4 else f"  {name}\n{filled}")
    return "\n".join(lines)
