# Generated from spec/*.yaml by `python -m codegen`; do not edit.
"""The services and their stubs, and the module of each stub."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trivet_stubs.agent import AgentStub as AgentStub
    from trivet_stubs.bus import BusStub as BusStub
    from trivet_stubs.chat import ChatStub as ChatStub

__all__ = ["AgentStub", "BusStub", "ChatStub"]

SERVICES = ("agent", "bus", "chat")

MODULES: Mapping[str, str] = {
    "AgentStub": "trivet_stubs.agent",
    "BusStub": "trivet_stubs.bus",
    "ChatStub": "trivet_stubs.chat",
}
"""From each stub to its module."""
