"""What differs where the command talks to another server than one of the contract, through its adapter."""

from __future__ import annotations

import warnings
from collections.abc import Generator
from contextlib import contextmanager

from trivet import AgentClient, TrivetError
from trivet.agent import IgnoredContextWarning
from trivet.cli.options import Adapter

__all__ = ["HINT", "interrupt", "own_context"]

CONFIRMATION = 10.0
"""Seconds that a server gets to take an interrupt, and as many to stop; the user, who has pressed Ctrl-C, waits."""

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
    """Interrupt the agent in a session, if the server can, and wait until the session is not active any more.

    The contract has no operation for it. The server behind the adapter has a route of its own.

    >>> interrupt(agent, session.id, Adapter.OPENCODE)
    True

    Returns:
        Whether the agent was interrupted; False if the server has no way to do so.

    Raises:
        TrivetError: The server refused, or did not confirm in time that the session is not active.
    """
    if adapter is not Adapter.OPENCODE:
        return False
    # Not `POST /session/{id}/abort`, which answers true, and stops only what the server's older routes have prompted.
    agent.with_options(deadline=CONFIRMATION, max_retries=0).request(
        "POST", "/api/session/{id}/interrupt", segments={"id": session_id}, accept="*/*"
    )
    agent.session.wait(session_id, deadline=CONFIRMATION)
    return True
