"""Let agents of opencode triage issues, five at once, under one budget.

gh issue list --limit 50 --json number,title,body | python examples/triage_issues.py
"""

import json
import sys
from typing import Literal, TypedDict

from trivet import AgentClient
from trivet.agent import PlannedRun, RunOutcomes, opencode


class Issue(TypedDict):
    """An issue, as `gh` writes it."""

    number: int
    title: str
    body: str


class Triage(TypedDict):
    """The kind of an issue, its part of the program, and whether it cannot wait."""

    kind: Literal["bug", "feature", "question"]
    area: str
    urgent: bool


def triage(agent: AgentClient, issues: list[Issue], dollars: float) -> RunOutcomes:
    prompt, tools = "Triage this issue:\n\n{title}\n\n{body}", ["read", "grep", "glob"]
    runs = [PlannedRun(prompt.format(**issue), title=f"#{issue['number']}") for issue in issues]
    return agent.run_all(runs, at_once=5, max_cost=dollars, output=Triage, only_tools=tools, max_steps=20)


if __name__ == "__main__":
    with opencode.serve(".") as server:
        outcomes = triage(server, json.load(sys.stdin), 5.00)
    print(outcomes.table())
    sys.exit(0 if outcomes.finished else 1)
