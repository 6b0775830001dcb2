"""A session at work: waiting for it, and a turn in one call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ...._async.client import AsyncResource
from ...._core import check
from ...._core.lazy import lazy
from ..._generated import calls
from .replies import AsyncOnPermission, AsyncOnQuestion
from .turn import AsyncTurn

if TYPE_CHECKING:
    from ..._generated import models as m
else:
    m = lazy("trivet.agent._generated.models")

__all__ = ["AsyncSessionTurns"]


class AsyncSessionTurns(AsyncResource):
    """What takes as long as the agent works."""

    async def wait(self, session_id: str, *, deadline: float | None = None) -> None:
        """Wait until the session is idle, for as long as that takes.

        The client's timeout is for reaching the service, not for the wait, and its deadline does not count either.

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
        await self._connection.exchange(calls.session_wait(session_id), read_timeout=None, deadline=deadline)

    def turn(
        self,
        session_id: str,
        prompt: m.Prompt | str,
        *,
        delivery: Literal["immediate", "deferred"] | None = None,
        on_permission: AsyncOnPermission | None = None,
        on_question: AsyncOnQuestion | None = None,
        deadline: float | None = None,
    ) -> AsyncTurn:
        """Prompt, and follow the answer until the session is idle.

        `async with client.session.turn(session_id, "What is here?") as turn` sends the prompt, once; `async for text in
        turn` gives the agent's text as it grows, and `turn.messages` is what came of it. `turn(…).run()` does all of
        it. What the sessions that this one begins ask for is answered too. Without a function, it waits for another
        client.

        Args:
            session_id: The session.
            prompt: What to say; a text is a prompt of nothing else.
            delivery: Whether it is taken up at once or after what the agent is doing.
            on_permission: Called with each request for permission, gives `once`, `always` or `reject`.
            on_question: Called with each question, gives for each part of it the labels that are chosen, or text of the
                user's own; None rejects it.
            deadline: Seconds from the prompt until the session is idle; None for no limit.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.

        Contract: Endpoints, `POST /api/session/{sessionID}/prompt`.
        """
        check.function("on_permission", on_permission)
        check.function("on_question", on_question)
        check.seconds("deadline", deadline)
        prompting = calls.session_prompt(
            session_id, prompt=m.Prompt(text=prompt) if isinstance(prompt, str) else prompt, delivery=delivery
        )
        return AsyncTurn(self._connection, session_id, prompting, on_permission, on_question, deadline)
