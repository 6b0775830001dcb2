"""Which server the command talks to: one of the contract, or another one through its adapter."""

from __future__ import annotations

import warnings
from collections.abc import Generator
from contextlib import contextmanager
from enum import Enum
from typing import Annotated

import typer

from trivet import AgentClient, TrivetError
from trivet.agent import IgnoredContextWarning
from trivet.cli.invocation import Invocation

__all__ = ["HINT", "Adapter", "AdapterOption", "agent_of", "interrupt", "own_context"]


class Adapter(Enum):
    """The servers that need an adapter."""

    NONE = "none"
    OPENCODE = "opencode"


HINT = "of `opencode serve`, give --adapter opencode"
"""What helps where a server answers for another directory."""

AdapterOption = Annotated[
    Adapter | None,
    typer.Option(
        "--adapter",
        envvar="TRIVET_AGENT_ADAPTER",
        show_envvar=True,
        help="The server is no server of the contract: opencode for `opencode serve`.",
    ),
]


def agent_of(invocation: Invocation, adapter: Adapter | None) -> AgentClient:
    """Return the client of an invocation; through the adapter, where one is named.

    >>> agent_of(invocation, Adapter.OPENCODE).session.create()
    """
    if adapter is not Adapter.OPENCODE:
        return invocation.agent
    from trivet.agent import opencode  # noqa: PLC0415  # another server needs it not
    from trivet.cli.agent.transport import with_transport  # noqa: PLC0415

    return with_transport(invocation.agent, opencode.Transport())


@contextmanager
def own_context() -> Generator[None]:
    """Raise an error where a server answers for another directory than the one that it was asked for.

    >>> with own_context():
    ...     agent.at(directory="/home/dev/orchard").session.create()

    Raises:
        TrivetError: It has.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error", IgnoredContextWarning)
        try:
            yield
        except IgnoredContextWarning as warning:
            raise TrivetError(f"{warning}; {HINT}") from None


def interrupt(agent: AgentClient, session_id: str, adapter: Adapter | None) -> bool:
    """End what the agent does in a session, where the server can; return whether it did.

    The contract has no operation for it. The server behind the adapter has a route of its own.

    >>> interrupt(agent, session.id, Adapter.OPENCODE)
    True
    """
    if adapter is not Adapter.OPENCODE:
        return False
    agent.with_options(deadline=10, max_retries=0).request(
        "POST", "/session/{id}/abort", segments={"id": session_id}, accept="*/*"
    )
    return True
