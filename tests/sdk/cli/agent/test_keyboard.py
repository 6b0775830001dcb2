"""The keys of a pseudo-terminal."""

import io
import os
import pty
import sys
import termios

import pytest

from trivet.cli.agent.keyboard import Keyboard


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


def test_what_was_typed_before_a_question_does_not_answer_it(terminal):
    ours, theirs = terminal
    keyboard = Keyboard(theirs)
    keyboard.open()
    os.write(ours, b"o\n")
    keyboard.open()
    assert keyboard.read() == b""
    keyboard.close()


def test_without_a_terminal_there_is_no_keyboard(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert Keyboard.found(stdin_is_taken=True) is None
