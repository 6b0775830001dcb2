"""What differs where the command talks to another server than one of the contract, through its adapter."""

from __future__ import annotations

import warnings
from collections.abc import Generator
from contextlib import contextmanager

from trivet import AgentClient, TrivetError
from trivet.agent import IgnoredContextWarning
from trivet.cli.options import Adapter

__all__ = ["HINT", "interrupt", "own_context"]


HINT = "of `opencode serve`, give --adapter opencode"
"""What helps where a server answers for another directory."""


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
