"""Conversations with their messages, ratings and shares: operations, refusals and permissions."""

import re

import httpx
import pytest

from tests.stubs.chat.helpers import (
    code,
    detail,
    ratings_of,
    titles,
)
from trivet_stubs import ChatStub
from trivet_stubs.chat.handlers import cleaned_comment, stripped

BUDGET = "Budget 100% of_last\\year"


@pytest.mark.rule("chat.conversations.list-is-the-callers-own", "chat.conversations.list-is-latest-update-first")
def test_list_holds_own_active_conversations_latest_update_first(sign_in_anywhere):
    assert titles(sign_in_anywhere("alice").get("/conversations")) == [None, BUDGET, "Travel plans"]
    assert titles(sign_in_anywhere("bob").get("/conversations")) == ["Fixing the bicycle"]
    assert titles(sign_in_anywhere("admin").get("/conversations")) == []


@pytest.mark.rule("chat.conversations.archived-are-hidden-by-default")
@pytest.mark.parametrize(("text", "listed"), [("true", True), ("false", False)])
def test_include_archived_true_lists_archived_conversations(alice, text, listed):
    assert ("Old recipes" in titles(alice.get(f"/conversations?include_archived={text}"))) == listed


@pytest.mark.rule("chat.paging.total-counts-every-match", "chat.paging.pages-have-each-record-once")
def test_pages_follow_each_other_and_have_the_total(alice):
    pages = [alice.get("/conversations", params={"skip": skip, "limit": 2}) for skip in (0, 2, 4)]

    assert [titles(page) for page in pages] == [[None, BUDGET], ["Travel plans"], []]
    assert {page.json()["total"] for page in pages} == {3}


@pytest.mark.rule("chat.paging.limit-is-50-by-default")
def test_page_of_conversations_holds_50_by_default():
    with ChatStub(seed="240x0") as stub:
        headers = {"Authorization": f"Bearer {stub.token('alice')}"}
        with httpx.Client(transport=stub.transport(), base_url="http://chat.test", headers=headers) as client:
            assert [len(titles(client.get(f"/conversations?skip={skip}"))) for skip in (0, 50)] == [50, 10]


@pytest.mark.rule("chat.conversations.owner-is-the-caller", "chat.conversations.create-answers-201")
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


@pytest.mark.rule("chat.conversations.create-takes-an-optional-title")
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


@pytest.mark.rule("chat.access.admin-reads-any-conversation", "chat.access.others-read-only-their-own")
@pytest.mark.rule("chat.access.recipients-read-what-is-shared")
@pytest.mark.parametrize(
    ("who", "status"), [("alice", 200), ("bob", 200), ("admin", 200), ("nadia", 200), ("dave", 404), ("erin", 404)]
)
def test_owner_administrators_and_recipients_may_read(sign_in, path, who, status):
    for below in ("", "/messages"):
        answer = sign_in(who).get(path("Travel plans", below))
        assert answer.status_code == status
        if status == 404:
            assert code(answer) == (404, "NOT_FOUND")


@pytest.mark.rule("chat.conversations.get-embeds-messages")
def test_conversation_has_messages_oldest_first_with_tool_calls_and_files(alice, path):
    whole = alice.get(path("Travel plans")).json()
    system, question, answer = whole["messages"]

    assert [message["role"] for message in whole["messages"]] == ["system", "user", "assistant"]
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


@pytest.mark.rule("chat.conversations.update-sets-title-and-archived", "chat.effects.nothing-else-changes")
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


@pytest.mark.rule("chat.conversations.list-is-latest-update-first")
def test_changed_conversation_is_listed_first(alice, path):
    alice.patch(path("Travel plans"), json={"title": "Holidays"})

    assert titles(alice.get("/conversations"))[0] == "Holidays"


@pytest.mark.rule("chat.conversations.archived-are-hidden-by-default")
@pytest.mark.rule("chat.conversations.update-sets-title-and-archived")
@pytest.mark.rule("chat.conversations.archived-status-is-is-archived", "chat.conversations.archive-hides")
def test_archived_conversation_is_hidden_by_default_and_can_be_restored(alice, path):
    where = path("Travel plans")
    first, second = alice.post(f"{where}/archive"), alice.post(f"{where}/archive")

    assert (first.status_code, first.json()["is_archived"]) == (200, True)
    assert second.json() == first.json()
    assert "Travel plans" not in titles(alice.get("/conversations"))
    assert "Travel plans" in titles(alice.get("/conversations?include_archived=true"))
    assert alice.patch(where, json={"is_archived": False}).json()["is_archived"] is False
    assert "Travel plans" in titles(alice.get("/conversations"))


