# Generated from spec/chat.yaml by `python -m codegen`; do not edit.
"""The operations of the Chat Conversation and Administration Service, in groups by their operationIds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ...._async.client import AsyncResource
from ...._async.pager import AsyncPager
from ...._core.lazy_imports import lazy
from ...._core.operation_group import OperationGroup
from ...._core.traceback_locals import async_hide_arguments
from ...._core.unset import UNSET, Unset
from ..._exports._async.exports import AsyncConversationsExports, AsyncRatingsExports
from .. import calls

if TYPE_CHECKING:
    from .. import models as m
else:
    m = lazy("trivet.chat._generated.models")

__all__ = [
    "AsyncAdmin", "AsyncAdminConversations", "AsyncAdminRatings", "AsyncAdminUsers", "AsyncConversations",
    "AsyncConversationsMessages", "AsyncConversationsShares",
]  # fmt: skip


class AsyncAdminUsers(AsyncResource):
    """The admin users of the Chat Conversation and Administration Service."""

    async def delete(self, user_id: str) -> None:
        """Delete a user permanently; administrators only.

        Their conversations and ratings are deleted, too (observed).

        >>> await client.admin.users.delete("0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a003")

        Args:
            user_id: The id of the user.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `DELETE /admin/users/{user_id}`.
        """
        await self._connection.exchange(calls.admin_users_delete(user_id))

    async def get(self, user_id: str) -> m.User:
        """Get one user; administrators only.

        >>> await client.admin.users.get("0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a003")

        Args:
            user_id: The id of the user.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /admin/users/{user_id}`.
        """
        answer = await self._connection.exchange(calls.admin_users_get(user_id))
        return answer.value

    async def impersonate(self, user_id: str) -> m.Impersonation:
        """Create an access token that acts as a user for one hour; administrators only.

        The token cannot be distinguished from the user's own (observed). `acting_as` limits its use to a block.

        >>> await client.admin.users.impersonate("0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a003")

        Args:
            user_id: The id of the user.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /admin/users/{user_id}/impersonate`.
        """
        answer = await self._connection.exchange(calls.admin_users_impersonate(user_id))
        return answer.value

    async def update(
        self,
        user_id: str,
        *,
        role: Literal["admin", "user"] | str | None = None,
        is_active: bool | None = None,
        is_app_admin: bool | None = None,
    ) -> m.User:
        """Change the role or the rights of a user; administrators only.

        >>> await client.admin.users.update("0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a003", is_active=False)

        Args:
            user_id: The id of the user.
            role: The new role.
            is_active: Whether the user may sign in (observed).
            is_app_admin: Whether the user is an administrator of the application (assumed).

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `PATCH /admin/users/{user_id}`.
        """
        answer = await self._connection.exchange(
            calls.admin_users_update(user_id, role=role, is_active=is_active, is_app_admin=is_app_admin)
        )
        return answer.value

    def list(
        self, *, skip: int | None = None, limit: int | None = None, search: str | None = None, prefetch: int = 1
    ) -> AsyncPager[m.AdminUser]:
        """List all users with counts; administrators only.

        >>> await client.admin.users.list(limit=10, search="alice").all()

        Args:
            skip: Records to skip before the first one returned; 0 by default; not below 0.
            limit: Users per page; 50 by default; not below 1, not above 500.
            search: Only users whose email address or name contains this text, ignoring case (observed).
            prefetch: How many pages may be in flight at once.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /admin/users`.
        """
        call = calls.admin_users_list(skip=skip, limit=limit, search=search)
        return AsyncPager(self._connection, call, calls.ADMIN_USERS_LIST_PAGES, start=skip, prefetch=prefetch)


class AsyncAdminRatings(AsyncRatingsExports):
    """The admin ratings of the Chat Conversation and Administration Service."""

    async def summary(self, *, days: int | None = None) -> m.RatingSummary:
        """Summarize the ratings of the last days: counts, average and a daily breakdown; administrators only.

        >>> await client.admin.ratings.summary(days=7)

        Args:
            days: The number of days to summarize, counted back from today; 30 by default; not below 1, not
                above 365.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /admin/ratings/summary`.
        """
        answer = await self._connection.exchange(calls.admin_ratings_summary(days=days))
        return answer.value

    def list(
        self,
        *,
        skip: int | None = None,
        limit: int | None = None,
        rating_filter: int | None = None,
        with_comments_only: bool | None = None,
        prefetch: int = 1,
    ) -> AsyncPager[m.AdminRating]:
        """List the ratings of all users, newest first; administrators only.

        >>> await client.admin.ratings.list().all()

        Args:
            skip: Records to skip before the first one returned; 0 by default; not below 0.
            limit: Records per page; 50 by default; not below 1, not above 100.
            rating_filter: 1 for likes only, -1 for dislikes only. 0 matches no rating (observed); not below -1,
                not above 1.
            with_comments_only: Whether to leave out ratings without a comment; false by default.
            prefetch: How many pages may be in flight at once.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /admin/ratings`.
        """
        call = calls.admin_ratings_list(
            skip=skip, limit=limit, rating_filter=rating_filter, with_comments_only=with_comments_only
        )
        return AsyncPager(self._connection, call, calls.ADMIN_RATINGS_LIST_PAGES, start=skip, prefetch=prefetch)


class AsyncAdminConversations(AsyncConversationsExports):
    """The admin conversations of the Chat Conversation and Administration Service."""

    def list(
        self,
        *,
        skip: int | None = None,
        limit: int | None = None,
        include_archived: bool | None = None,
        search: str | None = None,
        prefetch: int = 1,
    ) -> AsyncPager[m.AdminConversation]:
        """List the conversations of all users, without their messages; administrators only.

        >>> await client.admin.conversations.list(include_archived=False, search="travel").all()

        Args:
            skip: Records to skip before the first one returned; 0 by default; not below 0.
            limit: Records per page; 50 by default; not below 1, not above 100.
            include_archived: Whether to include archived conversations; true by default.
            search: Only conversations whose title contains this text, ignoring case (observed), or whose id
                begins with it; at most 100 characters.
            prefetch: How many pages may be in flight at once.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /conversations/admin-list`.
        """
        call = calls.admin_conversations_list(skip=skip, limit=limit, include_archived=include_archived, search=search)
        return AsyncPager(self._connection, call, calls.ADMIN_CONVERSATIONS_LIST_PAGES, start=skip, prefetch=prefetch)


class AsyncAdmin(AsyncResource):
    """The admin of the Chat Conversation and Administration Service.

    Attributes:
        conversations: `export`, `list`.
        ratings: `export`, `list`, `summary`.
        users: `delete`, `get`, `impersonate`, `list`, `update`.
    """

    conversations: OperationGroup[AsyncAdminConversations] = OperationGroup(AsyncAdminConversations)
    ratings: OperationGroup[AsyncAdminRatings] = OperationGroup(AsyncAdminRatings)
    users: OperationGroup[AsyncAdminUsers] = OperationGroup(AsyncAdminUsers)


class AsyncConversationsShares(AsyncResource):
    """The conversations shares of the Chat Conversation and Administration Service."""

    async def create(
        self,
        conversation_id: str,
        *,
        shared_with: str | None = None,
        permission: Literal["view", "edit"] | str | None = None,
        generate_link: bool | None = None,
    ) -> m.Share:
        """Share a conversation with a user or through a public link; its owner only (assumed).

        If both a user and a link are requested, the service creates only the link (observed).

        >>> await client.conversations.shares.create("0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001", generate_link=True)

        Args:
            conversation_id: The id of the conversation.
            shared_with: The id of the user to share with.
            permission: The access of the user or the link; view by default (observed).
            generate_link: Whether to create a public link, which opens without signing in.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /conversations/{conversation_id}/shares`.
        """
        answer = await self._connection.exchange(
            calls.conversations_shares_create(
                conversation_id, shared_with=shared_with, permission=permission, generate_link=generate_link
            )
        )
        return answer.value

    async def delete(self, conversation_id: str, share_id: str) -> None:
        """Revoke a share; only the user who created it may do so.

        >>> await client.conversations.shares.delete(
        ...     "0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001", "0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a004"
        ... )

        Args:
            conversation_id: The id of the conversation.
            share_id: The id of the share.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `DELETE /conversations/{conversation_id}/shares/{share_id}`.
        """
        await self._connection.exchange(calls.conversations_shares_delete(conversation_id, share_id))

    async def list(self, conversation_id: str) -> list[m.Share]:
        """List the shares of a conversation; its owner only.

        >>> await client.conversations.shares.list("0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001")

        Args:
            conversation_id: The id of the conversation.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /conversations/{conversation_id}/shares`.
        """
        answer = await self._connection.exchange(calls.conversations_shares_list(conversation_id))
        return answer.value


class AsyncConversationsMessages(AsyncResource):
    """The conversations messages of the Chat Conversation and Administration Service."""

    async def create(
        self,
        conversation_id: str,
        *,
        role: Literal["user", "assistant", "system"] | str,
        content: str,
        thinking: str | Unset | None = UNSET,
        model_name: str | Unset | None = UNSET,
        tokens_used: int | Unset | None = UNSET,
    ) -> m.Message:
        """Add a message to a conversation.

        Its owner may add messages, and so may the users it is shared with for editing (assumed).

        >>> await client.conversations.messages.create(
        ...     "0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001", role="user", content="Where is it warm in May?"
        ... )

        Args:
            conversation_id: The id of the conversation.
            role: The author of the message.
            content: The text; the service strips leading and trailing whitespace.
            thinking: The reasoning of the assistant.
            model_name: The model that generated it.
            tokens_used: The number of tokens used.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /conversations/{conversation_id}/messages`.
        """
        answer = await self._connection.exchange(
            calls.conversations_messages_create(
                conversation_id,
                role=role,
                content=content,
                thinking=thinking,
                model_name=model_name,
                tokens_used=tokens_used,
            )
        )
        return answer.value

    async def rate(
        self, conversation_id: str, message_id: str, *, rating: Literal[1, -1], comment: str | Unset | None = UNSET
    ) -> m.MessageRating:
        """Like or dislike an assistant message; a second rating replaces the first.

        Status 201 means a new rating, 200 an updated one.

        >>> await client.conversations.messages.rate(
        ...     "0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001", "0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a002", rating=1
        ... )

        Args:
            conversation_id: The id of the conversation.
            message_id: The id of the message.
            rating: 1 for a like, -1 for a dislike.
            comment: A comment on the rating. Rating again without a comment removes the old one (observed). The
                service keeps the first 2,000 characters, strips them and removes control characters (observed).

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /conversations/{conversation_id}/messages/{message_id}/rate`.
        """
        answer = await self._connection.exchange(
            calls.conversations_messages_rate(conversation_id, message_id, rating=rating, comment=comment)
        )
        return answer.value

    async def unrate(self, conversation_id: str, message_id: str) -> None:
        """Remove the caller's rating of a message.

        >>> await client.conversations.messages.unrate(
        ...     "0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001", "0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a002"
        ... )

        Args:
            conversation_id: The id of the conversation.
            message_id: The id of the message.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `DELETE /conversations/{conversation_id}/messages/{message_id}/rate`.
        """
        await self._connection.exchange(calls.conversations_messages_unrate(conversation_id, message_id))

    def list(
        self, conversation_id: str, *, skip: int | None = None, limit: int | None = None, prefetch: int = 1
    ) -> AsyncPager[m.Message]:
        """List the messages of a conversation, oldest first, tool calls included.

        >>> await client.conversations.messages.list("0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001", limit=500).all()

        Args:
            conversation_id: The id of the conversation.
            skip: Records to skip before the first one returned; 0 by default; not below 0.
            limit: Messages per page; 100 by default; not below 1, not above 500.
            prefetch: How many pages may be in flight at once.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /conversations/{conversation_id}/messages`.
        """
        call = calls.conversations_messages_list(conversation_id, skip=skip, limit=limit)
        return AsyncPager(
            self._connection, call, calls.CONVERSATIONS_MESSAGES_LIST_PAGES, start=skip, prefetch=prefetch
        )


class AsyncConversations(AsyncResource):
    """The conversations of the Chat Conversation and Administration Service.

    Attributes:
        messages: `create`, `list`, `rate`, `unrate`.
        shares: `create`, `delete`, `list`.
    """

    messages: OperationGroup[AsyncConversationsMessages] = OperationGroup(AsyncConversationsMessages)
    shares: OperationGroup[AsyncConversationsShares] = OperationGroup(AsyncConversationsShares)

    async def archive(self, conversation_id: str) -> m.Conversation:
        """Archive a conversation, which hides it from the default list; its owner only.

        Archiving a conversation twice changes nothing (observed).

        >>> await client.conversations.archive("0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001")

        Args:
            conversation_id: The id of the conversation.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /conversations/{conversation_id}/archive`.
        """
        answer = await self._connection.exchange(calls.conversations_archive(conversation_id))
        return answer.value

    async def create(self, *, title: str | Unset | None = UNSET) -> m.Conversation:
        """Create a conversation that belongs to the caller.

        >>> await client.conversations.create(title="Travel plans")

        Args:
            title: The title.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /conversations`.
        """
        answer = await self._connection.exchange(calls.conversations_create(title=title))
        return answer.value

    async def delete(self, conversation_id: str) -> None:
        """Delete a conversation and its messages; its owner only.

        >>> await client.conversations.delete("0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001")

        Args:
            conversation_id: The id of the conversation.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `DELETE /conversations/{conversation_id}`.
        """
        await self._connection.exchange(calls.conversations_delete(conversation_id))

    async def get(self, conversation_id: str) -> m.ConversationWithMessages:
        """Get one conversation with all its messages, tool calls included.

        Its owner and administrators may read it, and (assumed) the users it is shared with; for all others it
        does not exist.

        >>> await client.conversations.get("0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001")

        Args:
            conversation_id: The id of the conversation.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /conversations/{conversation_id}`.
        """
        answer = await self._connection.exchange(calls.conversations_get(conversation_id))
        return answer.value

    @async_hide_arguments
    async def open_shared(self, token: str) -> m.SharedConversation:
        """Open the conversation behind a public link; no credentials are sent.

        >>> await client.conversations.open_shared("a-share-token")

        Args:
            token: The token of the link. It is the `share_token` of a share (observed).

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /conversations/shared/{token}`.
        """
        answer = await self._connection.exchange(calls.conversations_open_shared(token))
        return answer.value

    def shared_with_me(
        self, *, skip: int | None = None, limit: int | None = None, prefetch: int = 1
    ) -> AsyncPager[m.Conversation]:
        """List the conversations that other users share with the caller.

        >>> await client.conversations.shared_with_me().all()

        Args:
            skip: Records to skip before the first one returned; 0 by default; not below 0.
            limit: Records per page; 50 by default; not below 1, not above 100.
            prefetch: How many pages may be in flight at once.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /conversations/shared-with-me`.
        """
        call = calls.conversations_shared_with_me(skip=skip, limit=limit)
        return AsyncPager(
            self._connection, call, calls.CONVERSATIONS_SHARED_WITH_ME_PAGES, start=skip, prefetch=prefetch
        )

    async def update(
        self, conversation_id: str, *, title: str | Unset | None = UNSET, is_archived: bool | None = None
    ) -> m.Conversation:
        """Change the title or the archived status of a conversation; its owner only.

        Users it is shared with for editing may change its title (assumed).

        >>> await client.conversations.update("0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001", title="Travel plans")

        Args:
            conversation_id: The id of the conversation.
            title: The new title. None removes it (observed).
            is_archived: Whether it is archived, which hides it from the default list.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `PATCH /conversations/{conversation_id}`.
        """
        answer = await self._connection.exchange(
            calls.conversations_update(conversation_id, title=title, is_archived=is_archived)
        )
        return answer.value

    def list(
        self,
        *,
        skip: int | None = None,
        limit: int | None = None,
        include_archived: bool | None = None,
        prefetch: int = 1,
    ) -> AsyncPager[m.Conversation]:
        """List the caller's conversations, most recently updated first.

        >>> await client.conversations.list(include_archived=True).all()

        Args:
            skip: Records to skip before the first one returned; 0 by default; not below 0.
            limit: Records per page; 50 by default; not below 1, not above 100.
            include_archived: Whether to include archived conversations; false by default.
            prefetch: How many pages may be in flight at once.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /conversations`.
        """
        call = calls.conversations_list(skip=skip, limit=limit, include_archived=include_archived)
        return AsyncPager(self._connection, call, calls.CONVERSATIONS_LIST_PAGES, start=skip, prefetch=prefetch)
