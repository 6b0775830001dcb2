"""Conversations: listing, creating, changing, archiving and deleting them, and who may."""

import httpx
import pytest

from tests.stubs.chat.helpers import (
    code,
    titles,
)
from trivet_stubs import ChatStub

BUDGET = "Budget 100% of_last\\year"


def test_list_holds_own_active_conversations_latest_update_first(sign_in_anywhere):
    assert titles(sign_in_anywhere("alice").get("/conversations")) == [None, BUDGET, "Travel plans"]
    assert titles(sign_in_anywhere("bob").get("/conversations")) == ["Fixing the bicycle"]
    assert titles(sign_in_anywhere("admin").get("/conversations")) == []


@pytest.mark.parametrize(("text", "found"), [("true", True), ("false", False)])
def test_include_archived_true_lists_archived_conversations(alice, text, found):
    assert ("Old recipes" in titles(alice.get(f"/conversations?include_archived={text}"))) == found


def test_pages_follow_each_other_and_have_the_total(alice):
    pages = [alice.get("/conversations", params={"skip": skip, "limit": 2}) for skip in (0, 2, 4)]

    assert [titles(page) for page in pages] == [[None, BUDGET], ["Travel plans"], []]
    assert {page.json()["total"] for page in pages} == {3}


def test_page_of_conversations_holds_50_by_default():
    with ChatStub(seed="240x0") as stub:
        headers = {"Authorization": f"Bearer {stub.token('alice')}"}
        with httpx.Client(transport=stub.transport(), base_url="http://chat.test", headers=headers) as client:
            assert [len(titles(client.get(f"/conversations?skip={skip}"))) for skip in (0, 50)] == [50, 10]


def test_new_conversation_belongs_to_the_caller(dave, chat_stub):
    answer = dave.post("/conversations", json={"title": "  Mine \n"})

    assert answer.status_code == 201
    assert answer.json() == {
        "id": answer.json()["id"],
        "user_id": chat_stub.user_id("dave"),
        "title": "Mine",
        "is_archived": False,
        "is_demo": False,
        "created_at": "2025-06-16T00:00:00.000000+00:00",
        "updated_at": None,
    }
    assert dave.get(f"/conversations/{answer.json()['id']}").json() == {**answer.json(), "messages": []}


@pytest.mark.parametrize("content", [b"", b"null", b"{}", b'{"title": null}'])
def test_new_conversation_without_title_is_created(dave, content):
    answer = dave.post("/conversations", content=content, headers={"content-type": "application/json"})

    assert (answer.status_code, answer.json()["title"]) == (201, None)


@pytest.mark.parametrize("body", [[], {"title": 1}, {"user_id": "x"}])
def test_new_conversation_with_an_unknown_field_is_422(dave, body):
    assert dave.post("/conversations", json=body).status_code == 422


def test_later_of_two_conversations_at_one_clock_time_is_first(dave):
    for title in ("first", "second"):
        dave.post("/conversations", json={"title": title})

    assert titles(dave.get("/conversations")) == ["second", "first"]


@pytest.mark.parametrize(
    ("who", "status"), [("alice", 200), ("bob", 200), ("admin", 200), ("nadia", 200), ("dave", 404), ("erin", 404)]
)
def test_owner_administrators_and_recipients_may_read(sign_in, path, who, status):
    for below in ("", "/messages"):
        answer = sign_in(who).get(path("Travel plans", below))
        assert answer.status_code == status
        if status == 404:
            assert code(answer) == (404, "NOT_FOUND")


def test_conversation_has_messages_oldest_first_with_tool_calls_and_files(alice, path):
    whole = alice.get(path("Travel plans")).json()
    system, question, answer = whole["messages"]

    assert [each["role"] for each in whole["messages"]] == ["system", "user", "assistant"]
    assert question["files"] == [
        {"id": "file-0001", "filename": "tickets.pdf", "mime_type": "application/pdf", "file_type": "document"}
    ]
    assert [(call["tool_name"], call["status"], call["duration_ms"]) for call in answer["tool_calls"]] == [
        ("timetable", "completed", 250),
        ("weather", "running", None),
    ]
    assert answer["tool_calls"][0]["args"] == {"to": "Oslo", "days": [1], "flags": {"direct": True}}
    assert (answer["thinking"], answer["model_name"], answer["tokens_used"]) == (
        "The timetable will know.",
        "stub-1",
        57,
    )
    assert system["tool_calls"] == system["files"] == []


@pytest.mark.parametrize(
    ("body", "changed"),
    [
        ({"title": " Holidays "}, {"title": "Holidays"}),
        ({"title": None}, {"title": None}),
        ({"is_archived": True}, {"is_archived": True}),
        ({"title": "H", "is_archived": True}, {"title": "H", "is_archived": True}),
    ],
)
def test_conversation_update_changes_the_fields_that_are_sent_only(alice, path, body, changed):
    where = path("Travel plans")
    before = alice.get(where).json()
    after = alice.patch(where, json=body).json()

    del before["messages"]
    assert after == {**before, **changed, "updated_at": "2025-06-16T00:00:00.000000+00:00"}


