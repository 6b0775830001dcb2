# Generated from spec/chat.yaml by `python -m codegen`; do not edit.
"""The operations of the Chat Conversation and Administration Service as unsent calls, made from checked arguments."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ..._core import check
from ..._core.call import Call, no_value, segment, whole_record
from ..._core.lazy_imports import lazy
from ..._core.pagination import Batch, OffsetPagination
from ..._core.unset import Unset

if TYPE_CHECKING:
    from . import models as m
else:
    m = lazy("trivet.chat._generated.models")


Accept: TypeAlias = Literal["application/json", "text/csv"]
"""The media types of answers."""


ADMIN_CONVERSATIONS_LIST_PAGES: OffsetPagination[m.AdminConversation] = OffsetPagination(
    "skip", attrgetter("id"), limit=100
)
ADMIN_RATINGS_LIST_PAGES: OffsetPagination[m.AdminRating] = OffsetPagination("skip", attrgetter("id"), limit=100)
ADMIN_USERS_LIST_PAGES: OffsetPagination[m.AdminUser] = OffsetPagination("skip", attrgetter("id"), limit=500)
CONVERSATIONS_LIST_PAGES: OffsetPagination[m.Conversation] = OffsetPagination("skip", attrgetter("id"), limit=100)
CONVERSATIONS_MESSAGES_LIST_PAGES: OffsetPagination[m.Message] = OffsetPagination("skip", attrgetter("id"), limit=500)
CONVERSATIONS_SHARED_WITH_ME_PAGES: OffsetPagination[m.Conversation] = OffsetPagination(
    "skip", attrgetter("id"), limit=100
)


def admin_conversations_export() -> Call[m.ConversationsExport]:
    return Call(
        "admin.conversations.export",
        "GET",
        "/conversations/export",
        record=m.ConversationsExport,
        decode=m.decode_conversations_export,
        extract=whole_record,
        max_body=64_000_000,
    )


def admin_conversations_list(
    *, skip: int | None, limit: int | None, include_archived: bool | None, search: str | None
) -> Call[Batch[m.AdminConversation]]:
    if skip is not None:
        check.integer("skip", skip, minimum=0)
    if limit is not None:
        check.integer("limit", limit, minimum=1, maximum=100)
    if include_archived is not None:
        check.boolean("include_archived", include_archived)
    if search is not None:
        check.text("search", search, max_length=100)
    return Call(
        "admin.conversations.list",
        "GET",
        "/conversations/admin-list",
        record=m.AdminConversations,
        decode=m.decode_admin_conversations,
        extract=lambda page: Batch(page.items, page.total),
        query=(
            ("skip", skip),
            ("limit", limit),
            ("include_archived", include_archived),
            ("search", search),
        ),
    )


def admin_ratings_export(
    *,
    export_format: Literal["json", "csv"] | None,
    rating_filter: int | None,
    with_comments_only: bool | None,
    accept: Accept,
) -> Call[m.RatingsExport]:
    if export_format is not None:
        check.choice("export_format", export_format, ("json", "csv"))
    if rating_filter is not None:
        check.integer("rating_filter", rating_filter, minimum=-1, maximum=1)
    if with_comments_only is not None:
        check.boolean("with_comments_only", with_comments_only)
    check.choice("accept", accept, ("application/json", "text/csv"))
    return Call(
        "admin.ratings.export",
        "GET",
        "/admin/ratings/export",
        record=m.RatingsExport,
        decode=m.decode_ratings_export,
        extract=whole_record,
        query=(
            ("export_format", export_format),
            ("rating_filter", rating_filter),
            ("with_comments_only", with_comments_only),
        ),
        max_body=64_000_000,
        accept=accept,
    )


def admin_ratings_list(
    *, skip: int | None, limit: int | None, rating_filter: int | None, with_comments_only: bool | None
) -> Call[Batch[m.AdminRating]]:
    if skip is not None:
        check.integer("skip", skip, minimum=0)
    if limit is not None:
        check.integer("limit", limit, minimum=1, maximum=100)
    if rating_filter is not None:
        check.integer("rating_filter", rating_filter, minimum=-1, maximum=1)
    if with_comments_only is not None:
        check.boolean("with_comments_only", with_comments_only)
    return Call(
        "admin.ratings.list",
        "GET",
        "/admin/ratings",
        record=m.AdminRatings,
        decode=m.decode_admin_ratings,
        extract=lambda page: Batch(page.items, page.total),
        query=(
            ("skip", skip),
            ("limit", limit),
            ("rating_filter", rating_filter),
            ("with_comments_only", with_comments_only),
        ),
    )


def admin_ratings_summary(*, days: int | None) -> Call[m.RatingSummary]:
    if days is not None:
        check.integer("days", days, minimum=1, maximum=365)
    return Call(
        "admin.ratings.summary",
        "GET",
        "/admin/ratings/summary",
        record=m.RatingSummary,
        decode=m.decode_rating_summary,
        extract=whole_record,
        query=(("days", days),),
    )


def admin_users_delete(user_id: str) -> Call[None]:
    check.uuid("user_id", user_id)
    return Call(
        "admin.users.delete",
        "DELETE",
        "/admin/users/" + segment(user_id),
        record=None,
        decode=None,
        extract=no_value,
        template="/admin/users/{user_id}",
        retryable=False,
    )


def admin_users_get(user_id: str) -> Call[m.User]:
    check.uuid("user_id", user_id)
    return Call(
        "admin.users.get",
        "GET",
        "/admin/users/" + segment(user_id),
        record=m.User,
        decode=m.decode_user,
        extract=whole_record,
        template="/admin/users/{user_id}",
    )


def admin_users_impersonate(user_id: str) -> Call[m.Impersonation]:
    check.uuid("user_id", user_id)
    return Call(
        "admin.users.impersonate",
        "POST",
        "/admin/users/" + segment(user_id) + "/impersonate",
        record=m.Impersonation,
        decode=m.decode_impersonation,
        extract=whole_record,
        template="/admin/users/{user_id}/impersonate",
        retryable=False,
    )


def admin_users_list(*, skip: int | None, limit: int | None, search: str | None) -> Call[Batch[m.AdminUser]]:
    if skip is not None:
        check.integer("skip", skip, minimum=0)
    if limit is not None:
        check.integer("limit", limit, minimum=1, maximum=500)
    if search is not None:
        check.text("search", search)
    return Call(
        "admin.users.list",
        "GET",
        "/admin/users",
        record=m.AdminUsers,
        decode=m.decode_admin_users,
        extract=lambda page: Batch(page.items, page.total),
        query=(
            ("skip", skip),
            ("limit", limit),
            ("search", search),
        ),
    )


def admin_users_update(
    user_id: str, *, role: Literal["admin", "user"] | str | None, is_active: bool | None, is_app_admin: bool | None
) -> Call[m.User]:
    check.uuid("user_id", user_id)
    if role is not None:
        check.text("role", role)
    if is_active is not None:
        check.boolean("is_active", is_active)
    if is_app_admin is not None:
        check.boolean("is_app_admin", is_app_admin)
    body: dict[str, Any] = {}
    if role is not None:
        body["role"] = role
    if is_active is not None:
        body["is_active"] = is_active
    if is_app_admin is not None:
        body["is_app_admin"] = is_app_admin
    return Call(
        "admin.users.update",
        "PATCH",
        "/admin/users/" + segment(user_id),
        record=m.User,
        decode=m.decode_user,
        extract=whole_record,
        template="/admin/users/{user_id}",
        body=body,
        retryable=False,
    )


def conversations_archive(conversation_id: str) -> Call[m.Conversation]:
    check.uuid("conversation_id", conversation_id)
    return Call(
        "conversations.archive",
        "POST",
        "/conversations/" + segment(conversation_id) + "/archive",
        record=m.Conversation,
        decode=m.decode_conversation,
        extract=whole_record,
        template="/conversations/{conversation_id}/archive",
        retryable=False,
    )


def conversations_create(*, title: str | Unset | None) -> Call[m.Conversation]:
    if not isinstance(title, Unset) and title is not None:
        check.text("title", title)
    body: dict[str, Any] = {}
    if not isinstance(title, Unset):
        body["title"] = title
    return Call(
        "conversations.create",
        "POST",
        "/conversations",
        record=m.Conversation,
        decode=m.decode_conversation,
        extract=whole_record,
        body=body,
        retryable=False,
    )


def conversations_delete(conversation_id: str) -> Call[None]:
    check.uuid("conversation_id", conversation_id)
    return Call(
        "conversations.delete",
        "DELETE",
        "/conversations/" + segment(conversation_id),
        record=None,
        decode=None,
        extract=no_value,
        template="/conversations/{conversation_id}",
        retryable=False,
    )


def conversations_get(conversation_id: str) -> Call[m.ConversationWithMessages]:
    check.uuid("conversation_id", conversation_id)
    return Call(
        "conversations.get",
        "GET",
        "/conversations/" + segment(conversation_id),
        record=m.ConversationWithMessages,
        decode=m.decode_conversation_with_messages,
        extract=whole_record,
        template="/conversations/{conversation_id}",
        max_body=64_000_000,
    )


def conversations_list(
    *, skip: int | None, limit: int | None, include_archived: bool | None
) -> Call[Batch[m.Conversation]]:
    if skip is not None:
        check.integer("skip", skip, minimum=0)
    if limit is not None:
        check.integer("limit", limit, minimum=1, maximum=100)
    if include_archived is not None:
        check.boolean("include_archived", include_archived)
    return Call(
        "conversations.list",
        "GET",
        "/conversations",
        record=m.Conversations,
        decode=m.decode_conversations,
        extract=lambda page: Batch(page.items, page.total),
        query=(
            ("skip", skip),
            ("limit", limit),
            ("include_archived", include_archived),
        ),
    )


def conversations_messages_create(
    conversation_id: str,
    *,
    role: Literal["user", "assistant", "system"] | str,
    content: str,
    thinking: str | Unset | None,
    model_name: str | Unset | None,
    tokens_used: int | Unset | None,
) -> Call[m.Message]:
    check.uuid("conversation_id", conversation_id)
    check.text("role", role)
    check.text("content", content)
    if not isinstance(thinking, Unset) and thinking is not None:
        check.text("thinking", thinking)
    if not isinstance(model_name, Unset) and model_name is not None:
        check.text("model_name", model_name)
    if not isinstance(tokens_used, Unset) and tokens_used is not None:
        check.integer("tokens_used", tokens_used)
    body: dict[str, Any] = {}
    body["role"] = role
    body["content"] = content
    if not isinstance(thinking, Unset):
        body["thinking"] = thinking
    if not isinstance(model_name, Unset):
        body["model_name"] = model_name
    if not isinstance(tokens_used, Unset):
        body["tokens_used"] = tokens_used
    return Call(
        "conversations.messages.create",
        "POST",
        "/conversations/" + segment(conversation_id) + "/messages",
        record=m.Message,
        decode=m.decode_message,
        extract=whole_record,
        template="/conversations/{conversation_id}/messages",
        body=body,
        retryable=False,
    )


def conversations_messages_list(conversation_id: str, *, skip: int | None, limit: int | None) -> Call[Batch[m.Message]]:
    check.uuid("conversation_id", conversation_id)
    if skip is not None:
        check.integer("skip", skip, minimum=0)
    if limit is not None:
        check.integer("limit", limit, minimum=1, maximum=500)
    return Call(
        "conversations.messages.list",
        "GET",
        "/conversations/" + segment(conversation_id) + "/messages",
        record=m.Messages,
        decode=m.decode_messages,
        extract=lambda page: Batch(page.items, page.total),
        template="/conversations/{conversation_id}/messages",
        query=(
            ("skip", skip),
            ("limit", limit),
        ),
        max_body=64_000_000,
    )


def conversations_messages_rate(
    conversation_id: str, message_id: str, *, rating: Literal[1, -1], comment: str | Unset | None
) -> Call[m.MessageRating]:
    check.uuid("conversation_id", conversation_id)
    check.uuid("message_id", message_id)
    check.choice("rating", rating, (1, -1))
    if not isinstance(comment, Unset) and comment is not None:
        check.text("comment", comment)
    body: dict[str, Any] = {}
    body["rating"] = rating
    if not isinstance(comment, Unset):
        body["comment"] = comment
    return Call(
        "conversations.messages.rate",
        "POST",
        "/conversations/" + segment(conversation_id) + "/messages/" + segment(message_id) + "/rate",
        record=m.MessageRating,
        decode=m.decode_message_rating,
        extract=whole_record,
        template="/conversations/{conversation_id}/messages/{message_id}/rate",
        body=body,
        retryable=False,
    )


def conversations_messages_unrate(conversation_id: str, message_id: str) -> Call[None]:
    check.uuid("conversation_id", conversation_id)
    check.uuid("message_id", message_id)
    return Call(
        "conversations.messages.unrate",
        "DELETE",
        "/conversations/" + segment(conversation_id) + "/messages/" + segment(message_id) + "/rate",
        record=None,
        decode=None,
        extract=no_value,
        template="/conversations/{conversation_id}/messages/{message_id}/rate",
        retryable=False,
    )


def conversations_open_shared(token: str) -> Call[m.SharedConversation]:
    check.text("token", token, min_length=1, secret=True)
    return Call(
        "conversations.open_shared",
        "GET",
        "/conversations/shared/" + segment(token),
        record=m.SharedConversation,
        decode=m.decode_shared_conversation,
        extract=whole_record,
        template="/conversations/shared/{token}",
        public=True,
        max_body=64_000_000,
        secrets=(token,),
        unwrapped_field="conversation",
    )


def conversations_shared_with_me(*, skip: int | None, limit: int | None) -> Call[Batch[m.Conversation]]:
    if skip is not None:
        check.integer("skip", skip, minimum=0)
    if limit is not None:
        check.integer("limit", limit, minimum=1, maximum=100)
    return Call(
        "conversations.shared_with_me",
        "GET",
        "/conversations/shared-with-me",
        record=m.Conversations,
        decode=m.decode_conversations,
        extract=lambda page: Batch(page.items, page.total),
        query=(
            ("skip", skip),
            ("limit", limit),
        ),
    )


def conversations_shares_create(
    conversation_id: str,
    *,
    shared_with: str | None,
    permission: Literal["view", "edit"] | str | None,
    generate_link: bool | None,
) -> Call[m.Share]:
    check.uuid("conversation_id", conversation_id)
    if shared_with is not None:
        check.uuid("shared_with", shared_with)
    if permission is not None:
        check.text("permission", permission)
    if generate_link is not None:
        check.boolean("generate_link", generate_link)
    body: dict[str, Any] = {}
    if shared_with is not None:
        body["shared_with"] = shared_with
    if permission is not None:
        body["permission"] = permission
    if generate_link is not None:
        body["generate_link"] = generate_link
    return Call(
        "conversations.shares.create",
        "POST",
        "/conversations/" + segment(conversation_id) + "/shares",
        record=m.Share,
        decode=m.decode_share,
        extract=whole_record,
        template="/conversations/{conversation_id}/shares",
        body=body,
        retryable=False,
    )


def conversations_shares_delete(conversation_id: str, share_id: str) -> Call[None]:
    check.uuid("conversation_id", conversation_id)
    check.uuid("share_id", share_id)
    return Call(
        "conversations.shares.delete",
        "DELETE",
        "/conversations/" + segment(conversation_id) + "/shares/" + segment(share_id),
        record=None,
        decode=None,
        extract=no_value,
        template="/conversations/{conversation_id}/shares/{share_id}",
        retryable=False,
    )


def conversations_shares_list(conversation_id: str) -> Call[list[m.Share]]:
    check.uuid("conversation_id", conversation_id)
    return Call(
        "conversations.shares.list",
        "GET",
        "/conversations/" + segment(conversation_id) + "/shares",
        record=m.Shares,
        decode=m.decode_shares,
        extract=attrgetter("items"),
        template="/conversations/{conversation_id}/shares",
    )


def conversations_update(
    conversation_id: str, *, title: str | Unset | None, is_archived: bool | None
) -> Call[m.Conversation]:
    check.uuid("conversation_id", conversation_id)
    if not isinstance(title, Unset) and title is not None:
        check.text("title", title)
    if is_archived is not None:
        check.boolean("is_archived", is_archived)
    body: dict[str, Any] = {}
    if not isinstance(title, Unset):
        body["title"] = title
    if is_archived is not None:
        body["is_archived"] = is_archived
    return Call(
        "conversations.update",
        "PATCH",
        "/conversations/" + segment(conversation_id),
        record=m.Conversation,
        decode=m.decode_conversation,
        extract=whole_record,
        template="/conversations/{conversation_id}",
        body=body,
        retryable=False,
    )
