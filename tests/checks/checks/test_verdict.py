"""The end of a check, verdicts and results, and the judgement of the verdicts of a run."""

import signal

import pytest
from orjson import loads

from trivet_checks import Broken, Departure, Evidence, Part, Result, Verdict, judge
from trivet_checks.checks.verdict import finding_of
from trivet_checks.reports.ci import junit
from trivet_checks.reports.json import json
from trivet_checks.reports.writer import table

KNOWN = Departure(id="chat.a", seen="*", reason="ticket 1")


def verdict(outcome, basis="stated", rule="chat.a"):
    return Verdict(kind="rule", id=rule, outcome=outcome, basis=basis, sentence="It holds.")


def judged(*verdicts, departures=(), fail_on=(), required=(), min_tried=0.0, **more):
    result = Result(service="chat", base_url="http://x.test", verdicts=verdicts, requests=1, seconds=1.0, **more)
    known = {departure.id: [departure] for departure in departures}
    return judge(result, departures=known, fail_on=fail_on, required=required, min_tried=min_tried)


@pytest.mark.parametrize(
    ("outcome", "basis", "departure", "failing", "standing", "fails"),
    [
        ("holds", "stated", None, {"stated"}, "holds", False),
        ("broken", "stated", None, {"stated"}, "broken", True),
        ("broken", "assumed", None, {"stated"}, "differs", False),
        ("broken", "assumed", None, {"stated", "assumed"}, "broken", True),
        ("broken", "observed", None, {"stated", "assumed"}, "differs", False),
        ("broken", "stated", KNOWN, {"stated"}, "departs", False),
        ("broken", "assumed", KNOWN, {"stated"}, "departs", False),
        ("holds", "stated", KNOWN, {"stated"}, "healed", True),
        ("holds", "assumed", KNOWN, {"stated"}, "healed", True),
        ("not tried", "stated", KNOWN, {"stated"}, "not tried", False),
    ],
)
def test_verdict_means(outcome, basis, departure, failing, standing, fails):
    finding = finding_of(verdict(outcome, basis), [departure] if departure else [], failing)
    assert (finding.standing, finding.fails) == (standing, fails)


@pytest.mark.parametrize(
    ("judgement", "status"),
    [
        (judged(verdict("holds")), 0),
        (judged(verdict("broken")), 1),
        (judged(verdict("broken", "assumed")), 0),
        (judged(verdict("broken", "assumed"), fail_on=["assumed"]), 1),
        (judged(verdict("broken"), departures=[KNOWN]), 0),
        (judged(verdict("holds"), departures=[KNOWN]), 1),
        (judged(verdict("not tried")), 2),
        (judged(verdict("broken", "assumed"), verdict("not tried")), 0),
        (judged(verdict("broken", "assumed"), verdict("not tried"), verdict("not tried")), 2),
        (judged(verdict("holds", "assumed"), verdict("not tried"), verdict("not tried")), 0),
        (judged(), 2),
        (judged(verdict("holds"), stopped="the time is up"), 2),
        (judged(verdict("broken"), stopped="the time is up"), 1),
        (judged(verdict("broken"), stopped="interrupted", signal=int(signal.SIGINT)), 130),
        (judged(verdict("holds"), signal=int(signal.SIGTERM)), 143),
    ],
)
def test_exit_status(judgement, status):
    assert judgement.exit_status == status


def test_what_is_incomplete_is_said():
    assert judged(verdict("not tried")).incomplete == "no rule was tried"
    assert judged(verdict("holds"), stopped="the time is up").incomplete == "the run ended early: the time is up"
    assert judged(verdict("holds")).incomplete == ""
    assert [finding.standing for finding in judged(verdict("holds")).of("holds")] == ["holds"]


def test_required_rule_that_was_not_tried_makes_a_run_incomplete_and_is_listed():
    verdicts = [verdict("holds"), verdict("not tried", rule="chat.b"), verdict("broken", "assumed", rule="chat.c")]
    for required, incomplete, missing in (
        (["chat.a", "chat.c"], "", []),
        (["chat.[ab]"], "1 required rule was not tried", ["chat.b"]),
        (["*"], "1 required rule was not tried", ["chat.b"]),
    ):
        judgement = judged(*verdicts, required=required)
        assert (judgement.incomplete, [rule.id for rule in judgement.missing]) == (incomplete, missing)
        assert judgement.exit_status == (2 if missing else 0)
        lines = [str(part) for part in table(judgement, quiet=True)]
        assert ("  chat.b: " in lines) == bool(missing)
    assert judged(verdict("broken"), verdict("not tried"), required=["*"]).exit_status == 1


@pytest.mark.parametrize(("min_tried", "status"), [(0.0, 0), (0.75, 0), (0.76, 2), (1.0, 2)])
def test_share_of_tried_rules_that_is_too_small_makes_a_run_incomplete(min_tried, status):
    judgement = judged(*[verdict("holds")] * 3, verdict("not tried"), min_tried=min_tried)
    assert judgement.exit_status == status
    if status:
        assert judgement.incomplete == f"3 of 4 rules were tried, which is less than {min_tried:.0%}"


def operation(outcome):
    return Verdict(kind="operation", id="chat.list", outcome=outcome, basis="stated", sentence="It answers.")


@pytest.mark.parametrize(
    ("verdicts", "advises"),
    [
        ([verdict("broken"), operation("not tried")], True),
        ([verdict("holds"), operation("broken"), operation("not tried")], True),
        ([verdict("broken"), operation("not tried"), operation("holds")], False),
        ([verdict("not tried"), operation("not tried")], False),
        ([verdict("broken")], False),
    ],
)
def test_advice_is_given_where_no_operation_answers_as_described(verdicts, advises):
    judgement = judged(*verdicts)
    assert bool(judgement.advice) is advises
    assert any("prefix" in str(part) for part in table(judgement)) is advises


