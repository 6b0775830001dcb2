"""Asks the user, one question after the other, while the agent's text goes on."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from trivet.cli.agent.asks import Ask
from trivet.cli.agent.line_editor import LineEditor

__all__ = ["GONE", "REJECTED", "Asker", "Keys", "Prompt"]

SLICE = 0.1
"""Seconds after which a question that waits for its turn looks whether it is still asked."""

GONE = object()
"""No answer is wanted any more: another client has replied, or the run has ended."""

REJECTED = object()
"""The user has rejected it with Ctrl-D."""


class Keys(Protocol):
    """Where keys come from; a `Keyboard` does."""

    def open(self) -> None:
        """Take the keys from now on."""

    def read(self) -> bytes | None:
        """Wait a moment for keys; None at the end."""

    def close(self) -> None:
        """Give the keyboard back."""


class Prompt(Protocol):
    """Where a question is shown."""

    def ask(self, lines: Sequence[str]) -> None:
        """Show what is asked."""

    def typed(self, ask: Ask, text: str, waiting: int) -> None:
        """Show the line that is typed, and how many questions wait behind it."""

    def asked(self) -> None:
        """Remove the line that was typed."""


class Asker:
    """Asks questions of several threads in the order of their arrival.

    >>> asker = Asker(keyboard, screen)
    >>> asker.ask([PermissionAsk(request)], lambda: True)
    ['once']
    """

    def __init__(self, keys: Keys, prompt: Prompt) -> None:
        self._keys = keys
        self._prompt = prompt
        self._queue: deque[object] = deque()
        self._changed = threading.Condition()
        self._closed = False

    def ask(self, asks: Sequence[Ask], wanted: Callable[[], bool]) -> Any:
        """Ask questions that belong together.

        Args:
            asks: The questions.
            wanted: Whether an answer is still wanted; it is called several times a second.

        Returns:
            A list with the answer to each, `REJECTED`, or `GONE`.
        """
        turn = object()
        with self._changed:
            self._queue.append(turn)
        try:
            while self._queue[0] is not turn:
                if self._closed or not wanted():
                    return GONE
                with self._changed:
                    self._changed.wait(SLICE)
            return self._ask_all(asks, lambda: not self._closed and wanted())
        finally:
            with self._changed:
                self._queue.remove(turn)
                self._changed.notify_all()

    def close(self) -> None:
        """End all questions, and give the keyboard back."""
        self._closed = True
        with self._changed:
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._queue, 1.0)
        self._keys.close()

    def _ask_all(self, asks: Sequence[Ask], wanted: Callable[[], bool]) -> Any:
        answers: list[Any] = []
        try:
            for each in asks:
                if not wanted():
                    return GONE
                self._prompt.ask(each.lines())
                self._keys.open()
                answer = self._ask(each, wanted)
                if answer is GONE or answer is REJECTED:
                    return answer
                answers.append(answer)
            return answers
        finally:
            self._keys.close()
            self._prompt.asked()

    def _ask(self, ask: Ask, wanted: Callable[[], bool]) -> Any:
        editor = LineEditor()
        shown: tuple[str, int] | None = None
        while wanted():
            if shown != (editor.text, waiting := len(self._queue) - 1):
                self._prompt.typed(ask, editor.text, waiting)
                shown = (editor.text, waiting)
            keys = self._keys.read()
            if keys is None:
                return REJECTED
            end = editor.feed(keys)
            if end == "end":
                return REJECTED
            if end == "line":
                try:
                    return ask.parse(editor.text)
                except ValueError as error:
                    self._prompt.ask([str(error)])
                    editor = LineEditor()
                    shown = None
        return GONE
