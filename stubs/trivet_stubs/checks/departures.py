"""Known departures: the rules that a server is known to break, each with the reason, in a file."""

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast


@dataclass(frozen=True, slots=True)
class Departure:
    """A rule that a server is known to break, or an operation that is known to answer in another form."""

    __module__ = "trivet_stubs.checks"

    id: str
    """The id of the rule or of the operation."""
    reason: str
    """Why it is so, and until when."""


def read_departures(path: Path, known: Collection[str]) -> dict[str, Departure]:
    """Read a file of known departures: TOML, with a table `[[departure]]` for each.

        [[departure]]
        id = "chat.shares.only-the-sharer-revokes"
        reason = "Administrators revoke shares of others; ticket 4711."

    >>> read_departures(Path("departures.toml"), rules("chat"))

    Args:
        path: The file.
        known: The ids of the rules and operations of the service.

    Returns:
        The departures by their ids.

    Raises:
        OSError: The file cannot be read.
        ValueError: It is not such a file, an id is unknown or stands there twice, or a reason is missing.
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
    found: dict[str, Departure] = {}
    for number, entry in enumerate(cast(Sequence[Any], entries), 1):
        each = _departure(f"{path}: departure {number}", entry)
        if each.id not in known:
            raise ValueError(f"{path}: departure {number}: {each.id!r} is the id of no rule and of no operation")
        if found.setdefault(each.id, each) is not each:
            raise ValueError(f"{path}: departure {number}: {each.id} stands there twice")
    return found


def _departure(where: str, entry: Any) -> Departure:
    if not isinstance(entry, dict):
        raise ValueError(f"{where}: it is no table")  # noqa: TRY004  # as above
    given = cast(Mapping[str, Any], entry)
    for name in given:
        if name not in ("id", "reason"):
            raise ValueError(f"{where}: {name!r} is unknown; there are id and reason")
    for name in ("id", "reason"):
        value = given.get(name)
        if not isinstance(value, str) or not value.strip():
            raise ValueError(f"{where}: {name}, a text, is missing")
    return Departure(given["id"], given["reason"].strip())
