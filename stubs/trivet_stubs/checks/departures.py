"""Known departures: the rules that a server is known to break, how, and why, in a file."""

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from trivet_stubs.checks.verdict import Part

_NAMES = ("id", "part", "seen", "reason")


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """A way in which a server is known to break a rule, or in which the form of an operation's answer is wrong.

    >>> Departure(id="chat.shares.only-the-sharer-revokes", part="an administrator: *", seen="*", reason="Ticket 4711.")
    """

    __module__ = "trivet_stubs.checks"

    id: str
    """The id of the rule or of the operation."""
    part: str = ""
    """The part of a rule that has several; `*` stands for any text."""
    seen: str
    """The text that a report shows as found; `*` stands for any text. Anything else that is found there is new."""
    reason: str
    """Why it is so, and until when."""

    def concerns(self, part: Part) -> bool:
        """Whether it is about a part of its rule, whatever is found there."""
        return _matches(self.part, part.name)

    def covers(self, part: Part) -> bool:
        """Whether it is the known departure of a broken part."""
        return self.concerns(part) and _matches(self.seen, part.reason)


def _matches(pattern: str, text: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), text, re.DOTALL) is not None


def read_departures(path: Path, known: Collection[str]) -> dict[str, Sequence[Departure]]:
    """Read a file of known departures: TOML, with a table `[[departure]]` for each.

        [[departure]]
        id = "chat.shares.only-the-sharer-revokes"
        part = "an administrator: the answer"
        seen = "the status is 204 and not a refusal (400 to 499)"
        reason = "Administrators revoke shares of others; ticket 4711."

    >>> read_departures(Path("departures.toml"), rules("chat"))

    Args:
        path: The file.
        known: The ids of the rules and operations of the service.

    Returns:
        The departures by their ids.

    Raises:
        OSError: The file cannot be read.
        ValueError: It is not such a file, an id is unknown, a departure is listed twice, or `seen` or `reason` is
            missing.
    """
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: not TOML: {error}") from error
    entries = document.pop("departure", [])
    if document:
        raise ValueError(f"{path}: {next(iter(document))!r} is unknown; each departure is a table [[departure]]")
    if not isinstance(entries, list):
        raise ValueError(f"{path}: each departure is a table [[departure]]")  # noqa: TRY004  # the file is wrong
    departures: dict[str, list[Departure]] = {}
    for number, entry in enumerate(cast(Sequence[Any], entries), 1):
        departure = _departure(f"{path}: departure {number}", entry)
        if departure.id not in known:
            raise ValueError(f"{path}: departure {number}: {departure.id!r} is the id of no rule and of no operation")
        listed = departures.setdefault(departure.id, [])
        if (departure.part, departure.seen) in ((other.part, other.seen) for other in listed):
            raise ValueError(f"{path}: departure {number}: {departure.id} stands there twice with this part and seen")
        listed.append(departure)
    return {**departures}


def _departure(where: str, entry: Any) -> Departure:
    if not isinstance(entry, dict):
        raise ValueError(f"{where}: it is no table")  # noqa: TRY004  # as above
    given = cast(Mapping[str, Any], entry)
    for name in given:
        if name not in _NAMES:
            raise ValueError(f"{where}: {name!r} is unknown; there are {', '.join(_NAMES)}")
    for name in _NAMES:
        value = given.get(name, "" if name == "part" else None)
        if not isinstance(value, str) or not (value.strip() or name == "part"):
            raise ValueError(f"{where}: {name}, a text, is missing")
    texts = {name: str(given.get(name, "")).strip() for name in _NAMES}
    return Departure(id=texts["id"], part=texts["part"], seen=texts["seen"], reason=texts["reason"])
