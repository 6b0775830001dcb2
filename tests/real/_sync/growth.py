# Derived from tests/real/_async/growth.py by `python -m codegen`; do not edit.
"""Threads, open files and requests of many turns: nothing is left when they have ended, and one stream serves all.

`pytest -n 0 -s tests/real/_sync/growth.py` shows the figures.
"""

import threading

from tests.real._sync import driving
from tests.real._sync.driving import client
from tests.real.at_once import at_once
from tests.real.counting import Counting, open_files
from tests.real.effects import eventually
from tests.real.model import ANSWER
from trivet.agent import Store

AT_ONCE, ROUNDS = 5, 3
"""The number of turns at once, and of rounds."""

PROMPTS = ("TEXT please", "SAY BASH")


def run_turn(agent, number):
    session = agent.session.create()
    prompt = PROMPTS[number % len(PROMPTS)]
    turn = agent.session.turn(session.id, prompt, on_permission=lambda _: "once", deadline=240)
    if number % 5 == 4:  # some are left early
        with turn:
            next(turn)
        return ANSWER
    turn.run()
    return turn.text.rpartition("tool. ")[2]


def threads():
    return sorted(thread.name.partition("_")[0] for thread in threading.enumerate())


def test_turns_leave_neither_threads_nor_files_and_share_a_stream(server, monkeypatch):
    counting = Counting(server.url)
    monkeypatch.setattr(driving, "below", lambda: counting)
    before = threads(), open_files()
    with client(server) as agent, Store(agent) as store:
        store.follow(directory=server.directory)
        between = []
        for number in range(ROUNDS):
            assert at_once(run_turn, [(agent, number) for number in range(AT_ONCE)]) == [ANSWER] * AT_ONCE
            assert eventually(lambda: not between or threads() == between[0][0])
            between.append((threads(), open_files()))
            print(f"\nround {number}: {len(threads())} threads, {len(open_files())} files, {counting.requests.total()}")
        assert counting.requests["GET /event"] == 1
        assert [names for names, _ in between] == [between[0][0]] * ROUNDS
        # The idle connections of the pool vary; a file that each turn kept would be more of them in each round.
        assert len(between[-1][1]) - len(between[0][1]) < AT_ONCE
    assert eventually(lambda: threads() == before[0])
    assert open_files() == before[1]
