"""How often a bus runs: the service's frequency texts as ranges of minutes."""

import re

import attrs

from ..._core.public import exported_from

__all__ = ["FrequencyRange", "frequency_range"]

_FREQUENCY_TEXT = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?")


@exported_from("trivet.bus")
@attrs.frozen(order=True)
class FrequencyRange:
    """The shortest and the longest wait between two buses, in minutes, both inclusive."""

    minimum: int
    maximum: int

    def __str__(self) -> str:
        """`5-8 min`, or `9 min` when the two ends are one."""
        if self.minimum == self.maximum:
            return f"{self.minimum} min"
        return f"{self.minimum}-{self.maximum} min"


def frequency_range(text: str) -> FrequencyRange | None:
    """The range that a frequency text gives, or None when it gives none.

    `5-08` is 5 to 8 minutes, a single number is both ends, and a reversed range (`13-07`, seen in the public data) is
    turned round. Outliers such as `8-288` are kept as they are. `-`, empty and any other text is None.

    Contract: Resources, Bus service record.
    """
    match = _FREQUENCY_TEXT.fullmatch(text)
    if match is None:
        return None
    one = int(match[1])
    other = int(match[2] or one)
    return FrequencyRange(min(one, other), max(one, other))
