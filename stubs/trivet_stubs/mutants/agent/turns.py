"""What the agent of a stub does, so that the checks that need a turn can be tried: a script for each prompt."""

from collections.abc import Mapping

from trivet_stubs.agent import AgentStub, Ask, Question, Text, Tool
from trivet_stubs.agent.script import Step

_ASKS_FOR_BASH: tuple[Step, ...] = (Tool("bash", input={"command": "true"}, asks="bash"), Text("Done."))
_ASKS_A_QUESTION: tuple[Step, ...] = (Question(Ask("Tea or coffee?", ["tea", "coffee"])), Text("Thank you."))

TURNS: Mapping[str, tuple[Step, ...]] = {
    "agent.permissions.reply-answers-the-request": _ASKS_FOR_BASH,
    "agent.questions.answers-fit-the-questions": _ASKS_A_QUESTION,
    "agent.questions.reject-ends-the-question": _ASKS_A_QUESTION,
    "agent.questions.reply-answers-the-question": _ASKS_A_QUESTION,
    "agent.sessions.busy-is-409": _ASKS_FOR_BASH,
    "agent.sessions.immediate-before-deferred": _ASKS_FOR_BASH,
    "agent.sessions.wait-returns-when-idle": _ASKS_FOR_BASH,
}
"""From the id of a rule to the script of the first prompt of its check."""


def prepare(stub: AgentStub, rule: str) -> None:
    """Let the stub do what the check of a rule asks its agent for; other rules need nothing.

    >>> prepare(stub, "agent.permissions.reply-answers-the-request")
    """
    stub.scripts.clear()
    if rule in TURNS:
        stub.script(*TURNS[rule])
