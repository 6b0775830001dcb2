"""Public holidays as a user gives them: dates, or a file of dates."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from trivet.cli.failures import UsageError

__all__ = ["parse_date", "parse_holidays"]

_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_LARGEST = 1_000_000


def parse_date(text: str, name: str) -> date:
    """Return a date of the form YYYY-MM-DD.

    >>> parse_date("2025-08-09", "--from")
    datetime.date(2025, 8, 9)

    Args:
        text: The text.
        name: What the user calls it, for the message.

    Raises:
        UsageError: It is no date.
    """
    try:
        if _DATE.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:  # such as the 30th of February
        pass
    raise UsageError(f"{name}: {text[:60]!r} is no date; give it as YYYY-MM-DD")


def parse_holidays(text: str | None) -> frozenset[date]:
    """Return the dates of a text with commas, or of a file.

    >>> sorted(parse_holidays("2025-08-09,2025-10-20"))
    [datetime.date(2025, 8, 9), datetime.date(2025, 10, 20)]

    A file has one date a line, in its first cell; what follows a `#`, empty lines and a first line without a date are
    skipped, so that the calendars of data.gov.sg can be used as they are.

    Raises:
        UsageError: It is neither, or a line has no date.
    """
    if not text:
        return frozenset()
    parts = [each.strip() for each in text.split(",")]
    path = Path(text)
    if not path.is_file():
        if any(each[:1].isdigit() for each in parts):
            return frozenset(parse_date(each, "--holidays") for each in parts if each)
        raise UsageError(f"--holidays: {text[:60]!r} is no file; give a file of dates, or YYYY-MM-DD,YYYY-MM-DD")
    if path.stat().st_size > _LARGEST:
        raise UsageError(f"--holidays: {path} is longer than a list of dates; give one date a line")
    found: set[date] = set()
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise UsageError(f"--holidays: {path} is no text in UTF-8; give one date a line") from None
    for number, line in enumerate(lines, 1):
        cell = re.split(r"[,;\t#]", line, maxsplit=1)[0].strip().strip('"')
        if not cell or (number == 1 and not cell[:1].isdigit()):
            continue
        found.add(parse_date(cell, f"{path}, line {number}"))
    return frozenset(found)
