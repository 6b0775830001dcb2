"""Ratings of messages: giving, changing and removing them, and who may."""

import pytest

from tests.stubs.chat.helpers import (
    code,
    ratings_of,
)


@pytest.fixture
def rate(path):
    """Rate the answer in the travel plans."""

    def rate(client, rating, title="Travel plans", message="{answer}", **comment):
        return client.post(path(title, f"/messages/{message}/rate"), json={"rating": rating, **comment})

    return rate


def test_new_rating_is_201_and_further_one_updates_with_200(bob, path, rate, chat_stub):
    first = rate(bob, 1, title="Fixing")
    bob.delete(path("Fixing", "/messages/{answer}/rate"))
    new = rate(bob, 1, title="Fixing", comment="good")
    chat_stub.clock.advance(60)
    again = rate(bob, -1, title="Fixing", comment="bad")

    assert (first.status_code, new.status_code, again.status_code) == (200, 201, 200)
    assert new.json()["updated_at"] is None
    assert new.json()["user_id"] == chat_stub.user_id("bob")
    assert again.json() == {
        **new.json(),
        "rating": -1,
        "comment": "bad",
        "updated_at": "2025-06-16T00:01:00.000000+00:00",
    }


def test_identical_rating_is_an_update(erin, admin, rate):
    assert [rate(admin, 1).status_code for _ in range(3)] == [201, 200, 200]


def test_rating_again_without_a_comment_erases_it(alice, rate):
    assert rate(alice, 1, comment="kept").json()["comment"] == "kept"
    assert rate(alice, 1).json()["comment"] is None


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("  good \n", "good"),
        ("a\x00b\x07c\x7fd\x85e", "abcde"),
        ("one\ntwo\tthree", "one\ntwo\tthree"),
        ("\x00 \x1b", None),
        ("", None),
        (None, None),
        ("x" * 2000, "x" * 2000),
        ("x" * 2001, "x" * 2000),
        ("=1+1", "=1+1"),
    ],
)
def test_comment_is_stripped_cleaned_and_cut(alice, rate, sent, kept):
    assert rate(alice, 1, comment=sent).json()["comment"] == kept


@pytest.mark.parametrize("message", ["{question}"])
def test_only_assistant_messages_can_be_rated(alice, rate, message):
    answer = rate(alice, 1, message=message)

    assert code(answer) == (422, "VALIDATION_ERROR")
    assert answer.json()["error"]["message"] == "Only assistant messages can be rated"


@pytest.mark.parametrize(
    ("who", "status"), [("alice", 200), ("bob", 200), ("admin", 201), ("nadia", 201), ("dave", 404), ("erin", 404)]
)
def test_rating_is_for_every_user_who_may_read_the_message(sign_in, rate, who, status):
    assert rate(sign_in(who), 1).status_code == status


@pytest.mark.parametrize("who", ["bob", "admin", "nadia", "dave", "erin"])
def test_rating_is_for_the_owner_alone_as_observed(sign_in, alice, rate, path, chat_stub, who):
    chat_stub.observed.owner_only_rating = True
    other = sign_in(who)

    assert code(rate(other, 1)) == (404, "NOT_FOUND")
    assert code(other.delete(path("Travel plans", "/messages/{answer}/rate"))) == (404, "NOT_FOUND")
    assert rate(alice, 1).status_code == 200


def test_message_of_another_conversation_is_not_found(alice, path):
    other = path("Fixing", "/messages/{answer}/rate").rpartition("/messages/")[2]

    assert code(alice.post(path("Travel plans", f"/messages/{other}"), json={"rating": 1})) == (404, "NOT_FOUND")


def test_rating_can_be_removed_once(alice, path):
    where = path("Travel plans", "/messages/{answer}/rate")
    first, second = alice.delete(where), alice.delete(where)

    assert (first.status_code, first.content) == (204, b"")
    assert code(second) == (404, "NOT_FOUND")
    assert ratings_of(alice, path("Travel plans")) == (None, {"likes": 0, "dislikes": 1})


def test_message_shows_own_rating_and_rating_count(alice, bob, path):
    assert ratings_of(alice, path("Travel plans")) == (1, {"likes": 1, "dislikes": 1})
    assert ratings_of(bob, path("Travel plans")) == (-1, {"likes": 1, "dislikes": 1})


def test_ratings_are_hidden_from_an_administrator_who_only_reads(admin, path, rate):
    rate(admin, 1)

    assert ratings_of(admin, path("Travel plans")) == (None, None)
    [answer] = [each for each in admin.get(path("Travel plans", "/messages")).json()["items"] if each["tool_calls"]]
    assert (answer["user_rating"], answer["rating_count"]) == (None, None)
