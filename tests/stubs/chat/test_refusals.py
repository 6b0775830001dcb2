"""Inputs that the chat service refuses, and the two forms of its errors."""

import pytest

from tests.stubs.chat.helpers import (
    MISSING,
    OPERATIONS,
    PAGED,
    Op,
    code,
    every,
    names_in,
    place,
)

BOUNDS = [
    *((path, who, "limit", 1, most) for path, (who, most) in PAGED.items()),
    *((path, who, "skip", 0, None) for path, (who, _) in PAGED.items()),
    ("/admin/ratings", "admin", "rating_filter", -1, 1),
    ("/admin/ratings/export", "admin", "rating_filter", -1, 1),
    ("/admin/ratings/summary", "admin", "days", 1, 365),
]

IDS = ("conversation_id", "message_id", "share_id", "user_id")


@pytest.mark.rule("chat.paging.skip-is-at-least-0", "chat.paging.limit-is-1-to-100")
@pytest.mark.rule("chat.paging.messages-limit-is-1-to-500", "chat.paging.users-limit-is-1-to-500")
@pytest.mark.rule("chat.admin-ratings.filter-is-minus-1-to-1", "chat.admin-ratings.summary-days-are-1-to-365")
@pytest.mark.parametrize(("where", "who", "name", "least", "most"), BOUNDS)
def test_number_at_a_bound_is_accepted_and_one_beyond_is_422(ask, where, who, name, least, most):
    op = Op("admin." if who == "admin" else "", "GET", where)
    for value in (least, most):
        if value is not None:
            assert ask(op, params={name: value}).status_code == 200
    assert place(ask(op, params={name: least - 1})) == (422, "greater_than_equal", ["query", name])
    if most is not None:
        assert place(ask(op, params={name: most + 1})) == (422, "less_than_equal", ["query", name])


@pytest.mark.rule("chat.admin-conversations.search-has-at-most-100-characters")
@pytest.mark.parametrize(("length", "status"), [(100, 200), (101, 422)])
def test_search_of_more_than_100_characters_is_422(admin, length, status):
    assert admin.get("/conversations/admin-list", params={"search": "x" * length}).status_code == status


@pytest.mark.rule("chat.ratings.value-is-1-or-minus-1")
@pytest.mark.parametrize("worth", [-2, 0, 2, None, "1", True, 1.5])
def test_rating_other_than_1_or_minus_1_is_422(ask, worth):
    op = next(op for op in OPERATIONS if op.id == "conversations.messages.rate")

    assert place(ask(op, json={"rating": worth}))[::2] == (422, ["body", "rating"])


@pytest.mark.parametrize("worth", [-1, 1, 1.0])
def test_rating_of_integral_value_is_accepted(ask, worth):
    op = next(op for op in OPERATIONS if op.id == "conversations.messages.rate")

    assert ask(op, json={"rating": worth}).json()["rating"] == worth


@pytest.mark.parametrize(("where", "who"), [(path, who) for path, (who, _) in PAGED.items()])
@pytest.mark.parametrize("query", ["limit=abc", "limit=", "skip=1.5", "skip=1&skip=2"])
def test_text_in_place_of_a_number_is_422(ask, where, who, query):
    answer = ask(Op("admin." if who == "admin" else "", "GET", f"{where}?{query}"))

    assert place(answer)[::2] == (422, ["query", query.partition("=")[0]])


@pytest.mark.rule("chat.requests.what-the-contract-forbids-is-422", "chat.answers.errors-have-two-forms")
def test_refused_input_is_shown_with_the_rule_it_breaks(alice):
    assert alice.get("/conversations?limit=101").json() == {
        "detail": [
            {
                "type": "less_than_equal",
                "loc": ["query", "limit"],
                "msg": "101 is greater than the maximum of 100",
                "input": "101",
            }
        ]
    }


def test_any_number_of_digits_can_be_refused_and_skipped(alice):
    assert place(alice.get(f"/conversations?limit={10**30}")) == (422, "less_than_equal", ["query", "limit"])
    assert alice.get(f"/conversations?skip={10**30}").json()["items"] == []


@pytest.mark.rule("chat.requests.unknown-inputs-are-422")
@every
def test_unknown_parameter_is_refused_by_name(ask, op):
    assert place(ask(op, params={"size": "red"})) == (422, "extra_forbidden", ["query", "size"])


@pytest.mark.rule("chat.requests.unknown-inputs-are-422")
@pytest.mark.parametrize("op", [op for op in OPERATIONS if op.has_body], ids=lambda op: op.id)
def test_unknown_key_of_body_is_refused_by_name(ask, op):
    assert place(ask(op, json={**op.body, "size": "red"})) == (422, "extra_forbidden", ["body", "size"])


@pytest.mark.rule("chat.requests.ids-are-uuids")
@pytest.mark.parametrize(
    ("op", "name"),
    [pytest.param(op, name, id=f"{op.id}-{name}") for op in OPERATIONS for name in IDS if f"{{{name}}}" in op.path],
)
def test_id_must_be_a_uuid_in_upper_or_lower_case(ask, chat_stub, op, name):
    for wrong in ("not-a-uuid", MISSING[:-1], f"{MISSING}0"):
        assert place(ask(op, **{name: wrong})) == (422, "uuid_parsing", ["path", name])
    assert ask(op, **{name: names_in(chat_stub)[name].upper()}).status_code == op.status


@pytest.mark.rule("chat.conversations.missing-is-404", "chat.users.deleting-a-missing-user-is-404")
@pytest.mark.rule("chat.users.missing-is-404")
@pytest.mark.parametrize(
    ("op", "name"),
    [
        pytest.param(op, name, id=f"{op.id}-{name}")
        for op in OPERATIONS
        for name in IDS
        if f"{{{name}}}" in op.path
        and op.about_a_record
        and (op.id, name) != ("conversations.shares.delete", "conversation_id")  # as observed
    ],
)
def test_id_that_does_not_exist_is_404(ask, op, name):
    assert code(ask(op, **{name: MISSING})) == (404, "NOT_FOUND")


@pytest.mark.rule("chat.requests.bodies-are-json")
@pytest.mark.parametrize(
    ("content", "headers", "where"),
    [
        (b"", {}, ["body"]),
        (b"{", {"content-type": "application/json"}, ["body"]),
        (b"[]", {"content-type": "application/json"}, ["body"]),
        (b"null", {"content-type": "application/json"}, ["body"]),
        (b"rating=1", {"content-type": "application/x-www-form-urlencoded"}, ["header", "content-type"]),
        (b"{}", {"content-type": "application/json"}, ["body", "rating"]),
    ],
)
def test_body_other_than_a_json_object_is_422(alice, path, content, headers, where):
    answer = alice.post(path("Travel plans", "/messages/{answer}/rate"), content=content, headers=headers)

    assert place(answer)[::2] == (422, where)


@pytest.mark.rule("chat.requests.only-these-routes-and-methods")
@pytest.mark.trivet(unknown_requests="ignore")
def test_unknown_route_and_method_are_refused_by_the_framework(alice):
    unknown, other = alice.get("/conversation"), alice.put("/conversations")

    assert (unknown.status_code, unknown.json()) == (404, {"detail": "Not Found"})
    assert (other.status_code, other.json()) == (405, {"detail": "Method Not Allowed"})
    assert alice.get("/conversations/").status_code == 404
    assert alice.head("/conversations").status_code == 405