@pytest.mark.rule("chat.conversations.only-the-owner-archives", "chat.conversations.only-the-owner-deletes")
@pytest.mark.parametrize("who", ["admin", "bob", "dave", "erin"])
@pytest.mark.parametrize(("method", "below"), [("POST", "/archive"), ("DELETE", "")])
def test_only_the_owner_may_archive_and_delete(sign_in, path, who, method, below):
    assert code(sign_in(who).request(method, path("Travel plans", below))) == (404, "NOT_FOUND")
    assert code(sign_in(who).request(method, path("Budget", below))) == (404, "NOT_FOUND")
    assert sign_in("alice").get(path("Travel plans")).json()["is_archived"] is False


@pytest.mark.rule("chat.conversations.only-the-owner-sets-archived")
@pytest.mark.rule("chat.conversations.owners-and-editors-change-them")
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


@pytest.mark.rule("chat.conversations.delete-takes-the-messages")
@pytest.mark.rule("chat.shares.link-of-a-deleted-conversation-opens-nothing")
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


@pytest.mark.rule("chat.conversations.title-has-at-most-255-characters")
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


NOW = "2025-06-16T00:00:00.000000+00:00"


@pytest.mark.rule("chat.messages.list-is-oldest-first", "chat.messages.list-includes-tool-calls")
def test_messages_are_listed_oldest_first_with_a_total(alice, path):
    whole = alice.get(path("Travel plans")).json()["messages"]
    pages = [alice.get(path("Travel plans", "/messages"), params={"skip": skip, "limit": 2}).json() for skip in (0, 2)]

    assert [item for page in pages for item in page["items"]] == whole
    assert [page["total"] for page in pages] == [3, 3]


@pytest.mark.rule("chat.paging.messages-limit-is-100-by-default")
def test_page_of_messages_holds_100_by_default(alice, path):
    where = path("Travel plans", "/messages")
    for number in range(98):
        alice.post(where, json={"role": "user", "content": str(number)})

    page = alice.get(where).json()
    assert (len(page["items"]), page["total"]) == (100, 101)
    assert len(alice.get(where, params={"limit": 500}).json()["items"]) == 101


@pytest.mark.rule("chat.messages.create-answers-201")
@pytest.mark.parametrize("role", ["user", "assistant", "system"])
def test_new_message_is_last_and_has_stripped_texts(alice, path, role):
    where = path("Travel plans", "/messages")
    body = {"role": role, "content": " Hi \n", "thinking": " so ", "model_name": " m ", "tokens_used": 3}
    answer = alice.post(where, json=body)

    assert answer.status_code == 201
    assert answer.json() == {
        "id": answer.json()["id"],
        "conversation_id": where.split("/")[2],
        "role": role,
        "content": "Hi",
        "thinking": "so",
        "model_name": "m",
        "tokens_used": 3,
        "tool_calls": [],
        "files": [],
        "user_rating": None,
        "rating_count": {"likes": 0, "dislikes": 0},
        "created_at": NOW,
        "updated_at": None,
    }
    assert alice.get(where).json()["items"][-1] == answer.json()


def test_new_message_updates_its_conversation(alice, path):
    alice.post(path("Travel plans", "/messages"), json={"role": "user", "content": ""})

    first = alice.get("/conversations").json()["items"][0]
    assert (first["title"], first["updated_at"]) == ("Travel plans", NOW)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"role": "robot"}, ["body", "role"]),
        ({"role": None}, ["body", "role"]),
        ({"content": None}, ["body", "content"]),
        ({"content": 1}, ["body", "content"]),
        ({"model_name": "x" * 101}, ["body", "model_name"]),
        ({"tokens_used": -1}, ["body", "tokens_used"]),
    ],
)
def test_message_that_the_contract_forbids_is_422(alice, path, change, where):
    answer = alice.post(path("Travel plans", "/messages"), json={"role": "user", "content": "", **change})

    assert detail(answer)[::2] == (422, where)


@pytest.mark.parametrize("change", [{"model_name": "x" * 100}, {"tokens_used": 0}, {"tokens_used": None}])
def test_message_fields_at_their_bounds_are_accepted(alice, path, change):
    answer = alice.post(path("Travel plans", "/messages"), json={"role": "user", "content": "", **change})

    assert answer.status_code == 201
    assert answer.json().items() >= change.items()


