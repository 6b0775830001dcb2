"""The types of what the rows of a bulk job are read from."""

from __future__ import annotations

from collections.abc import AsyncIterable, Iterable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from ...._core.lazy_imports import lazy
from ..rows.report import Report

if TYPE_CHECKING:
    from ..._generated import models as m
else:
    m = lazy("trivet.chat._generated.models")

__all__ = ["ConversationT", "Rows", "UserT"]

UserT = TypeVar("UserT", bound="m.AdminUser | m.User")
ConversationT = TypeVar("ConversationT", bound="m.Conversation | m.AdminConversation | m.ConversationWithMessages")
T = TypeVar("T")

Rows: TypeAlias = AsyncIterable[str | T] | Iterable[str | T] | Report
"""Ids, for users email addresses, records, or a mix of them; a pager is one of these. Or the report of a dry run."""
