"""JUnit XML, read as CI systems read it."""

from dataclasses import replace
from xml.etree import ElementTree

from tests.stubs.checks.report.findings import HOSTILE, VERDICTS, judgement
from trivet_stubs.checks.report.junit import junit

# The schema of Ant and Maven reports, which Jenkins, GitLab and GitHub actions read: the children and the attributes.
CHILDREN = {
    "testsuites": {"testsuite"},
    "testsuite": {"properties", "testcase", "system-out"},
    "properties": {"property"},
    "testcase": {"skipped", "error", "failure", "system-out"},
}
ATTRIBUTES = {
    "testsuites": {"name", "tests", "failures", "errors", "skipped", "time"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"},
    "property": {"name", "value"},
    "testcase": {"name", "classname", "time"},
    "failure": {"type", "message"},
    "error": {"type", "message"},
    "skipped": {"message"},
}


def parsed(judgement):
    return ElementTree.fromstring(junit(judgement))


def test_document_has_only_what_the_schema_allows_and_true_counts():
    root = parsed(judgement(stopped="the time is up"))
    for element in root.iter():
        assert {child.tag for child in element} <= CHILDREN.get(element.tag, set())
        assert set(element.attrib) == ATTRIBUTES.get(element.tag, set())
    [suite] = root
    cases = suite.findall("testcase")
    for element in (root, suite):
        assert int(element.attrib["tests"]) == len(cases) == 8
        assert int(element.attrib["failures"]) == len(suite.findall("testcase/failure")) == 2
        assert int(element.attrib["errors"]) == len(suite.findall("testcase/error")) == 1
        assert int(element.attrib["skipped"]) == len(suite.findall("testcase/skipped")) == 3
        assert float(element.attrib["time"]) == 1.25
    assert all(len(case.findall("failure")) + len(case.findall("skipped")) <= 1 for case in cases)


def test_case_has_the_time_of_its_rule():
    [case] = parsed(judgement([replace(VERDICTS[0], seconds=1.5)])).iter("testcase")
    assert case.attrib["time"] == "1.500"


def test_case_says_what_is_wrong_in_characters_of_xml():
    cases = {case.attrib["name"]: case for case in parsed(judgement()).iter("testcase")}
    failure = cases["chat.broken"].find("failure")
    assert failure is not None
    assert failure.attrib["type"] == "stated"
    assert "[red]<b>&\"'" in failure.attrib["message"]
    assert "The sentence of chat.broken." in failure.text
    assert "Request: curl -i" in failure.text
    assert cases["chat.healed"].find("failure").attrib["type"] == "healed"
    assert cases["chat.assumed"].find("skipped").attrib["message"].startswith("broken, but assumed")
    assert cases["chat.known"].find("skipped").attrib["message"].startswith("known departure: ticket")
    assert "Request: curl -i" in cases["chat.known"].find("system-out").text
    assert [*cases["chat.holds"]] == []
    assert cases["stops.list"].attrib["classname"] == "trivet.chat.operations"


def test_caller_that_cannot_be_used_is_an_error_unless_the_run_went_on_without_it():
    callers = {"admin": "not given", "user": f"refused {HOSTILE}"}
    ended = parsed(judgement((), callers=callers, stopped="the callers admin and user cannot be used"))
    suite = ended.find("testsuite")
    errors = {case.attrib["name"]: case.find("error") for case in suite.iter("testcase")}
    assert list(errors) == ["admin", "user", "the run"]
    assert errors["admin"].attrib == {"type": "caller", "message": "cannot be used: not given"}
    assert (suite.attrib["tests"], suite.attrib["errors"]) == ("3", "3")
    went_on = parsed(judgement(VERDICTS[:1], callers=callers)).find("testsuite")
    assert (went_on.attrib["errors"], went_on.attrib["skipped"]) == ("0", "2")


def test_leftovers_and_an_incomplete_run_are_in_the_report():
    root = parsed(judgement(VERDICTS[:1], unsure=["POST http://x.test/conversations"]))
    assert root.find("testsuite/system-out").text.startswith("could not be removed: conversation c2")
    assert "may have left a record: POST" in root.find("testsuite/system-out").text
    assert parsed(judgement(VERDICTS[:1], left=[])).find("testsuite/system-out") is None
    assert parsed(judgement(())).find(".//error").attrib["message"] == "no rule was tried"
