"""The name of an account: an email address or an id."""

from __future__ import annotations

from uuid import UUID

from trivet._text import short_repr
from trivet.cli.failures import UsageError

__all__ = ["account_name"]


def account_name(text: str, place: str) -> str:
    """Return an email address as it is, or an id in its usual form.

    >>> account_name(" bob@example.com ", "USER")
    'bob@example.com'

    Args:
        text: What the user gave.
        place: Where it stands, for the error.

    Raises:
        UsageError: It is neither.
    """
    name = text.strip()
    if "@" in name:
        return name
    try:
        return str(UUID(name))
    except ValueError:
        raise UsageError(f"{place}: {short_repr(text)} is neither an email address nor an id") from None