@pytest.mark.rule("chat.requests.required-inputs-are-needed")
@pytest.mark.parametrize("missing", ["role", "content"])
def test_message_without_role_or_content_is_422(alice, path, missing):
    body = {"role": "user", "content": "Hi"}
    del body[missing]

    assert detail(alice.post(path("Travel plans", "/messages"), json=body)) == (422, "missing", ["body", missing])


@pytest.mark.rule("chat.conversations.owners-and-editors-change-them", "chat.shares.view-does-not-change")
@pytest.mark.parametrize(
    ("who", "title", "status"),
    [
        ("alice", "Travel plans", 201),
        ("dave", "Budget", 201),
        ("bob", "Travel plans", 403),
        ("admin", "Travel plans", 404),
        ("erin", "Travel plans", 404),
    ],
)
def test_owner_and_editors_may_add_messages(sign_in, path, who, title, status):
    where = path(title, "/messages")
    before = sign_in("alice").get(where).json()["total"]

    assert sign_in(who).post(where, json={"role": "user", "content": "Hi"}).status_code == status
    assert sign_in("alice").get(where).json()["total"] == before + (status == 201)


def test_count_of_no_ratings_is_null_as_observed(alice, path, chat_stub):
    chat_stub.observed.null_rating_count = True
    new = alice.post(path("Travel", "/messages"), json={"role": "assistant", "content": "Hi"}).json()
    lists = [
        alice.get(path("Travel", "/messages")).json()["items"],
        alice.get(path("Travel")).json()["messages"],
    ]

    assert new["rating_count"] is None
    for messages in lists:
        counts = {message["id"]: message["rating_count"] for message in messages}
        assert counts[new["id"]] is None
        assert {"likes": 1, "dislikes": 1} in counts.values()


@pytest.fixture
def rate(path):
    """Rate the answer in the travel plans."""

    def rate(client, rating, title="Travel plans", message="{answer}", **comment):
        return client.post(path(title, f"/messages/{message}/rate"), json={"rating": rating, **comment})

    return rate


@pytest.mark.rule("chat.ratings.new-is-201-and-update-is-200")
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


@pytest.mark.rule("chat.ratings.comment-is-optional")
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


@pytest.mark.rule("chat.ratings.only-assistant-messages")
@pytest.mark.parametrize("message", ["{question}"])
def test_only_assistant_messages_can_be_rated(alice, rate, message):
    answer = rate(alice, 1, message=message)

    assert code(answer) == (422, "VALIDATION_ERROR")
    assert answer.json()["error"]["message"] == "Only assistant messages can be rated"


@pytest.mark.rule("chat.ratings.every-reader-rates")
@pytest.mark.parametrize(
    ("who", "status"), [("alice", 200), ("bob", 200), ("admin", 201), ("nadia", 201), ("dave", 404), ("erin", 404)]
)
def test_rating_is_for_every_user_who_may_read_the_message(sign_in, rate, who, status):
    assert rate(sign_in(who), 1).status_code == status


@pytest.mark.rule("chat.ratings.only-the-owner-rates-as-observed")
@pytest.mark.parametrize("who", ["bob", "admin", "nadia", "dave", "erin"])
def test_rating_is_for_the_owner_alone_as_observed(sign_in, alice, rate, path, chat_stub, who):
    chat_stub.observed.owner_only_rating = True
    other = sign_in(who)

    assert code(rate(other, 1)) == (404, "NOT_FOUND")
    assert code(other.delete(path("Travel plans", "/messages/{answer}/rate"))) == (404, "NOT_FOUND")
    assert rate(alice, 1).status_code == 200


@pytest.mark.rule("chat.messages.missing-is-404")
def test_message_of_another_conversation_is_not_found(alice, path):
    other = path("Fixing", "/messages/{answer}/rate").rpartition("/messages/")[2]

    assert code(alice.post(path("Travel plans", f"/messages/{other}"), json={"rating": 1})) == (404, "NOT_FOUND")


@pytest.mark.rule("chat.ratings.unrate-removes-the-callers", "chat.ratings.unrate-answers-204")
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
    [answer] = [
        message for message in admin.get(path("Travel plans", "/messages")).json()["items"] if message["tool_calls"]
    ]
    assert (answer["user_rating"], answer["rating_count"]) == (None, None)


def shared(client):
    return [item["title"] for item in client.get("/conversations/shared-with-me").json()["items"]]


@pytest.fixture
def shares(path):
    """The path of the shares of alice's travel plans."""
    return path("Travel plans", "/shares")


