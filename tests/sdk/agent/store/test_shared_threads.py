"""The shared stream in threads: one thread reads for all, and a process or a client of its own has its own stream."""

import os
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.sdk.agent._sync.test_shared_streams import left_text, opened_turns, resume_all
from trivet import AgentClient
from trivet_stubs.agent import Text

TURNS = 20


def jobs():
    return {thread for thread in threading.enumerate() if thread.name == "trivet-background"}


@pytest.mark.long
def test_turns_have_two_threads_each_and_one_that_reads_for_all(agent_server):
    before = jobs()
    with AgentClient(base_url=agent_server.url) as agent:
        turns = opened_turns(agent_server.stub, agent, Text("done."), count=TURNS)
        running = jobs() - before
        assert len(running) == 2 * TURNS + 1
        resume_all(agent_server.stub)
        assert {left_text(turn) for turn in turns} == {"done."}
        for job in running:
            job.join(30)
        assert not jobs() - before


def test_turns_in_threads_at_once_share_one_stream(agent_server):
    stub, barrier = agent_server.stub, threading.Barrier(TURNS, timeout=30)

    def run(number):
        session = agent.session.create()
        stub.script(Text(f"Answer {number}", "."), session_id=session.id)
        with agent.session.turn(session.id, "Hello.") as turn:
            barrier.wait()
            return "".join(turn)

    with AgentClient(base_url=agent_server.url) as agent, ThreadPoolExecutor(TURNS) as threads:
        assert [*threads.map(run, range(TURNS))] == [f"Answer {number}." for number in range(TURNS)]
    assert stub.requests.count("event.subscribe") == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_turn_after_a_fork_has_its_own_stream(agent_server):
    stub = agent_server.stub
    with AgentClient(base_url=agent_server.url) as agent:
        turns = opened_turns(stub, agent, Text("done."), count=2)
        child = os.fork()
        if child == 0:
            answered = 0
            try:
                answered = len(agent.session.turn(agent.session.create().id, "Hello.", deadline=30).run())
            finally:
                os._exit(answered)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 2, "the prompt and its answer"
        assert stub.requests.count("event.subscribe") == 2
        resume_all(stub)
        assert {left_text(turn) for turn in turns} == {"done."}


def test_turn_of_a_pickled_client_has_its_own_stream(agent_server):
    stub = agent_server.stub
    with AgentClient(base_url=agent_server.url) as agent:
        [turn] = opened_turns(stub, agent, Text("done."), count=1)
        with pickle.loads(pickle.dumps(agent)) as other:
            other.session.turn(other.session.create().id, "Hello.").run()
        assert stub.requests.count("event.subscribe") == 2
        resume_all(stub)
        assert left_text(turn) == "done."
