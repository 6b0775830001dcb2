"""One run, in process."""

import signal

import pytest
from starlette.responses import Response

from tests.checks.checks.bad_server import BadServer, answer
from tests.checks.checks.helpers import OTHER_RULE, RULE, THIRD_RULE, chat, suite_of, url_target
from trivet_checks import Broken, Budget, CouldNotRun, NotTried, Selection, check, judge, run
from trivet_checks.mutants.changes import around, do_nothing
from trivet_stubs import rules

SELECTION = Selection(ids=[RULE, OTHER_RULE, THIRD_RULE])


def outcomes(result):
    return {verdict.id: (verdict.outcome, verdict.reason) for verdict in result.verdicts if verdict.kind == "rule"}


def conversation(service):
    return service.conversation(service.user)


def test_each_rule_gets_its_verdict_and_what_was_made_is_removed():
    @check(RULE)
    def holds(service):
        conversation(service)

    @check(OTHER_RULE)
    def broken(service):
        service.user.call("conversations.get", conversation(service)["id"]).is_refused()

    @check(THIRD_RULE)
    def absent(service):
        raise NotTried("needs more records")

    seen = []
    with chat() as (stub, target):
        before = len(stub.records.conversations)
        result = run(suite_of(holds, broken, absent), target, SELECTION, lambda *progress: seen.append(progress))
        assert len(stub.records.conversations) == before
    assert outcomes(result) == {
        RULE: ("holds", ""),
        OTHER_RULE: ("broken", "the status is 200 and not a refusal"),
        THIRD_RULE: ("not tried", "needs more records"),
    }
    [verdict] = result.of("broken")
    assert verdict.evidence is not None
    assert verdict.evidence.request.startswith(
        'curl -i -H "authorization: Bearer $ALICE" http://chat.test/conversation'
    )
    assert verdict.evidence.answer.startswith("200 {")
    assert (verdict.sentence, verdict.section) == (
        rules("chat")[OTHER_RULE].sentence,
        rules("chat")[OTHER_RULE].section,
    )
    assert [(done, total) for done, total, _ in seen] == [(0, 3), (1, 3), (2, 3)]
    assert (len(result.made), result.left, result.unsure, result.stopped) == (2, [], [], "")
    assert result.requests == target.budget.sent


def keeps_its_title(service):
    """Make a conversation whose title has to stay, and return its id."""
    created = conversation(service)
    service.target.stays(
        lambda: service.user.call("conversations.get", created["id"]),
        lambda reply: reply.succeeds().json["title"] == created["title"],
        "the title has changed",
    )
    return created["id"]


def test_second_look_finds_what_is_stored_after_other_rules_were_tried():
    watched = []

    @check(THIRD_RULE)
    def breaks_later(service):
        watched.append(keeps_its_title(service))

    @check(RULE)
    def changes_it(service):
        service.user.call("conversations.update", watched[0], json={"title": "stored late"}).succeeds()

    @check(OTHER_RULE)
    def stays(service):
        watched.append(keeps_its_title(service))

    with chat() as (stub, target):
        before = len(stub.records.conversations)
        result = run(suite_of(breaks_later, changes_it, stays), target, SELECTION)
        assert len(stub.records.conversations) == before
        assert 3 < stub.clock.monotonic() < 4  # one wait for both rules
        assert sum(verdict.seconds for verdict in result.verdicts) == pytest.approx(stub.clock.monotonic())
    assert outcomes(result) == {
        THIRD_RULE: ("broken", "the title has changed"),
        RULE: ("holds", ""),
        OTHER_RULE: ("holds", ""),
    }
    assert [verdict.id for verdict in result.verdicts] == [rule for rule in rules("chat") if rule in outcomes(result)]
    assert (len(result.made), result.left) == (2, [])


def test_second_look_that_is_due_is_taken_before_the_next_rule():
    @check(THIRD_RULE)
    def watches(service):
        keeps_its_title(service)

    @check(RULE)
    def waits(service):
        service.target.budget.pause(5.0)

    left = []

    @check(OTHER_RULE)
    def last(service):
        left.extend(service.target.made.left)

    with chat() as (_, target):
        assert set(outcomes(run(suite_of(watches, waits, last), target, SELECTION)).values()) == {("holds", "")}
    assert left == []


