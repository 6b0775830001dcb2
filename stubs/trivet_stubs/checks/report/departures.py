"""A file of known departures for the findings of a run, with a place for each reason, which people fill in."""

import re
from collections.abc import Iterator

import orjson

from trivet_stubs.checks.departures import Departure
from trivet_stubs.checks.judgement import Finding, Judgement
from trivet_stubs.checks.secrets import printable

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


def departures(judgement: Judgement) -> bytes:
    """The departures as TOML: what is broken, with an empty reason, and what was known before, with its reason.

    What has healed is left out. Ids and times in `seen` are replaced by `*`, because the next run has others.

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
