"""Suggestions for wrong words on the command line: the nearest command, option or value, and words of other tools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from trivet.cli.options import Format

_MOST_LISTED = 12
"""The most names that a message lists if none is near."""

_COMMANDS: Mapping[str, Sequence[str]] = {
    "add": ("create",),
    "auth": ("config set-token",),
    "cat": ("get",),
    "edit": ("update",),
    "login": ("config set-token",),
    "logout": ("config forget-token",),
    "ls": ("list",),
    "new": ("create",),
    "remove": ("delete",),
    "rm": ("delete",),
    "serve": ("stub",),
    "set": ("update",),
    "settings": ("config",),
    "show": ("get",),
    "test": ("check",),
    "view": ("get",),
    "whoami": ("config show",),
}
"""Words for which other tools have a command, and the commands that have them here."""

_OPTIONS: Mapping[str, str] = {
    "columns": "--fields",
    "dry": "--dry-run",
    "format": "--output",
    "overwrite": "--force",
    "per-page": "--page-size",
    "select": "--fields",
    "token": "--token-file",
    "password": "--token-file",
    "url": "--base-url",
    "verbose": "--debug",
}
"""Options of other tools, and those that have their meaning here."""


def for_command(name: str, known: Sequence[str], elsewhere: Iterable[str] = (), *, program: str = "trivet") -> str:
    """Return the end of a message about an unknown command: the nearest ones, or all that are known.

    >>> for_command("lst", ["get", "list"])
    "Did you mean 'list'?"

    Args:
        name: The unknown word.
        known: The names of the commands of the group in which it stands.
        elsewhere: The paths of commands of this name in other groups.
        program: The word before a path.
    """
    words = [word for word in _COMMANDS.get(name, ()) if word in known or " " in word]
    near = [*words, *get_close_matches(name, known, n=3), *elsewhere]
    if near:
        shown = list(dict.fromkeys(f"`{program} {word}`" if " " in word else repr(word) for word in near))
        return f"Did you mean {' or '.join(shown[:3])}?"
    return f"Known: {', '.join(known)}" if len(known) <= _MOST_LISTED else "The help lists all."


def for_option(name: str, known: Iterable[str], *, in_group: bool) -> str:
    """Return the end of a message about an unknown option: the nearest one; an empty text if none is near.

    >>> for_option("--json", ["--output", "--fields"], in_group=False)
    'Did you mean -o json?'

    Args:
        name: The unknown option.
        known: The options of the command.
        in_group: Whether it stands before the command, where only the options of a group are known.
    """
    word, options = name.lstrip("-").partition("=")[0], list(known)
    for meaning in get_close_matches(word, [member.value for member in Format], n=1, cutoff=0.75):
        return f"Did you mean -o {meaning}{', after the command' if in_group else ''}?"
    synonyms = [_OPTIONS[synonym] for synonym in get_close_matches(word, _OPTIONS, n=1, cutoff=0.75)]
    near = (
        [option for option in options if len(word) > 1 and option.startswith(f"--{word}")]
        or [option for option in synonyms if option in options]
        or get_close_matches(f"--{word}", options, n=2)
    )
    return f"Did you mean {' or '.join(near[:3])}?" if near else ""


def for_value(value: str, known: Sequence[str]) -> str:
    """Return the end of a message about an unknown value: the nearest one; an empty text if none is near.

    >>> for_value("jsn", ["table", "json"])
    "Did you mean 'json'?"
    """
    near = get_close_matches(value, known, n=1)
    return f"Did you mean {near[0]!r}?" if near else ""
