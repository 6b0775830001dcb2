"""The email addresses that stand for rows of a bulk job, and the users who have them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, TypeAlias

from attrs import define

from .items import with_email
from .row import RowChange, lower_email
from .tables import DiskMapping

if TYPE_CHECKING:
    from .._generated import models as m

    Found: TypeAlias = tuple[m.AdminUser | RowChange, datetime | None]
    """A user with the time at which they were read, or the skipped row of an address that none or several have."""


@define
class Spellings:
    """The addresses that differ in case alone.

    Attributes:
        searched: The addresses, and of each that was searched for, its result.
        users: The users with one of these addresses, or another one in another case, by id.
    """

    searched: dict[str, Found | None]
    users: dict[str, tuple[m.AdminUser, datetime]]

    @property
    def left(self) -> list[str]:
        """The addresses that no user has exactly."""
        exact = {user.email for user, _ in self.users.values()}
        return [email for email in self.searched if email not in exact]


class Addresses:
    """Email addresses, each once, and the users on pages and in searches who have them.

    Attributes:
        left: The number of addresses that no user on a page has exactly.
        missing: The number of addresses that no user on a page has in any case.
        hidden: How many users were on no page.
    """

    def __init__(self) -> None:
        self._spellings: DiskMapping[Spellings] = DiskMapping()
        self.left = self.missing = self.hidden = 0

    def __len__(self) -> int:
        return len(self._spellings)

    def add(self, email: str) -> None:
        """Add an address."""
        lower = lower_email(email)
        if self._spellings.add(lower, Spellings({email: None}, {})):
            is_new = True
        else:
            spellings = self._spellings[lower]
            is_new = email not in spellings.searched
            spellings.searched[email] = None
            self._spellings[lower] = spellings
        self.left += is_new
        self.missing += is_new

    def match(self, user: m.AdminUser, read_at: datetime) -> None:
        """Take in a user of a page, if one of the addresses is theirs."""
        lower = lower_email(getattr(user, "email", ""))
        spellings = self._spellings.get(lower)
        if spellings is None or user.id in spellings.users:
            return
        left, is_first = len(spellings.left), not spellings.users
        spellings.users[user.id] = (user, read_at)
        self._spellings[lower] = spellings
        self.left -= left - len(spellings.left)
        self.missing -= len(spellings.searched) if is_first else 0

    def unmatched(self, *, missing: bool = False) -> Iterator[str]:
        """Yield the addresses that no user on a page has exactly; with `missing`, those that none has in any case."""
        for _, _, spellings in self._spellings.entries():
            if not (missing and spellings.users):
                yield from spellings.left

    def settle(self, email: str, found: Found) -> None:
        """Take in the result of a search."""
        spellings = self._spellings[lower_email(email)]
        spellings.searched[email] = found
        self._spellings[lower_email(email)] = spellings

    def user_of(self, email: str) -> Found:
        """Return the user with an address, or its skipped row."""
        spellings = self._spellings[lower_email(email)]
        if (found := spellings.searched[email]) is not None:
            return found
        user = with_email(email, [user for user, _ in spellings.users.values()], self.hidden)
        return user, None if isinstance(user, RowChange) else spellings.users[user.id][1]
