"""Stub servers for the three services, for tests and for trying things out; loaded when first used."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trivet_stubs.agent import AgentStub as AgentStub
    from trivet_stubs.app import Stub as Stub
    from trivet_stubs.bus import BusStub as BusStub
    from trivet_stubs.chat import ChatStub as ChatStub
    from trivet_stubs.clock import Clock as Clock
    from trivet_stubs.clock import RunningClock as RunningClock
    from trivet_stubs.server import serve as serve

__all__ = ["AgentStub", "BusStub", "ChatStub", "Clock", "RunningClock", "Stub", "serve"]

_HOMES = {
    "AgentStub": "trivet_stubs.agent",
    "BusStub": "trivet_stubs.bus",
    "ChatStub": "trivet_stubs.chat",
    "Clock": "trivet_stubs.clock",
    "RunningClock": "trivet_stubs.clock",
    "Stub": "trivet_stubs.app",
    "serve": "trivet_stubs.server",
}


def __getattr__(name: str) -> object:
    # The pytest plugin imports this package in every test run, so nothing may be loaded before it is asked for.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
