"""Let an agent of opencode review the changes since a commit, and fail the CI job unless it approves them.

python examples/review_change.py origin/main
"""

import subprocess
import sys

from attrs import frozen

from trivet import AgentClient
from trivet.agent import opencode


@frozen
class Review:
    """The review of a change.

    Attributes:
        approved: Whether the change can be merged.
        findings: The faults of the change, each as `FILE:LINE: the fault`.
    """

    approved: bool
    findings: list[str]


def review(agent: AgentClient, change: str) -> Review:
    prompt, tools = f"Review this change; read the code around it.\n\n{change}", ["read", "grep", "glob"]
    return agent.run(prompt, output=Review, only_tools=tools, max_steps=30, max_cost=1.00, deadline=600).output


if __name__ == "__main__":
    diff = subprocess.run(["git", "diff", f"{sys.argv[1]}...HEAD"], capture_output=True, text=True, check=True).stdout
    with opencode.serve(".") as server:
        verdict = review(server, diff)
    print("\n".join(verdict.findings))
    sys.exit(0 if verdict.approved else 1)
