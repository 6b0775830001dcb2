"""The accounts that a CSV file names, read without I/O."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Iterator

from attrs import frozen

from trivet.cli.chat.accounts.name import account_name
from trivet.cli.failures import UsageError

__all__ = ["Accounts", "accounts_of"]

DELIMITERS = ",;\t|"
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins as that of UTF-16 does
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
FORMULA = ("'=", "'+", "'-", "'@")
"""How a cell begins that was guarded against spreadsheets, as in the result of an earlier job."""


@frozen
class Accounts:
    """The accounts of a file.

    Attributes:
        names: Email addresses and ids, in the order of the file, each once.
        repeated: How many lines name an account that an earlier one has named.
        blank: The lines that name none.
    """

    names: tuple[str, ...]
    repeated: int = 0
    blank: tuple[int, ...] = ()


def accounts_of(data: bytes, source: str, column: str, encoding: str | None = None) -> Accounts:
    """Return the accounts of a CSV file: with commas, semicolons, tabs or bars, in UTF-8, or in UTF-16 with its mark.

    >>> accounts_of(b"name;Email\\nBob;bob@example.com\\n", "leavers.csv", "email").names
    ('bob@example.com',)

    Args:
        data: The bytes of the file.
        source: How errors name it.
        column: The name of the column; case does not count.
        encoding: The encoding, if it is another one.

    Raises:
        UsageError: The file cannot be read, has no such column, a line with more cells than columns, or a value that is
            neither an email address nor an id.
    """
    text = _text(data, source, encoding)
    if not text.strip():
        raise UsageError(f"{source} is empty: its first line has to name the columns, such as {column}")
    position, width, rows = _column(text, source, column)
    names: dict[str, None] = {}
    repeated, blank = 0, list[int]()
    for line, row in rows:
        # A comma that is not quoted moves the next cell into this column, such as the address of a manager.
        if any(each.strip() for each in row[width:]):
            raise UsageError(
                f"{source}, line {line}: it has {len(row)} cells, and the first line {width}; quote those that hold "
                "what separates them"
            )
        value = row[position].strip() if len(row) > position else ""
        if value.startswith(FORMULA):
            value = value[1:]
        if not value:
            blank.append(line)
            continue
        name = account_name(value, f"{source}, line {line}")
        repeated += name in names
        names[name] = None
    return Accounts(tuple(names), repeated, tuple(blank))


def _text(data: bytes, source: str, encoding: str | None) -> str:
    found = encoding or next((name for mark, name in MARKS if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(found)
    except LookupError:
        raise UsageError(f"--encoding: {found} is no encoding; try utf-8, utf-16 or cp1252") from None
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UsageError(
            f"{source}, line {line}: this is not {found}; name the encoding with --encoding, such as cp1252"
        ) from None
    if "\0" in text:
        raise UsageError(f"{source} holds NUL characters; name its encoding with --encoding, such as utf-16-le")
    return text


def _column(text: str, source: str, column: str) -> tuple[int, int, Iterator[tuple[int, list[str]]]]:
    """Return the position of the column, how many there are, and the rows below with the numbers of their lines."""
    headers: list[list[str]] = []
    problem: UsageError | None = None
    for delimiter in DELIMITERS:
        rows = _rows(text, source, delimiter)
        try:
            header = [each.strip() for each in next(rows, (0, list[str]()))[1]]
        except UsageError as error:  # a quote before another delimiter
            problem = problem or error
            continue
        names = [each.lower() for each in header]
        found = names.count(column.strip().lower())
        if found == 1:
            return names.index(column.strip().lower()), len(names), rows
        if found:
            raise UsageError(f"{source} has {found} columns {column!r}; rename all but one")
        headers.append(header)
    if not headers and problem is not None:
        raise problem
    widest = max(headers, key=len)
    hint = "its first line has to name the columns" if any("@" in each for each in widest) else "choose with --column"
    raise UsageError(f"{source} has no column {column!r}, but {', '.join(map(repr, widest))}; {hint}")


def _rows(text: str, source: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for row in reader:
            # Spreadsheets write which delimiter they use before the header.
            if row and not (reader.line_num == 1 and row[0].lower().startswith("sep=")):
                yield reader.line_num, row
    except csv.Error as error:
        raise UsageError(f"{source}, line {reader.line_num}: {error}") from None
