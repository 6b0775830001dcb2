"""Prompt the agent, and print its text, tools and changes: `python examples/follow_prompt.py "What is here?"`.

Every permission is granted, and every question is answered with its first option.
"""

import sys

from trivet import AgentClient
from trivet.agent import QuestionRequest, TextStep, ToolStep


def first(request: QuestionRequest) -> list[list[str]]:
    return [[option.label for option in question.options[:1]] for question in request.questions]


def main(prompt: str, directory: str | None = None) -> int:
    with AgentClient() as agent:
        here = agent.at(directory=directory) if directory else agent
        session = here.session.start(title=prompt[:40], on_permission=lambda _: "once", on_question=first)
        print(f"> {prompt}")
        with session, session.turn(prompt) as turn:
            for step in turn.steps():
                if isinstance(step, TextStep):
                    print(step.text, end="", flush=True)
                elif isinstance(step, ToolStep) and step.status in ("completed", "error"):
                    print(f"[{step.part.name}: {step.status}]")
        print(f"\n{turn.outcome.status}")

        changes = session.diff()
    for change in changes:
        print(f"{change.status} {change.path} (+{change.additions} -{change.deletions})")
        if change.patch:
            print(change.patch, end="")
    return len(turn.messages) + len(changes)


if __name__ == "__main__":
    main(*sys.argv[1:])
