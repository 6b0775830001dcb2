# Derived from tests/sdk/agent/_async/test_store_cost.py by `python -m codegen`; do not edit.
"""The processor time of a change of a view, in a context of few sessions and in one of many."""

import gc
import time
from contextlib import closing

import pytest

from trivet.agent import Store
from trivet_stubs import AgentStub
from trivet_stubs.agent.records import Session

CHANGES = 150
FEW, MANY = 20, 2000
MOST = 3
"""The allowed factor in time for a hundred times as many sessions; comparing each change with all takes nine."""


def add_sessions(stub, count):
    with stub.state.lock:
        for number in range(count):
            session = Session(
                id=f"ses_{number:06d}",
                number=number,
                context=stub.default,
                home=stub.default.directory,
                project_id="prj_000001",
                worktree=stub.default.directory,
                title=str(number),
                created=number,
                updated=number,
                agent="build",
                model={"providerID": "stub", "modelID": "stub"},
            )
            stub.sessions[session.id] = session


def seconds(stub, view):
    """Measure the processor time until changes of one session reach their reader."""
    session = next(iter(stub.sessions.values()))
    with closing(view.changes()) as changes:
        for _ in range(len(stub.sessions)):
            next(changes)
        begun = time.process_time()
        for _ in range(CHANGES):
            session.title += "."
            stub.state.touch(session)
            assert (next(changes)).session.title == session.title
        return time.process_time() - begun


def measure(make_client, count):
    with AgentStub() as stub:
        add_sessions(stub, count)
        with make_client(stub) as agent, Store(agent) as store:
            view = store.follow()
            assert len(view.sessions) == count
            gc.disable()
            try:
                return seconds(stub, view)
            finally:
                gc.enable()


@pytest.mark.long
def test_change_costs_the_same_with_many_sessions(agent_client):
    def make_client(stub):
        kind = type(agent_client)
        return kind(base_url="http://agent.test", transport=stub.transport(), clock=stub.clock)

    tries = []
    for _ in range(3):
        few, many = measure(make_client, FEW), measure(make_client, MANY)
        tries.append(many / few)
        if tries[-1] < MOST:
            break
    assert min(tries) < MOST, tries
