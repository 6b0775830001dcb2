# Generated from spec/*.yaml by `python -m codegen`; do not edit.
"""The clients and packages of the services, and the module of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .. import agent as agent
    from .. import bus as bus
    from .. import chat as chat
    from ..agent._generated._async.client import AsyncAgentClient as AsyncAgentClient
    from ..agent._generated._sync.client import AgentClient as AgentClient
    from ..bus._generated._async.client import AsyncBusClient as AsyncBusClient
    from ..bus._generated._sync.client import BusClient as BusClient
    from ..chat._generated._async.client import AsyncChatClient as AsyncChatClient
    from ..chat._generated._sync.client import ChatClient as ChatClient

__all__ = [
    "AgentClient",
    "AsyncAgentClient",
    "AsyncBusClient",
    "AsyncChatClient",
    "BusClient",
    "ChatClient",
    "agent",
    "bus",
    "chat",
]

SERVICES = ("agent", "bus", "chat")

MODULES: Mapping[str, str] = {
    "agent": "..agent",
    "AsyncAgentClient": "..agent._generated._async.client",
    "AgentClient": "..agent._generated._sync.client",
    "bus": "..bus",
    "AsyncBusClient": "..bus._generated._async.client",
    "BusClient": "..bus._generated._sync.client",
    "chat": "..chat",
    "AsyncChatClient": "..chat._generated._async.client",
    "ChatClient": "..chat._generated._sync.client",
}
"""From each name to its module, relative to this package."""
