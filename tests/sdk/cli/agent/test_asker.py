"""Questions of several threads, at one keyboard."""

import queue
import threading

from trivet.agent import PermissionRequest
from trivet.cli.agent.asker import GONE, REJECTED, Asker
from trivet.cli.agent.asks import PermissionAsk


class Typed:
    """A keyboard from which a test types, and a screen that it reads."""

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


def in_thread(asker, asks, wanted=lambda: True):
    answers = queue.SimpleQueue()
    threading.Thread(target=lambda: answers.put(asker.ask(asks, wanted)), daemon=True).start()
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


def test_question_that_is_not_wanted_any_more_gives_the_keyboard_to_the_next():
    typed, wanted = Typed(), threading.Event()
    asker = Asker(typed, typed)
    first = in_thread(asker, [ask_of("bash")], lambda: not wanted.is_set())
    typed.labels.get(timeout=10)
    second = in_thread(asker, [ask_of("edit"), ask_of("read")])
    typed.keys.put(b"o")  # half an answer to the first
    while typed.labels.get(timeout=10)[1] != "o":
        pass
    wanted.set()
    assert first.get(timeout=10) is GONE
    typed.keys.put(b"a\n")
    typed.keys.put(b"r\n")
    assert second.get(timeout=10) == ["always", "reject"]


def test_closing_ends_what_waits_and_the_end_of_the_terminal_rejects():
    typed = Typed()
    asker = Asker(typed, typed)
    first, second = in_thread(asker, [ask_of("bash")]), in_thread(asker, [ask_of("edit")])
    typed.labels.get(timeout=10)
    asker.close()
    assert first.get(timeout=10) is GONE
    assert second.get(timeout=10) is GONE
    typed.keys.put(None)
    assert in_thread(Asker(typed, typed), [ask_of("bash")]).get(timeout=10) is REJECTED
