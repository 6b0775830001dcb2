"""Who a caller of the chat service is, and to whom conversations belong, as the exchanges show it."""

import json
from base64 import urlsafe_b64decode
from typing import Any, cast

from trivet_checks.exchange_rules.chat import rows_of
from trivet_checks.exchange_rules.memory import Facts, learned_from
from trivet_checks.exchanges.exchange import Exchange, Json

_OF_USERS = ("user_id", "shared_by", "shared_with", "impersonated_by", "impersonated_user_id")
_PARTS_OF_A_JWT = 3


def caller_id(exchange: Exchange, facts: Facts) -> str | None:
    """The id of the caller: an answer to them has named it, or their token was issued for a user, or it names one.

    The subject of a JWT (RFC 7519, section 4.1.2) counts if an answer has shown that it is the id of a user.
    """
    known: str | None = facts.known("me")
    if known is not None:
        return known
    token = exchange.request_headers.get("authorization", "").partition(" ")[2]
    issued: str | None = facts.shared.known("user of a token", facts.hash_of(token))
    subject = issued or _subject(token)
    if issued or (subject and facts.shared.known("a user", subject.casefold())):
        facts.note(exchange, subject, "me")
        return subject
    return None


def owner_id(facts: Facts, conversation: str) -> str | None:
    """The owner of a conversation, which never changes; None if no exchange has shown it."""
    here = conversation.casefold()
    owner: str | None = facts.known("owner", here) or facts.shared.known("owner", here)
    return owner


def _subject(token: str) -> str | None:
    parts = token.split(".")
    if len(parts) != _PARTS_OF_A_JWT:
        return None
    try:
        claims: Any = json.loads(urlsafe_b64decode(parts[1] + "=="))
    except (ValueError, RecursionError):
        return None
    subject: Any = cast(Json, claims).get("sub") if isinstance(claims, dict) else None
    return subject if isinstance(subject, str) else None


@learned_from("conversations.create")
def caller_of_a_new_conversation(exchange: Exchange, facts: Facts) -> None:
    """Remember the id of the caller, who owns each conversation that they make."""
    me = exchange.record.get("user_id")
    if exchange.status == 201 and isinstance(me, str):
        here = exchange.record["id"].casefold()
        facts.note(exchange, me, "me")
        facts.note(exchange, me, "owner", here)
        facts.shared.note(exchange, me, "owner", here)


@learned_from("admin.users.impersonate")
def user_of_a_token(exchange: Exchange, facts: Facts) -> None:
    """Remember the user for whom a token was issued; the token is kept as a hash."""
    user, token = exchange.record.get("impersonated_user_id"), exchange.record.get("access_token")
    if exchange.ok and isinstance(user, str) and isinstance(token, str):
        facts.shared.note(exchange, user, "user of a token", facts.hash_of(token))


@learned_from("conversations.get", "conversations.shared_with_me")
def owner_of_a_conversation(exchange: Exchange, facts: Facts) -> None:
    """Remember to whom conversations belong."""
    for row in [exchange.record, *rows_of(exchange)] if exchange.ok else []:
        if isinstance(row.get("user_id"), str):
            facts.note(exchange, row["user_id"], "owner", row["id"].casefold())


@learned_from()
def ids_of_users(exchange: Exchange, facts: Facts) -> None:
    """Remember the ids of users that an answer shows."""
    for row in [exchange.record, *rows_of(exchange)] if exchange.ok else []:
        ids = [row.get(name) for name in _OF_USERS]
        if exchange.operation.startswith("admin.users."):
            ids.append(row.get("id"))
        for value in ids:
            if isinstance(value, str) and facts.shared.known("a user", value.casefold()) is None:
                facts.shared.note(exchange, True, "a user", value.casefold())
