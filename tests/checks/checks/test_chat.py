"""The checks of the chat service hold on every server that keeps the contract, and leave nothing behind."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from typing import Any
from uuid import uuid4

import httpx
import orjson
import pytest

from tests.checks.checks.chat_runs import SUITE, USERS, outcomes, records, try_rules
from tests.matrix import begun_by_ci
from tests.mutants.chat.parts import do_later, reverse
from trivet_checks.mutants.changes import HeldAnswer, change_reply
from trivet_stubs import ChatStub, rules
from trivet_stubs.chat import ChatObserved
from trivet_stubs.chat.handlers import MessageHandlers
from trivet_stubs.chat.records import Message
from trivet_stubs.chat.refusals import unprocessable
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.serving.bounded_http_client import HttpAnswer, HttpClient, NoAnswer

NO_BOUND = "the server takes a title of 256 characters"
NO_500 = "the server does not show it: reading a missing user is not a 500"
ALL_RATE = "the server does not show it: a recipient rates the message"
AS_OBSERVED = {
    "chat.conversations.title-has-at-most-255-characters": NO_BOUND,
    "chat.ratings.only-the-owner-rates-as-observed": ALL_RATE,
    "chat.users.missing-is-500-as-observed": NO_500,
}
NO_SPARE_GIVEN = "needs the caller spare: give it as --caller spare=VARIABLE; it is deleted"
NO_SPARE = {
    "chat.access.token-of-a-deleted-user-is-401": NO_SPARE_GIVEN,
    "chat.users.deletion-is-hard": NO_SPARE_GIVEN,
}
NO_ANSWER = "the user has no message of the assistant to rate"
NO_CALLS = {
    "chat.messages.list-includes-tool-calls": "none of the user's last conversations has a message with tool calls"
}
MANY_RECORDS = ("chat.paging.limit-is-50-by-default", "chat.paging.messages-limit-is-100-by-default")
QUICK = [rule for rule in rules("chat") if rule not in MANY_RECORDS]
ABOUT_LISTS = [rule for rule in QUICK if rule.split(".")[1] in ("paging", "messages", "admin-ratings", "users")]


def test_every_rule_has_a_check_or_cannot_be_seen() -> None:
    unseen = {rule.id for rule in rules("chat").values() if rule.unseen}
    assert unseen == set()
    assert list(SUITE.checks) == [rule for rule in rules("chat") if rule not in unseen]


@pytest.mark.long
def test_all_checks_hold_on_the_stub_and_leave_nothing() -> None:
    with ChatStub(users=1) as stub:
        before = records(stub)
        del before[0][stub.user_id("user0001")]
        result = try_rules(stub, users={**USERS, "spare": "user0001"})
        assert outcomes(result, "broken") == outcomes(result, "broken", "operation") == {}
        assert outcomes(result, "not tried") == AS_OBSERVED
        assert set(outcomes(result, "holds", "operation")) == {f"{name}: answer" for name in stub.contract.operations}
        assert (result.left, result.unsure, result.stopped) == ([], [], "")
        assert records(stub) == before
        assert len(result.made) > 100


@pytest.mark.long
def test_checks_hold_on_a_server_that_shows_writes_late_with_other_ids_and_orders() -> None:
    with ChatStub(seed="60x2", observed=ChatObserved(late_commits=True, null_rating_count=True)) as stub:
        stub.state.records.new_id = lambda: str(uuid4())
        for operation in ("conversations.shares.list", "admin.conversations.list"):
            reverse(stub, operation)
        before = records(stub)
        result = try_rules(stub, *QUICK)
        assert outcomes(result, "broken") == {}
        untried = outcomes(result, "not tried")
        # All ratings of the seed are older, unless a late answer still shows one that a check has removed.
        untried.pop("chat.admin-ratings.summary-covers-30-days-by-default", None)
        assert untried == AS_OBSERVED | NO_SPARE | NO_CALLS
        assert result.left == []
        assert records(stub) == before


def test_checks_hold_on_an_empty_server() -> None:
    with ChatStub(seed="empty", users=2) as stub:
        result = try_rules(stub, *ABOUT_LISTS, users={"admin": "admin", "user": "user0001", "other": "user0002"})
        of_30_days = "the ratings of 30 days are the same as of one day, or of a year"
        no_old_ratings = {"chat.admin-ratings.summary-covers-30-days-by-default": of_30_days}
        assert outcomes(result, "broken") == {}
        open_rules = NO_CALLS | no_old_ratings | AS_OBSERVED | NO_SPARE
        assert outcomes(result, "not tried") == {rule: open_rules[rule] for rule in ABOUT_LISTS if rule in open_rules}
        assert [len(kind) for kind in records(stub)] == [3, 0, 0]


ASSUMED = {
    *("is_archived", "is_demo", "created_at", "updated_at", "role", "content", "thinking", "model_name", "tokens_used"),
    *(
        "tool_calls",
        "files",
        "user_rating",
        "rating_count",
        "conversation_id",
        "shared_by",
        "shared_with",
        "permission",
    ),
    *(
        "share_token",
        "shared_with_email",
        "shared_by_email",
        "email",
        "full_name",
        "is_active",
        "is_app_admin",
        "share",
    ),
    *("rating", "comment", "message_content", "message_role", "user_email", "user_name", "latest_message"),
    *("total_ratings", "like_count", "dislike_count", "average_rating", "with_comments", "ratings_by_day"),
    *("avatar_url", "onboarding_completed_at", "exported_at", "error", "detail"),
}
RENAMED = {"message_count": "number_of_messages", "conversation_count": "number_of_conversations"}


def stated(value: Any) -> Any:
    """Leave the fields out that this project assumes."""
    if isinstance(value, list):
        return [stated(element) for element in value]
    if isinstance(value, dict):
        return {RENAMED.get(name, name): stated(member) for name, member in value.items() if name not in ASSUMED}
    return value


@pytest.mark.long
def test_no_stated_rule_is_broken_by_a_server_without_anything_that_is_assumed() -> None:
    def change(answer: HeldAnswer) -> None:
        if answer.headers.get("content-type", "").startswith("application/json") and answer.body:
            answer.body = orjson.dumps(stated(orjson.loads(answer.body)))
        answer.status = answer.status if answer.status in (404, 500) or answer.status < 300 else 400

    with ChatStub() as stub:
        for operation in (*stub.contract.operations, None):
            change_reply(stub, operation, change)
        result = try_rules(stub, *QUICK)
        assert [verdict.id for verdict in result.verdicts if verdict.fails] == []
        assert len(outcomes(result, "holds")) > 60
        assert result.left == []


class NoAssistant(MessageHandlers):
    """The messages of a service that accepts messages of the user only; it may add answers to them, by `answers`."""

    answers = True

    def create_message(self, request: ContractRequest) -> JsonObject:
        if request.body["role"] != "user":
            raise unprocessable("Only messages of the user are taken", rule="")
        created = super().create_message(request)
        if self.answers:
            row = self._state.records.conversations[request.path["conversation_id"]]
            new_id, now = self._state.records.new_id(), self._state.change_time()
            row.messages.append(
                Message(id=new_id, conversation_id=row.id, role="assistant", content="Yes.", created_at=now)
            )
        return created


@pytest.mark.parametrize("answers", [True, False], ids=["answers", "has answers of old"])
def test_ratings_are_tried_where_the_assistant_is_the_servers_own(answers: bool) -> None:
    with ChatStub() as stub:
        handlers = NoAssistant(stub.state)
        handlers.answers = answers
        stub.override(handlers)
        stub.state.records.ratings.forget_user(stub.user_id("alice"))
        before = records(stub)
        result = try_rules(stub, "chat.messages.*", "chat.ratings.*")
        assert outcomes(result, "broken") == {}
        shared = {} if answers else dict.fromkeys(("every-reader-rates", "unrate-removes-the-callers"), NO_ANSWER)
        shared["only-the-owner-rates-as-observed"] = ALL_RATE if answers else NO_ANSWER
        assert outcomes(result, "not tried") == {f"chat.ratings.{name}": why for name, why in shared.items()}
        assert records(stub) == before


def test_reading_run_sends_no_write() -> None:
    with ChatStub() as stub:
        before = records(stub)
        result = try_rules(stub, allow_writes=False)
        assert outcomes(result, "broken") == {}
        assert {request.method for request in stub.requests} == {"GET"}
        assert {reason for reason in outcomes(result, "not tried").values()} <= {
            *("writes are not allowed", *AS_OBSERVED.values(), *NO_SPARE.values())
        }
        assert {"chat.access.a-signed-in-user-is-needed", "chat.paging.users-limit-is-1-to-500"} <= {
            *outcomes(result, "holds")
        }
        assert records(stub) == before


def rules_about(beginning: str) -> set[str]:
    return {rule for rule in rules("chat") if rule.startswith(beginning)}


def test_rule_without_its_caller_is_not_tried() -> None:
    with ChatStub() as stub:
        result = try_rules(stub, "chat.shares.*", users={"user": "alice"}, allow_untried=True)
        reasons = set(outcomes(result, "not tried").values())
        assert outcomes(result, "broken") == {}
        assert all("needs the caller other: not given (--caller other=VARIABLE" in reason for reason in reasons)
        assert outcomes(result, "holds").keys() | outcomes(result, "not tried").keys() == rules_about("chat.shares.")
        assert outcomes(result, "holds")


def test_rule_about_everyone_else_is_not_tried_without_one_of_them() -> None:
    users = {"user": "alice", "other": "bob"}
    with ChatStub() as stub:
        result = try_rules(stub, "chat.conversations.only-the-owner-*", users=users, allow_untried=True)
    assert outcomes(result, "broken") == {}
    assert outcomes(result, "not tried").keys() == rules_about("chat.conversations.only-the-owner-")
    assert {reason.partition(":")[0] for reason in outcomes(result, "not tried").values()} == {"an administrator"}


def test_caller_who_could_not_be_tried_hides_no_change_of_another() -> None:
    users = {"user": "alice", "other": "bob"}
    with ChatStub() as stub:
        do_later(stub, "conversations.archive")
        result = try_rules(stub, "chat.conversations.only-the-owner-archives", users=users, allow_untried=True)
    [reason] = outcomes(result, "broken").values()
    assert "a recipient who may view: the effect: its owner does not list the conversation any more" in reason
    assert "an administrator" not in reason


def test_hour_is_not_waited_for_unless_a_check_may_wait_so_long() -> None:
    with ChatStub() as stub:
        result = try_rules(stub, "chat.impersonation.token-is-valid-for-an-hour", longest_wait=10.0)
        [(_, reason)] = outcomes(result, "not tried").items()
        assert reason == "takes 3540 s, and a check may wait for 10 s"


def test_rules_as_observed_hold_on_a_server_that_shows_them() -> None:
    observed = ChatObserved(title_limit=True, owner_only_rating=True, missing_user_500=True)
    with ChatStub(observed=observed) as stub:
        assert set(outcomes(try_rules(stub, *AS_OBSERVED), "holds")) == {*AS_OBSERVED}


@pytest.mark.parametrize(
    ("status", "body"),
    [(500, "no"), (200, "<html>"), (200, '{"id": 1, "items": [null], "total": null}')],
)
def test_run_against_a_server_of_another_kind_ends_with_a_verdict_for_every_rule(status: int, body: str) -> None:
    headers = {"content-type": "application/json"}
    transport = httpx.MockTransport(lambda _: httpx.Response(status, content=body, headers=headers))

    def client(base_url: str, **_: Any) -> HttpClient:
        return HttpClient(base_url, transport=transport)

    with ChatStub() as stub:
        result = try_rules(stub, client=client)
    assert [verdict.id for verdict in result.verdicts if verdict.kind == "rule"] == list(rules("chat"))
    assert {"conversations.create: answer", "conversations.list: answer"} & {
        verdict.id for verdict in result.verdicts if verdict.fails
    }
    assert len(outcomes(result, "holds")) <= 2
    assert (result.left, result.stopped) == ([], "")


def ending(at: int, error: type[BaseException]) -> Callable[..., HttpClient]:
    """Clients whose exchange of this number is lost: the server has done it, and the answer does not arrive."""
    numbers = count(1)

    class Ending(HttpClient):
        def send(self, *args: Any, **options: Any) -> HttpAnswer:
            answer = super().send(*args, **options)
            if next(numbers) == at:
                raise error("the connection is lost")
            return answer

    return Ending


def endings(error: type[BaseException], rule: str) -> Iterator[tuple[int, list[dict[str, Any]], list[dict[str, Any]]]]:
    """The records before and after a rule is tried, with each of its requests lost in turn."""
    with ChatStub() as stub:
        total = try_rules(stub, rule).requests
    for at in range(1, total):
        with ChatStub() as stub:
            before = records(stub)
            with suppress(error):
                try_rules(stub, rule, client=ending(at, error))
            yield at, before, records(stub)


@pytest.mark.parametrize(
    ("error", "rule"),
    begun_by_ci(
        [
            (NoAnswer, "chat.shares.only-the-owner-shares"),
            (KeyboardInterrupt, "chat.access.token-of-an-inactive-user-is-401"),
            (KeyboardInterrupt, "chat.conversations.archive-hides"),
        ]
    ),
)
def test_nothing_is_left_after_a_check_that_ends_at_any_request(error: type[BaseException], rule: str) -> None:
    left = [at for at, before, after in endings(error, rule) if before != after]
    assert left == []


@pytest.mark.matrix
def test_lost_answer_in_one_check_does_not_remove_what_another_looks_at_again() -> None:
    watched, after = "chat.conversations.only-the-owner-deletes", "chat.conversations.delete-takes-the-messages"
    with ChatStub() as stub:
        total = try_rules(stub, watched, after).requests
    for at in range(1, total):
        with ChatStub() as stub:
            result = try_rules(stub, watched, after, client=ending(at, NoAnswer))
        assert len(outcomes(result, "broken")) <= 1, f"request {at} of {total} is lost"


def test_server_that_takes_no_known_form_of_a_message_is_not_accused_and_its_statuses_are_named() -> None:
    with ChatStub() as stub:
        stub.faults.add("conversations.messages.create", status=500)
        result = try_rules(stub, "chat.messages.create-answers-201")

    assert [(verdict.id, verdict.outcome) for verdict in result.verdicts if verdict.kind == "rule"] == [
        ("chat.messages.create-answers-201", "not tried")
    ]
    assert result.verdicts[0].reason.endswith("that this project knows: it answers 500 or 422")
    assert result.of("broken") == []
