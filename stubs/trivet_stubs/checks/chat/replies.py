"""The replies of a chat server, taken apart."""

from typing import Any, cast

from trivet_stubs.checks.outcome import Broken, NotTried
from trivet_stubs.checks.reply import Reply

Json = dict[str, Any]


def prepared(reply: Reply) -> Json:
    """The record that a check needs: a server that does not give it has nothing to try the rule on."""
    found = record(reply)
    if found is None:
        raise NotTried(f"needs what the server does not give: {reply.request.method} is answered with {reply.status}")
    return found


def ids(page: Reply) -> list[str]:
    """The ids of the items of a page, in order."""
    return [each["id"] for each in page.succeeds().json["items"]]


def refused(reply: Reply) -> bool:
    """Whether an answer is a refusal."""
    return 400 <= reply.status < 500


def object_of(value: object) -> Json | None:
    """A value of an answer if it is an object, else None."""
    return cast(Json, value) if isinstance(value, dict) else None


def record(reply: Reply) -> Json | None:
    """The record of a success, if it is one with an id."""
    try:
        found = object_of(reply.json) if reply.ok else None
    except Broken:
        return None
    return found if found is not None and isinstance(found.get("id"), str) else None


def owner_of(conversation: Json) -> str:
    """The id of the owner of a conversation.

    Raises:
        NotTried: The conversation does not show it.
    """
    owner = conversation.get("user_id")
    if not isinstance(owner, str):
        raise NotTried("a conversation does not show its owner, by whom the check knows the caller")
    return owner


def is_answer(message: Json) -> bool:
    """Whether a message is the assistant's."""
    return message.get("role") == "assistant"


def has_answer(page: Reply) -> bool:
    """Whether a page of messages has one of the assistant's."""
    return any(is_answer(each) for each in page.succeeds().json["items"])
