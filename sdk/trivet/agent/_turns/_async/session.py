"""Session operations that last as long as the agent works: waiting, and a whole turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ...._async.client import AsyncResource
from ...._core import check
from ...._core.lazy_imports import lazy
from ..._generated import calls
from .replies import AsyncOnPermission, AsyncOnQuestion
from .turn import AsyncTurn

if TYPE_CHECKING:
    from ..._generated import models as m
else:
    m = lazy("trivet.agent._generated.models")

__all__ = ["AsyncSessionTurns"]

POLL_INTERVAL = 10.0
"""Seconds between two looks at the lists of requests."""


class AsyncSessionTurns(AsyncResource):
    """The session operations that last as long as the agent works."""

    async def wait(self, session_id: str, *, deadline: float | None = None) -> None:
        """Wait until the session is idle, however long that takes.

        The client's timeout applies to reaching the service, not to the wait; its deadline does not apply.

        >>> await client.session.wait(session.id, deadline=600)

        Args:
            session_id: The session.
            deadline: Seconds for the whole call; None for no limit.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APITimeoutError: The deadline has passed, and the session is not idle.
            APIError: The service could not be reached, refused, or gave a body that does not fit.

        Contract: Endpoints, `POST /api/session/{sessionID}/wait`.
        """
        check.seconds("deadline", deadline)
        call = calls.session_wait(session_id)
        await self._connection.exchange(call, read_timeout=None, deadline=deadline, long_lived=True)

    def turn(
        self,
        session_id: str,
        prompt: m.Prompt | str,
        *,
        delivery: Literal["immediate", "deferred"] | None = None,
        on_permission: AsyncOnPermission | None = None,
        on_question: AsyncOnQuestion | None = None,
        deadline: float | None = None,
        raise_on_failure: bool = False,
        poll_interval: float = POLL_INTERVAL,
    ) -> AsyncTurn:
        """Send a prompt and follow the agent's answer until it has ended.

        The block sends the prompt, once. Iterating the turn yields the agent's text as it grows, and `turn.steps()` the
        tool calls, reasoning and todos too. Afterwards `turn.outcome` says how it has ended, and `turn.messages` holds
        the finished messages. `turn(…).run()` does all of this in one call. Answers to other prompts of the session are
        left out.

        >>> async with client.session.turn(session.id, "What is here?", on_permission=lambda request: "once") as turn:
        ...     async for text in turn:
        ...         print(text, end="")

        The functions also answer the requests of subsessions. Requests without a function wait for another client.
        Several functions may run at once, in the sync client each in a thread of its own. They end with the turn, and
        when another client has answered first: an async function is cancelled, the result of another one is dropped.

        Args:
            session_id: The session.
            prompt: The prompt; a text is a prompt without files or agents.
            delivery: Whether the agent takes up the prompt at once or after its current work.
            on_permission: Called with each request for permission; returns `once`, `always` or `reject`.
            on_question: Called with each question; returns for each part of it the chosen labels, or text of the user's
                own, or None to reject it.
            deadline: Seconds from the prompt until the answer has ended; None for no limit.
            raise_on_failure: Whether an answer that failed or was interrupted raises a `TurnFailedError` at its end.
            poll_interval: Seconds between two looks at the lists of pending requests, whose events may be lost.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.

        Contract: Endpoints, `POST /api/session/{sessionID}/prompt`.
        """
        check.function("on_permission", on_permission)
        check.function("on_question", on_question)
        check.seconds("deadline", deadline)
        check.seconds("poll_interval", poll_interval)
        check.boolean("raise_on_failure", raise_on_failure)
        prompt_call = calls.session_prompt(
            session_id, prompt=m.Prompt(text=prompt) if isinstance(prompt, str) else prompt, delivery=delivery
        )
        return AsyncTurn(
            self._connection,
            session_id,
            prompt_call,
            on_permission,
            on_question,
            deadline=deadline,
            poll_interval=poll_interval,
            raise_on_failure=raise_on_failure,
        )
