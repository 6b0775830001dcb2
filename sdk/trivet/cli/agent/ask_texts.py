"""Permissions and questions of an agent: their text for the user, the meaning of answers, and the command to reply."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from typing import Any, Literal, Protocol

from attrs import frozen

from trivet.agent import PermissionRequest, Question, QuestionRequest
from trivet.cli.text import fit, one_line, running_text, visible, width_of

MOST_OPTIONS = 50
LEAST = 8
"""The fewest columns in which the subject of a question is repeated before the answer."""
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


class Ask(Protocol):
    """A question that a user answers with a line."""

    def lines(self) -> list[str]:
        """Return the lines of the question, to be shown once."""
        ...

    def label(self, width: int) -> str:
        """Return the words before the answer while it is typed, in so many columns."""
        ...

    def parse(self, line: str) -> Any:
        """Return the meaning of an answer.

        Raises:
            ValueError: The line is not an answer; the message names the possible ones.
        """
        ...


def describe(request: PermissionRequest | QuestionRequest, width: int = 200) -> str:
    """Return the subject of a request, in one line.

    >>> describe(PermissionRequest(id="per_1", session_id="ses_1", action="bash", resources=["ls"]))
    'bash: ls'
    """
    if isinstance(request, PermissionRequest):
        resources = ", ".join(str(resource) for resource in request.resources or ())
        return one_line(f"{request.action or 'a permission'}{': ' if resources else ''}{resources}", width)
    texts = [getattr(question, "question", "") for question in request.questions or ()]
    return one_line(" / ".join(map(str, texts)) or "a question", width)


def reply_command(
    request: PermissionRequest | QuestionRequest, directory: str | None = None, server_options: Sequence[str] = ()
) -> str:
    """Return the command that replies to a request from another terminal.

    >>> reply_command(PermissionRequest(id="per_1", session_id="ses_1"), "/home/dev/orchard")
    'trivet agent permission reply per_1 --response once --directory /home/dev/orchard'

    Args:
        request: The request.
        directory: Its directory, or None for the server's own.
        server_options: The options that lead the command to the server of the request.
    """
    end = [*(() if directory is None else ("--directory", directory)), *server_options]
    # An identity that looks like an option must not become one, as a server chooses it.
    end = [*end, "--", request.id] if request.id.startswith("-") else end
    identity = () if request.id.startswith("-") else (request.id,)
    if isinstance(request, PermissionRequest):
        return command_line("trivet", "agent", "permission", "reply", *identity, "--response", "once", *end)
    options = [getattr(question.options[0], "label", "") if question.options else "" for question in request.questions]
    answers = json.dumps({"answers": [[one_line(option or "...")] for option in options]}, ensure_ascii=False)
    return command_line("trivet", "agent", "question", "reply", *identity, "--response", answers, *end)


def command_line(*words: str) -> str:
    """Return words as a command that can be pasted into a shell, with escapes for control characters.

    >>> command_line("trivet", "agent", "watch", "/a b")
    "trivet agent watch '/a b'"
    """
    return shlex.join(map(visible, words))


@frozen
class PermissionAsk:
    """A permission, which the user gives once or always, or rejects."""

    request: PermissionRequest

    def lines(self) -> list[str]:
        """Return the action and its resources, and the resources that `always` would allow."""
        request = self.request
        lines = [f"{one_line(request.action or 'something')} asks for permission:"]
        lines += [
            f"  {line}" for resource in request.resources or () for line in running_text(str(resource)).split("\n")
        ]
        if request.save and request.save != request.resources:
            lines.append(f"  always would allow: {one_line(', '.join(map(str, request.save)))}")
        return lines

    def label(self, width: int) -> str:
        """Return the possible answers, after the subject if there is room."""
        return _label(describe(self.request), "(o)nce (a)lways (r)eject: ", width)

    def parse(self, line: str) -> Any:
        """Return `once`, `always` or `reject`."""
        reply = _REPLIES.get(line.strip().casefold())
        if reply is None:
            raise ValueError("type o, a or r, and Enter; Ctrl-D rejects")
        return reply


@frozen
class QuestionAsk:
    """One question of a request; the user chooses an option by its number, or types an answer."""

    question: Question

    def lines(self) -> list[str]:
        """Return the question and its numbered options."""
        question = self.question
        text = running_text(str(getattr(question, "question", "") or "")).split("\n")
        options = question.options or ()
        width = len(str(min(len(options), MOST_OPTIONS)))
        for number, option in enumerate(options[:MOST_OPTIONS], 1):
            label, description = getattr(option, "label", ""), option.description
            about = f" - {description}" if description and description != label else ""
            text.append(f"  {number:>{width}}. {one_line(f'{label}{about}')}")
        return text

    def label(self, width: int) -> str:
        """Return the kind of answer that is expected, after the question in brief if there is room."""
        question = self.question
        return _label(one_line(question.header or getattr(question, "question", "")), f"{self._expected()}: ", width)

    def parse(self, line: str) -> Any:
        """Return the labels of the chosen options, or the text that was typed."""
        answer = line.strip()
        if not answer:
            raise ValueError(f"type {self._expected()}, and Enter; Ctrl-D rejects the question")
        labels = [str(getattr(option, "label", "")) for option in self.question.options or ()]
        if answer in labels:
            return [answer]
        pieces = [piece.strip() for piece in answer.split(",")] if self.question.multiple else [answer]
        chosen = [_chosen(piece, labels) for piece in pieces]
        if all(label is not None for label in chosen):
            return list(dict.fromkeys(chosen))
        if self._takes_text(labels):
            return [answer]
        raise ValueError(f"{answer!r} is not an option; type {self._expected()}, and Enter")

    def _takes_text(self, labels: Sequence[str]) -> bool:
        return self.question.custom is not False or not labels

    def _expected(self) -> str:
        labels = [str(getattr(option, "label", "")) for option in self.question.options or ()]
        if not labels:
            return "an answer"
        numbers = "a number" if not self.question.multiple else "numbers with commas"
        return f"{numbers} or an answer" if self._takes_text(labels) else numbers


def _label(subject: str, words: str, width: int) -> str:
    room = width - len(words) - 2
    return f"{fit(subject, min(room, 40))}? {words}".replace("?? ", "? ") if room >= LEAST else fit(words, width)


def _chosen(answer: str, labels: Sequence[str]) -> str | None:
    """Return the option that a number or a label means."""
    if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(labels):
        return labels[int(answer) - 1]
    return next((label for label in labels if label.casefold() == answer.casefold()), None)


def typed_line(ask: Ask, text: str, waiting: int, width: int) -> tuple[str, str]:
    """Return the label of a question, and the end of the line that is typed, which fit in so many columns.

    >>> typed_line(PermissionAsk(request), "on", 0, 60)
    ('bash: ls? (o)nce (a)lways (r)eject: ', 'on')
    """
    more = f"[+{waiting}] " if waiting else ""
    room = max(width // 4, 6)
    label = f"{more}{ask.label(max(width - room - len(more) - 1, 1))}"
    return label, text[-max(width - width_of(label) - 1, 1) :]
