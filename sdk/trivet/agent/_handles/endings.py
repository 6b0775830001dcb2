"""The attribute and the note of an error that ends a run: the outcome of the turn, and the session to return to."""

from __future__ import annotations

from .._turns.outcome import TurnOutcome


def describe(error: BaseException, session_id: str, outcome: TurnOutcome | None) -> None:
    """Add the outcome of a run to the error that ends it, as its attribute `outcome`, and the session as a note.

    `run` returns the outcome, so that a program that is interrupted in it has no other place to find it.

    Args:
        error: The error.
        session_id: The session.
        outcome: How the turn has ended; None where it has not begun.
    """
    ended = "" if outcome is None else f" ({outcome.status})"
    error.add_note(f"the session is kept: agent.session.resume({session_id!r}) goes on with it{ended}")
    error.outcome = outcome  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
