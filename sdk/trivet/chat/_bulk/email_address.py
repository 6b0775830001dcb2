"""Email addresses as rows of a bulk job, each of which stands for exactly one user."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .rows.change import RowChange
from .rows.row import Row

if TYPE_CHECKING:
    from .._generated import models as m

__all__ = ["lower_email", "user_with_email"]


def user_with_email(email: str, found: Iterable[m.AdminUser]) -> m.AdminUser | RowChange:
    """Return the user with an email address, or the skipped row of an address that none or several have.

    Case counts only where two addresses differ in nothing else.

    Args:
        email: The address.
        found: What the service's search for the address has found. In a search `_` and `%` are wildcards, as observed,
            so most of it may be other users.
    """
    same = [user for user in found if lower_email(getattr(user, "email", "")) == lower_email(email)]
    exact = [user for user in same if user.email == email] or same
    if len(exact) == 1:
        return exact[0]
    reason = f"{len(exact)} users have this email address" if exact else "no user has this email address"
    return RowChange(Row(email, "skipped", reason, label=email))


def lower_email(email: str) -> str:
    """Return an address in lower case, in which different letters stay different.

    `straße` and `strasse` may be two users, and so may an address with a Kelvin sign, which is a k in lower case.
    """
    return "".join(each.lower() if each.isascii() or not each.lower().isascii() else each for each in email)
