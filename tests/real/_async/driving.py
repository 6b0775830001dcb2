"""Clients of the real server, and turns in sessions of their own."""

from trivet import AsyncAgentClient, Basic
from trivet.agent import opencode


def below():
    """Return None: the adapter has connections of its own. Modules that run scenarios over transports replace it."""


def client(server):
    """Return a client of the server, which checks every answer; `below` makes the transport below its adapter."""
    return AsyncAgentClient(
        transport=opencode.AsyncTransport(below()),
        base_url=server.url,
        auth=Basic("opencode", server.password),
        timeout=30,
        strict=True,
    )


def places(agent, server):
    """Return the client in the first directory of the server, and in the other one."""
    return agent.at(directory=server.directory), agent.at(directory=server.other_directory)


async def run(agent, prompt, **callbacks):
    """Run a turn in a session of its own, and return its steps, the turn and the session."""
    session = await agent.session.create()
    async with agent.session.turn(session.id, prompt, deadline=60, **callbacks) as turn:
        steps = [step async for step in turn.steps()]
    return steps, turn, session
