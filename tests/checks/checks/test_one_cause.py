"""One fault of a server is one accusation, in words that lead to it; what needed it was not tried, and says so."""

import pytest

from tests.checks.checks import faults
from tests.checks.checks.helpers import OTHER_RULE, RULE, Service, chat, suite_of
from tests.laws.specs import operations
from trivet_checks import Departure, NotTried, Selection, check, judge, run
from trivet_checks.checks.run import run as run_suite
from trivet_checks.checks.suite import suite
from trivet_checks.mutants.changes import do_nothing
from trivet_checks.mutants.trial import new_stub, target_of
from trivet_stubs import rules

UNSEEN = "there is no check of it"
WITH_JSON = [one["operationId"] for one in operations("bus") if "content" in one["responses"].get("200", {})]
"""The operations of the bus that answer with JSON."""


def judged(service, *changes, selection=None, **options):
    """The judgement of a run against a stub with faults."""
    with new_stub(service) as stub:
        for change in changes:
            change(stub)
        with target_of(stub) as target:
            return judge(run_suite(suite(service), target, selection), **options)


def accused(judgement, standing="broken"):
    """What is broken, each with the names of its broken parts."""
    return {
        finding.verdict.id: [part.part.name for part in finding.parts if part.part.name and part.standing == standing]
        for finding in judgement.of(standing)
    }


def reasons(judgement):
    return {finding.verdict.id: finding.verdict.reason for finding in judgement.of("not tried")}


def test_missing_field_is_a_fault_of_its_operation_and_says_nothing_of_rules_that_need_it():
    judgement = judged("bus", faults.renamed_link)

    assert accused(judgement) == {"passenger_volume.by_stop: answer": ["value.Link"]}
    [finding] = judgement.of("broken")
    assert finding.verdict.reason == "value.Link is missing"
    assert "/PV/Bus" in finding.parts[0].part.evidence.request
    needing = {name: reason for name, reason in reasons(judgement).items() if "Link" in reason}
    assert set(needing.values()) == {"needs value.Link of passenger_volume.by_stop, which is missing"}
    assert "bus.arrivals.next-buses-are-in-order" in needing
    assert (judgement.exit_status, judgement.of("differs")) == (1, [])


def test_each_field_is_accused_once_and_rules_about_the_form_are_the_only_ones_that_break():
    judgement = judged("bus", faults.lower_case)

    of_rules = {name for name in accused(judgement) if name.startswith("bus.")}
    assert of_rules == {
        "bus.planned-routes.are-routes-with-an-effective-date",
        "bus.routes.list-has-route-records",
        "bus.services.list-has-service-records",
        "bus.stops.list-has-stop-records",
    }
    fields = accused(judgement)["stops.list: answer"]
    assert fields == [f"value.{name}" for name in ("BusStopCode", "RoadName", "Description", "Latitude", "Longitude")]
    assert len(accused(judgement)) == len(of_rules) + 7


def test_rule_with_a_wrong_field_is_found_when_its_rule_alone_is_selected():
    rule = "bus.volume.link-downloads-a-file"
    judgement = judged("bus", faults.renamed_link, selection=Selection(ids=[rule]))

    assert accused(judgement) == {"passenger_volume.by_stop: answer": ["value.Link"]}
    assert reasons(judgement) == {rule: "needs value.Link of passenger_volume.by_stop, which is missing"}
    assert judgement.exit_status == 1


@pytest.mark.parametrize(
    ("fault", "operations", "why"),
    [
        (faults.one_nan, 1, "NaN is not a number of JSON"),
        (faults.marked, len(WITH_JSON), "the body begins with a byte order mark"),
    ],
)
def test_json_that_is_read_although_it_is_not_strict_differs_once_for_each_operation(fault, operations, why):
    judgement = judged("bus", fault)
    right = judged("bus")

    assert accused(judgement) == {}
    assert [finding.verdict.reason for finding in judgement.of("differs")] == [why] * operations
    assert {finding.verdict.id.partition(": ")[2] for finding in judgement.of("differs")} == {"not strict JSON"}
    assert judgement.exit_status == 0
    assert judged("bus", fault, fail_on=["assumed"]).exit_status == 1
    untried = reasons(judgement).keys() - reasons(right).keys()
    assert untried <= {"bus.stops.list-has-stop-records"}  # which needs the number that is none


def test_half_an_emoji_is_strict_json():
    judgement = judged("bus", faults.half_an_emoji)
    assert (accused(judgement), judgement.of("differs")) == ({}, [])


def test_cut_json_is_a_fault_of_its_operation():
    judgement = judged("bus", faults.cut)

    assert accused(judgement) == {"stops.list: answer": ["the body"]}
    assert judgement.of("broken")[0].verdict.reason.startswith("the body is not JSON: ")
    assert judgement.of("differs") == []
    needing = {name: reason for name, reason in reasons(judgement).items() if "stops.list" in reason}
    assert set(needing.values()) == {"needs the body of stops.list, which is not JSON"}
    assert [finding.verdict.id for finding in judgement.of("holds")].count("bus.paging.a-page-has-500-records") == 0
    assert "bus.arrivals.load-is-sea-sda-or-lsd" in {finding.verdict.id for finding in judgement.of("holds")}


