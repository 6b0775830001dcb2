"""A turn of an agent, as `trivet agent run` shows it: a tool with its permission, the text, and the changes."""

from __future__ import annotations

from pathlib import Path

from docs.pictures.terminal import run_in_terminal, save_terminal
from trivet_stubs import AgentStub
from trivet_stubs.agent import Text, Tool

__all__ = ["draw", "make"]

PROMPT = "Say in the README what grows here."


def make(folder: Path) -> None:
    """Write `agent.svg`."""
    draw(folder / "agent.svg", columns=92)


def draw(path: Path, *, columns: int) -> None:
    """Write the turn as it is in a terminal of so many columns."""
    with AgentStub() as stub, stub.serve() as server:
        stub.script(
            Tool("read", input={"path": "trees.txt"}, output="12 apple trees"),
            Tool("write", input={"path": "README.md"}, edits={"README.md": "# Orchard\n\nTwelve apple trees.\n"}),
            Text("I counted them: the README says now ", "that there are twelve apple trees."),
        )
        environment = {"TRIVET_AGENT_BASE_URL": server.url}
        command = ["agent", "run", PROMPT, "--directory", "/home/dev/orchard"]
        output = run_in_terminal(command, environment, columns=columns)
    title = "trivet agent run" if columns < len(PROMPT) + 24 else f'trivet agent run "{PROMPT}"'
    save_terminal(path, output, title=title, columns=columns)
