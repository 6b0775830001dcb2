"""The tools of a handle while they are served, and the error of an installation without the extra."""

import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.sdk.agent.tools.test_options import NONE
from trivet import TrivetError
from trivet.agent._tools.options import tool_options
from trivet.agent._tools.served import ServedTools


def lookup(order: int) -> str: ...


def test_missing_extra_is_named(monkeypatch, agent_client):
    monkeypatch.setitem(sys.modules, "mcp_types", None)
    monkeypatch.delitem(sys.modules, "trivet.agent._tools.server", raising=False)
    with (
        agent_client as agent,
        pytest.raises(ModuleNotFoundError, match=r"tools= needs mcp and uvicorn: pip install .*\[tools\]"),
    ):
        agent.session.start(tools=[lookup])


def test_taken_port_of_the_url_is_named(agent_stub, agent_client):
    with socket.create_server(("127.0.0.1", 0)) as taken, agent_client as agent:
        port = taken.getsockname()[1]
        with pytest.raises(TrivetError, match=f"cannot listen on the port {port} of 127.0.0.1"):
            agent.session.start(tools=[lookup], tools_url=f"http://127.0.0.1:{port}")
    assert list(agent_stub.sessions) == []


def test_server_that_is_closed_while_it_starts_ends(agent_client):
    settings = agent_client.with_options().session._connection.settings
    served = ServedTools(tool_options([lookup], **NONE), settings, None)
    served.close()
    served.start()
    assert "trivet-tools" not in {thread.name for thread in threading.enumerate()}


def test_program_without_tools_loads_neither_mcp_nor_uvicorn():
    code = (
        "import sys; from trivet.agent import Tool, StopTurn, SessionHandle; "
        "import trivet.agent._handles._sync.handle, trivet.agent._tools._sync.handle_tools; print(*sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    assert loaded & {"mcp", "mcp_types", "uvicorn", "starlette", "pydantic"} == set()


@pytest.mark.long
@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="the system does not list open files")
def test_hundred_handles_leave_neither_threads_nor_sockets(agent_stub, agent_client):
    def left():
        return sorted(thread.name for thread in threading.enumerate()), len([*Path("/dev/fd").iterdir()])

    with agent_client as agent:
        agent.run("Hello.", tools=[lookup])
        before = left()
        for _ in range(100):
            with agent.session.start(tools=[lookup]) as session:
                session.run("Hello.")
        assert left() == before
