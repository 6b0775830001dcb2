"""The natural order of service numbers."""

from __future__ import annotations

import re
from typing import TypeAlias

__all__ = ["NaturalKey", "natural_order"]

NaturalKey: TypeAlias = "tuple[tuple[tuple[bool, int, str], ...], str]"

_PARTS = re.compile(r"[0-9]+|[^0-9]+")


def natural_order(service_no: str) -> NaturalKey:
    """Return the sort key of a service number in natural order: 2 < 10 < 10e < 100 < NR5.

    >>> sorted(["100", "NR5", "10e", "2", "10"], key=natural_order)
    ['2', '10', '10e', '100', 'NR5']

    Runs of digits are compared as numbers, and come before letters. Letters are compared without regard to case first.
    """
    return tuple(_key(part) for part in _PARTS.findall(service_no)), service_no


def _key(part: str) -> tuple[bool, int, str]:
    if "0" <= part[0] <= "9":
        digits = part.lstrip("0")
        return False, len(digits), digits  # a number of more digits is larger; Python refuses very long ones as int
    return True, 0, part.casefold()
