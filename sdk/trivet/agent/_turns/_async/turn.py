"""A prompt and the agent's answer, as the caller iterates them."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Self

from ...._async.connection import AsyncConnection
from ...._core.answer import Unsent
from ...._core.call import Call
from ...._core.lazy_imports import lazy
from ...._core.public import exported_from
from ....errors import TrivetError
from .replies import AsyncOnPermission, AsyncOnQuestion

if TYPE_CHECKING:
    from ..._generated import models as m
    from .. import outcome as outcomes
    from .. import state as turn_state
    from .. import steps as turn_steps
    from . import driver as turn_driver
else:
    m = lazy("trivet.agent._generated.models")
    outcomes = lazy("trivet.agent._turns.outcome")
    turn_steps = lazy("trivet.agent._turns.steps")
    turn_driver = lazy("trivet.agent._turns._async.driver")
    turn_state = lazy("trivet.agent._turns.state")

__all__ = ["AsyncTurn", "AsyncTurnSteps"]


@exported_from("trivet.agent")
class AsyncTurn(Unsent):
    """A prompt and the agent's answer to it, until that has ended.

    Iterate it, inside its `with` block, for the agent's text as it grows; iterate `steps()` for its reasoning, tool
    calls and todos too. Afterwards `outcome` says how the turn has ended. The prompt is sent once, when the block
    begins. Leaving the block early does not stop the agent.

    >>> async with client.session.turn(session.id, "What is here?") as turn:
    ...     async for text in turn:
    ...         print(text, end="")
    >>> turn.outcome.status, turn.messages[-1].content
    """

    def __init__(
        self,
        connection: AsyncConnection,
        session_id: str,
        prompt_call: Call[m.SessionInputAdmitted],
        on_permission: AsyncOnPermission | None,
        on_question: AsyncOnQuestion | None,
        *,
        deadline: float | None,
        poll_interval: float,
        raise_on_failure: bool,
    ) -> None:
        self._session_id = session_id
        self._prompt_call = prompt_call
        self._opened = False
        self._state = turn_state.TurnState(
            session_id,
            permissions=on_permission is not None,
            questions=on_question is not None,
            raise_on_failure=raise_on_failure,
        )
        self._driver = turn_driver.AsyncTurnDriver(
            connection,
            session_id,
            self._state,
            on_permission,
            on_question,
            deadline=deadline,
            poll_interval=poll_interval,
        )

    @property
    def admitted(self) -> m.SessionInputAdmitted | None:
        """The server's record of the prompt; None before it was sent."""
        return self._driver.messages.admitted

    @property
    def text(self) -> str:
        """The agent's text so far, without its reasoning; the whole text, once the turn has ended."""
        return self._state.text()

    @property
    def messages(self) -> list[m.Message] | None:
        """The prompt's message and those of its answer; None until the turn has ended."""
        return self._state.messages

    @property
    def outcome(self) -> outcomes.TurnOutcome | None:
        """How the turn has ended, what it used and what it cost; None until it has ended."""
        return self._state.outcome

    @property
    def waiting(self) -> tuple[m.PermissionRequest | m.QuestionRequest, ...]:
        """The permissions and questions that wait for a reply of this turn now, oldest first.

        A function that asks a user looks here, from time to time, whether another client has replied first.

        >>> any(each.id == request.id for each in turn.waiting)
        """
        return self._driver.waiting()

    async def __aenter__(self) -> Self:
        """Subscribe to the session's context, then send the prompt.

        Raises:
            APIConnectionError: The service was not reached, or it is not known whether the prompt has arrived.
            APIStatusError: The service refused.
            DecodeError: The service's answer does not have the form that the contract promises.
        """
        await self._driver.open(self._prompt_call)
        self._opened = True
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._opened:
            await self._driver.aclose()

    async def run(self) -> list[m.Message]:
        """Send the prompt and wait until the agent has answered it.

        >>> messages = await client.session.turn(session.id, "What is here?").run()

        Returns:
            The prompt's message and those of its answer.

        Raises:
            APIConnectionError: The service was not reached, or it is not known whether the prompt has arrived.
            APIStatusError: The service refused.
            APITimeoutError: The deadline has passed, and the agent is still at work.
            TurnFailedError: The answer failed or was interrupted, and the turn raises that.
        """
        async with self:
            async for _ in self:
                pass
        if self.messages is None:
            raise TrivetError("session.turn: it was left before the session was idle")
        return self.messages

    def steps(self) -> AsyncTurnSteps:
        """Iterate the answer in steps: pieces of text and of reasoning, tool calls, and todos.

        >>> async for step in turn.steps():
        ...     match step:
        ...         case TextStep():
        ...             print(step.text, end="")
        ...         case ToolStep(status="running"):
        ...             print("runs", step.part.name)

        Iterating the turn itself yields the text alone; a step is yielded once, by one of the two.
        """
        return AsyncTurnSteps(self._driver)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> str:
        """Wait for more of the agent's text.

        Raises:
            APITimeoutError: The deadline has passed, and the agent is still at work.
            NotFoundError: The session has been deleted.
            APIError: The service could not be reached, refused, or gave a body that does not fit.
            TurnFailedError: The answer failed or was interrupted, and the turn raises that.
        """
        while True:
            step = await self._driver.next()
            if step is None:
                raise StopAsyncIteration
            if step.type == "text":
                return step.text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._session_id!r})"


@exported_from("trivet.agent")
class AsyncTurnSteps:
    """The steps of a turn; `turn.steps()` makes it.

    >>> async for step in turn.steps():
    ...     print(step.type)

    It is its own iterator: a loop that was left continues where it was.
    """

    def __init__(self, driver: turn_driver.AsyncTurnDriver) -> None:
        self._driver = driver

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> turn_steps.TurnStep:
        """Wait for the next step.

        Raises:
            APITimeoutError: The deadline has passed, and the agent is still at work.
            NotFoundError: The session has been deleted.
            APIError: The service could not be reached, refused, or gave a body that does not fit.
            TurnFailedError: The answer failed or was interrupted, and the turn raises that.
        """
        step = await self._driver.next()
        if step is None:
            raise StopAsyncIteration
        return step
