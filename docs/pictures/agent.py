"""A turn of an agent, as `trivet agent run` shows it: a tool with its permission, the text, and the changes."""

from __future__ import annotations

from pathlib import Path

from docs.pictures.terminal import run_in_terminal, save_terminal
from trivet_stubs import AgentStub
from trivet_stubs.agent import Text, Tool

__all__ = ["make"]

PROMPT = "Say in the README what grows here."


def make(folder: Path) -> None:
    """Write `agent.svg`."""
    with AgentStub() as stub, stub.serve() as server:
        stub.script(
            Tool("read", input={"path": "trees.txt"}, output="12 apple trees"),
            Tool("write", input={"path": "README.md"}, edits={"README.md": "# Orchard\n\nTwelve apple trees.\n"}),
            Text("I counted them: the README says now ", "that there are twelve apple trees."),
        )
        environment = {"TRIVET_AGENT_BASE_URL": server.url}
        output = run_in_terminal(["agent", "run", PROMPT, "--directory", "/home/dev/orchard"], environment)
    save_terminal(folder / "agent.svg", output, title=f'trivet agent run "{PROMPT}"')
