"""Turns in threads: functions that run at once, and end with the turn or when another client replies."""

import subprocess
import sys
import threading
from contextvars import ContextVar

import pytest

from tests.sdk.agent._sync.turns import TOOL, texts
from trivet import AgentClient, APITimeoutError, TrivetError
from trivet.agent import Prompt
from trivet_stubs import Clock
from trivet_stubs.agent import AgentObserved, Hold, Question, Subtask, Text


@pytest.fixture
def released():
    """An event for which functions wait, which no thread outlives."""
    event = threading.Event()
    yield event
    event.set()


def test_functions_of_several_requests_run_at_once(agent_stub, agent_client):
    barrier, asked = threading.Barrier(2, timeout=30), []

    def on_permission(request):
        asked.append(request.session_id)
        barrier.wait()
        return "once"

    agent_stub.script(Subtask("Below"), Text("Go"), Hold(), TOOL, Text(" on."))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Go.", on_permission=on_permission, deadline=60) as turn:
            assert next(turn) == "Go"
            [child] = agent.session.list(search="Below").all()
            agent_stub.script(TOOL, session_id=child.id)
            agent.session.prompt(child.id, prompt=Prompt(text="List."))
            agent_stub.resume(session.id)
            assert texts(turn) == [" on."]
        assert set(asked) == {session.id, child.id}


@pytest.mark.parametrize("step", [TOOL, Question("Sure?")])
def test_turn_ends_at_the_deadline_although_a_function_does_not(agent_stub, agent_client, released, step):
    agent_stub.script(step)

    def forever(request):
        released.wait(60)
        return "once" if request.id.startswith("per") else None

    with agent_client as agent:
        session = agent.session.create()
        turn = agent.session.turn(session.id, "Go.", on_permission=forever, on_question=forever, deadline=0.5)
        with pytest.raises(APITimeoutError, match=r"session\.turn: the session is not idle within .* 0\.5 s"):
            turn.run()
        assert not released.is_set()
        released.set()
        leaving = agent_stub.requests.count("permission.reply") + agent_stub.requests.count("question.reject")
        assert (leaving, agent_stub.requests.calls("permission.reply", response="once")) == (1, [])


def test_result_is_dropped_when_another_client_has_replied(agent_stub, agent_client, released):
    agent_stub.script(TOOL, Question("Sure?"), Text("Thanks."))

    def overtaken(request):
        agent_stub.reply(request.id, "once" if request.id.startswith("per") else [["Yes"]])
        released.wait(60)
        return "reject"

    with agent_client as agent:
        session = agent.session.create()
        turn = agent.session.turn(session.id, "Go.", on_permission=overtaken, on_question=overtaken, deadline=60)
        with turn:
            assert texts(turn) == ["Thanks."]
        assert not released.is_set()
    assert agent_stub.requests.count("permission.reply") == agent_stub.requests.count("question.reply") == 0


def test_function_runs_in_the_context_of_its_caller(agent_stub, agent_client):
    variable, values = ContextVar("variable", default="unset"), []
    agent_stub.script(TOOL, Text("Done."))

    def on_permission(request):
        values.append(variable.get())
        return "once"

    variable.set("the caller's")
    with agent_client as agent:
        session = agent.session.create()
        agent.session.turn(session.id, "Go.", on_permission=on_permission).run()
    assert values == ["the caller's"]


@pytest.mark.parametrize("leave", [sys.exit, lambda: (_ for _ in ()).throw(KeyboardInterrupt)])
def test_exit_in_a_function_is_raised_to_the_caller(agent_stub, agent_client, leave):
    agent_stub.script(TOOL)

    def on_permission(request):
        next(leave())

    with agent_client as agent:
        session = agent.session.create()
        with pytest.raises((SystemExit, KeyboardInterrupt)):
            agent.session.turn(session.id, "Go.", on_permission=on_permission).run()


def test_ended_turn_leaves_no_thread(agent_stub, agent_client):
    before = set(threading.enumerate())
    agent_stub.script(TOOL, Text("Done."))
    with agent_client as agent:
        session = agent.session.create()
        agent.session.turn(session.id, "Go.", on_permission=lambda _: "once").run()
        left = [thread for thread in set(threading.enumerate()) - before if thread.name == "trivet-background"]
        for thread in left:
            thread.join(30)
        assert not any(thread.is_alive() for thread in left)


def test_request_of_a_session_in_a_circle_of_parents_is_left(agent_stub, agent_client):
    before = set(jobs())
    asked = []
    with agent_client as agent:
        session, one, other = [agent.session.create() for _ in range(3)]
        agent_stub.sessions[one.id].parent_id, agent_stub.sessions[other.id].parent_id = other.id, one.id
        agent_stub.script(TOOL, session_id=one.id)
        agent.session.prompt(one.id, prompt=Prompt(text="List."))
        with agent.session.turn(session.id, "Go.", on_permission=asked.append) as turn:
            running = set(jobs()) - before
            texts(turn)
        assert [request.session_id for request in agent.permission.list()] == [one.id]
    for job in running:
        job.join(5)
    assert [job for job in running if job.is_alive()] == []
    assert asked == []