def test_watch_that_was_too_short_is_repeated_after_a_slower_write():
    """A write that is stored after five seconds is late for a wait of 3.2 s, and not for one of six."""
    began = []
    slow = []

    @check(THIRD_RULE)
    def changes_late(service):
        began.append(service.target.budget.elapsed)
        reply = service.user.call("conversations.list")
        service.target.stays(lambda: reply, lambda _: service.target.budget.elapsed < began[-1] + 5, "stored late")

    @check(RULE)
    def takes_time(service):
        service.target.budget.pause(3.5)

    @check(OTHER_RULE)
    def shows_a_write_after_three_seconds(service):
        if not slow:
            slow.append(service.target.budget.elapsed)
        reply = service.user.call("conversations.list")
        service.target.eventually(lambda: reply, lambda _: service.target.budget.elapsed > slow[0] + 3, "lost")

    with chat() as (_, target):
        result = run(suite_of(changes_late, takes_time, shows_a_write_after_three_seconds), target, SELECTION)
    assert outcomes(result) == {THIRD_RULE: ("broken", "stored late"), RULE: ("holds", ""), OTHER_RULE: ("holds", "")}
    assert len(began) == 2

    with chat(settle=1.0) as (_, target):  # a wait that was given stays: the write of three seconds counts as lost
        slow.clear()
        result = run(suite_of(changes_late, takes_time, shows_a_write_after_three_seconds), target, SELECTION)
    assert outcomes(result) == {THIRD_RULE: ("holds", ""), RULE: ("holds", ""), OTHER_RULE: ("broken", "lost")}


@pytest.mark.parametrize("error", [Broken("stored late"), NotTried("needs more")])
def test_repeated_rule_that_needs_no_second_look_is_repeated_once(error):
    tries = []
    slow = []

    @check(THIRD_RULE)
    def fails_when_it_is_repeated(service):
        tries.append(service.target.budget.elapsed)
        if len(tries) > 1:
            raise error
        reply = service.user.call("conversations.list")
        service.target.stays(lambda: reply, lambda _: True, "it changed")

    @check(RULE)
    def takes_time(service):
        service.target.budget.pause(3.5)

    @check(OTHER_RULE)
    def shows_a_write_after_three_seconds(service):
        slow.append(service.target.budget.elapsed)
        reply = service.user.call("conversations.list")
        service.target.eventually(lambda: reply, lambda _: service.target.budget.elapsed > slow[0] + 3, "lost")

    with chat() as (_, target):
        result = run(
            suite_of(fails_when_it_is_repeated, takes_time, shows_a_write_after_three_seconds), target, SELECTION
        )
    assert len(tries) == 2
    assert result.stopped == ""
    assert outcomes(result)[THIRD_RULE] == ("broken" if isinstance(error, Broken) else "not tried", str(error))


def test_rule_that_could_not_be_tried_is_broken_by_its_second_look():
    @check(RULE)
    def incomplete(service):
        here = keeps_its_title(service)
        service.user.call("conversations.delete", here)
        raise NotTried("needs another caller")

    with chat() as (_, target):
        result = run(suite_of(incomplete), target, Selection(ids=[RULE]))
    assert outcomes(result) == {RULE: ("broken", "the answer is 404 and not a success")}


def test_run_that_ends_before_the_second_look_has_not_tried_the_rule_and_removes_what_it_made():
    @check(THIRD_RULE)
    def watches(service):
        keeps_its_title(service)

    @check(RULE)
    def ends_the_run(service):
        raise CouldNotRun("the time is up")

    with chat() as (stub, target):
        before = len(stub.records.conversations)
        result = run(suite_of(watches, ends_the_run), target, SELECTION)
        assert len(stub.records.conversations) == before
    assert outcomes(result)[THIRD_RULE] == ("not tried", "the time is up")
    assert result.left == []


