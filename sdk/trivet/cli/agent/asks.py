"""What the user is asked about a permission or a question, and what an answer means."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Sequence
from typing import Any, Literal, Protocol

from attrs import frozen

from trivet._core.printable import printable
from trivet.agent import PermissionRequest, Question, QuestionRequest
from trivet.cli.text import fit, one_line, running_text

__all__ = ["Ask", "PermissionAsk", "QuestionAsk", "command_line", "describe", "reply_command"]

_REPLIES: dict[str, Literal["once", "always", "reject"]] = {
    "o": "once",
    "once": "once",
    "y": "once",
    "yes": "once",
    "a": "always",
    "always": "always",
    "r": "reject",
    "reject": "reject",
    "n": "reject",
    "no": "reject",
}
MOST_OPTIONS = 50
LEAST = 8
"""The columns that what is asked has to have, to be shown again beside the answer."""


class Ask(Protocol):
    """Something that a user answers with a line."""

    def lines(self) -> list[str]:
        """Return what is asked, to be read once."""
        ...

    def label(self, width: int) -> str:
        """Return what stands before the answer, while it is typed, in so many columns."""
        ...

    def parse(self, line: str) -> Any:
        """Return what an answer means.

        Raises:
            ValueError: It means nothing; the message says what does.
        """
        ...


def describe(request: PermissionRequest | QuestionRequest, width: int = 200) -> str:
    """Return what a request is about, in one line.

    >>> describe(PermissionRequest(id="per_1", session_id="ses_1", action="bash", resources=["ls"]))
    'bash: ls'
    """
    if isinstance(request, PermissionRequest):
        resources = ", ".join(str(each) for each in request.resources or ())
        return one_line(f"{request.action or 'a permission'}{': ' if resources else ''}{resources}", width)
    texts = [getattr(each, "question", "") for each in request.questions or ()]
    return one_line(" / ".join(map(str, texts)) or "a question", width)


def reply_command(
    request: PermissionRequest | QuestionRequest, directory: str | None = None, again: Sequence[str] = ()
) -> str:
    """Return the command that replies to a request from another terminal.

    >>> reply_command(PermissionRequest(id="per_1", session_id="ses_1"), "/home/dev/orchard")
    'trivet agent permission reply per_1 --response once --directory /home/dev/orchard'

    Args:
        request: The request.
        directory: Its directory, or None for the server's own.
        again: The options that lead the command to the server of the request.
    """
    end = [*(() if directory is None else ("--directory", directory)), *again]
    # An identity that looks like an option must not become one, as a server chooses it.
    end = [*end, "--", request.id] if request.id.startswith("-") else end
    identity = () if request.id.startswith("-") else (request.id,)
    if isinstance(request, PermissionRequest):
        return command_line("trivet", "agent", "permission", "reply", *identity, "--response", "once", *end)
    options = [getattr(question.options[0], "label", "") if question.options else "" for question in request.questions]
    answers = json.dumps({"answers": [[one_line(each or "...")] for each in options]}, ensure_ascii=False)
    return command_line("trivet", "agent", "question", "reply", *identity, "--response", answers, *end)


def command_line(*words: str) -> str:
    """Return words as a command that a shell takes as it is shown, and a terminal does not act upon.

    >>> command_line("trivet", "agent", "watch", "/a b")
    "trivet agent watch '/a b'"
    """
    return shlex.join(printable(each, sys.maxsize) for each in words)


@frozen
class PermissionAsk:
    """A permission, which is given once or always, or rejected."""

    request: PermissionRequest

    def lines(self) -> list[str]:
        """Return what the agent wants to do, and what `always` would allow."""
        request = self.request
        found = [f"{one_line(request.action or 'something')} asks for permission:"]
        found += [f"  {line}" for each in request.resources or () for line in running_text(str(each)).split("\n")]
        if request.save and request.save != request.resources:
            found.append(f"  always would allow: {one_line(', '.join(map(str, request.save)))}")
        return found

    def label(self, width: int) -> str:
        """Return the words that are answers, after what is asked if there is room."""
        return _label(describe(self.request), "(o)nce (a)lways (r)eject: ", width)

    def parse(self, line: str) -> Any:
        """Return `once`, `always` or `reject`."""
        reply = _REPLIES.get(line.strip().casefold())
        if reply is None:
            raise ValueError("type o, a or r, and Enter; Ctrl-D rejects")
        return reply


@frozen
class QuestionAsk:
    """One question of a request: an option is chosen by its number, or an answer typed."""

    question: Question

    def lines(self) -> list[str]:
        """Return the question and its numbered options."""
        question = self.question
        text = running_text(str(getattr(question, "question", "") or "")).split("\n")
        options = question.options or ()
        width = len(str(min(len(options), MOST_OPTIONS)))
        for number, each in enumerate(options[:MOST_OPTIONS], 1):
            label, about = getattr(each, "label", ""), each.description
            why = f" - {about}" if about and about != label else ""
            text.append(f"  {number:>{width}}. {one_line(f'{label}{why}')}")
        return text

    def label(self, width: int) -> str:
        """Return what kind of answer is wanted, after the question in brief if there is room."""
        question = self.question
        return _label(one_line(question.header or getattr(question, "question", "")), f"{self._wanted()}: ", width)

    def parse(self, line: str) -> Any:
        """Return the labels of the chosen options, or the text that was typed."""
        given = line.strip()
        if not given:
            raise ValueError(f"type {self._wanted()}, and Enter; Ctrl-D rejects the question")
        labels = [str(getattr(each, "label", "")) for each in self.question.options or ()]
        if given in labels:
            return [given]
        pieces = [each.strip() for each in given.split(",")] if self.question.multiple else [given]
        chosen = [_chosen(each, labels) for each in pieces]
        if all(each is not None for each in chosen):
            return list(dict.fromkeys(chosen))
        if self._takes_text(labels):
            return [given]
        raise ValueError(f"{given!r} is no option; type {self._wanted()}, and Enter")

    def _takes_text(self, labels: Sequence[str]) -> bool:
        return self.question.custom is not False or not labels

    def _wanted(self) -> str:
        labels = [str(getattr(each, "label", "")) for each in self.question.options or ()]
        if not labels:
            return "an answer"
        numbers = "a number" if not self.question.multiple else "numbers with commas"
        return f"{numbers} or an answer" if self._takes_text(labels) else numbers


def _label(what: str, words: str, width: int) -> str:
    room = width - len(words) - 2
    return f"{fit(what, min(room, 40))}? {words}".replace("?? ", "? ") if room >= LEAST else fit(words, width)


def _chosen(given: str, labels: Sequence[str]) -> str | None:
    """Return the option that a number or a label means."""
    if given.isascii() and given.isdigit() and 1 <= int(given) <= len(labels):
        return labels[int(given) - 1]
    return next((each for each in labels if each.casefold() == given.casefold()), None)
