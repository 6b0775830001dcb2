"""The walk through the table of effects judges each write in every place that shows its records."""

from copy import deepcopy

import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from tests.checks.checks.chat_runs import USERS, outcomes, try_rules
from tests.checks.checks.effects.specs import with_a_list
from tests.matrix import begun_by_ci
from tests.mutants.chat.access import everyone_reads_messages
from tests.other_make import chat_server
from tests.other_make.choices import Choices
from tests.other_make.planted.measure import broken_on
from tests.other_make.records import KEYS
from tests.other_make.trials import judge_chat
from trivet_checks import Budget, Credentials, Selection, Target, judge, run, suite
from trivet_checks.checks.effects.chat_walk import TABLE
from trivet_checks.checks.effects.chat_world import STAYS
from trivet_checks.checks.effects.findings import Cell
from trivet_checks.checks.effects.table import table
from trivet_checks.checks.effects.world import THERE
from trivet_checks.checks.verdict import cells_of
from trivet_checks.reports.json import json
from trivet_checks.reports.writer import table as report
from trivet_stubs import ChatStub, Clock
from trivet_stubs.kernel.contract import Contract, load
from trivet_stubs.kernel.json_text import loads
from trivet_stubs.kernel.notify import MultiLoopEvent
from trivet_stubs.kernel.rule_catalogue import rules
from trivet_stubs.kernel.spec import spec
from trivet_stubs.serving.bounded_http_client import HttpClient, NoAnswer
from trivet_stubs.serving.in_process import AsyncTransport

DELETION = "chat.conversations.delete-takes-the-messages"
FOUND = {
    chat_server.CLAIMED: ("chat.conversations.owner-is-the-caller", "has the user_id"),
    chat_server.SECOND: ("chat.ratings.new-is-201-and-update-is-200", "admin.ratings.list to admin"),
    chat_server.LISTED: (DELETION, "conversations.list to user: the archived conversation is there"),
    chat_server.EXPORTED: ("chat.admin-conversations.export-has-everything", "the archived conversation is not there"),
    chat_server.TWICE: ("chat.conversations.missing-is-404", "the status is 204 and not 404"),
    chat_server.LINK: ("chat.shares.link-of-a-deleted-conversation-opens-nothing", "conversations.open_shared"),
    chat_server.UNTITLED: (STAYS, "has title: None"),
    chat_server.RESTORES: (STAYS, "conversations.list to user"),
    chat_server.ACTIVATES: (STAYS, "the other user has is_active: True and not False"),
    chat_server.FALL: ("chat.paging.total-counts-every-match", "the total is"),
    chat_server.COUNT: ("chat.admin-conversations.list-has-a-message-count", "and 2 messages"),
    chat_server.USER: ("chat.users.deletion-is-hard", "a deleted user is listed"),
}
"""From faults of the server that the special looks of the checks have missed to the rule that finds them."""


@pytest.fixture(scope="module")
def right():
    return judge_chat()


def accused(result):
    """The parts that the walk has found broken."""
    parts = [part for verdict in result.verdicts for part in verdict.parts if part.name.startswith("after ")]
    return [f"{part.name}: {part.reason}" for part in parts if part.outcome == "broken"]


@pytest.mark.long
def test_right_server_is_accused_of_nothing_and_every_cell_is_tried(right):
    assert [verdict.id for verdict in right.verdicts if verdict.fails] == []
    assert accused(right) == []
    assert cells_of(right).tried == cells_of(right).of == len(TABLE.cells(load("chat")))
    assert (right.left, right.stopped, right.mistakes) == ([], "", {})


@pytest.mark.long
def test_run_is_within_twice_the_requests_of_its_checks(right):
    assert right.requests <= 2 * 1601  # the requests of the checks alone, before there was a walk


@pytest.mark.parametrize("fault", begun_by_ci(FOUND, kept=2))
def test_fault_is_found_in_a_place_that_shows_it(fault, right):
    rule, found = FOUND[fault]
    before = {verdict.id for verdict in right.of("broken")}
    verdicts = {verdict.id: verdict for verdict in judge_chat([fault]).of("broken") if verdict.id not in before}

    assert found in verdicts[rule].reason
    assert {id for id, verdict in verdicts.items() if verdict.fails and id != rule} <= {
        "chat.ratings.unrate-removes-the-callers"  # a second rating that is left when one is removed
    }
    assert verdicts[rule].evidence is not None


@pytest.mark.long
def test_pages_may_have_their_records_in_any_order_where_none_is_stated():
    right = broken_on("chat", None)
    reversed_ = broken_on("chat", "chat:order-ignored:admin.conversations.list:rows/items")
    late = broken_on("chat", "chat:page-late:admin.conversations.list:items")

    assert {*reversed_} - {*right} == set()
    assert {*late} - {*right} >= {"chat.paging.pages-have-each-record-once"}


@pytest.mark.long
def test_same_write_once_more_answers_the_record_as_it_is_now():
    found = broken_on("chat", "chat:field-stale:conversations.archive:title")

    assert found["chat.answers.each-operation-answers-its-record"]