def test_requests_that_may_have_left_a_record_are_counted():
    unsure = ["POST http://x.test/a", "POST http://x.test/b", "POST http://x.test/a"]
    judgement = judged(verdict("holds"), unsure=unsure)
    lines = [str(part).strip() for part in table(judgement)]
    assert lines[-2:] == ["POST http://x.test/a  (2 times)", "POST http://x.test/b"]


ANSWER = Part(name="a viewer: the answer", outcome="broken", reason="the status is 404 and not 403")
EFFECT = Part(name="a viewer: the effect", outcome="broken", reason="it is archived")
HELD = Part(name="a viewer: the effect", outcome="holds")
UNTRIED = Part(name="a viewer: the effect", outcome="not tried", reason="no share")


def departure(part="a viewer: the answer", seen="the status is 404 *"):
    return Departure(id="chat.a", part=part, seen=seen, reason="ticket 1")


@pytest.mark.parametrize(
    ("parts", "departures", "standings"),
    [
        ([ANSWER, HELD], [], ["broken", "holds"]),
        ([ANSWER, HELD], [departure()], ["departs", "holds"]),
        ([ANSWER, EFFECT], [departure()], ["departs", "broken"]),
        ([ANSWER, EFFECT], [departure("*", "*")], ["departs", "departs"]),
        ([ANSWER, EFFECT], [departure(), departure("* effect", "*")], ["departs", "departs"]),
        ([ANSWER, HELD], [departure(seen="the status is 500 *")], ["broken", "holds"]),
        ([ANSWER, HELD], [departure(seen="*"), departure(seen="the status is 500 *")], ["departs", "holds", "healed"]),
        ([ANSWER, HELD], [departure(), departure("* effect", "*")], ["departs", "holds", "healed"]),
        ([ANSWER, UNTRIED], [departure(), departure("* effect", "*")], ["departs", "not tried"]),
        ([ANSWER, HELD], [departure(), departure("an editor", "*")], ["departs", "holds", "healed"]),
        ([ANSWER, UNTRIED], [departure(), departure("an editor", "*")], ["departs", "not tried"]),
    ],
)
def test_departure_of_one_part_hides_no_other_part_and_nothing_else_seen_there(parts, departures, standings):
    broken = Verdict(kind="rule", id="chat.a", outcome="broken", basis="stated", sentence="", parts=parts)
    finding = finding_of(broken, departures, {"stated"})
    assert [part.standing for part in finding.parts] == standings
    assert finding.standing == next(name for name in ("broken", "healed", "departs") if name in standings)


@pytest.mark.parametrize(
    ("name", "reason", "found"),
    [
        ("", "the status is 201 and not 200", "routes.list: the status is 201 and not 200"),
        ("", "routes.list: a record is there twice", "routes.list: a record is there twice"),
        ("user: routes.list", "the status is 200 and not a refusal", "the status is 200 and not a refusal"),
    ],
)
def test_reports_name_the_operation_whose_answer_shows_it_once(name, reason, found):
    evidence = Evidence("curl -i http://bus.test/BusRoutes", "201", "routes.list")
    parts = [Part(name=name, outcome="broken", reason=reason, evidence=evidence)]
    judgement = judged(Verdict(kind="rule", id="bus.a", outcome="broken", basis="stated", sentence="", parts=parts))

    assert parts[0].found == found
    assert f"Found:   {found}\n" in "\n".join(str(part) for part in table(judgement))
    assert f"Found: {found}\n".encode() in junit(judgement)


def test_reports_show_each_broken_part_with_its_departure():
    verdicts = [
        Verdict(kind="rule", id="chat.a", outcome="broken", basis="stated", sentence="", parts=[ANSWER, EFFECT])
    ]
    judgement = judged(*verdicts, departures=[departure()])
    text = "\n".join(str(part) for part in table(judgement))
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert lines[0] == "BROKEN chat.a"
    assert lines[lines.index("Part: a viewer: the answer") + 1 :][:2] == [
        "Found: the status is 404 and not 403",
        "Known: ticket 1",
    ]
    assert lines[lines.index("Part: a viewer: the effect") + 1] == "Found: it is archived"
    [finding] = loads(json(judgement))["findings"]
    assert [(part["name"], part["standing"], part["departure"]) for part in finding["parts"]] == [
        (ANSWER.name, "departs", "ticket 1"),
        (EFFECT.name, "broken", None),
    ]
    assert b"Part: a viewer: the effect\nFound: it is archived" in junit(judgement)


@pytest.mark.parametrize(
    ("outcome", "basis", "fails"),
    [
        ("broken", "stated", True),
        ("broken", "assumed", False),
        ("broken", "observed", False),
        ("holds", "stated", False),
    ],
)
def test_only_a_broken_stated_rule_fails(outcome, basis, fails):
    assert verdict(outcome, basis).fails is fails


def test_verdicts_of_one_outcome():
    verdicts = [verdict("holds", "stated"), verdict("broken", "assumed"), verdict("broken", "stated")]
    result = Result(service="chat", base_url="http://x.test", verdicts=verdicts, requests=0, seconds=0.0)
    assert result.of("broken") == verdicts[1:]
    assert (result.left, result.unsure, result.signal) == ((), (), None)


def test_broken_carries_its_message_and_evidence():
    evidence = Evidence("curl -i http://x", "200 {}")
    error = Broken("wrong", evidence)
    assert (str(error), error.message, error.evidence) == ("wrong", "wrong", evidence)
    assert isinstance(error, AssertionError)
    assert Broken("wrong").evidence is None
