"""Shares: with a user or by a link, and who creates, lists and revokes them."""

import re

import pytest

from tests.stubs.chat.helpers import (
    code,
)


def shared(client):
    return [item["title"] for item in client.get("/conversations/shared-with-me").json()["items"]]


@pytest.fixture
def shares(path):
    """Where the shares of alice's travel plans are."""
    return path("Travel plans", "/shares")


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


@pytest.mark.parametrize("also", [{}, {"shared_with": "erin"}])
def test_share_by_link_ignores_shared_with(alice, erin, shares, chat_stub, also):
    also = {key: chat_stub.user_id(name) for key, name in also.items()}
    first, second = (alice.post(shares, json={"generate_link": True, **also}).json() for _ in range(2))

    assert first["shared_with"] is None
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", first["share_token"])
    assert first["share_token"] != second["share_token"]
    assert shared(erin) == []


@pytest.mark.parametrize("permission", ["view", "edit"])
def test_second_share_with_a_user_is_409(alice, shares, chat_stub, permission):
    body = {"shared_with": chat_stub.user_id("bob"), "permission": permission}

    assert code(alice.post(shares, json=body)) == (409, "ALREADY_EXISTS")
    assert alice.get(shares).json()["total"] == 2


def test_sharing_with_oneself_is_409(alice, shares, chat_stub):
    assert code(alice.post(shares, json={"shared_with": chat_stub.user_id("alice")})) == (409, "ALREADY_EXISTS")


@pytest.mark.parametrize(
    "body", [{}, {"generate_link": False}, {"shared_with": "00000000-0000-4000-8000-ffffffffffff"}]
)
def test_sharing_with_an_unknown_user_is_404(alice, shares, body):
    assert code(alice.post(shares, json=body)) == (404, "NOT_FOUND")


@pytest.mark.parametrize("name", ["permission", "shared_with", "generate_link"])
def test_wrong_field_of_share_is_422(alice, shares, name):
    answer = alice.post(shares, json={name: "own"})

    assert (answer.status_code, answer.json()["detail"][0]["loc"]) == (422, ["body", name])


@pytest.mark.parametrize("who", ["admin", "bob", "erin"])
def test_only_the_owner_shares_a_conversation_and_lists_its_shares(sign_in, shares, who):
    client = sign_in(who)

    assert code(client.post(shares, json={"generate_link": True})) == (403, "AUTHORIZATION_ERROR")
    assert code(client.get(shares)) == (403, "AUTHORIZATION_ERROR")


def test_shares_are_listed_with_their_total(alice, shares, chat_stub):
    listed = alice.get(shares).json()

    assert listed["total"] == 2
    assert [(item["shared_with"], bool(item["share_token"])) for item in listed["items"]] == [
        (chat_stub.user_id("bob"), False),
        (None, True),
    ]


@pytest.mark.parametrize("who", ["admin", "bob", "erin"])
def test_only_the_sharer_revokes_a_share(sign_in, alice, shares, who):
    for share in alice.get(shares).json()["items"]:
        assert code(sign_in(who).delete(f"{shares}/{share['id']}")) == (403, "AUTHORIZATION_ERROR")
    assert alice.get(shares).json()["total"] == 2


def test_revoked_share_opens_nothing(alice, bob, shares):
    given = bob.get(shares.removesuffix("/shares"))
    with_bob, link = alice.get(shares).json()["items"]
    answers = [alice.delete(f"{shares}/{share['id']}") for share in (with_bob, link)]

    assert [(answer.status_code, answer.content) for answer in answers] == [(204, b"")] * 2
    assert (given.status_code, bob.get(shares.removesuffix("/shares")).status_code) == (200, 404)
    assert shared(bob) == []
    assert code(bob.get(f"/conversations/shared/{link['share_token']}")) == (404, "NOT_FOUND")
    assert code(alice.delete(f"{shares}/{link['id']}")) == (404, "NOT_FOUND")


def test_share_is_revoked_by_its_id_on_the_path_of_any_conversation(alice, shares, path):
    share = alice.get(shares).json()["items"][0]

    assert alice.delete(path("Budget", f"/shares/{share['id']}")).status_code == 204
    assert alice.get(shares).json()["total"] == 1


def test_shared_conversations_are_listed_latest_update_first(alice, dave, path, chat_stub):
    assert (shared(alice), shared(dave)) == (["Fixing the bicycle"], ["Budget 100% of_last\\year"])
    alice.post(path("Travel plans", "/shares"), json={"shared_with": chat_stub.user_id("dave")})
    assert shared(dave) == ["Budget 100% of_last\\year", "Travel plans"]
    assert dave.get("/conversations/shared-with-me?skip=1&limit=1").json()["total"] == 2
    alice.patch(path("Travel plans"), json={"title": "Holidays"})
    assert shared(dave)[0] == "Holidays"


@pytest.fixture
def link(alice, shares):
    """Where the public link of the travel plans leads."""
    token = alice.get(shares).json()["items"][1]["share_token"]
    return f"/conversations/shared/{token}"


def test_link_opens_conversation_without_sign_in(sign_in_anywhere, path, chat_stub):
    share = next(share for share in chat_stub.records.shares() if share.share_token)
    answer = sign_in_anywhere(None).get(f"/conversations/shared/{share.share_token}")

    assert answer.status_code == 200
    messages = answer.json()["conversation"].pop("messages")
    assert answer.json() | {"conversation": {}} == {
        "conversation": {},
        "share": {"id": share.id, "permission": "view", "share_token": share.share_token},
    }
    assert [list(each) for each in messages] == [["id", "role", "content", "created_at"]] * 3
    assert messages[1]["content"] == "Which trains go to Oslo tomorrow?"


def test_bare_form_of_a_link_is_the_conversation_alone(sign_in, alice, link, path, chat_stub):
    chat_stub.observed.bare_public_form = True
    bare = sign_in(None).get(link)
    whole = alice.get(path("Travel plans")).json()
    for message in whole["messages"]:
        message.update(user_rating=None, rating_count=None)

    assert (bare.status_code, bare.headers["content-type"], bare.json()) == (200, "application/json", whole)


@pytest.mark.parametrize("token", ["unknown", "a%2Fb", "%00"])
def test_unknown_link_is_404(sign_in, token):
    assert code(sign_in(None).get(f"/conversations/shared/{token}")) == (404, "NOT_FOUND")


def test_link_of_deleted_conversation_is_404(sign_in, alice, link, path):
    alice.delete(path("Travel plans"))

    assert code(sign_in(None).get(link)) == (404, "NOT_FOUND")
