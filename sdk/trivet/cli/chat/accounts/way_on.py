"""The command that goes on with a job."""

from __future__ import annotations

import shlex
from collections.abc import Iterable

from trivet.cli.options import Options

__all__ = ["command_line"]


def command_line(options: Options, *words: object, flags: Iterable[tuple[str, object]] = ()) -> str:
    """Return a command of `trivet chat` as it is typed, with the shared options that decide where it goes.

    >>> command_line(Options(profile="work"), "users", "delete", flags=[("--resume", "a.journal"), ("--export", None)])
    'trivet chat users delete --resume a.journal --profile work'

    Args:
        options: The shared options of the run.
        words: The words after `trivet chat`.
        flags: Options and their values; those without one are left out, and True stands alone.
    """
    line = ["trivet", "chat", *map(str, words)]
    where = (("--profile", options.profile), ("--base-url", options.base_url), ("--token-file", options.token_file))
    for name, value in (*flags, *where):
        if value is True:
            line.append(name)
        elif value is not None and value is not False:
            line += [name, str(value)]
    return shlex.join(line)
