"""How to install an extra of trivet, for errors about a missing package."""

from __future__ import annotations


def how_to_install(extra: str) -> str:
    """Return the command that installs an extra, as the end of a message.

    >>> how_to_install("socks")
    "pip install '/path/to/trivet[socks]', the path of its checkout or wheel"

    The command names a path, which is right wherever trivet came from. The name `trivet` alone would not be: no package
    index has it, and a stranger may register it.

    Args:
        extra: The name of the extra.
    """
    return f"pip install '/path/to/trivet[{extra}]', the path of its checkout or wheel"
