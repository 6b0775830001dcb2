# Generated from spec/chat.yaml by `python -m codegen`; do not edit.
"""The public names of the Chat Conversation and Administration Service that are generated, and the module of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._async.client import AsyncChatClient as AsyncChatClient
    from ._sync.client import ChatClient as ChatClient
    from .converter import converter as converter
    from .models import AdminConversation as AdminConversation
    from .models import AdminConversations as AdminConversations
    from .models import AdminRating as AdminRating
    from .models import AdminRatings as AdminRatings
    from .models import AdminUser as AdminUser
    from .models import AdminUsers as AdminUsers
    from .models import AppError as AppError
    from .models import AppProblem as AppProblem
    from .models import Conversation as Conversation
    from .models import ConversationCreate as ConversationCreate
    from .models import Conversations as Conversations
    from .models import ConversationsExport as ConversationsExport
    from .models import ConversationUpdate as ConversationUpdate
    from .models import ConversationWithMessages as ConversationWithMessages
    from .models import ExportedConversation as ExportedConversation
    from .models import ExportedMessage as ExportedMessage
    from .models import ExportedRating as ExportedRating
    from .models import ExportedToolCall as ExportedToolCall
    from .models import FrameworkProblem as FrameworkProblem
    from .models import Impersonation as Impersonation
    from .models import InvalidInput as InvalidInput
    from .models import Message as Message
    from .models import MessageCreate as MessageCreate
    from .models import MessageFile as MessageFile
    from .models import MessageRating as MessageRating
    from .models import MessageRatingCreate as MessageRatingCreate
    from .models import Messages as Messages
    from .models import PublicConversation as PublicConversation
    from .models import PublicMessage as PublicMessage
    from .models import PublicShare as PublicShare
    from .models import RatingCount as RatingCount
    from .models import RatingsExport as RatingsExport
    from .models import RatingsOfDay as RatingsOfDay
    from .models import RatingSummary as RatingSummary
    from .models import Share as Share
    from .models import ShareCreate as ShareCreate
    from .models import SharedConversation as SharedConversation
    from .models import Shares as Shares
    from .models import ToolCall as ToolCall
    from .models import User as User
    from .models import UserUpdate as UserUpdate

__all__ = [
    "AdminConversation",
    "AdminConversations",
    "AdminRating",
    "AdminRatings",
    "AdminUser",
    "AdminUsers",
    "AppError",
    "AppProblem",
    "AsyncChatClient",
    "ChatClient",
    "Conversation",
    "ConversationCreate",
    "ConversationUpdate",
    "ConversationWithMessages",
    "Conversations",
    "ConversationsExport",
    "ExportedConversation",
    "ExportedMessage",
    "ExportedRating",
    "ExportedToolCall",
    "FrameworkProblem",
    "Impersonation",
    "InvalidInput",
    "Message",
    "MessageCreate",
    "MessageFile",
    "MessageRating",
    "MessageRatingCreate",
    "Messages",
    "PublicConversation",
    "PublicMessage",
    "PublicShare",
    "RatingCount",
    "RatingSummary",
    "RatingsExport",
    "RatingsOfDay",
    "Share",
    "ShareCreate",
    "SharedConversation",
    "Shares",
    "ToolCall",
    "User",
    "UserUpdate",
    "converter",
]

MODULES: Mapping[str, str] = {
    "AdminConversation": ".models",
    "AdminConversations": ".models",
    "AdminRating": ".models",
    "AdminRatings": ".models",
    "AdminUser": ".models",
    "AdminUsers": ".models",
    "AppError": ".models",
    "AppProblem": ".models",
    "AsyncChatClient": "._async.client",
    "ChatClient": "._sync.client",
    "Conversation": ".models",
    "ConversationCreate": ".models",
    "ConversationUpdate": ".models",
    "ConversationWithMessages": ".models",
    "Conversations": ".models",
    "ConversationsExport": ".models",
    "ExportedConversation": ".models",
    "ExportedMessage": ".models",
    "ExportedRating": ".models",
    "ExportedToolCall": ".models",
    "FrameworkProblem": ".models",
    "Impersonation": ".models",
    "InvalidInput": ".models",
    "Message": ".models",
    "MessageCreate": ".models",
    "MessageFile": ".models",
    "MessageRating": ".models",
    "MessageRatingCreate": ".models",
    "Messages": ".models",
    "PublicConversation": ".models",
    "PublicMessage": ".models",
    "PublicShare": ".models",
    "RatingCount": ".models",
    "RatingSummary": ".models",
    "RatingsExport": ".models",
    "RatingsOfDay": ".models",
    "Share": ".models",
    "ShareCreate": ".models",
    "SharedConversation": ".models",
    "Shares": ".models",
    "ToolCall": ".models",
    "User": ".models",
    "UserUpdate": ".models",
    "converter": ".converter",
}
"""From each name to its module, relative to this package."""
