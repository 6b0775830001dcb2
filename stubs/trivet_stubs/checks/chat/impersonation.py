"""Tokens by which an administrator acts as another user."""

from trivet_stubs.checks.chat.replies import Json, prepared
from trivet_stubs.checks.chat.service import Chat
from trivet_stubs.checks.check import check
from trivet_stubs.checks.outcome import NotTried
from trivet_stubs.checks.reply import Reply
from trivet_stubs.checks.target import Caller

_HOUR = 3600.0


def _impersonate(chat: Chat) -> Reply:
    """A token of the other user."""
    return chat.admin.call("admin.users.impersonate", chat.id_of(chat.other))


def _presenting(chat: Chat, answer: Reply) -> Caller:
    token = answer.json.get("access_token") if answer.ok else None
    if not token:
        raise NotTried("the server does not give a token of another user")
    return chat.other.presenting(f"Bearer {token}", "Bearer $IMPERSONATION_TOKEN")


@check("chat.impersonation.answer-has-five-fields")
def answer_has_five_fields(chat: Chat) -> None:
    """The token, its type, the ids of both users, and for how long it is valid."""
    reply = _impersonate(chat).succeeds()
    found: Json = reply.json
    reply.expect(isinstance(found["access_token"], str) and bool(found["access_token"]), "access_token is no text")
    reply.expect(found["token_type"] == "bearer", "token_type is not bearer")
    reply.expect(found["impersonated_user_id"] == chat.id_of(chat.other), "impersonated_user_id is another user's")
    reply.expect(found["impersonated_by"] == chat.id_of(chat.admin), "impersonated_by is not the administrator's")
    reply.expect(type(found["expires_in"]) is int, "expires_in is no integer")


@check("chat.impersonation.expires-in-is-3600")
def expires_in_is_3600(chat: Chat) -> None:
    """The answer says so."""
    reply = _impersonate(chat).succeeds()
    reply.expect(reply.json["expires_in"] == 3600, "expires_in is not 3600")


@check("chat.impersonation.token-is-the-target-users")
def token_is_the_target_users(chat: Chat) -> None:
    """What is made with the token belongs to the user who is impersonated."""
    caller = _presenting(chat, _impersonate(chat))
    reply = chat.create(caller, {"title": chat.target.name("by another")}).succeeds()
    reply.expect(reply.json["user_id"] == chat.id_of(chat.other), "the token is not that of the user")
    here = prepared(reply)["id"]
    chat.target.eventually(
        lambda: chat.other.call("conversations.get", here),
        lambda reply: reply.ok,
        "the user who is impersonated cannot read what was made with the token",
    )


@check("chat.impersonation.token-is-valid-for-an-hour")
def token_is_valid_for_an_hour(chat: Chat) -> None:
    """The token is taken at once, and refused after an hour, if a check may wait for so long."""
    caller = _presenting(chat, _impersonate(chat))
    caller.call("conversations.list").succeeds()
    chat.target.budget.wait(_HOUR - 60)
    caller.call("conversations.list").succeeds()
    chat.target.budget.wait(120.0)
    caller.call("conversations.list").is_refused()
