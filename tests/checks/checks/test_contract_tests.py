"""Contract tests in a suite of one's own, run as one."""

import os
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from trivet_checks import contract_tests

SUITE = """
import pytest
from starlette.responses import Response

from trivet_stubs import ChatStub
from trivet_checks import Budget
from trivet_checks import contract_tests
from trivet_checks.mutants.changes import around, change_answer, do_nothing

RULES = ["chat.shares.only-the-sharer-revokes", "chat.shares.revoked-opens-nothing"]
OPERATIONS = ["conversations.create", "conversations.shares.delete"]
DELETIONS = []


@pytest.fixture(scope="module")
def url():
    async def refuse(app, scope, receive, send):
        first = scope["path"] not in DELETIONS
        DELETIONS.append(scope["path"])
        await (Response(status_code=500) if first else app)(scope, receive, send)

    with ChatStub() as stub, pytest.MonkeyPatch.context() as patch:
        do_nothing(stub, "conversations.shares.delete", status=204)
        change_answer(stub, "conversations.create", lambda made: {**made, "title": 5})
        around(stub, "conversations.delete", refuse)
        patch.setenv("TRIVET_CHAT_ADMIN_TOKEN", stub.admin_token)
        patch.setenv("MINE", stub.token("alice"))
        patch.setenv("TRIVET_CHAT_OTHER_TOKEN", stub.token("bob"))
        with stub.serve() as served:
            yield served.url
        assert not [each for each in stub.records.conversations.values() if "trivet-check" in str(each)]


options = {"base_url_fixture": "url", "callers": {"user": "MINE"}, "allow_writes": True}
options["budget"] = lambda: Budget(pause=lambda seconds: None)
test_rules = contract_tests("chat", ids=RULES, **options)
test_known = contract_tests("chat", ids=RULES, departures="departures.toml", **options)
test_operations = contract_tests("chat", operations=OPERATIONS, **options)
test_reading = contract_tests("chat", ids=RULES, base_url_fixture="url", allow_untried=True)
some = [RULES[1], "chat.users.list-has-counts"]
test_some = contract_tests("chat", ids=some, base_url_fixture="url", callers={"user": "MINE"})
test_callers = contract_tests("chat", ids=RULES, base_url_fixture="url")
test_nowhere = contract_tests("chat", ids=RULES, base_url="http://127.0.0.1:9", timeout=0.5)
test_no_caller = contract_tests("chat", ids=RULES[:1], base_url_fixture="url", callers={"user": "UNSET"})
"""
DEPARTURES = """
[[departure]]
id = "chat.shares.revoked-opens-nothing"
seen = "*"
reason = "ticket 4711"
[[departure]]
id = "conversations.list: answer"
seen = "*"
reason = "no test of the selection"
"""


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """The outcome and text of each test of the suite, and what the run printed."""
    folder = tmp_path_factory.mktemp("suite")
    (folder / "test_contract.py").write_text(SUITE, "utf-8")
    (folder / "departures.toml").write_text(DEPARTURES, "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--junit-xml=junit.xml", "-rsx"]
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=600)
    cases = {}
    for case in ElementTree.parse(folder / "junit.xml").iter("testcase"):
        outcome = next((child for child in case if child.tag in ("failure", "skipped", "error")), None)
        text = "" if outcome is None else f"{outcome.attrib['message']}\n{outcome.text}"
        cases[case.attrib["name"]] = ("passed" if outcome is None else outcome.tag, text)
    return cases, done.stdout + done.stderr


@pytest.mark.long
def test_broken_rule_fails_with_its_sentence_and_the_request(report):
    cases, text = report
    outcome, message = cases["test_rules[chat.shares.revoked-opens-nothing]"]
    assert outcome == "failure"
    assert "A revoked share opens nothing" in message
    assert "\nRequest: curl -i " in message
    assert "<share_token>" in message
    assert "Traceback" not in text
    assert cases["test_rules[chat.shares.only-the-sharer-revokes]"][0] == "failure"  # nothing refuses the other user


def test_untried_rule_is_skipped_with_the_reason(report):
    cases, _ = report
    outcome, message = cases["test_some[chat.shares.revoked-opens-nothing]"]
    assert outcome == "skipped"
    assert "writes are not allowed" in message
    assert cases["test_some[chat.users.list-has-counts]"][0] == "passed"


def test_one_test_fails_with_the_reason_if_no_rule_was_tried(report):
    cases, _ = report
    outcome, message = cases["test_reading[chat.shares.only-the-sharer-revokes]"]
    assert outcome == "failure"
    assert "no rule was tried; chat.shares.only-the-sharer-revokes: needs the caller" in message
    outcome, message = cases["test_reading[chat.shares.revoked-opens-nothing]"]
    assert outcome == "skipped"
    assert "needs the caller user: not given" in message


def test_caller_that_cannot_be_used_fails_every_test(report):
    cases, _ = report
    for rule in ("only-the-sharer-revokes", "revoked-opens-nothing"):
        outcome, message = cases[f"test_callers[chat.shares.{rule}]"]
        assert outcome == "failure"
        assert "the caller user cannot be used; user: not given (--caller user=VARIABLE" in message


def test_known_departure_is_an_expected_failure(report):
    cases, text = report
    outcome, message = cases["test_known[chat.shares.revoked-opens-nothing]"]
    assert outcome == "skipped"  # as pytest writes it to JUnit XML
    assert "ticket 4711" in message
    assert "XFAIL" in text


def test_operation_with_a_wrong_answer_fails(report):
    cases, _ = report
    outcome, message = cases["test_operations[conversations.create]"]
    assert outcome == "failure"
    assert "title: 5 is not" in message
    assert cases["test_operations[conversations.shares.delete]"][0] == "passed"


def test_server_that_is_not_there_and_caller_without_a_token_fail(report):
    cases, _ = report
    assert "does not answer" in cases["test_nowhere[chat.shares.only-the-sharer-revokes]"][1]
    assert "does not answer" in cases["test_nowhere[chat.shares.revoked-opens-nothing]"][1]
    outcome, message = cases["test_no_caller[chat.shares.only-the-sharer-revokes]"]
    assert outcome == "failure"
    assert "UNSET of user is not set" in message


def test_records_that_were_kept_are_removed_after_the_last_test(report):
    cases, text = report
    assert not [name for name, (outcome, _) in cases.items() if outcome == "error"]
    assert "left on" not in text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "give one of them"),
        ({"base_url": "http://x.test", "base_url_fixture": "url"}, "give one of them"),
        ({"base_url": "http://x.test", "ids": ["bus.*"]}, "selects no rule"),
    ],
)
def test_wrong_settings_are_refused_when_tests_are_collected(options, message):
    with pytest.raises(ValueError, match=message):
        contract_tests("chat", **options)
