"""Which accounts a job is for: those of a CSV file, of a search, or of names."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from attrs import field, frozen

from trivet.chat import AdminUser
from trivet.cli.chat.accounts.csv_file import accounts_of
from trivet.cli.chat.accounts.name import account_name
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation

__all__ = ["Selected", "Selection"]

LARGEST = 64_000_000
PAGE = 500
SHOWN = 5


@frozen
class Selected:
    """The accounts of a selection.

    Attributes:
        rows: Email addresses, ids, or records: rows of a bulk job.
        nameless: How many lines of a CSV file name no account.
    """

    rows: Iterable[str | AdminUser] = field(factory=tuple)
    nameless: int = 0


@frozen
class Selection:
    """The options that select accounts; exactly one of CSV, search and names is given, none for a job to resume."""

    names: Annotated[
        list[str] | None, typer.Argument(metavar="[ACCOUNT]...", help="Email addresses or ids.", show_default=False)
    ] = None
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="A CSV file with a column of them; - is stdin.")
    ] = None
    column: Annotated[str, typer.Option(metavar="NAME", help="The column with email addresses or ids.")] = "email"
    encoding: Annotated[
        str | None, typer.Option(metavar="NAME", help="Of the CSV file, unless it is UTF-8, or UTF-16 with a mark.")
    ] = None
    search: Annotated[
        str | None, typer.Option(metavar="TEXT", help="All accounts whose email address or name holds this text.")
    ] = None

    @property
    def given(self) -> bool:
        """Whether any accounts are selected."""
        return bool(self.names) or self.csv is not None or self.search is not None

    def accounts(self, invocation: Invocation) -> Selected:
        """Return the accounts; what is odd about a CSV file is noted.

        >>> bulk.update_users(selection.accounts(invocation).rows, is_active=False, dry_run=True)

        Raises:
            UsageError: None or several of CSV, search and names are given, or one cannot be used.
        """
        if (bool(self.names), self.csv is not None, self.search is not None).count(True) != 1:
            raise UsageError(
                "name the accounts by exactly one of --csv FILE, --search TEXT, and email addresses or ids"
            )
        if self.search is not None:
            if not self.search.strip():
                raise UsageError("--search: empty text would find every account")
            return Selected(_found(invocation, self.search.strip()))
        if self.csv is None:
            return Selected(tuple(dict.fromkeys(account_name(each, "ACCOUNT") for each in self.names or ())))
        source = "stdin" if str(self.csv) == "-" else str(self.csv)
        if source == "stdin" and str(invocation.options.token_file) == "-":
            raise UsageError("--csv and --token-file cannot both read stdin")
        found = accounts_of(_read(self.csv), source, self.column, self.encoding)
        if found.repeated:
            invocation.note(f"{source}: {_lines(found.repeated)} with an account of an earlier line; it counts once")
        if found.blank:
            shown = ", ".join(map(str, found.blank[:SHOWN])) + (", …" if len(found.blank) > SHOWN else "")
            invocation.note(f"{source}: {_lines(len(found.blank))} without a value in {self.column!r}: {shown}")
        return Selected(found.names, len(found.blank))


def _found(invocation: Invocation, text: str) -> tuple[AdminUser, ...]:
    """Return the accounts that hold a text; in the service's search, as observed, `%` and `_` stand for any others."""
    users = tuple(invocation.chat.admin.users.list(search=text, limit=PAGE).complete())
    found = tuple(each for each in users if _holds(each, text.casefold()))
    if len(found) < len(users):
        invocation.note(f"--search: {len(users) - len(found)} that the service found, too, do not hold this text")
    return found


def _holds(user: AdminUser, text: str) -> bool:
    names = (getattr(user, each, None) for each in ("email", "full_name"))
    return any(text in each.casefold() for each in names if isinstance(each, str))


def _lines(count: int) -> str:
    return "1 line" if count == 1 else f"{count} lines"


def _read(path: Path) -> bytes:
    try:
        if str(path) == "-":
            stream = getattr(sys.stdin, "buffer", None)
            data: bytes = sys.stdin.read(LARGEST + 1).encode() if stream is None else stream.read(LARGEST + 1)
        else:
            with path.open("rb") as file:
                data = file.read(LARGEST + 1)
    except OSError as error:
        raise UsageError(f"--csv: {path}: {error.strerror}") from None
    if len(data) > LARGEST:
        raise UsageError(f"--csv: {path} is larger than {LARGEST // 1_000_000} MB")
    return data
