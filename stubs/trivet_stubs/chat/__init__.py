"""The chat stub: conversations, their messages and shares, and who may see and change them."""

from trivet_stubs.chat.state import ChatObserved
from trivet_stubs.chat.stub import ChatStub

__all__ = ["ChatObserved", "ChatStub"]