def test_json_with_another_media_type_is_read():
    judgement = judged("bus", faults.labelled_as_text)

    assert accused(judgement)["stops.list: answer"] == ["the media type"]
    assert "bus.stops.list-has-stop-records" in {finding.verdict.id for finding in judgement.of("holds")}


def test_limit_that_is_refused_is_one_accusation():
    judgement = judged("chat", faults.refusing_the_largest_limit)

    assert accused(judgement) == {"chat.paging.limit-is-1-to-100": []}
    assert judgement.of("differs") == []
    needing = [reason for reason in reasons(judgement).values() if "limit=100, which is refused with 422" in reason]
    assert len(needing) > 15
    assert not [reason for reason in reasons(judgement).values() if "which the server does not show" in reason]


def test_limit_that_is_refused_is_a_fault_of_the_operation_for_a_rule_that_only_needs_it():
    rule = "chat.conversations.archived-are-hidden-by-default"
    judgement = judged("chat", faults.refusing_the_largest_limit, selection=Selection(ids=[rule]))

    assert accused(judgement) == {"conversations.list: answer": ["limit=100"]}
    assert reasons(judgement) == {rule: "needs conversations.list, which does not succeed"} or reasons(judgement) == {
        rule: "needs conversations.list with limit=100, which is refused with 422"
    }


def test_input_that_is_refused_whatever_its_value_is_is_one_accusation():
    judgement = judged("bus", faults.refusing("services.list", "$skip"))

    assert accused(judgement) == {"bus.paging.skip-is-at-least-0": []}
    assert judgement.of("differs") == []
    for rule in ("skip-counts-records", "skip-counts-what-a-filter-finds", "past-the-end-is-empty"):
        needed = reasons(judgement)[f"bus.paging.{rule}"]
        assert needed == "needs services.list with $skip, which is refused with 400"


def test_month_that_is_refused_is_accused_by_its_rule_alone():
    judgement = judged("bus", faults.refusing("passenger_volume.by_trip", "Date"))
    assert accused(judgement) | accused(judgement, "differs") == {"bus.volume.date-has-six-digits": []}


def test_refusal_of_an_input_is_not_taken_for_a_wrong_refusal_of_its_value():
    unknown = "agent.contexts.unknown-workspace-is-404"
    contexts = "agent.contexts.request-operations-take-directory-and-workspace"
    judgement = judged(
        "agent", faults.refusing("agent.list", "workspace"), selection=Selection(ids=[unknown, contexts])
    )

    assert accused(judgement) == {"agent.list: answer": ["workspace"]}
    assert judgement.of("differs") == []
    assert reasons(judgement)[unknown] == "needs agent.list with workspace, which is refused with 400"


def test_effect_of_a_wrong_caller_accuses_no_operation_that_needs_the_record():
    deleting = "chat.conversations.only-the-owner-deletes"
    signing_in = "chat.access.a-signed-in-user-is-needed"
    judgement = judged("chat", faults.deleting_for_everyone, selection=Selection(ids=[deleting, signing_in]))

    assert accused(judgement).keys() == {signing_in}
    reason = reasons(judgement)[deleting]
    assert f"needs {signing_in}, which is broken: the status is 204 and not a refusal" in reason
    assert accused(judged("chat", faults.deleting_for_everyone, selection=Selection(ids=[deleting]))).keys() == {
        deleting
    }


def test_wrong_id_of_an_embedded_message_accuses_no_list_of_messages():
    listing = "chat.messages.list-includes-tool-calls"
    judgement = judged("chat", faults.ids_of_the_first_message, selection=Selection(ids=[listing]))
    assert reasons(judgement) == {listing: "the messages that a conversation embeds have no ids of their own"}


def test_deletion_that_fails_says_nothing_of_its_effect():
    deletion = "chat.users.deletion-is-hard"
    judgement = judged(
        "chat",
        lambda stub: do_nothing(stub, "admin.users.delete", status=500),
        selection=Selection(ids=[deletion, "chat.users.deleting-a-missing-user-is-404"]),
    )
    assert accused(judgement) == {"admin.users.delete: answer": ["every request"]}
    assert reasons(judgement)[deletion].count("needs admin.users.delete, which does not succeed") == 1


def test_operation_that_is_a_web_page_is_broken_although_only_an_assumed_rule_needs_it():
    missing = "agent.requests.missing-record-is-404"
    judgement = judged("agent", faults.showing_a_page("auth.get"), selection=Selection(ids=[missing]))
    assert accused(judgement) == {"auth.get: answer": ["every request"]}
    assert judgement.of("differs") == []


def test_limit_that_is_ignored_is_one_accusation():
    judgement = judged("chat", faults.ignoring_the_limit)

    assert accused(judgement) == {"chat.paging.limit-is-1-to-100": []}
    reason = reasons(judgement)["chat.requests.paging-is-in-the-query"]
    assert reason.startswith("needs chat.paging.limit-is-1-to-100, which is broken: ")


