"""The findings for CI systems: JUnit XML, read as they read it, and annotations and the summary of GitHub Actions."""

import re
from dataclasses import replace
from xml.etree import ElementTree

from tests.checks.reports.findings import HOSTILE, VERDICTS, judgement
from trivet_checks.reports.ci import annotations, junit, summary, write_summary

# The schema of Ant and Maven reports, which Jenkins, GitLab and GitHub actions read: the children and the attributes.
# That of Jenkins has `skipped` at a suite alone; `nox -s junit` reads the reports by that schema.
CHILDREN = {
    "testsuites": {"testsuite"},
    "testsuite": {"properties", "testcase", "system-out"},
    "properties": {"property"},
    "testcase": {"skipped", "error", "failure", "system-out"},
}
ATTRIBUTES = {
    "testsuites": {"name", "tests", "failures", "errors", "time"},
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
        assert float(element.attrib["time"]) == 1.25
    assert int(suite.attrib["skipped"]) == len(suite.findall("testcase/skipped")) == 3
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


def test_what_fails_is_an_error_and_what_differs_a_warning():
    lines = list(annotations(judgement()))
    titles = [re.match(r"::(error|warning) title=([^:]*)::", line).groups() for line in lines]

    assert titles[:3] == [("error", "chat.broken"), ("error", "chat.healed"), ("warning", "chat.assumed")]
    assert "The sentence of chat.broken." in lines[0]
    assert "has healed: remove it from the file" in lines[1]
    assert not [title for title in titles if title[1] in ("chat.holds", "chat.known", "chat.untried")]


def test_text_of_a_server_is_no_command():
    hostile = judgement(callers={"user": "refused\n::error title=x::y\r::set-output::%0A"})

    for line in annotations(hostile):
        assert "\n" not in line
        assert "\r" not in line
        assert line.startswith(("::error title=", "::warning title="))
    [caller] = [line for line in annotations(hostile) if "caller user" in line]
    assert "%250A" in caller


def test_incomplete_run_is_an_error():
    lines = list(annotations(judgement(VERDICTS[:1], stopped="the time is up")))

    assert lines[-1] == "::error title=trivet check chat::incomplete: the run ended early: the time is up"


def test_summary_has_the_counts_and_what_is_not_as_the_contract_says():
    text = summary(judgement())

    assert text.startswith("## trivet check chat: exit status 1\n")
    assert "| rules | 1 | 1 | 1 | 1 | 1 | 1 |\n| operations | 1 | 0 | 0 | 0 | 0 | 0 |\n" in text
    headings = re.findall(r"^### (\S+): <code>([^<]*)</code>$", text, re.M)
    assert headings == [
        ("broken", "chat.broken"),
        ("healed", "chat.healed"),
        ("differs", "chat.assumed"),
        ("departs", "chat.known"),
    ]


def test_summary_has_no_markup_of_a_server():
    hostile = HOSTILE + "<img src=x>[link](javascript:x)`code`**bold**|cell|@team"
    text = summary(judgement(callers={"user": hostile}, left=[hostile]))

    assert set(re.findall(r"<[^>]*>", text)) == {"<code>", "</code>"}
    assert "[link]" not in text
    assert "**bold**" not in text
    assert "@team" not in text


def test_summary_is_appended_to_the_file_of_the_job(tmp_path, monkeypatch):
    path = tmp_path / "summary.md"
    path.write_text("# Before\n", "utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(path))
    write_summary(judgement())

    assert path.read_text("utf-8").startswith("# Before\n## trivet check chat")
    monkeypatch.delenv("GITHUB_STEP_SUMMARY")
    write_summary(judgement())
    assert path.read_text("utf-8").count("## trivet check chat") == 1
