"""The accounts of a job: by name, from a CSV file, or by a search."""

from __future__ import annotations

import codecs
import csv
import io
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from uuid import UUID

import typer
from attrs import field, frozen

from trivet._core.formula_guard import unguarded
from trivet._text import short_repr
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.terminal import progress
from trivet.cli.text import plural

if TYPE_CHECKING:  # a command's help needs no client
    from trivet import ChatClient
    from trivet.chat import AdminUser, Conversation
    from trivet.chat.bulk import Row

LARGEST = 64_000_000
"""The most bytes of a CSV file, which is read whole."""

PAGE = 500
"""The page size of a search."""

SHOWN = 5
"""The most line numbers in a note."""

DELIMITERS = ",;\t|"
"""The delimiters that are tried, in this order, until one gives a header with the column."""

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark is the beginning of this one
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""The byte order marks and the encodings that they announce."""


@frozen
class Selected:
    """The accounts of a selection.

    Attributes:
        rows: Email addresses, ids, records, or a pager: rows of a bulk job.
        nameless: The number of lines of a CSV file without an account.
    """

    rows: Iterable[str | AdminUser | Conversation] = field(factory=tuple)
    nameless: int = 0


@frozen
class Selection:
    """The options that select accounts: one of CSV, search and names, or none of them to resume a job."""

    names: Annotated[
        list[str] | None, typer.Argument(metavar="[ACCOUNT]...", help="Email addresses or ids.", show_default=False)
    ] = None
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="A CSV file with a column of accounts; - is stdin.")
    ] = None
    column: Annotated[str, typer.Option(metavar="NAME", help="The column with email addresses or ids.")] = "email"
    encoding: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The encoding of the CSV file, unless it is UTF-8, or UTF-16 with a mark."),
    ] = None
    search: Annotated[
        str | None, typer.Option(metavar="TEXT", help="All accounts whose email address or name holds this text.")
    ] = None

    @property
    def given(self) -> bool:
        """Whether one of the options is set."""
        return bool(self.names) or self.csv is not None or self.search is not None

    def accounts(self, invocation: Invocation) -> Selected:
        """Return the accounts; repeated and empty lines of a CSV file are noted.

        >>> bulk.update_users(selection.accounts(invocation).rows, is_active=False, dry_run=True)

        Raises:
            UsageError: None or several of CSV, search and names are set, or one cannot be used.
        """
        if (bool(self.names), self.csv is not None, self.search is not None).count(True) != 1:
            raise UsageError(
                "name the accounts by exactly one of --csv FILE, --search TEXT, and email addresses or ids"
            )
        if self.search is not None:
            if not self.search.strip():
                raise UsageError("--search: empty text would find every account")
            return Selected(_matching(invocation, self.search.strip()))
        if self.csv is None:
            return Selected(tuple(account_name(name, "ACCOUNT") for name in self.names or ()))
        source = "stdin" if str(self.csv) == "-" else str(self.csv)
        if source == "stdin" and str(invocation.options.token_file) == "-":
            raise UsageError("--csv and --token-file cannot both read stdin")
        with progress(f"Reading {source}"):
            accounts = accounts_of(_read(self.csv), source, self.column, self.encoding)
        if accounts.repeated:
            noun = plural(accounts.repeated, "line")
            invocation.note(f"{source}: {accounts.repeated} {noun} with an account of an earlier line; it counts once")
        if accounts.blank:
            lines = ", ".join(map(str, accounts.blank[:SHOWN])) + (", …" if len(accounts.blank) > SHOWN else "")
            count = len(accounts.blank)
            invocation.note(f"{source}: {count} {plural(count, 'line')} without a value in {self.column!r}: {lines}")
        return Selected(accounts.names, len(accounts.blank))


def _matching(invocation: Invocation, text: str) -> tuple[AdminUser, ...]:
    """Return the accounts whose email address or name contains a text.

    The matches of the service are filtered, because it takes `%` and `_` for wildcards, as observed.
    """
    users = tuple(invocation.chat.admin.users.list(search=text, limit=PAGE).complete())
    matches = tuple(user for user in users if _contains(user, text.casefold()))
    if len(matches) < len(users):
        others = len(users) - len(matches)
        verb = plural(others, "does", "do")
        invocation.note(f"--search: {others} {plural(others, 'match', 'matches')} of the service {verb} not contain it")
    return matches


def _contains(user: AdminUser, text: str) -> bool:
    names = (getattr(user, field, None) for field in ("email", "full_name"))
    return any(text in name.casefold() for name in names if isinstance(name, str))


def _read(path: Path) -> bytes:
    try:
        if str(path) == "-":
            stream = getattr(sys.stdin, "buffer", None)  # a replaced stdin may have text alone
            data: bytes = sys.stdin.read(LARGEST + 1).encode() if stream is None else stream.read(LARGEST + 1)
        else:
            with path.open("rb") as file:
                data = file.read(LARGEST + 1)
    except OSError as error:
        raise UsageError(f"--csv: {path}: {error.strerror}") from None
    if len(data) > LARGEST:
        raise UsageError(f"--csv: {path} is larger than {LARGEST // 1_000_000} MB")
    return data


@frozen
class Accounts:
    """The accounts of a file.

    Attributes:
        names: Email addresses and ids, in the order of the file, each once.
        repeated: The number of lines with an account of an earlier line.
        blank: The numbers of the lines without an account.
    """

    names: tuple[str, ...]
    repeated: int = 0
    blank: tuple[int, ...] = ()


def accounts_of(data: bytes, source: str, column: str, encoding: str | None = None) -> Accounts:
    """Return the accounts of a CSV file, which may be delimited by commas, semicolons, tabs or vertical bars.

    >>> accounts_of(b"name;Email\\nBob;bob@example.com\\n", "leavers.csv", "email").names
    ('bob@example.com',)

    Args:
        data: The bytes of the file.
        source: The name of the file in errors.
        column: The name of the column; case does not count.
        encoding: The encoding; None for UTF-8, or the encoding that a byte order mark announces.

    Raises:
        UsageError: The file cannot be read; or it has no such column, a line with more cells than columns, or a value
            that is neither an email address nor an id.
    """
    text = _text(data, source, encoding)
    if not text.strip():
        raise UsageError(f"{source} is empty: its first line has to name the columns, such as {column}")
    with _long_cells():
        return _accounts(text, source, column)


def _accounts(text: str, source: str, column: str) -> Accounts:
    position, width, rows = _column(text, source, column)
    names: dict[str, None] = {}
    repeated, blank = 0, list[int]()
    for line, row in rows:
        # A comma that is not quoted moves the next cell into this column, such as the address of a manager.
        if any(cell.strip() for cell in row[width:]):
            raise UsageError(
                f"{source}, line {line}: it has {len(row)} cells, and the first line {width}; quote the cells that "
                "contain a separator"
            )
        # The results of an earlier job have a guarded cell for an address that begins with `+`.
        value = unguarded(row[position]).strip() if len(row) > position else ""
        if not value:
            blank.append(line)
            continue
        name = account_name(value, f"{source}, line {line}")
        repeated += name in names
        names[name] = None
    return Accounts(tuple(names), repeated, tuple(blank))


@contextmanager
def _long_cells() -> Generator[None]:
    """Let `csv` read cells of any length: by default it refuses more than 131,072 characters, in the whole program."""
    limit = csv.field_size_limit(LARGEST)
    try:
        yield
    finally:
        csv.field_size_limit(limit)


def _text(data: bytes, source: str, encoding: str | None) -> str:
    name = encoding or next((name for mark, name in MARKS if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(name)
    except LookupError:
        raise UsageError(f"--encoding: {name} is not an encoding; try utf-8, utf-16 or cp1252") from None
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UsageError(
            f"{source}, line {line}: this is not {name}; name the encoding with --encoding, such as cp1252"
        ) from None
    if "\0" in text:
        raise UsageError(f"{source} holds NUL characters; name its encoding with --encoding, such as utf-16-le")
    return text


def _column(text: str, source: str, column: str) -> tuple[int, int, Iterator[tuple[int, list[str]]]]:
    """Return the position of the column, the number of columns, and the rows with the numbers of their lines."""
    headers: list[list[str]] = []
    problem: UsageError | None = None
    for delimiter in DELIMITERS:
        rows = _rows(text, source, delimiter)
        try:
            header = [cell.strip() for cell in next(rows, (0, list[str]()))[1]]
        except UsageError as error:  # a quote before another delimiter
            problem = problem or error
            continue
        names = [name.lower() for name in header]
        count = names.count(column.strip().lower())
        if count == 1:
            return names.index(column.strip().lower()), len(names), rows
        if count:
            raise UsageError(f"{source} has {count} columns {column!r}; rename all but one")
        headers.append(header)
    if not headers and problem is not None:
        raise problem
    widest = max(headers, key=len)
    hint = "its first line has to name the columns" if any("@" in name for name in widest) else "choose with --column"
    raise UsageError(f"{source} has no column {column!r}, but {', '.join(map(repr, widest))}; {hint}")


def _rows(text: str, source: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for row in reader:
            # Spreadsheets write their delimiter before the header, as in `sep=;`.
            if row and not (reader.line_num == 1 and row[0].lower().startswith("sep=")):
                yield reader.line_num, row
    except csv.Error as error:
        raise UsageError(f"{source}, line {reader.line_num}: {error}") from None


def account_name(text: str, place: str) -> str:
    """Return an email address as it is, or an id in its usual form.

    >>> account_name(" bob@example.com ", "USER")
    'bob@example.com'

    Args:
        text: The text.
        place: The argument, option or line that has it, for the error.

    Raises:
        UsageError: The text is neither an email address nor an id.
    """
    name = text.strip()
    if "@" in name:
        return name
    try:
        return str(UUID(name))
    except ValueError:
        raise UsageError(f"{place}: {short_repr(text)} is neither an email address nor an id") from None


def find_account(chat: ChatClient, account: str, place: str) -> Row:
    """Return the account that has exactly this email address, or this id, as the row of a bulk job.

    >>> find_account(chat, "bob@example.com", "USER").role
    'user'

    Args:
        chat: The client of an administrator.
        account: The email address or the id.
        place: The argument or option that names it, for errors.

    Raises:
        UsageError: The text is neither an email address nor an id, or no account or several have it.
        APIError: The accounts could not be read.
    """
    name = account_name(account, place)
    # The dry run of an export resolves email addresses, looks ids up, and writes nothing.
    from trivet.chat.bulk import Bulk  # noqa: PLC0415

    [row] = Bulk(chat, concurrency=1).export_users([name], "unused", dry_run=True).rows
    if row.outcome != "planned":
        raise UsageError(f"{place}: {name}: {row.reason}")
    return row
