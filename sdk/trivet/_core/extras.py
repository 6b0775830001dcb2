"""The extras of trivet, for errors that say that a package is missing."""

from __future__ import annotations

__all__ = ["how_to_install"]


def how_to_install(extra: str) -> str:
    """Return how to install an extra, as the end of a message.

    >>> how_to_install("socks")
    "pip install '/path/to/trivet[socks]', the path of its checkout or wheel"

    A path is right wherever trivet came from. Its name alone is not: no package index has it, and a stranger may
    register it.

    Args:
        extra: The extra of trivet.
    """
    return f"pip install '/path/to/trivet[{extra}]', the path of its checkout or wheel"
