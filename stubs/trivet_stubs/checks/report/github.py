"""The findings of a run for GitHub Actions: annotations in the log of a job, and a summary of the job."""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from trivet_stubs.checks.judgement import Finding, Judgement, Standing
from trivet_stubs.checks.secrets import printable

_LONGEST = 1000
_SUMMARY = "GITHUB_STEP_SUMMARY"
_COLUMNS: tuple[Standing, ...] = ("holds", "broken", "healed", "differs", "departs", "not tried")
_LISTED: tuple[Standing, ...] = ("broken", "healed", "differs", "departs")


def annotations(judgement: Judgement) -> Iterator[str]:
    """Yield workflow commands: an error for what fails the run, and a warning for what differs.

    A text of a server cannot begin a command of its own, because its line breaks are escaped.

    >>> for line in annotations(judgement):
    ...     print(line)
    """
    for finding in (*judgement.of("broken"), *judgement.of("healed")):
        yield _command("error", finding.verdict.id, _message(finding))
    for finding in judgement.of("differs"):
        yield _command("warning", finding.verdict.id, f"{_message(finding)} ({finding.verdict.basis})")
    result = judgement.result
    for name, reason in result.callers.items():
        level: Literal["error", "warning"] = "error" if judgement.incomplete else "warning"
        yield _command(level, f"caller {name}", f"cannot be used: {reason}")
    for record in result.left:
        yield _command("warning", "left on the server", record)
    if judgement.incomplete:
        yield _command("error", f"trivet check {result.service}", f"incomplete: {judgement.incomplete}")


def summary(judgement: Judgement) -> str:
    """The summary of a job, in Markdown: the counts, and each finding that is not as the contract says.

    >>> summary(judgement).partition("\\n")[0]
    '## trivet check chat: exit status 1'
    """
    result = judgement.result
    return "\n".join(
        [
            f"## trivet check {result.service}: exit status {judgement.exit_status}",
            "",
            f"{_code(result.base_url)}, {result.requests} requests in {result.seconds:.1f} s",
            "",
            *([f"**Incomplete:** {_text(judgement.incomplete)}", ""] if judgement.incomplete else []),
            *_counts(judgement),
            "",
            *(line for standing in _LISTED for finding in judgement.of(standing) for line in _section(finding)),
            *(f"- caller {_text(name)} cannot be used: {_text(reason)}" for name, reason in result.callers.items()),
            *(f"- left on the server: {_code(record)}" for record in result.left),
            "",
        ]
    )


def write_summary(judgement: Judgement) -> None:
    """Append the summary to the file that GitHub Actions names in `GITHUB_STEP_SUMMARY`; elsewhere, do nothing.

    >>> write_summary(judgement)

    Raises:
        OSError: The file cannot be written.
    """
    if path := os.environ.get(_SUMMARY):
        with Path(path).open("a", encoding="utf-8", errors="replace", newline="\n") as file:
            file.write(summary(judgement))


def _message(finding: Finding) -> str:
    if finding.standing == "healed":
        return f"{finding.verdict.sentence} The known departure has healed: remove it from the file."
    return f"{finding.verdict.sentence} {finding.verdict.reason}"


def _command(level: Literal["error", "warning"], title: str, message: str) -> str:
    return f"::{level} title={_property(title)}::{_data(message)}"


def _data(text: str) -> str:
    """Escape the message of a command, as the toolkit of GitHub Actions does."""
    return printable(text, _LONGEST).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _counts(judgement: Judgement) -> Iterator[str]:
    yield f"| | {' | '.join(_COLUMNS)} |"
    yield f"|---|{'---:|' * len(_COLUMNS)}"
    for kind in ("rule", "operation"):
        counts = Counter(finding.standing for finding in judgement.findings if finding.verdict.kind == kind)
        yield f"| {kind}s | {' | '.join(str(counts[standing]) for standing in _COLUMNS)} |"


def _section(finding: Finding) -> Iterator[str]:
    verdict = finding.verdict
    yield f"### {finding.standing}: {_code(verdict.id)}"
    yield ""
    yield f"{_text(verdict.sentence)} ({verdict.basis})"
    yield ""
    for part in finding.parts:
        if part.standing not in _LISTED:
            continue
        where = f"{_text(part.part.name)}: " if part.part.name else ""
        yield f"- {where}{part.standing}{': ' if part.part.reason else ''}{_text(part.part.reason)}"
        if part.departure is not None:
            yield f"  - known departure: {_text(part.departure.reason)}"
        if part.part.evidence is not None:
            yield f"  - request: {_code(part.part.evidence.request)}"
            yield f"  - answer: {_code(part.part.evidence.answer)}"
    yield ""


def _text(text: str) -> str:
    """A text without markup: what Markdown or HTML would read is escaped."""
    line = " ".join(printable(text, _LONGEST).split())
    return "".join(f"&#{ord(character)};" if character in "<>&\\`*_[]|#!~@" else character for character in line)


def _code(text: str) -> str:
    """A text as code, in HTML, because a text between backticks may have backticks."""
    return f"<code>{_text(text)}</code>"