def test_operation_that_a_spec_adds_is_judged_without_another_edit():
    contract = Contract(with_a_list(deepcopy(spec("chat"))))
    clock = Clock()
    server = chat_server.chat_server((), None, clock.monotonic)
    chat = server.state.chat

    async def recent(request: Request) -> JSONResponse:
        me = chat.signed_in(request)["id"]
        rows = [*chat.data.conversations.values(), *chat.gone]  # the deleted ones are not left out
        own = [row for row in rows if row.get("user_id") == me]
        return JSONResponse({"items": own, "total": len(own)})

    server.router.routes.insert(0, Route("/conversations/recent", recent))
    callers = {name: Credentials("authorization", f"Bearer {key}", f"${name}") for name, key in KEYS.items()}
    with HttpClient("http://chat.test", transport=AsyncTransport(server, MultiLoopEvent())) as client:
        budget = Budget(monotonic=clock.monotonic, pause=clock.advance, seconds=1e6)
        target = Target("chat", client, callers, allow_writes=True, budget=budget, contract=contract)
        [verdict] = run(suite("chat"), target, Selection(ids=[DELETION])).verdicts

    assert (verdict.outcome, verdict.fails) == ("broken", True)
    assert (
        "after conversations.delete, conversations.recent to user: the deleted conversation is there" in verdict.reason
    )
    assert "conversations.list to" not in verdict.reason
    cell = Cell("conversations.delete", "conversations.recent", "user", "conversation", THERE)
    assert (TABLE.cells(contract)[cell].rule, TABLE.cells(contract)[cell].value) == (DELETION, 0)
    assert any("conversations.recent" in line and "not there" in line for line in table("chat", contract))


def test_place_that_shows_records_of_others_is_one_part_for_each_caller():
    others = "chat.access.others-read-only-their-own"
    with ChatStub() as stub:
        everyone_reads_messages.change(stub)
        result = try_rules(stub, others)
    [verdict] = result.of("broken")
    places = [part.name for part in verdict.parts if part.outcome == "broken" and " to " in part.name]

    assert places == ["conversations.messages.list to other"]
    assert [part.name for part in verdict.parts if part.name.startswith("after ")] == []


def partly(requests, ids=(DELETION,)):
    """The result of a run that may send so many requests."""
    clock = Clock()
    server = chat_server.chat_server((), None, clock.monotonic)
    callers = {name: Credentials("authorization", f"Bearer {key}", f"${name}") for name, key in KEYS.items()}
    with HttpClient("http://chat.test", transport=AsyncTransport(server, MultiLoopEvent())) as client:
        budget = Budget(monotonic=clock.monotonic, pause=clock.advance, seconds=1e6, requests=requests)
        target = Target("chat", client, callers, allow_writes=True, budget=budget)
        return run(suite("chat"), target, Selection(ids=ids))


def test_run_of_few_requests_leaves_out_cells_and_says_so():
    whole, none = partly(5000), partly(150)
    [verdict] = none.verdicts
    printed = "\n".join(str(part) for part in report(judge(none)))

    assert (verdict.outcome, verdict.cells.tried, verdict.cells.of) == ("holds", 0, whole.verdicts[0].cells.of)
    assert whole.verdicts[0].cells.tried == verdict.cells.of > 0
    assert f"tried in part: {DELETION}  0 of {verdict.cells.of} cells" in printed
    assert loads(json(judge(none)))["cells"] == {"tried": 0, "of": verdict.cells.of}
    assert "tried in part" not in "\n".join(str(part) for part in report(judge(whole)))


@pytest.mark.long
def test_checks_that_use_up_their_requests_leave_the_walk_its_own():
    result, kept = partly(1800, ids=()), 574

    assert result.stopped == f"the run has sent {1800 - kept} requests, as many as it may"
    assert cells_of(result).tried == cells_of(result).of
    assert result.requests <= 1800


@pytest.mark.parametrize("name", ["user", "other"])
def test_token_that_expires_during_the_walk_breaks_no_rule(name):
    with ChatStub() as stub:
        tokens = {name: stub.token(USERS[name], expires_in=5.0)}
        ids = "chat.shares.list-has-items-and-total", "chat.conversations.list-is-the-callers-own"
        result = try_rules(stub, *ids, tokens=tokens, allow_untried=True)

    assert outcomes(result, "broken") == {}
    assert cells_of(result).tried > 0
    assert result.callers[name].startswith("let in at first, and then refused")


@pytest.mark.parametrize("number", [100, 150, 200])
def test_lost_answer_during_the_walk_breaks_no_rule(number):
    class Losing(HttpClient):
        sent = 0

        def send(self, *args, **options):
            Losing.sent += 1
            answer = super().send(*args, **options)
            if Losing.sent == number:
                raise NoAnswer("the connection is lost")
            return answer

    with ChatStub() as stub:
        result = try_rules(stub, "chat.paging.total-counts-every-match", client=Losing)

    assert Losing.sent > 200
    assert outcomes(result, "broken", "operation") == outcomes(result, "broken") == {}
    assert result.left == []


@pytest.mark.long
@pytest.mark.parametrize(
    "choices",
    [
        {"message-form": "unknown"},
        {"revoked-shares": "marked", "counts": "nested", "archived-status": "archived"},
        {"title-match": "whole"},
        {"title-match": "whole", "filter-without-match": "not-found"},
        {"writes-show": "late", "message-author": "by-itself"},
    ],
)
def test_freedom_wins_over_what_is_assumed(choices):
    result = judge_chat(choices=Choices("chat", choices))

    assert [verdict.id for verdict in result.of("broken") if verdict.fails] == []
    assert accused(result) == []


def test_each_line_of_the_table_has_words_of_the_contract_or_is_assumed():
    [head, *lines] = table("chat")

    assert head.startswith("WRITE")
    assert len(lines) == len(TABLE.cells(load("chat"))) > 300
    quoted = [line for line in lines if '"' in line.partition("  ")[2] and "chat." in line]
    assert len(quoted) > len(lines) / 2
    for cell, expected in TABLE.cells(load("chat")).items():
        rule = rules("chat")[expected.rule]
        assert rule.quotes or rule.basis == "assumed", cell
