"""Messages: listing and adding them, and who may."""

import pytest

from tests.stubs.chat.helpers import (
    detail,
)

NOW = "2025-06-16T00:00:00.000000+00:00"


def test_messages_are_listed_oldest_first_with_a_total(alice, path):
    whole = alice.get(path("Travel plans")).json()["messages"]
    pages = [alice.get(path("Travel plans", "/messages"), params={"skip": skip, "limit": 2}).json() for skip in (0, 2)]

    assert [item for page in pages for item in page["items"]] == whole
    assert [page["total"] for page in pages] == [3, 3]


def test_page_of_messages_holds_100_by_default(alice, path):
    where = path("Travel plans", "/messages")
    for number in range(98):
        alice.post(where, json={"role": "user", "content": str(number)})

    page = alice.get(where).json()
    assert (len(page["items"]), page["total"]) == (100, 101)
    assert len(alice.get(where, params={"limit": 500}).json()["items"]) == 101


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


@pytest.mark.parametrize("missing", ["role", "content"])
def test_message_without_role_or_content_is_422(alice, path, missing):
    body = {"role": "user", "content": "Hi"}
    del body[missing]

    assert detail(alice.post(path("Travel plans", "/messages"), json=body)) == (422, "missing", ["body", missing])


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
        counts = {each["id"]: each["rating_count"] for each in messages}
        assert counts[new["id"]] is None
        assert {"likes": 1, "dislikes": 1} in counts.values()
