"""Helpers for tests of turns."""

from trivet.agent import AssistantMessage
from trivet_stubs.agent import Tool

TOOL = Tool("bash", {"command": "ls"}, output="README.md", asks="bash")


async def texts(turn):
    return [text async for text in turn]


def agents_text(messages):
    answers = [message for message in messages if isinstance(message, AssistantMessage)]
    return "".join(part.text for answer in answers for part in answer.content if part.type == "text")