@pytest.mark.parametrize("body", [{}, {"title": "Travel plans"}, {"is_archived": False}])
def test_update_that_changes_nothing_keeps_the_time_of_the_last(alice, path, body):
    before = alice.get(path("Travel plans")).json()["updated_at"]

    assert alice.patch(path("Travel plans"), json=body).json()["updated_at"] == before


@pytest.mark.parametrize("body", [{"is_archived": None}, {"title": 1}, {"archived": True}])
def test_unknown_field_or_wrong_value_of_a_conversation_is_422(alice, path, body):
    assert alice.patch(path("Travel plans"), json=body).status_code == 422


def test_changed_conversation_is_listed_first(alice, path):
    alice.patch(path("Travel plans"), json={"title": "Holidays"})

    assert titles(alice.get("/conversations"))[0] == "Holidays"


def test_archived_conversation_is_hidden_by_default_and_can_be_restored(alice, path):
    where = path("Travel plans")
    first, second = alice.post(f"{where}/archive"), alice.post(f"{where}/archive")

    assert (first.status_code, first.json()["is_archived"]) == (200, True)
    assert second.json() == first.json()
    assert "Travel plans" not in titles(alice.get("/conversations"))
    assert "Travel plans" in titles(alice.get("/conversations?include_archived=true"))
    assert alice.patch(where, json={"is_archived": False}).json()["is_archived"] is False
    assert "Travel plans" in titles(alice.get("/conversations"))


@pytest.mark.parametrize("who", ["admin", "bob", "dave", "erin"])
@pytest.mark.parametrize(("method", "below"), [("POST", "/archive"), ("DELETE", "")])
def test_only_the_owner_may_archive_and_delete(sign_in, path, who, method, below):
    assert code(sign_in(who).request(method, path("Travel plans", below))) == (404, "NOT_FOUND")
    assert code(sign_in(who).request(method, path("Budget", below))) == (404, "NOT_FOUND")
    assert sign_in("alice").get(path("Travel plans")).json()["is_archived"] is False


@pytest.mark.parametrize(
    ("who", "title", "body", "status"),
    [
        ("dave", "Budget", {"title": "x"}, 200),
        ("dave", "Budget", {"is_archived": True}, 403),
        ("dave", "Budget", {"title": "x", "is_archived": False}, 403),
        ("bob", "Travel plans", {"title": "x"}, 403),
        ("bob", "Travel plans", {}, 403),
        ("admin", "Travel plans", {"title": "x"}, 404),
        ("erin", "Travel plans", {"title": "x"}, 404),
    ],
)
def test_editor_may_change_the_title_only(sign_in, path, who, title, body, status):
    where = path(title)
    before = sign_in("alice").get(where).json()
    answer = sign_in(who).patch(where, json=body)

    assert answer.status_code == status
    after = sign_in("alice").get(where).json()
    assert (after == before) == (status != 200)
    assert after["is_archived"] is False


def test_deleted_conversation_is_gone_with_messages_ratings_and_shares(alice, admin, bob, path, chat_stub):
    where, link = (
        path("Travel plans"),
        next(share.share_token for share in chat_stub.records.shares() if share.share_token),
    )
    conversation_id = where.rpartition("/")[2]
    answer = alice.delete(where)

    assert (answer.status_code, answer.content) == (204, b"")
    for below in ("", "/messages", "/shares"):
        assert code(alice.get(where + below)) == (404, "NOT_FOUND")
    assert code(alice.delete(where)) == (404, "NOT_FOUND")
    assert code(bob.get(f"/conversations/shared/{link}")) == (404, "NOT_FOUND")
    assert titles(bob.get("/conversations/shared-with-me")) == []
    assert conversation_id not in admin.get("/conversations/export").text
    assert conversation_id not in admin.get("/admin/ratings").text


@pytest.mark.parametrize("observed", [False, True])
def test_long_title_is_refused_as_observed(alice, path, chat_stub, observed):
    chat_stub.observed.title_limit = observed
    where = path("Travel")
    answers = [
        answer
        for length in (255, 256)
        for answer in (
            alice.post("/conversations", json={"title": f" {'x' * length} "}),
            alice.patch(where, json={"title": "x" * length}),
        )
    ]

    assert [answer.status_code for answer in answers] == [201, 200, *([422, 422] if observed else [201, 200])]
    if observed:
        assert answers[-1].json() == {
            "detail": [
                {
                    "type": "string_too_long",
                    "loc": ["body", "title"],
                    "msg": "String should have at most 255 characters",
                    "input": "x" * 256,
                }
            ]
        }
