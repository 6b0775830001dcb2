"""Ages: `7d` as a user types it, and as a note shows it."""

from __future__ import annotations

import re
from datetime import timedelta

from trivet.cli.failures import UsageError

__all__ = ["age_in_words", "parse_age"]

_AGE = re.compile(r"([0-9]{1,6})\s*([smhdw])")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_STEPS = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))


def parse_age(text: str, option: str) -> timedelta:
    """Return the age that a text means: a number and s, m, h, d or w.

    >>> parse_age("7d", "--max-age")
    datetime.timedelta(days=7)

    Raises:
        UsageError: It is no age.
    """
    found = _AGE.fullmatch(text.strip().lower())
    if found is None:
        raise UsageError(f"{option}: {text!r} is no age; give it as 7d, 12h or 30m (0s: always fetch)")
    return timedelta(**{_UNITS[found[2]]: int(found[1])})


def age_in_words(age: timedelta) -> str:
    """Return an age in the largest unit that it fills, rounded down.

    >>> age_in_words(timedelta(days=9, hours=3))
    '9 days'
    """
    seconds = int(age.total_seconds())
    for unit, length in _STEPS:
        if seconds >= length:
            count = seconds // length
            return f"{count} {unit}{'' if count == 1 else 's'}"
    return "0 seconds"
