# Generated from spec/chat.yaml by `python -m codegen`; do not edit.
"""The generated public names of the Chat Conversation and Administration Service, and the module of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

_NAMES = {
    "._async.client": ("AsyncChatClient "),
    "._sync.client": ("ChatClient "),
    ".converter": ("converter "),
    ".models": (
        "AdminConversation AdminConversations AdminRating AdminRatings AdminUser AdminUsers AppError "
        "AppProblem Conversation ConversationCreate ConversationUpdate ConversationWithMessages "
        "Conversations ConversationsExport ExportedConversation ExportedMessage ExportedRating "
        "ExportedToolCall FrameworkProblem Impersonation InvalidInput Message MessageCreate MessageFile "
        "MessageRating MessageRatingCreate Messages PublicConversation PublicMessage PublicShare "
        "RatingCount RatingSummary RatingsExport RatingsOfDay Share ShareCreate SharedConversation Shares "
        "ToolCall User UserUpdate "
    ),
}

MODULES: Mapping[str, str] = {**{name: module for module, names in _NAMES.items() for name in names.split()}}
"""From each name to its module, relative to this package."""

if TYPE_CHECKING:
    from ._async.client import *
    from ._sync.client import *
    from .converter import *
    from .models import *
else:
    __all__ = list(MODULES)
