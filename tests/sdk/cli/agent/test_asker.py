"""Questions of several threads, at one keyboard."""

import io
import os
import pty
import queue
import sys
import termios
import threading

import pytest

from trivet.agent import PermissionRequest
from trivet.cli.agent.ask_texts import PermissionAsk
from trivet.cli.agent.asker import GONE, REJECTED, Asker, Keyboard, LineEditor


class Typed:
    """A keyboard for a test, and a screen that keeps the lines."""

    def __init__(self):
        self.keys = queue.SimpleQueue()
        self.shown = []
        self.open_count = 0
        self.labels = queue.SimpleQueue()

    def open(self):
        self.open_count += 1

    def read(self):
        try:
            return self.keys.get(timeout=0.01)
        except queue.Empty:
            return b""

    def close(self):
        self.open_count = 0

    def ask(self, lines):
        self.shown += lines

    def typed(self, ask, text, waiting):
        self.labels.put((ask.request.action, text, waiting))

    def asked(self):
        self.shown.append("")


def ask_of(action):
    return PermissionAsk(PermissionRequest(id="per_1", session_id="ses_1", action=action))


def in_thread(asker, asks, is_wanted=lambda: True):
    answers = queue.SimpleQueue()
    threading.Thread(target=lambda: answers.put(asker.ask(asks, is_wanted)), daemon=True).start()
    return answers


def test_two_questions_at_once_are_asked_one_after_the_other():
    typed = Typed()
    asker = Asker(typed, typed)
    first = in_thread(asker, [ask_of("bash")])
    assert typed.labels.get(timeout=10)[0] == "bash"
    second = in_thread(asker, [ask_of("edit")])
    assert typed.labels.get(timeout=10) == ("bash", "", 1)
    typed.keys.put(b"what\n")
    typed.keys.put(b"o\n")
    assert first.get(timeout=10) == ["once"]
    typed.keys.put(b"\x04")
    assert second.get(timeout=10) is REJECTED
    assert "type o, a or r, and Enter; Ctrl-D rejects" in typed.shown
    assert typed.open_count == 0


def test_obsolete_question_gives_the_keyboard_to_the_next():
    typed, obsolete = Typed(), threading.Event()
    asker = Asker(typed, typed)
    first = in_thread(asker, [ask_of("bash")], lambda: not obsolete.is_set())
    typed.labels.get(timeout=10)
    second = in_thread(asker, [ask_of("edit"), ask_of("read")])
    typed.keys.put(b"o")  # half an answer to the first
    while typed.labels.get(timeout=10)[1] != "o":
        pass
    obsolete.set()
    assert first.get(timeout=10) is GONE
    typed.keys.put(b"a\n")
    typed.keys.put(b"r\n")
    assert second.get(timeout=10) == ["always", "reject"]


def test_closing_ends_waiting_questions_and_the_end_of_the_terminal_rejects():
    typed = Typed()
    asker = Asker(typed, typed)
    first, second = in_thread(asker, [ask_of("bash")]), in_thread(asker, [ask_of("edit")])
    typed.labels.get(timeout=10)
    asker.close()
    assert first.get(timeout=10) is GONE
    assert second.get(timeout=10) is GONE
    typed.keys.put(None)
    assert in_thread(Asker(typed, typed), [ask_of("bash")]).get(timeout=10) is REJECTED


@pytest.fixture
def terminal():
    ours, theirs = pty.openpty()
    yield ours, theirs
    os.close(ours)
    os.close(theirs)


def test_keys_arrive_at_once_without_echo_and_the_terminal_is_given_back(terminal):
    ours, theirs = terminal
    before = termios.tcgetattr(theirs)
    keyboard = Keyboard(theirs)
    keyboard.open()
    os.write(ours, b"o")
    assert keyboard.read() == b"o"
    assert keyboard.read() == b""
    assert not termios.tcgetattr(theirs)[3] & (termios.ECHO | termios.ICANON)
    assert termios.tcgetattr(theirs)[3] & termios.ISIG, "Ctrl-C is a signal"
    keyboard.open()
    keyboard.close()
    keyboard.close()
    assert termios.tcgetattr(theirs) == before


def test_keys_typed_before_a_question_do_not_answer_it(terminal):
    ours, theirs = terminal
    keyboard = Keyboard(theirs)
    keyboard.open()
    os.write(ours, b"o\n")
    keyboard.open()
    assert keyboard.read() == b""
    keyboard.close()


def test_without_a_terminal_there_is_no_keyboard(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert Keyboard.detect(stdin_is_taken=True) is None


@pytest.mark.parametrize(
    ("keys", "end", "text"),
    [
        ([b"on", b"ce\n"], "line", "once"),
        ([b"once\r"], "line", "once"),
        ([b"a\x7f\x7f\x08bc"], None, "bc"),
        ([b"old\x15new"], None, "new"),
        ([b"two words\x17"], None, "two"),
        ([b"\x04"], "end", ""),
        ([b"x\x04"], None, "x"),
        ([b"o\x1b[A\x1b[1;5D\x1bOPk\x1b]0;x\x07\x00\t"], None, "ok"),
        (["é".encode()[:1], "é".encode()[1:]], None, "é"),
        ([b"\xff"], None, "\ufffd"),
        ([b"o\nr\nr\n"], "line", "o"),
        ([b"x" * 10_000], None, "x" * 4096),
    ],
)
def test_keys_edit_the_line(keys, end, text):
    editor = LineEditor()
    ends = [editor.feed(data) for data in keys]
    assert (ends[-1], editor.text) == (end, text)
