"""The findings of a run as JUnit XML, for the test reports of CI systems."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from trivet_stubs.checks.judgement import Finding, Judgement, PartFinding

# Of the characters of XML 1.0, those that it forbids: control characters, halves of pairs, and two that mean nothing.
_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(judgement: Judgement) -> bytes:
    """The findings as an XML document: a test case for each rule and operation.

    A known departure, and what differs from a basis that does not fail the run, is a skipped test case: JUnit XML has
    no warnings. An incomplete run has an error, and one for each caller that it could not use.

    >>> Path("junit.xml").write_bytes(junit(judgement))
    """
    result = judgement.result
    cases = [_case(judgement, each) for each in judgement.findings]
    cases += (_caller(judgement, name, reason) for name, reason in result.callers.items())
    failures = sum(each.find("failure") is not None for each in cases)
    skipped = sum(each.find("skipped") is not None for each in cases)
    if judgement.incomplete:
        cases.append(_incomplete(judgement))
    errors = sum(each.find("error") is not None for each in cases)
    counts = {"tests": len(cases), "failures": failures, "errors": errors, "skipped": skipped}
    numbers = {name: str(count) for name, count in counts.items()} | {"time": f"{result.seconds:.3f}"}
    name = f"trivet check {result.service}"
    root = ElementTree.Element("testsuites", {"name": "trivet check", **numbers})
    suite = ElementTree.SubElement(root, "testsuite", {"name": name, **numbers})
    properties = ElementTree.SubElement(suite, "properties")
    for key, value in (("base_url", result.base_url), ("requests", str(result.requests))):
        ElementTree.SubElement(properties, "property", {"name": key, "value": _text(value)})
    suite.extend(cases)
    remaining = [f"could not be removed: {each}" for each in result.left]
    remaining += [f"may have left a record: {each}" for each in result.unsure]
    if remaining:
        ElementTree.SubElement(suite, "system-out").text = _text("\n".join(remaining))
    ElementTree.indent(root)
    document: bytes = ElementTree.tostring(root, "utf-8", xml_declaration=True)
    return document + b"\n"


def _case(judgement: Judgement, finding: Finding) -> ElementTree.Element:
    verdict = finding.verdict
    group = f"trivet.{judgement.result.service}.{verdict.kind}s"
    names = {"classname": group, "name": _text(verdict.id), "time": f"{verdict.seconds:.3f}"}
    case = ElementTree.Element("testcase", names)
    if finding.standing == "broken":
        kind = {"type": verdict.basis, "message": _text(verdict.reason)}
        ElementTree.SubElement(case, "failure", kind).text = _details(finding)
    elif finding.standing == "healed":
        message = "a known departure has healed: remove it from the file"
        ElementTree.SubElement(case, "failure", {"type": "healed", "message": message}).text = _details(finding)
    elif finding.standing != "holds":
        ElementTree.SubElement(case, "skipped", {"message": _text(_why_skipped(finding))})
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
    return _text("\n".join(_lines(finding)))


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
        yield f"Found: {part.reason}"
    if part.evidence is not None:
        yield f"Request: {part.evidence.request}"
        yield f"Answer: {part.evidence.answer}"
    if finding.standing == "healed":
        yield "Healed: remove it from the known departures"
    if finding.departure is not None:
        yield f"Known departure: {finding.departure.reason}"


def _caller(judgement: Judgement, name: str, reason: str) -> ElementTree.Element:
    """A caller that cannot be used: an error if the run needed it, and skipped if it went on without it."""
    names = {"classname": f"trivet.{judgement.result.service}.callers", "name": name, "time": "0.000"}
    case = ElementTree.Element("testcase", names)
    message = {"message": _text(f"cannot be used: {reason}")}
    if judgement.incomplete:
        ElementTree.SubElement(case, "error", {"type": "caller", **message})
    else:
        ElementTree.SubElement(case, "skipped", message)
    return case


def _incomplete(judgement: Judgement) -> ElementTree.Element:
    names = {"classname": f"trivet.{judgement.result.service}", "name": "the run", "time": "0.000"}
    case = ElementTree.Element("testcase", names)
    ElementTree.SubElement(case, "error", {"type": "incomplete", "message": _text(judgement.incomplete)})
    return case


def _text(text: str) -> str:
    return _FORBIDDEN.sub("�", text)
