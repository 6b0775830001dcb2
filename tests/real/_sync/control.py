# Derived from tests/real/_async/control.py by `python -m codegen`; do not edit.
"""Turns that are stopped, left, bounded and come back to, on the real server: the tests look at files and the model."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.real._sync.driving import client
from tests.real.effects import eventually, forget, started, stays_missing
from tests.real.model import ANSWER
from trivet import APITimeoutError
from trivet._concurrency.background import BackgroundRunner
from trivet.agent import PermissionRules, Rejected

KILLED = """
import sys
from trivet import AgentClient, Basic
from trivet.agent import opencode

url, password, session_id = sys.argv[1:]
with AgentClient(transport=opencode.Transport(), base_url=url, auth=Basic("opencode", password)) as agent:
    with agent.session.turn(session_id, "SLOW please") as turn:
        next(turn)
        print(turn.message_id, flush=True)
        sys.stdin.read()
"""
"""A program that begins a turn, writes the id of its message, and waits to be killed."""


def run_until_killed(server, session_id):
    """Run the program until it has begun its turn, kill it, and return the id of the prompt's message."""
    command = [sys.executable, "-c", KILLED, server.url, server.password, session_id]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        message_id = program.stdout.readline().strip()
        program.kill()
    return message_id


def turn_with_command(agent, server, name, **options):
    """Return a turn of a new session, and the file that its command writes four seconds after it has begun."""
    forget(server.directory)
    session = agent.at(directory=server.directory).session.create()
    options = {"on_permission": lambda _: "once", "deadline": 60, **options}
    late = Path(server.directory, f"{session.id}-{name}.txt")
    return agent.session.turn(session.id, f"BASH echo $$ > pid.txt; sleep 4; touch {late.name}", **options), late


def until_started(agent, turn, server):
    """Read the steps of a turn until its tool runs, and wait until the command has begun."""
    for step in turn.steps():
        if step.type == "tool" and step.status == "running":
            break
    for _ in range(3000):
        if started(server.directory):
            return
        agent.agent.list()  # lets the task that replies to the permission run
    raise AssertionError("the command has not begun")


def cancel(agent, turn, server):
    """Cancel a turn by another task or thread while its own reads."""
    confirmed, background = [], BackgroundRunner()

    def cancel_elsewhere():
        confirmed.append(turn.cancel())
        background.notify()

    with turn:
        until_started(agent, turn, server)
        background.start(cancel_elsewhere)
        for _ in turn:
            pass
        background.wait_for(lambda: confirmed, 30)
    background.close()
    assert confirmed == [True]


def leave_by_break(agent, turn, server):
    with turn:
        until_started(agent, turn, server)


def leave_by_error(agent, turn, server):
    with pytest.raises(ZeroDivisionError):  # noqa: PT012
        with turn:
            until_started(agent, turn, server)
            raise ZeroDivisionError


def leave_by_deadline(agent, turn, server):
    with pytest.raises(APITimeoutError, match=r"within the deadline of 3 s"):
        turn.run()
    assert started(server.directory)


def test_turn_that_is_cancelled_or_left_ends_its_command(server, model):
    with client(server) as agent:
        files = []
        for leave in (cancel, leave_by_break, leave_by_error, leave_by_deadline):
            deadline = 3 if leave is leave_by_deadline else 60
            turn, late = turn_with_command(agent, server, leave.__name__, deadline=deadline)
            leave(agent, turn, server)
            assert (turn.outcome.status, turn.outcome.works_on) == ("interrupted", False), leave
            files.append(late)
        count = len(model.prompts)
        assert stays_missing(files[-1])
        assert [file.name for file in files if file.exists()] == []
        assert len(model.prompts) == count


def test_turn_cancelled_before_its_block_calls_no_model(server, model):
    with client(server) as agent:
        session = agent.at(directory=server.directory).session.create()
        file = Path(server.directory, f"{session.id}.txt")
        count = len(model.prompts)
        turn = agent.session.turn(session.id, f"WRITE {file.name}", on_permission=lambda _: "once", deadline=60)
        assert not turn.cancel(), "there was no agent to stop"
        assert turn.run() == []
        assert (turn.outcome.status, turn.outcome.works_on, turn.text) == ("interrupted", False, "")
        assert agent.session.message.list(session.id).all() == []
        assert stays_missing(file, 2)
        assert len(model.prompts) == count