def test_wrong_status_is_accused_by_the_rule_that_states_it_and_not_by_the_operation_again():
    judgement = judged("chat", faults.accepted_in_place_of_ok)

    assert accused(judgement) == {"chat.conversations.archive-hides": []}
    reason = reasons(judgement)["conversations.archive: answer"]
    assert reason == "reported by chat.conversations.archive-hides, which is broken"


def test_missing_operation_is_accused_as_such_and_a_departure_of_this_name_allows_it():
    missing = faults.without("conversations.archive", "admin.ratings.export")
    judgement = judged("chat", missing)

    ids = ["admin.ratings.export: missing", "conversations.archive: missing"]
    assert sorted(accused(judgement)) == ids
    assert "needs conversations.archive, which is missing" in reasons(judgement).values()
    known = {name: [Departure(id=name, seen="it is answered with 404, *", reason="later")] for name in ids}
    allowed = judged("chat", missing, departures=known)
    assert sorted(accused(allowed, "departs")) == ids
    assert allowed.exit_status == 0
    healed = judged("chat", departures=known)
    assert sorted(accused(healed, "healed")) == ids
    assert {finding.verdict.sentence for finding in healed.of("healed")} == {
        "The server has the operation admin.ratings.export.",
        "The server has the operation conversations.archive.",
    }
    assert healed.exit_status == 1


@pytest.mark.parametrize(
    ("service", "missing", "holding"),
    [
        (
            "chat",
            ("admin.ratings.list", "admin.conversations.export"),
            (
                "chat.paging.limit-is-1-to-100",
                "chat.paging.skip-is-at-least-0",
                "chat.paging.skip-is-0-by-default",
                "chat.paging.lists-have-items-and-total",
                "chat.requests.paging-is-in-the-query",
                "chat.requests.no-further-inputs",
                "chat.answers.other-statuses-are-200",
                "chat.requests.unknown-inputs-are-422",
                "chat.requests.what-the-contract-forbids-is-422",
                "chat.admin-ratings.filter-is-minus-1-to-1",
            ),
        ),
        (
            "agent",
            ("workspace.list", "session.diff"),
            (
                "agent.contexts.server-operations-use-none",
                "agent.contexts.session-operations-use-the-pinned",
                "agent.requests.ids-are-not-empty",
            ),
        ),
    ],
)
def test_rule_of_several_operations_is_tried_on_those_that_there_are(service, missing, holding):
    judgement = judged(service, faults.without(*missing), selection=Selection(ids=holding))

    assert [finding.verdict.id for finding in judgement.of("broken")] == [
        f"{name}: missing" for name in sorted(missing)
    ]
    assert reasons(judgement) == {}
    assert {finding.verdict.id for finding in judgement.of("holds") if finding.verdict.kind == "rule"} == {*holding}


def test_partial_server_is_checked_and_with_operations_selected_nothing_else_is_looked_at():
    partial = faults.but_for("stops.list", "passenger_volume.by_stop", "passenger_volume.by_trip")
    whole = judged("bus", partial)
    one = judged("bus", partial, selection=Selection(operations=["stops.list"]))

    assert set(accused(whole)) == {
        f"{name}: missing" for name in ("arrivals.get", "planned_routes.list", "routes.list", "services.list")
    }
    holding = {finding.verdict.id for finding in whole.of("holds")}
    assert holding >= {"bus.stops.code-filter", "bus.paging.a-page-has-500-records", "bus.volume.link-downloads-a-file"}
    assert (one.exit_status, accused(one), one.result.stopped) == (0, {}, "")
    assert "stops.list: answer" in {finding.verdict.id for finding in one.of("holds")}
    assert "bus.paging.skip-is-at-least-0" in {finding.verdict.id for finding in one.of("holds")}
    assert [finding.verdict.id for finding in one.findings if finding.verdict.kind == "operation"] == [
        "stops.list: answer"
    ]


def test_run_of_which_no_rule_was_tried_is_incomplete():
    @check(RULE)
    def untried(service):
        raise NotTried("needs more records")

    with chat() as (_, target):
        judgement = judge(run(suite_of(untried), target, Selection(ids=[RULE])))
    assert (judgement.exit_status, judgement.incomplete) == (2, "no rule was tried")


def test_exception_of_a_check_that_has_read_a_wrong_answer_says_nothing_of_the_rule():
    @check(RULE)
    def stumbles(service: Service):
        page = service.user.call("conversations.list").json
        raise ZeroDivisionError(page.get("total"))

    with chat(lambda stub: faults._change_bodies(stub, lambda body: body.replace(b'"total":', b'"t":'))) as (_, target):
        result = run(suite_of(stumbles), target, Selection(ids=[RULE, OTHER_RULE]))
    verdicts = {verdict.id: verdict for verdict in result.verdicts}
    assert verdicts[RULE].reason == "needs an answer of conversations.list, which is not as the spec says"
    assert verdicts["conversations.list: answer"].outcome == "broken"
    assert result.mistakes == {}
    assert OTHER_RULE in rules("chat")
