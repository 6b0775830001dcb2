"""The turns of a handle, as its server of tools sees them: which calls they show, and how a call ends or asks."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from ..._core.observation import ObservedTurn
from .ledger import CallLedger, RunningCall


class TurnOfTools(Protocol):
    """The turn of a handle, in either API."""

    @property
    def observed(self) -> ObservedTurn | None:
        """The turn as observers see it; None without observers."""
        ...

    def stop_for_tool(self, reason: str) -> Any:
        """End the turn, because a function has raised `StopTurn`."""
        ...

    def ask_for_tool(self, session_id: str, tool: str, arguments: Any) -> Any:
        """Ask the function that replies to permissions whether a call may run, and return its reply."""
        ...


class ToolTurn:
    """A turn with its running calls.

    Attributes:
        turn: The turn.
        ledger: Its running calls.
    """

    def __init__(self, turn: TurnOfTools, changed: Callable[[], object]) -> None:
        """Begin with a turn that shows no call yet.

        Args:
            turn: The turn.
            changed: Called with each call that begins to run.
        """
        self.turn = turn
        self.ledger: CallLedger = CallLedger(changed)


class Claim(NamedTuple):
    """A call that a turn shows, and that may run.

    Attributes:
        owner: The turn.
        call: The call.
    """

    owner: ToolTurn
    call: RunningCall


class ToolTurns:
    """The turns of a handle that run, which their threads or tasks add, and the thread of the server of tools reads."""

    def __init__(self) -> None:
        """Begin without turns."""
        self._lock = threading.Lock()
        self._turns: dict[ToolTurn, None] = {}
        self._closed = False

    def __bool__(self) -> bool:
        return bool(self._turns)

    def add(self, turn: ToolTurn) -> None:
        """Add a turn that begins; none of its calls can be taken once the handle is closed."""
        with self._lock:
            if not self._closed:
                self._turns[turn] = None

    def remove(self, turn: ToolTurn) -> None:
        """Remove a turn that has ended: none of its calls can be taken any more."""
        turn.ledger.clear()
        with self._lock:
            self._turns.pop(turn, None)

    def close(self) -> None:
        """Remove all turns, and take no further ones."""
        with self._lock:
            self._closed = True
            turns, self._turns = self._turns, {}
        for turn in turns:
            turn.ledger.clear()

    def claim(self, tool: str, arguments: Any) -> Claim | None:
        """Take a running call of a turn; None where no turn shows it."""
        with self._lock:
            turns = [*self._turns]
        for turn in turns:
            if (call := turn.ledger.claim(tool, arguments)) is not None:
                return Claim(turn, call)
        return None
