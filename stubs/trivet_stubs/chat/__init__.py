"""The chat stub: conversations, their messages and shares, and the permissions of users."""

from trivet_stubs.chat.state import ChatObserved
from trivet_stubs.chat.stub import ChatStub

__all__ = ["ChatObserved", "ChatStub"]
