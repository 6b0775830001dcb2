"""Lists in pages: one page, so many items, or all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.sdk.cli.console import Done, run_here
from tests.sdk.cli.operations.calls import env_of
from trivet.cli.operations.pages import page_size
from trivet.cli.operations.table import load
from trivet_stubs import ChatStub
from trivet_stubs.serving.port import Served

USERS = ("chat", "admin", "users", "list")


@pytest.fixture
def listing(chat_server: Any) -> Any:
    def run(*options: str) -> tuple[Done, list[Any], list[dict[str, Any]]]:
        before = len(chat_server.stub.requests)
        done = run_here(*USERS, *options, env=env_of("chat", chat_server))
        sent = [dict(each.query) for each in list(chat_server.stub.requests)[before:]]
        return done, json.loads(done.out) if done.out else [], sent

    return run


@pytest.fixture
def imported() -> Iterator[Served[ChatStub]]:
    """A server whose users have one created_at, and are in another order for every page."""
    with ChatStub(seed="empty", users=300) as stub, stub.serve() as served:
        stub.observed.unstable_ties = True
        yield served


def test_without_an_option_one_page_is_shown_and_a_note_counts_the_rest(listing: Any) -> None:
    done, found, sent = listing("--page-size", "3", "--skip", "1")
    assert (done.status, len(found), len(sent)) == (0, 3, 1)
    assert "2 to 4 of 7 shown; --all shows all, --limit N so many\n" in done.err
    assert listing()[0].err == ""


def test_limit_asks_for_pages_no_larger_than_needed(listing: Any) -> None:
    done, found, sent = listing("--limit", "2")
    assert (done.status, done.err, len(found)) == (0, "", 2)
    assert [each["limit"] for each in sent] == ["2"]


def test_limit_walks_as_many_pages_as_it_takes(listing: Any) -> None:
    done, found, sent = listing("--limit", "5", "--page-size", "2")
    assert (done.status, len(found), len(sent)) == (0, 5, 3)
    assert {each["limit"] for each in sent} == {"2"}


def test_all_walks_every_page_and_keeps_the_order_with_prefetch(listing: Any) -> None:
    one = listing("--all", "--page-size", "2")
    several = listing("--all", "--page-size", "2", "--prefetch", "3")
    assert one[0].status == several[0].status == 0
    assert len(one[1]) == 7
    assert [each["id"] for each in one[1]] == [each["id"] for each in several[1]]


@pytest.mark.parametrize("options", [("--all",), ("--all", "--prefetch", "4"), ("--limit", "400"), ("--limit", "301")])
@pytest.mark.parametrize("output", ["ndjson", "json", "csv"])
def test_list_without_tie_break_is_shown_whole_and_once(
    imported: Served[ChatStub], options: tuple[str, ...], output: str
) -> None:
    chosen = ("--page-size", "20", "-o", output, "--fields", "id", *options)
    done = run_here(*USERS, *chosen, env=env_of("chat", imported))
    shown = json.loads(done.out) if output == "json" else done.out.splitlines()[output == "csv" :]
    ids = [each["id"] if output == "json" else json.loads(each)["id"] if output == "ndjson" else each for each in shown]
    assert (done.status, done.err, sorted(ids)) == (0, "", sorted(imported.stub.records.users))
    assert imported.stub.requests.count("admin.users.list") > 16, "it was read again"


def test_limit_that_the_first_page_reaches_sends_one_request(imported: Served[ChatStub]) -> None:
    done = run_here(*USERS, "--page-size", "20", "--limit", "20", "-o", "ndjson", env=env_of("chat", imported))
    assert (done.status, done.err, done.out.count("\n")) == (0, "", 20)
    assert imported.stub.requests.count("admin.users.list") == 1


@pytest.mark.parametrize(("output", "lines"), [("ndjson", 3), ("csv", 4), ("json", 4), ("table", 4)])
@pytest.mark.parametrize("options", [("--all",), ("--limit", "5")])
def test_items_on_no_page_are_counted_and_fail_the_command(
    chat_server: Any, output: str, lines: int, options: tuple[str, ...]
) -> None:
    rows = [{"id": user.id, "email": user.email} for user in list(chat_server.stub.records.users.values())[:3]]
    chat_server.stub.faults.add("admin.users.list", body={"items": rows, "total": 48}, times=None)
    done = run_here(*USERS, *options, "-o", output, "--fields", "email", env=env_of("chat", chat_server))
    assert (done.status, len(done.out.splitlines())) == (1, lines), "the items that were found are shown, once"
    assert all(done.out.count(row["email"]) == 1 for row in rows)
    assert done.err == (
        "trivet: admin.users.list: 45 of 48 items are missing; the list changes, or its order is not stable: "
        "try again, or read a smaller part of it\n"
    )
    assert output != "json" or not done.out.rstrip().endswith("]"), "the document is not whole"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--limit", "0"), "--limit must be a whole number not below 1, got 0"),
        (("--limit", "-3"), "--limit must be a whole number not below 1, got -3"),
        (("--limit", "3", "--all"), "--limit and --all exclude each other"),
        (("--prefetch", "2"), "--prefetch needs --all or --limit"),
        (("--page-size", "501"), "--page-size must be a whole number from 1 to 500, got 501"),
        (("--skip", "-1"), "--skip must be a whole number not below 0, got -1"),
        (("--all", "--prefetch", "0"), "--prefetch must be a whole number not below 1, got 0"),
    ],
)
def test_option_out_of_bounds_is_named_and_nothing_is_sent(listing: Any, options: tuple[str, ...], why: str) -> None:
    done, _, sent = listing(*options)
    assert (done.status, done.out, sent) == (2, "", [])
    assert why in done.err


def test_empty_list_is_no_error(listing: Any) -> None:
    done, found, _ = listing("--search", "no such user")
    assert (done.status, found) == (0, [])


def test_page_size_has_the_bound_of_the_contract_or_a_hundred() -> None:
    users, sessions = load("chat").operations["admin", "users", "list"], load("agent").operations["session", "list"]
    assert page_size(users, 1000) == {"limit": 500}
    assert page_size(sessions, 1000) == {"limit": 100}
    assert page_size(users, None) == page_size(load("bus").operations["stops", "list"], 5) == {}