def test_attached_turn_cancelled_before_its_block_ends_its_command(server):
    with client(server) as agent:
        turn, late = turn_with_command(agent, server, "attached", on_leave="detach")
        with turn:
            until_started(agent, turn, server)
        attached = agent.session.attach(late.name.partition("-")[0], turn.message_id, deadline=60)
        assert not attached.cancel()
        with attached:
            assert [text for text in attached] == []
        assert (attached.outcome.status, attached.outcome.works_on) == ("interrupted", False)
        assert stays_missing(late, 5)


def test_detached_turn_leaves_its_command_at_work(server):
    with client(server) as agent:
        for on_leave in ("detach", "cancel"):
            turn, late = turn_with_command(agent, server, on_leave, on_leave=on_leave)
            with turn:
                until_started(agent, turn, server)
                if on_leave == "cancel":
                    turn.detach()
            assert (turn.outcome.status, turn.outcome.works_on, late.exists()) == ("detached", True, False)
            assert eventually(late.exists)
            agent.session.wait(late.name.partition("-")[0], deadline=60)


@pytest.mark.parametrize("budget", [{"max_cost": 0.015}, {"max_tokens": 12}])
def test_turn_over_its_budget_asks_the_model_no_more(server, model, budget):
    """An answer of the model has eight tokens, and costs 0.011 dollars; six of them would answer the prompt."""
    with client(server) as agent:
        session = agent.at(directory=server.directory).session.create()
        words = f"ROUNDS SLOW {session.id}"
        turn = agent.session.turn(session.id, words, on_permission=lambda _: "once", deadline=60, **budget)
        turn.run()
        assert (turn.outcome.status, turn.outcome.works_on) == ("over_budget", False)
        assert turn.outcome.usage.input >= 10
        assert turn.outcome.cost >= 0.022
        count = len(model.prompts)
        assert sum(words in prompt for prompt in model.prompts) in (2, 3)
        assert stays_missing(Path(server.directory, "none.txt"), 3)
        assert len(model.prompts) == count


def test_second_client_attaches_to_the_turn_of_a_killed_program(server):
    with client(server) as agent:
        session = agent.session.create()
        message_id = run_until_killed(server, session.id)
        with agent.session.attach(session.id, message_id, deadline=60) as turn:
            earlier = turn.text
            rest = "".join([text for text in turn])
        assert rest
        assert earlier + rest == turn.text == ANSWER
        assert turn.outcome.status == "finished"
        ended = agent.session.attach(session.id, message_id, deadline=60)
        assert ended.run() == turn.messages
        assert (ended.text, ended.outcome.status) == (ANSWER, "finished")


def test_prompt_with_an_id_of_ones_own_is_found_by_the_second_turn(server, model):
    with client(server) as agent:
        session = agent.session.create()
        words, message_id = f"TEXT {session.id}", f"msg_job_{session.id}"
        turns = [agent.session.turn(session.id, words, message_id=message_id, deadline=60) for _ in range(2)]
        for turn in turns:
            turn.run()
            assert (turn.message_id, turn.text, turn.outcome.status) == (message_id, ANSWER, "finished")
        assert turns[0].messages == turns[1].messages
        assert sum(words in prompt for prompt in model.prompts) == 1


def test_reason_of_a_rejection_reaches_the_model(server, model):
    with client(server) as agent:
        session = agent.at(directory=server.directory).session.create()
        reason = f"pears are not ripe in {session.id}"
        file = Path(server.directory, f"{session.id}.txt")
        rejects = lambda _: Rejected(reason)  # noqa: E731
        agent.session.turn(session.id, f"BASH touch {file.name}", on_permission=rejects, deadline=60).run()
        assert any(reason in result for result in model.results)
        assert not file.exists()


def test_rules_deny_one_command_and_allow_another(server):
    rules = PermissionRules(deny=["bash:touch *-denied.txt"], allow=["bash:touch *"])
    with client(server) as agent:
        session = agent.at(directory=server.directory).session.create()
        written = []
        for name in (f"{session.id}-denied.txt", f"{session.id}-allowed.txt"):
            agent.session.turn(session.id, f"BASH touch {name}", on_permission=rules, deadline=60).run()
            written.append(Path(server.directory, name).exists())
        assert written == [False, True]
