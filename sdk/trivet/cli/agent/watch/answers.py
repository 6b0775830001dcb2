"""Answers what waits in the followed directories, at the prompt."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from trivet import AgentClient, NotFoundError, TrivetError
from trivet.agent import PermissionRequest, QuestionRequest, QuestionResponse
from trivet.cli.agent.asker import GONE, REJECTED, Asker
from trivet.cli.agent.asks import PermissionAsk, QuestionAsk, describe

__all__ = ["Answers"]

Request = PermissionRequest | QuestionRequest


class Answers:
    """Asks the user about each request once, as long as it waits.

    >>> answers = Answers(Asker(keyboard, screen), screen.note)
    >>> answers.take(client, row.requests)
    """

    def __init__(self, asker: Asker, note: Callable[[str], object]) -> None:
        """Say by `note` what was done."""
        self._asker = asker
        self._note = note
        self._lock = threading.Lock()
        self._waiting: dict[tuple[int, str], Request] = {}

    def take(self, place: int, client: AgentClient, requests: Sequence[Request]) -> None:
        """Take all requests of a directory that wait now.

        Args:
            place: The number of the directory.
            client: A client that is bound to it.
            requests: The requests.
        """
        with self._lock:
            now = {(place, each.id): each for each in requests}
            for key in [each for each in self._waiting if each[0] == place and each not in now]:
                del self._waiting[key]
            new = [each for key, each in now.items() if key not in self._waiting]
            self._waiting.update(now)
        for each in new:
            work = threading.Thread(target=self._answer, args=((place, each.id), client, each), daemon=True)
            work.start()

    def close(self) -> None:
        """End all questions."""
        self._asker.close()

    def _answer(self, key: tuple[int, str], client: AgentClient, request: Request) -> None:
        asks: list[Any] = (
            [PermissionAsk(request)]
            if isinstance(request, PermissionRequest)
            else [QuestionAsk(each) for each in request.questions]
        )
        answers = self._asker.ask(asks, lambda: key in self._waiting)
        if answers is GONE:
            return
        try:
            done = _send(client, request, None if answers is REJECTED else answers)
        except NotFoundError:
            done = "another client was first"
        except TrivetError as error:
            done = f"not answered: {error}"
            with self._lock:
                self._waiting.pop(key, None)  # it is asked again
        self._note(f"{done}: {describe(request)}")


def _send(client: AgentClient, request: Request, answers: list[Any] | None) -> str:
    if isinstance(request, PermissionRequest):
        reply = "reject" if answers is None else answers[0]
        client.permission.reply(request.id, response=reply)
        return "rejected" if reply == "reject" else f"allowed {reply}"
    if answers is None:
        client.question.reject(request.id)
        return "rejected"
    client.question.reply(request.id, response=QuestionResponse(answers=answers))
    return "answered"
