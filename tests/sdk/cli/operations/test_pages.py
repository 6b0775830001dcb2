"""Lists in pages: one page, so many items, or all."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.sdk.cli.console import Done, run_here
from tests.sdk.cli.operations.calls import env_of
from trivet.cli.operations.pages import page_size
from trivet.cli.operations.table import load

USERS = ("chat", "admin", "users", "list")


@pytest.fixture
def listing(chat_server: Any) -> Any:
    def run(*options: str) -> tuple[Done, list[Any], list[dict[str, Any]]]:
        before = len(chat_server.stub.requests)
        done = run_here(*USERS, *options, env=env_of("chat", chat_server))
        sent = [dict(each.query) for each in list(chat_server.stub.requests)[before:]]
        return done, json.loads(done.out) if done.out else [], sent

    return run


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