def test_operations_are_judged_unless_rules_are_selected():
    @check(RULE)
    def wrong_shape(service):
        conversation(service)

    def own_id(stub):
        do_nothing(stub, "conversations.create", status=201, json={"id": "c1", "title": 5, "token": "s3cret-value"})

    with chat(own_id) as (_, target):
        result = run(suite_of(wrong_shape), target)
    verdicts = {verdict.id: verdict for verdict in result.verdicts if verdict.kind == "operation"}
    wrong = verdicts["conversations.create: answer"]
    assert (wrong.outcome, wrong.basis) == ("broken", "stated")
    assert wrong.reason.startswith('id: "c1" is not')
    assert "s3cret" not in str(wrong)
    assert verdicts["conversations.get: answer"].outcome == "not tried"
    assert {verdict.reason for verdict in result.verdicts if verdict.id == OTHER_RULE} == {"there is no check of it"}


@pytest.mark.parametrize(
    "error",
    [KeyError("id"), IndexError("0"), TypeError("x"), RecursionError("x"), ZeroDivisionError("x"), AssertionError()],
)
def test_exception_that_no_answer_explains_is_a_fault_of_trivet_and_the_run_goes_on(error):
    @check(RULE)
    def stumbles(service):
        service.user.call("conversations.list")
        raise error

    with chat() as (_, target):
        result = run(suite_of(stumbles, check(OTHER_RULE)(conversation)), target, SELECTION)
    judgement = judge(result)
    outcome, reason = outcomes(result)[RULE]
    assert result.of("broken") == []
    assert outcomes(result)[OTHER_RULE] == ("holds", "")
    assert outcome == "not tried"
    assert reason.startswith(f"a fault of trivet: {type(error).__name__}: {error} (test_run.py:")
    assert (judgement.exit_status, judgement.incomplete) == (2, f"{RULE}: {reason}")


def test_evidence_is_never_that_of_an_earlier_check():
    @check(RULE)
    def holds(service):
        service.user.call("conversations.list")

    @check(OTHER_RULE)
    def stumbles(service):
        raise KeyError("id")

    with chat() as (_, target):
        result = run(suite_of(holds, stumbles), target, SELECTION)
    assert [verdict.evidence for verdict in result.verdicts if verdict.id == OTHER_RULE] == [None]


def test_used_up_bound_leaves_the_rest_untried_and_still_removes():
    @check(RULE)
    def endless(service):
        while True:
            conversation(service)

    with chat(budget=Budget(requests=6)) as (stub, target):
        before = len(stub.records.conversations)
        result = run(suite_of(endless, check(OTHER_RULE)(conversation)), target, SELECTION)
        assert len(stub.records.conversations) == before
    reason = "the run has sent 6 requests, as many as it may"
    assert result.stopped == reason
    assert outcomes(result)[RULE] == outcomes(result)[OTHER_RULE] == ("not tried", reason)
    assert (len(result.made), result.left) == (5, [])


def test_server_that_rejects_deletions_has_its_leftovers_listed_and_is_asked_twice():
    deletions = []

    async def refuse(_app, scope, receive, send):
        deletions.append(scope["path"])
        await Response(status_code=500)(scope, receive, send)

    with chat(lambda stub: around(stub, "conversations.delete", refuse)) as (_, target):
        result = run(suite_of(check(RULE)(conversation), check(OTHER_RULE)(conversation)), target, SELECTION)
        assert sorted(result.left) == sorted(result.made)
        assert len(result.left) == 2
        assert len(deletions) == 4


def test_interrupted_run_raises_after_it_has_removed_what_it_made():
    @check(RULE)
    def interrupted(service):
        conversation(service)
        raise KeyboardInterrupt

    with chat() as (stub, target):
        before = len(stub.records.conversations)
        with pytest.raises(KeyboardInterrupt):
            run(suite_of(interrupted), target, SELECTION)
        assert len(stub.records.conversations) == before


