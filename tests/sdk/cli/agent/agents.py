"""Runs the commands of the agent service against a stub in this process, on the stub's clock."""

from __future__ import annotations

from typing import Any
from unittest import mock

from tests.sdk.cli.console import Done, run_here
from trivet import AgentClient
from trivet.cli.invocation import Invocation

__all__ = ["client_of", "run_agent"]


def client_of(stub: Any) -> AgentClient:
    """Return a client of a stub; its retries take no time."""
    return AgentClient(base_url="http://agent.test", transport=stub.transport(), clock=stub.clock)


def run_agent(stub: Any, *arguments: str, stdin: str = "") -> Done:
    """Run `trivet agent …`."""
    with client_of(stub) as client, mock.patch.object(Invocation, "client", client):
        return run_here("agent", *arguments, stdin=stdin)
