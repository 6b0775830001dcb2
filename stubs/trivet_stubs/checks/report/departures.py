"""A file of known departures for the findings of a run, with a place for each reason, which people fill in."""

from collections.abc import Iterator

import orjson

from trivet_stubs.checks.judgement import Finding, Judgement
from trivet_stubs.checks.secrets import printable

_HEAD = """\
# Known departures of {service}, for `trivet check --departures`.
# Fill in each reason, why it is so and until when: a departure without a reason is refused.
"""
_LONGEST = 300


def departures(judgement: Judgement) -> bytes:
    """The departures as TOML: what is broken, with an empty reason, and what was known before, with its reason.

    What has healed is left out.

    >>> Path("departures.toml").write_bytes(departures(judgement))
    """
    entries = [_entry(finding) for finding in judgement.findings if finding.standing in ("broken", "departs")]
    return "\n".join([_HEAD.format(service=judgement.result.service), *entries]).encode("utf-8", "replace")


def _entry(finding: Finding) -> str:
    verdict = finding.verdict
    reason = "" if finding.departure is None else finding.departure.reason
    comments = "".join(f"# {line}\n" for line in _comments(finding))
    return f"{comments}[[departure]]\nid = {_toml(verdict.id)}\nreason = {_toml(reason)}\n"


def _comments(finding: Finding) -> Iterator[str]:
    verdict = finding.verdict
    for name, text in (("", verdict.sentence), ("Found: ", verdict.reason)):
        if text:
            yield name + " ".join(printable(text, _LONGEST).split())


def _toml(text: str) -> str:
    """Return a basic string of TOML, which escapes as JSON does, and DEL, too."""
    return orjson.dumps(text.encode("utf-8", "replace").decode()).decode().replace("\x7f", "\\u007f")
