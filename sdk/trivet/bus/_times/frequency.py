"""Frequencies: the service's texts such as `5-08` as ranges of minutes."""

import re

import attrs

from ..._core.public import exported_from

__all__ = ["FrequencyRange", "parse_frequency"]

_FREQUENCY_TEXT = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?")


@exported_from("trivet.bus")
@attrs.frozen(order=True)
class FrequencyRange:
    """The shortest and the longest time between two buses in minutes, both inclusive.

    >>> print(FrequencyRange(5, 8))
    5-8 min
    >>> FrequencyRange(5, 8) < FrequencyRange(6, 7)
    True
    """

    minimum: int
    maximum: int

    def __str__(self) -> str:
        """Return `5-8 min`, or `9 min` when both ends are equal."""
        if self.minimum == self.maximum:
            return f"{self.minimum} min"
        return f"{self.minimum}-{self.maximum} min"


def parse_frequency(text: str | None) -> FrequencyRange | None:
    """Parse a frequency text; return None when no bus runs, or when the text is not a range.

    `5-08` is 5 to 8 minutes and a single number is both ends. A reversed range (`13-07` occurs in the public data) is
    swapped. Outliers such as `8-288` are kept. `00-00`, `0-0` and `-` mean that no bus runs. They are None, as null,
    empty text and any other text are.

    Contract: Resources, Bus service record.
    """
    match = None if text is None else _FREQUENCY_TEXT.fullmatch(text)
    if match is None:
        return None
    first = int(match[1])
    second = int(match[2] or first)
    return FrequencyRange(min(first, second), max(first, second)) if first or second else None
