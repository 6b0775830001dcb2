"""The file of known departures, read for a run and written after one: the rules that a server breaks, how, and why.

A file that is written has a place for each reason, which people fill in.
"""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import orjson

from trivet_checks.checks.verdict import Departure, Finding, Judgement, id_of_operation
from trivet_stubs.kernel.printable_text import printable

_NAMES = ("id", "part", "seen", "reason")
_HEAD = """\
# Known departures of {service}, for `trivet check --departures`.
# Fill in each reason, why it is so and until when: a departure without a reason is refused.
"""
_LONGEST = 300
_VOLATILE = re.compile(
    r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F-]{22}"  # UUIDs
    r"|\b[a-z]{2,4}_[A-Za-z0-9]{6,}|\b[0-9a-f]{12,}\b|trivet-check-[0-9a-f]+"  # other ids, and names of the run
    r"|\d{4}-\d\d-\d\dT[0-9:.]+(?:Z|[+-]\d\d:\d\d)?|\b\d{10,}\b"  # times
    r"|[\ud800-\udfff]|^\s+|\s+\Z"  # what TOML does not keep
)
"""The parts of a finding that differ in the next run."""


def read_departures(path: Path, known: Collection[str]) -> dict[str, Sequence[Departure]]:
    """Read a file of known departures: TOML, with a table `[[departure]]` for each.

        [[departure]]
        id = "chat.shares.only-the-sharer-revokes"
        part = "an administrator: the answer"
        seen = "the status is 204 and not a refusal"
        reason = "Administrators revoke shares of others; ticket 4711."

    >>> read_departures(Path("departures.toml"), rules("chat"))

    Args:
        path: The file.
        known: The ids of the rules of the service, and of the verdicts on its operations.

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
            answer = id_of_operation(departure.id)
            advice = f"; its answers have {answer!r}" if answer in known else ""
            raise ValueError(
                f"{path}: departure {number}: {departure.id!r} is the id of no rule and of no verdict on an operation"
                + advice
            )
        listed = departures.setdefault(departure.id, [])
        if (departure.part, departure.seen) in ((other.part, other.seen) for other in listed):
            raise ValueError(f"{path}: departure {number}: {departure.id} stands there twice with this part and seen")
        listed.append(departure)
    return {**departures}


def _departure(where: str, entry: Any) -> Departure:
    if not isinstance(entry, dict):
        raise ValueError(f"{where}: it is not a table")  # noqa: TRY004  # as above
    table = cast(Mapping[str, Any], entry)
    for name in table:
        if name not in _NAMES:
            raise ValueError(f"{where}: {name!r} is unknown; there are {', '.join(_NAMES)}")
    for name in _NAMES:
        value = table.get(name, "" if name == "part" else None)
        if not isinstance(value, str) or not (value.strip() or name == "part"):
            raise ValueError(f"{where}: {name}, a text, is missing")
    texts = {name: str(table.get(name, "")).strip() for name in _NAMES}
    return Departure(id=texts["id"], part=texts["part"], seen=texts["seen"], reason=texts["reason"])


def departures(judgement: Judgement) -> bytes:
    """The departures as TOML: broken rules with an empty reason, and known departures with the reason of their file.

    Those that have healed are left out. Ids and times in `seen` are replaced by `*`, because the next run has others.

    >>> Path("departures.toml").write_bytes(departures(judgement))
    """
    entries = dict(entry for finding in judgement.findings for entry in _departures(finding))
    texts = [_entry(departure, comments) for departure, comments in entries.items()]
    return "\n".join([_HEAD.format(service=judgement.result.service), *texts]).encode()


def _departures(finding: Finding) -> Iterator[tuple[Departure, str]]:
    """Yield the departures that a finding shows, each with a comment."""
    verdict = finding.verdict
    for part in finding.parts:
        if part.standing == "departs" and part.departure is not None:
            yield part.departure, verdict.sentence
        elif part.standing == "broken":
            seen = _VOLATILE.sub("*", part.part.reason) or "*"
            yield Departure(id=verdict.id, part=part.part.name, seen=seen, reason=""), verdict.sentence


def _entry(departure: Departure, comment: str) -> str:
    values = {"id": departure.id, "part": departure.part, "seen": departure.seen, "reason": departure.reason}
    lines = [f"{name} = {_toml(value)}\n" for name, value in values.items() if value or name != "part"]
    return f"# {' '.join(printable(comment, _LONGEST).split())}\n[[departure]]\n{''.join(lines)}"


def _toml(text: str) -> str:
    """Return a basic string of TOML, which escapes as JSON does, and DEL, too."""
    return orjson.dumps(text.encode("utf-8", "replace").decode()).decode().replace("\x7f", "\\u007f")
