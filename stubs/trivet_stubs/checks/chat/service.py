"""A chat server as its checks see it: the callers, and records that are removed after the check."""

from functools import cached_property
from typing import Any

from trivet_stubs.checks.target import Caller, Target

Json = dict[str, Any]


class Chat:
    """A chat server, and what a check needs there."""

    def __init__(self, target: Target) -> None:
        self.target = target

    @property
    def admin(self) -> Caller:
        """An administrator."""
        return self.target.caller("admin")

    @property
    def user(self) -> Caller:
        """A user who is no administrator."""
        return self.target.caller("user")

    @property
    def other(self) -> Caller:
        """Another user who is no administrator."""
        return self.target.caller("other")

    @cached_property
    def other_id(self) -> str:
        """The id of the other user, from the owner of a conversation of theirs."""
        return str(self.conversation(self.other)["user_id"])

    def conversation(self, owner: Caller, title: str = "conversation") -> Json:
        """A new conversation, which is removed after the check."""
        made: Json = owner.call("conversations.create", json={"title": self.target.name(title)}).succeeds().json
        owner.will_remove("conversation", "conversations.delete", made["id"])
        return made

    def share(self, sharer: Caller, conversation: Json, **how: Any) -> Json:
        """A new share of a conversation; it goes with the conversation. Without `how` it is a public link."""
        body = how or {"generate_link": True}
        made: Json = sharer.call("conversations.shares.create", conversation["id"], json=body).succeeds().json
        return made
