"""Helpers for tests of turns."""

from trivet.agent import AssistantMessage
from trivet_stubs.agent import Tool

TOOL = Tool("bash", {"command": "ls"}, output="README.md", asks="bash")


async def texts(turn):
    return [text async for text in turn]


def agents_text(messages):
    answers = [each for each in messages if isinstance(each, AssistantMessage)]
    return "".join(part.text for each in answers for part in each.content if part.type == "text")
