"""The findings of a run for CI systems: JUnit XML, and annotations and a job summary of GitHub Actions."""

import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree

from trivet_checks.checks.verdict import Finding, Judgement, PartFinding, Standing
from trivet_stubs.kernel.printable_text import printable

# Of the characters of XML 1.0, those that it forbids: control characters, halves of pairs, and two that mean nothing.
_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LONGEST = 1000
_SUMMARY = "GITHUB_STEP_SUMMARY"
_COLUMNS: tuple[Standing, ...] = ("holds", "broken", "healed", "differs", "departs", "not tried")
_LISTED: tuple[Standing, ...] = ("broken", "healed", "differs", "departs")


def junit(judgement: Judgement) -> bytes:
    """The findings as an XML document: a test case for each rule and operation.

    A known departure, and a difference whose basis does not fail the run, is a skipped test case: JUnit XML has
    no warnings. An incomplete run has an error, and one for each caller that it could not use.

    >>> Path("junit.xml").write_bytes(junit(judgement))
    """
    result = judgement.result
    cases = [_case(judgement, finding) for finding in judgement.findings]
    cases += (_caller(judgement, name, reason) for name, reason in result.callers.items())
    failures = sum(case.find("failure") is not None for case in cases)
    skipped = sum(case.find("skipped") is not None for case in cases)
    if judgement.incomplete:
        cases.append(_incomplete(judgement))
    errors = sum(case.find("error") is not None for case in cases)
    counts = {"tests": len(cases), "failures": failures, "errors": errors}
    numbers = {name: str(count) for name, count in counts.items()} | {"time": f"{result.seconds:.3f}"}
    name = f"trivet check {result.service}"
    # The schema of Jenkins has the count of skipped cases at a suite alone.
    root = ElementTree.Element("testsuites", {"name": "trivet check", **numbers})
    suite = ElementTree.SubElement(root, "testsuite", {"name": name, **numbers, "skipped": str(skipped)})
    properties = ElementTree.SubElement(suite, "properties")
    for key, value in (("base_url", result.base_url), ("requests", str(result.requests))):
        ElementTree.SubElement(properties, "property", {"name": key, "value": _xml_text(value)})
    suite.extend(cases)
    remaining = [f"could not be removed: {record}" for record in result.left]
    remaining += [f"may have left a record: {request}" for request in result.unsure]
    if remaining:
        ElementTree.SubElement(suite, "system-out").text = _xml_text("\n".join(remaining))
    ElementTree.indent(root)
    document: bytes = ElementTree.tostring(root, "utf-8", xml_declaration=True)
    return document + b"\n"


def _case(judgement: Judgement, finding: Finding) -> ElementTree.Element:
    verdict = finding.verdict
    group = f"trivet.{judgement.result.service}.{verdict.kind}s"
    names = {"classname": group, "name": _xml_text(verdict.id), "time": f"{verdict.seconds:.3f}"}
    case = ElementTree.Element("testcase", names)
    if finding.standing == "broken":
        kind = {"type": verdict.basis, "message": _xml_text(verdict.reason)}
        ElementTree.SubElement(case, "failure", kind).text = _details(finding)
    elif finding.standing == "healed":
        message = "a known departure has healed: remove it from the file"
        ElementTree.SubElement(case, "failure", {"type": "healed", "message": message}).text = _details(finding)
    elif finding.standing != "holds":
        ElementTree.SubElement(case, "skipped", {"message": _xml_text(_why_skipped(finding))})
        if finding.standing != "not tried":
            ElementTree.SubElement(case, "system-out").text = _details(finding)
    return case


def _why_skipped(finding: Finding) -> str:
    if finding.standing == "departs":
        return f"known departure: {'; '.join(departure.reason for departure in finding.departures)}"
    if finding.standing == "differs":
        return f"broken, but {finding.verdict.basis} and not stated by the contract: {finding.verdict.reason}"
    return finding.verdict.reason


def _details(finding: Finding) -> str:
    return _xml_text("\n".join(_lines(finding)))


def _lines(finding: Finding) -> Iterator[str]:
    verdict = finding.verdict
    yield verdict.sentence
    if verdict.section:
        yield f"Section: {verdict.section}"
    yield f"Basis: {verdict.basis}"
    for part in finding.parts:
        if part.standing not in ("holds", "not tried"):
            yield from lines_of(part)


def lines_of(finding: PartFinding) -> Iterator[str]:
    """The lines of a report about a broken part of a rule, or about one that has healed.

    >>> print("\\n".join(lines_of(part)))
    """
    part = finding.part
    if part.name:
        yield f"Part: {part.name}"
    if part.reason:
        yield f"Found: {part.found}"
    if part.evidence is not None:
        yield f"Request: {part.evidence.request}"
        yield f"Answer: {part.evidence.answer}"
    if part.walk is not None:
        yield from part.walk.lines
    if finding.standing == "healed":
        yield "Healed: remove it from the known departures"
    if finding.departure is not None:
        yield f"Known departure: {finding.departure.reason}"


def _caller(judgement: Judgement, name: str, reason: str) -> ElementTree.Element:
    """A caller that cannot be used: an error if the run needed it, and skipped if it went on without it."""
    names = {"classname": f"trivet.{judgement.result.service}.callers", "name": name, "time": "0.000"}
    case = ElementTree.Element("testcase", names)
    message = {"message": _xml_text(f"cannot be used: {reason}")}
    if judgement.incomplete:
        ElementTree.SubElement(case, "error", {"type": "caller", **message})
    else:
        ElementTree.SubElement(case, "skipped", message)
    return case


def _incomplete(judgement: Judgement) -> ElementTree.Element:
    names = {"classname": f"trivet.{judgement.result.service}", "name": "the run", "time": "0.000"}
    case = ElementTree.Element("testcase", names)
    ElementTree.SubElement(case, "error", {"type": "incomplete", "message": _xml_text(judgement.incomplete)})
    return case


def _xml_text(text: str) -> str:
    return _FORBIDDEN.sub("�", text)


def annotations(judgement: Judgement) -> Iterator[str]:
    """Yield workflow commands: an error for each failure, and a warning for each difference.

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
            *([f"**Incomplete:** {_plain_markdown(judgement.incomplete)}", ""] if judgement.incomplete else []),
            *_counts(judgement),
            "",
            *(line for standing in _LISTED for finding in judgement.of(standing) for line in _section(finding)),
            *(
                f"- caller {_plain_markdown(name)} cannot be used: {_plain_markdown(reason)}"
                for name, reason in result.callers.items()
            ),
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
    yield f"{_plain_markdown(verdict.sentence)} ({verdict.basis})"
    yield ""
    for part in finding.parts:
        if part.standing not in _LISTED:
            continue
        where = f"{_plain_markdown(part.part.name)}: " if part.part.name else ""
        yield f"- {where}{part.standing}{': ' if part.part.reason else ''}{_plain_markdown(part.part.found)}"
        if part.departure is not None:
            yield f"  - known departure: {_plain_markdown(part.departure.reason)}"
        if part.part.evidence is not None:
            yield f"  - request: {_code(part.part.evidence.request)}"
            yield f"  - answer: {_code(part.part.evidence.answer)}"
    yield ""


def _plain_markdown(text: str) -> str:
    """A text without markup: what Markdown or HTML would read is escaped."""
    line = " ".join(printable(text, _LONGEST).split())
    return "".join(f"&#{ord(character)};" if character in "<>&\\`*_[]|#!~@" else character for character in line)


def _code(text: str) -> str:
    """A text as code, in HTML, because a text between backticks may have backticks."""
    return f"<code>{_plain_markdown(text)}</code>"
