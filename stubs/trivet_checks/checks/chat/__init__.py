"""The checks of the chat service.

They need the callers `admin`, `user` and `other`. The two rules about deleted users need `spare`, a user who is
deleted: the contract has no operation that makes a user.
"""

from trivet_checks.checks.chat.service import Chat, find_leftovers, show_conversation
from trivet_checks.checks.credentials import SPARE
from trivet_checks.checks.effects import chat_walk
from trivet_checks.checks.suite import Check, Suite, in_order
from trivet_checks.definitions import defined_in

SUITE = Suite(
    service="chat",
    facade=Chat,
    scheme=lambda token: ("authorization", f"Bearer {token}"),
    callers={
        "admin": ["conversations.list", "admin.users.list"],
        "user": ["conversations.list"],
        "other": ["conversations.list"],
        SPARE: ["conversations.list"],
    },
    find_leftovers=find_leftovers,
    probe=show_conversation,
    walk=chat_walk.plan,
    checks=in_order("chat", defined_in(__name__, Check)),
)
