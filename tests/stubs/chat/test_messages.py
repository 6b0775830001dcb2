"""The rules of messages and of their ratings."""

import pytest


def code(answer):
    return answer.status_code, answer.json()["error"]["code"]


def detail(answer):
    [refused] = answer.json()["detail"]
    return answer.status_code, refused["type"], refused["loc"]


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
def test_a_new_message_is_the_last_and_its_texts_are_stripped(alice, path, role):
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


def test_a_new_message_updates_its_conversation(alice, path):
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
def test_a_message_that_the_contract_does_not_know_is_422(alice, path, change, where):
    answer = alice.post(path("Travel plans", "/messages"), json={"role": "user", "content": "", **change})

    assert detail(answer)[::2] == (422, where)


@pytest.mark.parametrize("change", [{"model_name": "x" * 100}, {"tokens_used": 0}, {"tokens_used": None}])
def test_the_ends_of_a_messages_bounds_are_let_in(alice, path, change):
    answer = alice.post(path("Travel plans", "/messages"), json={"role": "user", "content": "", **change})

    assert answer.status_code == 201
    assert answer.json().items() >= change.items()


@pytest.mark.parametrize("missing", ["role", "content"])
def test_a_message_needs_a_role_and_content(alice, path, missing):
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
def test_its_owner_adds_messages_and_whom_it_is_shared_with_for_editing(sign_in, path, who, title, status):
    where = path(title, "/messages")
    before = sign_in("alice").get(where).json()["total"]

    assert sign_in(who).post(where, json={"role": "user", "content": "Hi"}).status_code == status
    assert sign_in("alice").get(where).json()["total"] == before + (status == 201)


# Ratings.


@pytest.fixture
def rate(path):
    """Rate the answer in the travel plans."""

    def rate(client, rating, title="Travel plans", message="{answer}", **comment):
        return client.post(path(title, f"/messages/{message}/rate"), json={"rating": rating, **comment})

    return rate


def ratings_of(client, where):
    answer = next(each for each in client.get(where).json()["messages"] if each["role"] == "assistant")
    return answer["user_rating"], answer["rating_count"]


def test_a_new_rating_is_201_and_a_further_one_updates_it_with_200(bob, path, rate, chat_stub):
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


def test_an_identical_rating_is_an_update_too(erin, admin, rate):
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
def test_a_comment_is_stripped_cleaned_and_cut(alice, rate, sent, kept):
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


def test_a_message_of_another_conversation_is_not_found(alice, path):
    other = path("Fixing", "/messages/{answer}/rate").rpartition("/messages/")[2]

    assert code(alice.post(path("Travel plans", f"/messages/{other}"), json={"rating": 1})) == (404, "NOT_FOUND")


def test_a_rating_can_be_taken_back_once(alice, path):
    where = path("Travel plans", "/messages/{answer}/rate")
    first, second = alice.delete(where), alice.delete(where)

    assert (first.status_code, first.content) == (204, b"")
    assert code(second) == (404, "NOT_FOUND")
    assert ratings_of(alice, path("Travel plans")) == (None, {"likes": 0, "dislikes": 1})


def test_a_message_shows_the_callers_rating_and_how_many_there_are(alice, bob, path):
    assert ratings_of(alice, path("Travel plans")) == (1, {"likes": 1, "dislikes": 1})
    assert ratings_of(bob, path("Travel plans")) == (-1, {"likes": 1, "dislikes": 1})


def test_ratings_are_hidden_from_an_administrator_who_only_reads(admin, path, rate):
    rate(admin, 1)

    assert ratings_of(admin, path("Travel plans")) == (None, None)
    [answer] = [each for each in admin.get(path("Travel plans", "/messages")).json()["items"] if each["tool_calls"]]
    assert (answer["user_rating"], answer["rating_count"]) == (None, None)
