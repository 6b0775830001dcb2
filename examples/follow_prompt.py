"""Prompt the agent and print its text as it arrives, rendered if rich is installed.

`python examples/follow_prompt.py "What is here?"`; every permission is granted, every question gets its first option.
"""

import sys
from importlib.util import find_spec

from trivet import AgentClient
from trivet.agent import QuestionRequest, Turn


def first(request: QuestionRequest) -> list[list[str]]:
    return [[option.label for option in question.options[:1]] for question in request.questions]


def render(turn: Turn) -> None:
    from rich.live import Live  # noqa: PLC0415  optional
    from rich.markdown import Markdown  # noqa: PLC0415  optional

    with Live() as live:
        text = ""
        for piece in turn:
            text += piece
            live.update(Markdown(text))


def main(prompt: str) -> int:
    with AgentClient() as agent:
        session = agent.session.create(title=prompt[:40])
        with agent.session.turn(session.id, prompt, on_permission=lambda _: "once", on_question=first) as turn:
            if find_spec("rich"):
                render(turn)
            for piece in turn:
                print(piece, end="", flush=True)
    return len(turn.messages or [])


if __name__ == "__main__":
    main(sys.argv[1])
