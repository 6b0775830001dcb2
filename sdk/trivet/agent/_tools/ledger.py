"""The tool calls of a turn that are running, each of which lets one call of a function through.

A call of a function names neither the session nor the turn. It belongs to a turn if the turn's sessions show a running
call of this tool with equal arguments that no other call has taken.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from ..._core.decoders import has_form
from .._generated.models import Message, ToolPart

ENDED = frozenset({"completed", "error"})
"""The statuses of a call that has ended."""


class RunningCall(NamedTuple):
    """A tool call of a session.

    Attributes:
        session_id: The session.
        call_id: The call, whose id is unique in its session.
    """

    session_id: str
    call_id: str


class CallLedger:
    """The running calls of a turn, which its thread or task writes, and the thread of the server of tools reads."""

    def __init__(self, changed: Callable[[], object] = lambda: None) -> None:
        """Begin without calls.

        Args:
            changed: Called with each call that begins to run.
        """
        self._lock = threading.Lock()
        self._changed = changed
        self._running: dict[RunningCall, tuple[str, Any]] = {}
        self._known: set[RunningCall] = set()
        self._over = False

    def take(self, session_id: str, part: ToolPart) -> None:
        """Take a call of a tool as an event or a message of a session shows it."""
        id_, name, state = (getattr(part, field, None) for field in ("id", "name", "state"))
        status: Any = getattr(state, "status", None)
        if not isinstance(id_, str) or not isinstance(name, str):
            return
        call = RunningCall(session_id, id_)
        if status == "running":
            self.begin(call, name, getattr(state, "input", None))
        elif status in ENDED:
            self.end(call)

    def take_all(self, session_id: str, messages: Iterable[Message]) -> None:
        """Take the calls of tools in messages that were fetched."""
        for message in messages:
            for part in getattr(message, "content", None) or ():
                if isinstance(part, ToolPart):
                    self.take(session_id, part)

    def begin(self, call: RunningCall, tool: str, arguments: Any) -> None:
        """Take note that a call runs. An event that comes again changes nothing: a call is taken once."""
        with self._lock:
            if call in self._known or self._over:
                return
            self._known.add(call)
            self._running[call] = (tool, arguments)
        self._changed()

    def end(self, call: RunningCall) -> None:
        """Take note that a call has ended; it cannot be taken any more, even if its begin is reported later."""
        with self._lock:
            self._known.add(call)
            self._running.pop(call, None)

    def clear(self) -> None:
        """Take note that the turn has ended: none of its calls can be taken any more."""
        with self._lock:
            self._over = True
            self._running.clear()

    def claim(self, tool: str, arguments: Any) -> RunningCall | None:
        """Take the oldest running call of a tool with equal arguments; None where there is none."""
        with self._lock:
            for call, (name, sent) in self._running.items():
                if name == tool and are_equal(sent, arguments):
                    del self._running[call]
                    return call
        return None


def are_equal(one: Any, other: Any) -> bool:
    """Return whether two JSON values are equal; unlike in Python, true is not 1.

    >>> are_equal({"order": 7}, {"order": 7.0}), are_equal(True, 1)
    (True, False)
    """
    if has_form(one, dict) and has_form(other, dict):
        pair: Any = (one, other)
        return pair[0].keys() == pair[1].keys() and all(are_equal(pair[0][key], pair[1][key]) for key in pair[0])
    if has_form(one, list) and has_form(other, list):
        return len(one) == len(other) and all(map(are_equal, one, other))
    return isinstance(one, bool) is isinstance(other, bool) and bool(one == other)
