"""Why a chat server refuses requests that the contract lets pass, as far as earlier exchanges show it.

The proxy counts a refusal as judged only with such a reason. A reason accuses no one, so that it may be a likely one.
"""

from trivet_checks.exchange_rules.answer_rule import WRONG_INPUT
from trivet_checks.exchange_rules.chat import rows_of, same_id
from trivet_checks.exchange_rules.chat_callers import caller_id, owner_id
from trivet_checks.exchange_rules.memory import Facts, learned_from, reason_of_refusals
from trivet_checks.exchange_rules.stated import with_parameter
from trivet_checks.exchanges.exchange import Exchange

_FORBIDDEN = (403, 404)
_STATES = (*WRONG_INPUT, 403, 404, 409)
_CONFLICT = 409


@learned_from("admin.users.list", "admin.users.get", "admin.users.update")
def roles_of_users(exchange: Exchange, facts: Facts) -> None:
    """Remember the roles of users, which an administrator was shown."""
    for user in [exchange.record, *rows_of(exchange)] if exchange.ok else []:
        if isinstance(user.get("role"), str):
            facts.shared.note(exchange, user["role"], "role of a user", user["id"].casefold())


@learned_from("conversations.shared_with_me")
def shared_with_the_caller(exchange: Exchange, facts: Facts) -> None:
    """Remember the conversations that are shared with the caller."""
    for row in rows_of(exchange):
        facts.note(exchange, True, "shared with me", row["id"].casefold())


@reason_of_refusals()
def role_of_the_caller(exchange: Exchange, facts: Facts) -> str:
    """Find the role of the caller of an operation for administrators."""
    me = caller_id(exchange, facts)
    if exchange.status in _FORBIDDEN and exchange.operation.startswith("admin.") and me is not None:
        role = facts.shared.known("role of a user", me.casefold())
        return f"the role {role} of the caller" if role not in (None, "admin") else ""
    return ""


@reason_of_refusals(*with_parameter("chat", "conversation_id"))
def owner_of_the_conversation(exchange: Exchange, facts: Facts) -> str:
    """Find another owner of the conversation, or that it is shared with the caller."""
    here = exchange.arguments["conversation_id"].casefold()
    if exchange.status not in _FORBIDDEN:
        return ""
    owner, me = owner_id(facts, here), caller_id(exchange, facts)
    is_anothers = owner is not None and me is not None and not same_id(owner, me)
    return "a conversation of another user" if is_anothers or facts.known("shared with me", here) else ""


@reason_of_refusals("conversations.messages.rate")
def role_of_the_message(exchange: Exchange, facts: Facts) -> str:
    """Find that the message is not the assistant's."""
    role = facts.known("role", exchange.arguments["message_id"].casefold())
    return f"a message of the role {role}" if exchange.status in _STATES and role not in (None, "assistant") else ""


@reason_of_refusals("conversations.shares.create")
def recipient_of_the_share(exchange: Exchange, facts: Facts) -> str:
    """Find that the recipient has a share already, or is the owner."""
    recipient = exchange.body["shared_with"]
    here = exchange.arguments["conversation_id"].casefold()
    if exchange.status in (*WRONG_INPUT, _CONFLICT) and same_id(recipient, caller_id(exchange, facts)):
        return "a share with the owner"
    is_second = exchange.status == _CONFLICT and facts.known("shared", here, recipient.casefold())
    return "a second share with a user" if is_second else ""
