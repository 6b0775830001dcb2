"""The checks of the chat contract judge a server of another make: its faults are found, and nothing else is broken."""

import pytest

from tests.other_make.chat_server import (
    FAULTS,
    VIEWER_ARCHIVES,
    VIEWER_DELETES,
)
from tests.other_make.records import KEYS
from tests.other_make.trials import failing, judge_chat
from trivet_checks import Departure, judge
from trivet_checks.checks.chat.service import RELATIONS, SIGNED_OUT

ABOUT_WHAT_STAYS = ("chat.access.*", "chat.conversations.*", "chat.shares.*")
BROKEN_BY_A_REFUSED_WRITE = {
    "chat.access.others-read-only-their-own",
    "chat.conversations.only-the-owner-archives",
    "chat.conversations.only-the-owner-deletes",
    "chat.conversations.only-the-owner-sets-archived",
    "chat.shares.only-the-sharer-revokes",
}
NOT_TRIED = {
    "chat.admin-ratings.summary-breaks-down-by-day": "the summary has other names than this project assumes",
    "chat.admin-ratings.summary-counts-and-averages": "the summary has other names than this project assumes",
    "chat.admin-ratings.summary-covers-30-days-by-default": "the ratings of 30 days are the same as of one day",
    "chat.impersonation.token-is-valid-for-an-hour": "takes ",
    "chat.ratings.unrate-removes-the-callers": "a recipient who may view, a recipient who may edit: needs ",
}
"""The stated rules that this server gives no occasion to try, and how the reason begins."""


@pytest.mark.long
def test_server_that_keeps_the_contract_in_its_own_way_breaks_no_stated_rule() -> None:
    result = judge_chat()
    untried = {verdict.id: verdict.reason for verdict in result.of("not tried") if verdict.basis == "stated"}

    assert failing(result) == {}
    assert (result.stopped, result.left) == ("", [])
    assert (
        len([verdict for verdict in result.of("holds") if verdict.kind == "rule" and verdict.basis == "stated"]) >= 60
    )
    assert {id: reason for id, reason in untried.items() if not reason.startswith(NOT_TRIED.get(id, "?"))} == {}


@pytest.mark.long
def test_assumptions_that_the_server_does_not_share_do_not_fail_the_run() -> None:
    result = judge_chat(only=["chat.requests.what-the-contract-forbids-is-422"])

    assert [verdict.basis for verdict in result.of("broken")] == ["assumed"]
    assert failing(result) == {}


@pytest.mark.long
def test_each_fault_is_a_broken_rule() -> None:
    assert set(failing(judge_chat(FAULTS))) == {broken.rule for broken in FAULTS.values()}


@pytest.mark.matrix
@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_fault_is_found_by_the_check_of_its_rule_alone(fault: str) -> None:
    [verdict] = judge_chat([fault], only=[FAULTS[fault].rule]).of("broken")

    assert verdict.id == FAULTS[fault].rule
    assert verdict.evidence is not None
    assert verdict.evidence.request.startswith("curl ")
    assert not [key for key in KEYS.values() if key in verdict.evidence.request + verdict.evidence.answer]


@pytest.mark.long
@pytest.mark.parametrize("fault", [VIEWER_ARCHIVES, VIEWER_DELETES])
def test_finding_names_the_recipient_and_shows_their_request(fault: str) -> None:
    [verdict] = judge_chat([fault], only=[FAULTS[fault].rule]).of("broken")

    assert verdict.reason.startswith("a recipient who may view: the answer: the status is 20")
    assert "another user" not in verdict.reason
    assert verdict.evidence is not None
    assert '-H "authorization: Bearer $other"' in verdict.evidence.request


@pytest.mark.matrix
@pytest.mark.parametrize("late", [0.05, 0.1, 0.2, 0.4, 0.5, 0.8, 1.0, 1.6, 2.0, 3.0])
def test_refused_write_that_is_stored_later_breaks_the_same_rules_each_time(late: float) -> None:
    result = judge_chat(only=ABOUT_WHAT_STAYS, late=late)

    assert set(failing(result)) == BROKEN_BY_A_REFUSED_WRITE
    assert result.left == []


@pytest.mark.long
def test_wrong_status_of_a_refusal_hides_no_change_that_is_stored_all_the_same() -> None:
    rule = "chat.shares.only-the-owner-shares"
    refusing, storing = judge_chat(only=[rule]), judge_chat(only=[rule], late=1.0)
    [refused], [stored] = refusing.verdicts, storing.verdicts

    assert {part.name: part.reason for part in refused.parts if part.outcome == "broken"} == {
        f"{who}: the answer": "the status is 404 and not 403"
        for who in ("another user", "an administrator", "a recipient who may view", "a recipient who may edit")
    }
    assert {part.name for part in stored.parts if part.outcome == "broken"} == {
        *(part.name for part in refused.parts if part.outcome == "broken"),
        *(f"{who}: the effect" for who in (relation.who for relation in RELATIONS if relation is not SIGNED_OUT)),
    }
    known = {rule: [Departure(id=rule, part="*: the answer", seen="the status is 404 and not 403", reason="Privacy.")]}
    assert [finding.standing for finding in judge(refusing, departures=known).findings] == ["departs"]
    assert [finding.standing for finding in judge(storing, departures=known, fail_on=["assumed"]).findings] == [
        "broken"
    ]


@pytest.mark.matrix
@pytest.mark.parametrize("commits", [0.02, 0.3, 2.0])
def test_server_that_commits_later_gets_the_same_verdicts(commits: float) -> None:
    at_once, later = judge_chat(), judge_chat(commits=commits)

    outcomes = {verdict.id: verdict.outcome for verdict in at_once.verdicts}
    assert {verdict.id: verdict.reason for verdict in later.verdicts if verdict.outcome != outcomes[verdict.id]} == {}
    assert (later.stopped, later.left) == ("", [])
