"""Asks the user at the keyboard, one question after the other, while the agent continues to write."""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import select
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

from trivet.cli.agent.ask_texts import Ask

GONE = object()
"""The result of a question that is obsolete: another client has replied, or the run has ended."""

REJECTED = object()
"""The result of a question that the user has rejected with Ctrl-D."""

SLICE = 0.1
"""Seconds between two checks whether a question is obsolete, while it waits for its turn or for a key."""

LONGEST = 4096
_SEQUENCE = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|O.|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)?", re.S)


class Keys(Protocol):
    """A source of keys, such as a `Keyboard`."""

    def open(self) -> None:
        """Take the keys from now on."""

    def read(self) -> bytes | None:
        """Wait a moment for keys; return None at the end."""

    def close(self) -> None:
        """Give the keyboard back."""


class Prompt(Protocol):
    """The place on the screen for questions."""

    def ask(self, lines: Sequence[str]) -> None:
        """Show the lines of a question."""

    def typed(self, ask: Ask, text: str, waiting: int) -> None:
        """Show the line that is typed, and the number of questions that wait behind this one."""

    def asked(self) -> None:
        """Remove the line that was typed."""


class Asker:
    """Asks the questions of several threads, one after the other, in the order of their arrival.

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

    def ask(self, asks: Sequence[Ask], is_wanted: Callable[[], bool]) -> Any:
        """Ask questions that belong together.

        Args:
            asks: The questions.
            is_wanted: Returns whether an answer is still expected; it is called several times a second.

        Returns:
            A list with the answer to each, `REJECTED`, or `GONE`.
        """
        turn = object()
        with self._changed:
            self._queue.append(turn)
        try:
            while self._queue[0] is not turn:
                if self._closed or not is_wanted():
                    return GONE
                with self._changed:
                    self._changed.wait(SLICE)
            return self._ask_all(asks, lambda: not self._closed and is_wanted())
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

    def _ask_all(self, asks: Sequence[Ask], is_wanted: Callable[[], bool]) -> Any:
        answers: list[Any] = []
        try:
            for ask in asks:
                if not is_wanted():
                    return GONE
                self._prompt.ask(ask.lines())
                self._keys.open()
                answer = self._ask(ask, is_wanted)
                if answer is GONE or answer is REJECTED:
                    return answer
                answers.append(answer)
            return answers
        finally:
            self._keys.close()
            self._prompt.asked()

    def _ask(self, ask: Ask, is_wanted: Callable[[], bool]) -> Any:
        editor = LineEditor()
        drawn: tuple[str, int] | None = None
        while is_wanted():
            if drawn != (editor.text, waiting := len(self._queue) - 1):
                self._prompt.typed(ask, editor.text, waiting)
                drawn = (editor.text, waiting)
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
                    drawn = None
        return GONE


class Keyboard:
    """The keyboard of a terminal. Between `open` and `close` each key arrives at once and is not echoed.

    >>> keyboard = Keyboard.detect()
    >>> keyboard.open()
    >>> keyboard.read()
    b'o'
    >>> keyboard.close()
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._saved: list[Any] | None = None
        self._lock = threading.Lock()

    @classmethod
    def detect(cls, *, stdin_is_taken: bool = False) -> Keyboard | None:
        """Return the keyboard of stdin, or of the terminal if stdin has the prompt; None without a terminal."""
        try:
            import termios  # noqa: F401, PLC0415  # pyright: ignore[reportUnusedImport]  # POSIX alone has it
        except ImportError:
            return None
        if not sys.stderr.isatty():
            return None
        if sys.stdin.isatty():
            return cls(sys.stdin.fileno())
        if stdin_is_taken:
            with contextlib.suppress(OSError):
                return cls(os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY))
        return None

    def open(self) -> None:
        """Take the keys from now on; keys that were typed before are dropped."""
        import termios  # noqa: PLC0415  # as above
        import tty  # noqa: PLC0415

        with self._lock:
            if self._saved is None:
                self._saved = termios.tcgetattr(self._descriptor)
                tty.setcbreak(self._descriptor, termios.TCSAFLUSH)
            else:
                termios.tcflush(self._descriptor, termios.TCIFLUSH)

    def read(self) -> bytes | None:
        """Wait a moment for keys; return an empty text without any, and None once the terminal is gone."""
        if not select.select([self._descriptor], [], [], SLICE)[0]:
            return b""
        try:
            return os.read(self._descriptor, 1024) or None
        except OSError:
            return None

    def close(self) -> None:
        """Give the terminal back as it was; it may be called twice."""
        import termios  # noqa: PLC0415  # as above

        with self._lock:
            saved, self._saved = self._saved, None
            if saved is not None:
                with contextlib.suppress(termios.error):
                    termios.tcsetattr(self._descriptor, termios.TCSAFLUSH, saved)


class LineEditor:
    """A line that is typed key by key, without the terminal's own editing.

    >>> editor = LineEditor()
    >>> editor.feed(b"on"), editor.text
    (None, 'on')
    >>> editor.feed(b"ce\\n"), editor.text
    ('line', 'once')

    Attributes:
        text: The text so far.
    """

    def __init__(self) -> None:
        self.text: str = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def feed(self, data: bytes) -> Literal["line", "end"] | None:
        """Take keys; return `line` at Enter, `end` at Ctrl-D on an empty line. Keys after either are dropped."""
        for char in _SEQUENCE.sub("", self._decoder.decode(data)):
            if char in "\r\n":
                return "line"
            if char == "\x04":
                if not self.text:
                    return "end"
            elif char in "\x7f\b":
                self.text = self.text[:-1]
            elif char == "\x15":  # Ctrl-U
                self.text = ""
            elif char == "\x17":  # Ctrl-W
                self.text = self.text.rstrip().rpartition(" ")[0]
            elif char.isprintable() and len(self.text) < LONGEST:
                self.text += char
        return None
