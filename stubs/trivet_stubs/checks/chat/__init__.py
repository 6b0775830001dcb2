"""The checks of the chat service."""

from trivet_stubs.checks.chat import (
    access,
    admin_conversations,
    admin_ratings,
    answers,
    conversations,
    impersonation,
    messages,
    paging,
    ratings,
    requests,
    shares,
    users,
)
from trivet_stubs.checks.chat.service import Chat
from trivet_stubs.checks.check import checks_in
from trivet_stubs.checks.suite import Suite, in_order

_MODULES = (
    access,
    requests,
    answers,
    paging,
    conversations,
    messages,
    ratings,
    shares,
    admin_conversations,
    admin_ratings,
    users,
    impersonation,
)

SUITE = Suite(
    service="chat",
    facade=Chat,
    scheme=lambda token: ("authorization", f"Bearer {token}"),
    checks=in_order("chat", [each for module in _MODULES for each in checks_in(module)]),
)