def test_cancel_from_another_thread_ends_the_iteration(agent_stub, agent_client):
    agent_stub.script(Text("One"), Hold())
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.") as turn:
            assert next(turn) == "One"
            thread = threading.Thread(target=turn.cancel)
            thread.start()
            assert texts(turn) == []
            thread.join()
        assert (turn.outcome.status, turn.outcome.works_on) == ("interrupted", True)


def jobs():
    return [thread for thread in threading.enumerate() if thread.name == "trivet-background"]


def test_left_turn_keeps_no_thread(agent_server):
    agent_server.stub.script(Text("One"), Hold())
    with AgentClient(base_url=agent_server.url, clock=Clock()) as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.") as turn:
            assert next(turn) == "One"
            running = jobs()
            assert running
        for job in running:  # the wait for the session is read again after 10 seconds, which nothing waits for
            job.join(5)
        assert [job for job in running if job.is_alive()] == []


def test_turn_ends_when_another_thread_closes_the_client(agent_server):
    agent_server.stub.script(Text("One"), Hold())
    with AgentClient(base_url=agent_server.url, clock=Clock()) as agent:
        session = agent.session.create()
        turn = agent.session.turn(session.id, "Count.")
        running = []

        def close_meanwhile():
            with turn:
                assert next(turn) == "One"
                running.extend(jobs())
                threading.Thread(target=agent.close).start()
                texts(turn)

        with pytest.raises(TrivetError, match="the client is closed"):
            close_meanwhile()
        for job in running:
            job.join(5)
        assert [job for job in running if job.is_alive()] == []
        assert (turn.outcome.status, turn.outcome.works_on, turn.text) == ("failed", True, "One")


@pytest.mark.parametrize("on_leave", ["cancel", "detach"])
@pytest.mark.parametrize("interrupts", [True, False])
def test_closing_the_client_ends_its_turns_as_leaving_does(agent_stub, agent_client, on_leave, interrupts):
    agent_stub.observed = AgentObserved(interrupts=interrupts, open_requests=True)
    stops = interrupts and on_leave == "cancel"
    turns, errors = [], []

    def run(turn):
        try:
            turn.run()
        except TrivetError as error:
            errors.append(str(error))

    with agent_client as agent:
        for _ in range(2):
            session = agent.session.create()
            agent_stub.script(TOOL, session_id=session.id)
            turns.append(agent.session.turn(session.id, "Go.", on_permission="wait", on_leave=on_leave))
        threads = [threading.Thread(target=run, args=(turn,), daemon=True) for turn in turns]
        for thread in threads:
            thread.start()
        while not all((now := turn.activity) is not None and now.kind == "request" for turn in turns):
            agent.agent.list()
    assert [turn.ended for turn in turns] == [True, True], "before the connections are closed"
    for thread in threads:
        thread.join(30)
    end = "the client is closed" if stops else "the client is closed; the agent may work on"
    assert errors == [f"session.turn: {end}"] * 2
    assert [turn.outcome.works_on for turn in turns] == [not stops] * 2
    assert [turn.outcome.status for turn in turns] == ["failed" if on_leave == "cancel" else "detached"] * 2
    waiting = [id_ for runtime in agent_stub.runtimes.values() for id_ in runtime.permissions]
    assert len(waiting) == (0 if on_leave == "cancel" else 2)


EXIT = """
import atexit, sys, threading
atexit.register(lambda: show())  # functions that are registered later run before it
from trivet import AgentClient, TrivetError
from trivet_stubs.agent import AgentObserved, AgentStub, Hold, Task, Tool

stub = AgentStub(observed=AgentObserved(interrupts=True, open_requests=True))
stub.script(Task("Below", Tool("bash", {"command": "ls"}, asks="bash")))
agent = AgentClient(base_url="http://agent.test", transport=stub.transport(), clock=stub.clock)
session = agent.session.create()
on_permission = "wait" if sys.argv[1] == "waits" else None
turn = agent.session.turn(session.id, "Go.", on_permission=on_permission, on_leave=sys.argv[2])

def show():
    left = sum(len(runtime.permissions) for runtime in stub.runtimes.values())
    print(turn.outcome.status, turn.outcome.works_on, stub.sessions[session.id].busy, left, flush=True)

def work():
    turn.__enter__()  # and never left
    while (now := turn.activity) is not None and now.kind != "request":
        agent.agent.list()
    if sys.argv[1] == "raises":
        try:
            next(turn)
        except TrivetError:
            pass
    ready.set()
    threading.Event().wait()

ready = threading.Event()
threading.Thread(target=work, daemon=True).start()
ready.wait()
"""


@pytest.mark.parametrize(
    ("state", "on_leave", "shown"),
    [
        ("waits", "cancel", "interrupted False False 0"),
        ("raises", "cancel", "interrupted False False 0"),
        ("waits", "detach", "detached True True 1"),
        ("raises", "detach", "detached True True 1"),
    ],
)
def test_exit_of_the_interpreter_ends_a_turn_as_leaving_does(state, on_leave, shown):
    command = [sys.executable, "-c", EXIT, state, on_leave]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.stdout.strip(), done.stderr) == (shown, "")