@pytest.mark.rule("chat.shares.create-names-a-user-or-a-link", "chat.shares.create-answers-201")
@pytest.mark.rule("chat.shares.permission-is-view-or-edit")
@pytest.mark.parametrize(
    ("sent", "permission"), [({}, "view"), ({"permission": "view"}, "view"), ({"permission": "edit"}, "edit")]
)
def test_share_with_a_user_is_for_viewing_by_default(alice, erin, shares, chat_stub, sent, permission):
    answer = alice.post(shares, json={"shared_with": chat_stub.user_id("erin"), **sent})

    assert answer.status_code == 201
    assert answer.json() == {
        "id": answer.json()["id"],
        "conversation_id": shares.split("/")[2],
        "shared_by": chat_stub.user_id("alice"),
        "shared_with": chat_stub.user_id("erin"),
        "share_token": None,
        "permission": permission,
        "shared_with_email": None,
        "shared_by_email": None,
        "created_at": "2025-06-16T00:00:00.000000+00:00",
    }
    assert erin.get(shares.removesuffix("/shares")).status_code == 200
    assert shared(erin) == ["Travel plans"]


@pytest.mark.rule("chat.shares.create-names-a-user-or-a-link")
@pytest.mark.parametrize("also", [{}, {"shared_with": "erin"}])
def test_share_by_link_ignores_shared_with(alice, erin, shares, chat_stub, also):
    also = {key: chat_stub.user_id(name) for key, name in also.items()}
    first, second = (alice.post(shares, json={"generate_link": True, **also}).json() for _ in range(2))

    assert first["shared_with"] is None
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", first["share_token"])
    assert first["share_token"] != second["share_token"]
    assert shared(erin) == []


@pytest.mark.rule("chat.shares.one-share-a-recipient")
@pytest.mark.parametrize("permission", ["view", "edit"])
def test_second_share_with_a_user_is_409(alice, shares, chat_stub, permission):
    body = {"shared_with": chat_stub.user_id("bob"), "permission": permission}

    assert code(alice.post(shares, json=body)) == (409, "ALREADY_EXISTS")
    assert alice.get(shares).json()["total"] == 2


@pytest.mark.rule("chat.shares.recipient-is-not-the-owner")
def test_sharing_with_oneself_is_409(alice, shares, chat_stub):
    assert code(alice.post(shares, json={"shared_with": chat_stub.user_id("alice")})) == (409, "ALREADY_EXISTS")


@pytest.mark.rule("chat.shares.recipient-exists")
@pytest.mark.parametrize(
    "body", [{}, {"generate_link": False}, {"shared_with": "00000000-0000-4000-8000-ffffffffffff"}]
)
def test_sharing_with_an_unknown_user_is_404(alice, shares, body):
    assert code(alice.post(shares, json=body)) == (404, "NOT_FOUND")


@pytest.mark.rule("chat.shares.permission-is-view-or-edit")
@pytest.mark.parametrize("name", ["permission", "shared_with", "generate_link"])
def test_wrong_field_of_share_is_422(alice, shares, name):
    answer = alice.post(shares, json={name: "own"})

    assert (answer.status_code, answer.json()["detail"][0]["loc"]) == (422, ["body", name])


@pytest.mark.rule("chat.shares.only-the-owner-shares", "chat.shares.only-the-owner-lists-them")
@pytest.mark.parametrize("who", ["admin", "bob", "erin"])
def test_only_the_owner_shares_a_conversation_and_lists_its_shares(sign_in, shares, who):
    client = sign_in(who)

    assert code(client.post(shares, json={"generate_link": True})) == (403, "AUTHORIZATION_ERROR")
    assert code(client.get(shares)) == (403, "AUTHORIZATION_ERROR")


@pytest.mark.rule("chat.shares.list-has-items-and-total")
def test_shares_are_listed_with_their_total(alice, shares, chat_stub):
    listed = alice.get(shares).json()

    assert listed["total"] == 2
    assert [(item["shared_with"], bool(item["share_token"])) for item in listed["items"]] == [
        (chat_stub.user_id("bob"), False),
        (None, True),
    ]


@pytest.mark.rule("chat.shares.only-the-sharer-revokes")
@pytest.mark.parametrize("who", ["admin", "bob", "erin"])
def test_only_the_sharer_revokes_a_share(sign_in, alice, shares, who):
    for share in alice.get(shares).json()["items"]:
        assert code(sign_in(who).delete(f"{shares}/{share['id']}")) == (403, "AUTHORIZATION_ERROR")
    assert alice.get(shares).json()["total"] == 2


