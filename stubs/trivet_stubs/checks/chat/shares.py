"""Sharing a conversation: with a user, and by a public link."""

from trivet_stubs.checks.chat.service import Chat
from trivet_stubs.checks.check import check


@check("chat.shares.only-the-sharer-revokes")
def only_the_sharer_revokes(chat: Chat) -> None:
    """Another user is refused, and the link still opens."""
    conversation = chat.conversation(chat.user)
    share = chat.share(chat.user, conversation)
    chat.other.call("conversations.shares.delete", conversation["id"], share["id"]).is_refused()
    chat.target.anonymous.call("conversations.open_shared", share["share_token"]).succeeds()


@check("chat.shares.revoked-opens-nothing")
def revoked_share_opens_nothing(chat: Chat) -> None:
    """The link of a revoked share opens nothing."""
    conversation = chat.conversation(chat.user)
    share = chat.share(chat.user, conversation)
    chat.user.call("conversations.shares.delete", conversation["id"], share["id"]).succeeds()
    chat.target.eventually(
        lambda: chat.target.anonymous.call("conversations.open_shared", share["share_token"]),
        lambda reply: 400 <= reply.status < 500,
        "the link of a revoked share still opens the conversation",
    )
