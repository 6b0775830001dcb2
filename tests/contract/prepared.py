"""What has to be there before an operation can be called, and the arguments that it cannot go without."""

from typing import Any

from trivet import ChatClient
from trivet_stubs import ChatStub

Arguments = tuple[tuple[object, ...], dict[str, object]]

BUS: dict[str, Arguments] = {"arrivals.get": (("54009",), {})}


def prepared(service: str, operation: str, client: Any, stub: Any) -> Arguments:
    """Prepare a call, by other calls."""
    return _chat(operation, client, stub) if service == "chat" else BUS.get(operation, ((), {}))


def _chat(operation: str, chat: ChatClient, stub: ChatStub) -> Arguments:
    bob = stub.user_id("bob")
    if operation == "conversations.shared_with_me":
        with chat.acting_as(bob) as other:
            mine = other.conversations.create(title="Bob's")
            other.conversations.shares.create(mine.id, shared_with=stub.user_id("admin"))
    if operation.startswith("admin.users.") and not operation.endswith("list"):
        return (bob,), {"is_active": False} if operation.endswith("update") else {}
    if operation.startswith("admin.") or operation in ("conversations.create", "conversations.shared_with_me"):
        return (), {}
    talk = chat.conversations.create(title="Talk")
    if operation == "conversations.list":
        return (), {}
    share = chat.conversations.shares.create(talk.id, generate_link=True)
    answer = chat.conversations.messages.create(talk.id, role="assistant", content="It is.")
    if operation == "conversations.messages.unrate":
        chat.conversations.messages.rate(talk.id, answer.id, rating=1)
    return {
        "conversations.open_shared": ((share.share_token,), {}),
        "conversations.update": ((talk.id,), {"title": None}),
        "conversations.messages.create": ((talk.id,), {"role": "user", "content": "Why?"}),
        "conversations.messages.rate": ((talk.id, answer.id), {"rating": -1, "comment": "no"}),
        "conversations.messages.unrate": ((talk.id, answer.id), {}),
        "conversations.shares.create": ((talk.id,), {"shared_with": bob}),
        "conversations.shares.delete": ((talk.id, share.id), {}),
    }.get(operation, ((talk.id,), {}))
