"""The agent server: its directories, and the adapter for a server with another API."""

from __future__ import annotations

import os
import warnings
from collections.abc import Generator
from contextlib import contextmanager

from trivet import AgentClient, TrivetError
from trivet.agent import IgnoredContextWarning
from trivet.cli.failures import UsageError
from trivet.cli.options import Adapter

__all__ = ["HINT", "absolute", "interrupt", "own_context"]

CONFIRMATION = 10.0
"""Seconds that a server has to accept an interrupt, and again to stop the agent; after Ctrl-C, the user waits."""

HINT = "of `opencode serve`, give --adapter opencode"
"""The remedy if a server answers for another directory."""


@contextmanager
def own_context() -> Generator[None]:
    """Raise an error if a server answers for another directory than the requested one.

    >>> with own_context():
    ...     agent.at(directory="/home/dev/orchard").session.create()

    Raises:
        TrivetError: The server answered for another directory.
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
    # Not `POST /session/{id}/abort`, which answers true, and stops only prompts of the server's older routes.
    agent.with_options(deadline=CONFIRMATION, max_retries=0).request(
        "POST", "/api/session/{id}/interrupt", segments={"id": session_id}, accept="*/*"
    )
    agent.session.wait(session_id, deadline=CONFIRMATION)
    return True


def absolute(directory: str, option: str = "DIR") -> str:
    """Return a directory in the form that a server uses: absolute, with its links as they are.

    >>> absolute("/home/dev/orchard/")
    '/home/dev/orchard'

    Raises:
        UsageError: The text is empty.
    """
    if not directory:
        raise UsageError(f"{option}: it is empty; give a directory of the server")
    return os.path.abspath(os.path.expanduser(directory))  # noqa: PTH100, PTH111  # pathlib would follow links