def test_watched_run_that_is_interrupted_has_a_result():
    @check(RULE)
    def interrupted(service):
        service.user.call("conversations.list")
        signal.raise_signal(signal.SIGINT)

    with chat() as (_, target):
        with target.traffic.interruption.watching():
            result = run(suite_of(check(THIRD_RULE)(id), interrupted, check(OTHER_RULE)(id)), target, SELECTION)
    assert (result.signal, result.stopped) == (signal.SIGINT, "the run was interrupted")
    assert {name: outcome for name, (outcome, _) in outcomes(result).items()} == {
        THIRD_RULE: "holds",
        RULE: "not tried",
        OTHER_RULE: "not tried",
    }


def test_record_is_remembered_when_a_signal_arrives_while_it_is_made():
    @check(RULE)
    def makes(service):
        conversation(service)
        service.user.call("conversations.list")
        pytest.fail("the run is interrupted before")

    with chat() as (stub, target):
        before = len(stub.records.conversations)
        send = target.client.send

        def interrupting(method, path, **options):
            answer = send(method, path, **options)
            if method == "POST":
                signal.raise_signal(signal.SIGINT)  # the server has made it, and the run has no id yet
            return answer

        target.client.send = interrupting
        with target.traffic.interruption.watching():
            result = run(suite_of(makes), target, SELECTION)
        assert len(stub.records.conversations) == before
    assert (len(result.made), result.left, result.unsure) == (1, [], [])
    assert result.stopped == "the run was interrupted"


def test_signal_while_records_are_removed_removes_the_rest():
    @check(RULE)
    def makes(service):
        for _ in range(3):
            conversation(service)

    with chat() as (stub, target):
        before = len(stub.records.conversations)
        send = target.client.send

        def interrupting(method, path, **options):
            if method == "DELETE" and target.traffic.interruption.number is None:
                signal.raise_signal(signal.SIGTERM)
            return send(method, path, **options)

        target.client.send = interrupting
        with target.traffic.interruption.watching():
            result = run(suite_of(makes), target, SELECTION)
        assert len(stub.records.conversations) == before
    assert (result.signal, len(result.made), result.left) == (signal.SIGTERM, 3, [])


def test_texts_of_a_server_are_printable_and_cut_and_hide_secrets():
    hostile = {"id": "c1", "title": "\x1b]0;owned\x07[red]x[/red]" + "y" * 100_000, "user_id": [5]}

    def respond(_server, method, path, _body, send):
        send(answer(200 if method == "GET" else 201, hostile, headers="X: \x9b31m\r\n"))

    @check(RULE)
    def broken(service):
        created = service.user.call("conversations.create", json={"title": "user-token-0123"}).json
        raise Broken(f"it says {created['title']} to user-token-0123", service.target.last_reply.evidence())

    with BadServer(respond) as server:
        target = url_target(server.url)
        with target.client:
            result = run(suite_of(broken), target)
    for verdict in result.of("broken"):
        assert verdict.evidence is not None
        for text in (verdict.reason, verdict.evidence.request, verdict.evidence.answer):
            assert text.isprintable()
            assert len(text) < 10_000
            assert "user-token-0123" not in text
    assert len(result.of("broken")) == 2
    assert result.unsure == [f"POST {server.url}/conversations"]


def test_server_that_is_not_there_could_not_run(closed_url):
    target = url_target(closed_url)
    with target.client, pytest.raises(CouldNotRun, match="does not answer"):
        run(suite_of(), target)


def test_operation_that_is_only_assumed_is_not_judged_as_stated(monkeypatch):
    @check(RULE)
    def creates(service):
        conversation(service)

    with chat() as (_, target):
        for name in ("conversations.create", "conversations.get"):
            monkeypatch.setitem(
                target.shapes.contract.operations[name].raw, "x-assumed", "a server was seen to answer it"
            )
        result = run(suite_of(creates), target)
    verdicts = {verdict.id: (verdict.outcome, verdict.basis) for verdict in result.verdicts}
    assert verdicts["conversations.create: answer"] == ("holds", "assumed")
    assert verdicts["conversations.get: answer"] == ("not tried", "assumed")
    assert verdicts["conversations.list: answer"] == ("not tried", "stated")