@pytest.mark.rule("chat.shares.revoked-opens-nothing", "chat.shares.revoked-is-not-listed")
@pytest.mark.rule("chat.shares.missing-is-404")
def test_revoked_share_opens_nothing(alice, bob, shares):
    before = bob.get(shares.removesuffix("/shares"))
    with_bob, link = alice.get(shares).json()["items"]
    answers = [alice.delete(f"{shares}/{share['id']}") for share in (with_bob, link)]

    assert [(answer.status_code, answer.content) for answer in answers] == [(204, b"")] * 2
    assert (before.status_code, bob.get(shares.removesuffix("/shares")).status_code) == (200, 404)
    assert shared(bob) == []
    assert code(bob.get(f"/conversations/shared/{link['share_token']}")) == (404, "NOT_FOUND")
    assert code(alice.delete(f"{shares}/{link['id']}")) == (404, "NOT_FOUND")


def test_share_is_revoked_by_its_id_on_the_path_of_any_conversation(alice, shares, path):
    share = alice.get(shares).json()["items"][0]

    assert alice.delete(path("Budget", f"/shares/{share['id']}")).status_code == 204
    assert alice.get(shares).json()["total"] == 1


@pytest.mark.rule("chat.shares.shared-with-me-lists-what-others-share")
@pytest.mark.rule("chat.shares.shared-with-me-is-latest-update-first")
def test_shared_conversations_are_listed_latest_update_first(alice, dave, path, chat_stub):
    assert (shared(alice), shared(dave)) == (["Fixing the bicycle"], ["Budget 100% of_last\\year"])
    alice.post(path("Travel plans", "/shares"), json={"shared_with": chat_stub.user_id("dave")})
    assert shared(dave) == ["Budget 100% of_last\\year", "Travel plans"]
    assert dave.get("/conversations/shared-with-me?skip=1&limit=1").json()["total"] == 2
    alice.patch(path("Travel plans"), json={"title": "Holidays"})
    assert shared(dave)[0] == "Holidays"


@pytest.fixture
def link(alice, shares):
    """The path of the public link to the travel plans."""
    token = alice.get(shares).json()["items"][1]["share_token"]
    return f"/conversations/shared/{token}"


@pytest.mark.rule("chat.shares.token-opens-the-conversation")
def test_link_opens_conversation_without_sign_in(sign_in_anywhere, path, chat_stub):
    share = next(share for share in chat_stub.records.shares() if share.share_token)
    answer = sign_in_anywhere(None).get(f"/conversations/shared/{share.share_token}")

    assert answer.status_code == 200
    messages = answer.json()["conversation"].pop("messages")
    assert answer.json() | {"conversation": {}} == {
        "conversation": {},
        "share": {"id": share.id, "permission": "view", "share_token": share.share_token},
    }
    assert [list(message) for message in messages] == [["id", "role", "content", "created_at"]] * 3
    assert messages[1]["content"] == "Which trains go to Oslo tomorrow?"


def test_bare_form_of_a_link_is_the_conversation_alone(sign_in, alice, link, path, chat_stub):
    chat_stub.observed.bare_public_form = True
    bare = sign_in(None).get(link)
    whole = alice.get(path("Travel plans")).json()
    for message in whole["messages"]:
        message.update(user_rating=None, rating_count=None)

    assert (bare.status_code, bare.headers["content-type"], bare.json()) == (200, "application/json", whole)


@pytest.mark.rule("chat.shares.unknown-token-is-404")
@pytest.mark.parametrize("token", ["unknown", "a%2Fb", "%00"])
def test_unknown_link_is_404(sign_in, token):
    assert code(sign_in(None).get(f"/conversations/shared/{token}")) == (404, "NOT_FOUND")


def test_link_of_deleted_conversation_is_404(sign_in, alice, link, path):
    alice.delete(path("Travel plans"))

    assert code(sign_in(None).get(link)) == (404, "NOT_FOUND")


@pytest.mark.parametrize(("text", "expected"), [(None, None), ("", ""), (" a b \n", "a b"), ("\t", "")])
def test_stripped_text_has_no_white_space_around_it(text, expected):
    assert stripped(text) == expected


@pytest.mark.parametrize(
    ("comment", "expected"),
    [(None, None), (" \n", None), ("a\x00b\x85c", "abc"), ("a\tb\nc", "a\tb\nc"), (" x" * 1500, ("x " * 1500)[:2000])],
)
def test_cleaned_comment_has_no_control_characters_and_a_length(comment, expected):
    assert cleaned_comment(comment) == expected
