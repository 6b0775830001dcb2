# Derived from sdk/trivet/agent/_turns/_async/turn.py by `python -m codegen`; do not edit.
"""A prompt and the agent's answer, as the caller iterates and controls them, and the operations of a session for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Literal, Self, TypeAlias, Union

from ...._core import check
from ...._core.answer import Unsent
from ...._core.call import Call
from ...._core.lazy_imports import lazy
from ...._core.public import exported_from
from ...._core.traceback_locals import NOTHING, clear_locals, hide_arguments
from ...._sync.client import Resource
from ...._sync.connection import Connection
from ....errors import InvalidArgumentError, TrivetError
from ..._generated import calls
from ..ending import POLL_INTERVAL
from ..extensions import Decision, extensions_of

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from ...._core import json_writing
    from ..._generated import models as m
    from ..._output import form as output_forms
    from .. import activity as activities
    from .. import answer as answers
    from .. import outcome as outcomes
    from .. import permissions, prices, prompt_options, step_reports
    from .. import state as turn_state
    from . import driver as turn_driver

    T = TypeVar("T", default=Any)
else:
    from typing import TypeVar

    T = TypeVar("T")
    json_writing = lazy("trivet._core.json_writing")
    m = lazy("trivet.agent._generated.models")
    activities = lazy("trivet.agent._turns.activity")
    answers = lazy("trivet.agent._turns.answer")
    outcomes = lazy("trivet.agent._turns.outcome")
    output_forms = lazy("trivet.agent._output.form")
    permissions = lazy("trivet.agent._turns.permissions")
    prices = lazy("trivet.agent._turns.prices")
    prompt_options = lazy("trivet.agent._turns.prompt_options")
    step_reports = lazy("trivet.agent._turns.step_reports")
    turn_driver = lazy("trivet.agent._turns._sync.driver")
    turn_state = lazy("trivet.agent._turns.state")


Answers: TypeAlias = Sequence[Sequence[str]] | None
OnPermission: TypeAlias = Union["permissions.PermissionRules", Callable[["m.PermissionRequest"], Decision]]
OnQuestion: TypeAlias = Callable[["m.QuestionRequest"], Answers]
OnProviderRetry: TypeAlias = Callable[["activities.TurnActivity"], None]
OnStep: TypeAlias = Callable[["step_reports.AgentStep"], None]


@exported_from("trivet.agent")
class Turn(Unsent, Generic[T]):
    """A prompt and the agent's answer to it, until that has ended.

    Iterate it, inside its `with` block, for the agent's text as it grows; iterate `steps()` for its reasoning, tool
    calls and todos too. Afterwards `outcome` says how the turn has ended. The prompt is sent once, when the block
    begins. Leaving the block before the end stops the agent, where the server has a way to, unless the turn was
    detached.

    >>> with client.session.turn(session.id, "What is here?") as turn:
    ...     for text in turn:
    ...         print(text, end="")
    >>> turn.outcome.status, turn.messages[-1].content
    """

    def __init__(
        self,
        connection: Connection,
        session_id: str,
        prompt: Call[m.SessionInputAdmitted] | None,
        message_id: str | None,
        options: turn_state.TurnOptions,
    ) -> None:
        self._session_id = session_id
        self._driver = turn_driver.TurnDriver(connection, session_id, prompt, message_id, options)
        self._state = self._driver.state

    @property
    def admitted(self) -> m.SessionInputAdmitted | None:
        """The server's record of the prompt; None before it was sent, and where it was found."""
        return self._driver.session.admitted

    @property
    def message_id(self) -> str:
        """The id of the prompt's message, with which `session.attach` comes back to the turn.

        Raises:
            TrivetError: The prompt was not sent.
        """
        if self._driver.prompt_id is None:
            raise TrivetError("session.turn: the prompt was not sent, so its message has no id")
        return self._driver.prompt_id

    @property
    def text(self) -> str:
        """The agent's text so far, without its reasoning; the whole text, once the turn has ended."""
        return self._state.text()

    @property
    def messages(self) -> list[m.Message]:
        """The prompt's message and the messages of its answer, as far as they are known."""
        return self._state.messages

    @property
    def usage(self) -> m.TokenUsage | None:
        """The tokens of the answer and of the sessions below so far; None where the service counts none."""
        return self._state.usage

    @property
    def cost(self) -> float | None:
        """The cost of the answer and of the sessions below so far in US dollars; None where it is unknown."""
        return self._state.cost

    @property
    def step_count(self) -> int:
        """The number of steps that have ended so far: calls of models, in the turn's session and those below it."""
        return self._state.steps

    @property
    def ended(self) -> bool:
        """Whether the turn has ended, so that it has an `outcome`."""
        return self._state.outcome is not None

    @property
    def outcome(self) -> outcomes.TurnOutcome[T]:
        """How the turn has ended, its tokens and its cost. After the block, there is always one.

        Raises:
            TrivetError: The turn has not ended.
        """
        if self._state.outcome is None:
            raise TrivetError("session.turn: the turn has not ended, so it has no outcome yet; look at `turn.ended`")
        return self._state.outcome

    @property
    def waiting(self) -> tuple[m.PermissionRequest | m.QuestionRequest, ...]:
        """The permissions and questions that wait for a reply of this turn now, oldest first.

        A function that asks a user looks here, from time to time, whether another client has replied first.

        >>> any(waiting.id == request.id for waiting in turn.waiting)
        """
        return self._driver.waiting()

    @property
    def activity(self) -> activities.TurnActivity | None:
        """What the turn does at the moment; None before the prompt is sent, and once the turn has ended.

        Another task or thread may look at it, also while the turn is iterated.

        >>> print(turn.activity)
        the provider refuses "slow down"; attempt 3 follows at 08:00:05 UTC
        """
        return self._driver.activity()

    def cancel(self) -> bool:
        """Stop the agent, and end the turn; another task or thread may call it, also a function that replies.

        >>> turn.cancel()
        True

        The iteration ends after the steps that have arrived, and the outcome is `interrupted`. The contract has no
        operation that stops an agent: then the turn ends, and `turn.outcome.works_on` says that the agent works on.
        Before the block, no prompt is sent: the block ends at once.

        Returns:
            Whether the server has confirmed that the agent has stopped; False where it works on, may work on, or where
            the turn had ended before, or had not begun.
        """
        return self._driver.leave("interrupted")

    def detach(self) -> None:
        """End the turn, and leave the agent at work; `session.attach` comes back to it.

        >>> turn.detach()
        """
        self._driver.detach()

    @hide_arguments
    def __enter__(self) -> Self:
        """Subscribe to the session's context, then send the prompt.

        Raises:
            InvalidArgumentError: `max_cost` was passed and the price is unknown, or the session has no such message.
            APIConnectionError: The service was not reached, or it is not known whether the prompt has arrived.
            APIStatusError: The service refused.
            DecodeError: The service's answer does not have the form that the contract promises.
        """
        self._driver.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._driver.close(error, self._state.options.status_when_left)

    @hide_arguments
    def run(self) -> list[m.Message]:
        """Send the prompt and wait until the agent has answered it.

        >>> messages = client.session.turn(session.id, "What is here?").run()

        Returns:
            The prompt's message and the messages of its answer.

        Raises:
            APIConnectionError: The service was not reached, or it is not known whether the prompt has arrived.
            APIStatusError: The service refused.
            APITimeoutError: The deadline has passed before the end of the answer.
            UnansweredRequestError: The agent asks, and the turn has no function for it.
            TurnFailedError: The answer has not finished, and the turn raises that.
        """
        with self:
            for text in self:
                del text  # this frame calls those of an error that an observer may keep
        return self.messages

    def steps(self) -> TurnSteps:
        """Iterate the answer in steps: pieces of text and of reasoning, tool calls, and todos.

        >>> for step in turn.steps():
        ...     match step:
        ...         case TextStep():
        ...             print(step.text, end="")
        ...         case ToolStep(status="running"):
        ...             print("runs", step.part.name)

        Iterating the turn itself yields the text alone; a step is yielded once, by one of the two.
        """
        return TurnSteps(self._driver)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> str:
        """Wait for more of the agent's text.

        Raises:
            APITimeoutError: The deadline has passed before the end of the answer.
            NotFoundError: The session has been deleted.
            APIError: The service could not be reached, refused, or gave a body that does not fit.
            UnansweredRequestError: The agent asks, and the turn has no function for it.
            TurnFailedError: The answer has not finished, and the turn raises that.
        """
        try:
            while (step := self._driver.next()) is not None:
                if step.type == "text":
                    return step.text
        except BaseException as error:
            step = NOTHING
            clear_locals(error)
            raise
        raise StopIteration

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._session_id!r})"


@exported_from("trivet.agent")
class TurnSteps:
    """The steps of a turn; `turn.steps()` makes it.

    >>> for step in turn.steps():
    ...     print(step.type)

    It is its own iterator: a loop that was left continues where it was.
    """

    def __init__(self, driver: turn_driver.TurnDriver) -> None:
        self._driver = driver

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> answers.TurnStep:
        """Wait for the next step.

        Raises:
            APITimeoutError: The deadline has passed before the end of the answer.
            NotFoundError: The session has been deleted.
            APIError: The service could not be reached, refused, or gave a body that does not fit.
            UnansweredRequestError: The agent asks, and the turn has no function for it.
            TurnFailedError: The answer has not finished, and the turn raises that.
        """
        try:
            step = self._driver.next()
        except BaseException as error:
            clear_locals(error)
            raise
        if step is None:
            raise StopIteration
        return step


class SessionTurns(Resource):
    """The session operations that last as long as the agent works."""

    @hide_arguments
    def wait(self, session_id: str, *, deadline: float | None = None) -> None:
        """Wait until the session is idle, however long that takes.

        The client's timeout applies to reaching the service, not to the wait; its deadline does not apply.

        >>> client.session.wait(session.id, deadline=600)

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
        self._connection.exchange(call, read_timeout=None, deadline=deadline, long_lived=True)

    def turn(
        self,
        session_id: str,
        prompt: m.Prompt | str,
        *,
        delivery: Literal["immediate", "deferred"] | None = None,
        message_id: str | None = None,
        on_permission: OnPermission | Literal["wait"] | None = None,
        on_question: OnQuestion | Literal["wait"] | None = None,
        on_provider_retry: OnProviderRetry | None = None,
        max_provider_retries: int | None = None,
        deadline: float | None = None,
        max_cost: float | None = None,
        max_tokens: float | None = None,
        max_steps: int | None = None,
        on_step: OnStep | None = None,
        price: prices.Prices | None = None,
        output: type[T] | Mapping[str, Any] | None = None,
        output_retries: int | None = None,
        system: str | None = None,
        only_tools: Collection[str] | None = None,
        without_tools: Collection[str] | None = None,
        variant: str | None = None,
        on_leave: Literal["cancel", "detach"] = "cancel",
        raise_on_failure: bool = False,
        poll_interval: float = POLL_INTERVAL,
    ) -> Turn[T]:
        """Send a prompt and follow the agent's answer until it has ended.

        The block sends the prompt, once. Iterating the turn yields the agent's text as it grows, and `turn.steps()` the
        tool calls, reasoning and todos too. Afterwards `turn.outcome` says how it has ended, and `turn.messages` holds
        the finished messages. `turn(…).run()` does all of this in one call. Answers to other prompts of the session are
        left out.

        >>> with client.session.turn(session.id, "What is here?", on_permission=lambda request: "once") as turn:
        ...     for text in turn:
        ...         print(text, end="")

        The functions also answer the requests of subsessions. A request without a function ends the turn with an
        `UnansweredRequestError`, unless it is to wait for another client. Several functions may run at once, in the
        sync client each in a thread of its own. They end with the turn, and when another client has answered first: an
        async function is cancelled, the result of another one is dropped.

        Args:
            session_id: The session.
            prompt: The prompt; a text is a prompt without files or agents.
            delivery: Whether the agent takes up the prompt at once or after its current work.
            message_id: An id for the prompt's message, with which a prompt that is sent twice is the same prompt: the
                second turn follows the answer to the first. Only for a server that takes it, through its adapter.
            on_permission: Called with each request for permission; returns `once`, `always`, `reject` or a `Rejected`
                with a reason. Or `PermissionRules`, which decide by tools and patterns, and need `otherwise` for all
                other requests; or `"wait"`, where another client replies.
            on_question: Called with each question; returns for each part of it the chosen labels, or text of the user's
                own, or None to reject it. Or `"wait"`.
            on_provider_retry: Called with the `TurnActivity` each time that the model's provider has refused, and the
                server waits before it asks again.
            max_provider_retries: The most times in a row that the provider is asked again; then the agent is stopped,
                and the outcome is `failed`. None for no limit, as the server has none.
            deadline: Seconds from the start of the block until the answer has ended; None for no limit.
            max_cost: US dollars that the answer may cost, with the sessions that the agent starts below. The cost is
                compared after each message of each session, so it may be higher by a message of each session at work;
                then the agent is stopped, and the outcome is `over_budget`. So it is once a session uses a model whose
                price is unknown; the session's own model is looked up before the prompt is sent.
            max_tokens: Tokens of all kinds together that the answer may use; compared like `max_cost`.
            max_steps: The most steps, each a call of a model, in the turn's session and those below it together. After
                the last one, the agent is stopped where it would go on, and the outcome is `over_budget`. The next step
                may have begun by then: there may be one more of each session at work.
            on_step: Called with an `AgentStep` as each step ends, by the task or thread that iterates the turn. If it
                raises an error, that ends the iteration, and leaving the block stops the agent.
            price: The price of the models whose price the server does not know, or lists as 0: a `Price`, or 0 for
                models that are free. Or a mapping of `PROVIDER/MODEL` to these, which decide for their models.
            output: The type of the value that the agent answers, which is then `turn.outcome.output`: an attrs class, a
                dataclass, a TypedDict, a pydantic model, or a JSON schema of an object. An answer without a value that
                fits raises an `OutputError` at its end, and one that has not finished a `TurnFailedError`.
            output_retries: How often the server asks the agent again for a value, if the server does that.
            system: A text that is added to the system prompt of the model.
            only_tools: The names of the tools that the agent may use; all others are taken away, unknown ones too. A
                session below has no tools at all then.
            without_tools: The names of tools that are taken away, in the sessions below, too.
            variant: The variant of the model, such as `high`.
            on_leave: Whether leaving the block before the end stops the agent, or leaves it at work.
            raise_on_failure: Whether an answer that failed or was interrupted raises a `TurnFailedError` at its end.
            poll_interval: Seconds between two looks at the lists of pending requests, whose events may be lost.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            UnsupportedOperationError: The server takes an output, a system text, tools or a variant nowhere; nothing
                was sent.

        Contract: Endpoints, `POST /api/session/{sessionID}/prompt`.
        """
        extensions = extensions_of(self._connection.custom_transport)
        if message_id is not None:
            check.text("message_id", message_id, min_length=1)
            if extensions.message_id is None:
                rule = "given only for a server that takes the id of a prompt, through its adapter"
                raise InvalidArgumentError("message_id", rule, message_id)
        call = calls.session_prompt(
            session_id, prompt=m.Prompt(text=prompt) if isinstance(prompt, str) else prompt, delivery=delivery
        )
        form = None if output is None else output_forms.output_form(output)
        beyond = prompt_options.PromptOptions(
            form=form,
            output_retries=output_retries,
            system=system,
            only_tools=only_tools,
            without_tools=without_tools,
            variant=variant,
        ).fields(extensions)
        body = {**(call.body or {}), **beyond}
        json_writing.encode_body(body)  # a prompt that cannot be sent is refused before its session is created
        call = call.evolve(body=body)
        options = turn_state.TurnOptions(
            max_steps=max_steps,
            on_step=on_step,
            form=form,
            on_permission=on_permission,
            on_question=on_question,
            on_provider_retry=on_provider_retry,
            max_provider_retries=max_provider_retries,
            deadline=deadline,
            max_cost=max_cost,
            max_tokens=max_tokens,
            price=price,
            on_leave=on_leave,
            raise_on_failure=raise_on_failure,
            poll_interval=poll_interval,
        )
        return Turn(self._connection, session_id, call, message_id, options)

    def attach(
        self,
        session_id: str,
        message_id: str,
        *,
        on_permission: OnPermission | Literal["wait"] = "wait",
        on_question: OnQuestion | Literal["wait"] = "wait",
        on_provider_retry: OnProviderRetry | None = None,
        max_provider_retries: int | None = None,
        deadline: float | None = None,
        max_cost: float | None = None,
        max_tokens: float | None = None,
        max_steps: int | None = None,
        on_step: OnStep | None = None,
        price: prices.Prices | None = None,
        output: type[T] | Mapping[str, Any] | None = None,
        on_leave: Literal["cancel", "detach"] = "cancel",
        raise_on_failure: bool = False,
        poll_interval: float = POLL_INTERVAL,
    ) -> Turn[T]:
        """Come back to a turn of a program that was ended, or that has detached it.

        No prompt is sent. Iterating the turn yields what the agent writes from now on; `turn.text` has everything. An
        answer that has ended yields nothing, and has its outcome at once.

        >>> with client.session.attach(session.id, message_id) as turn:
        ...     print(turn.text, end="")
        ...     for text in turn:
        ...         print(text, end="")

        Args:
            session_id: The session.
            message_id: The id of the prompt's message: `turn.message_id`.
            on_permission: As in `turn`; by default, permissions wait for another client.
            on_question: As in `turn`; by default, questions wait for another client.
            on_provider_retry: As in `turn`.
            max_provider_retries: As in `turn`.
            deadline: As in `turn`.
            max_cost: As in `turn`; all of the answer counts.
            max_tokens: As in `turn`; all of the answer counts.
            max_steps: As in `turn`; all of the answer counts.
            on_step: As in `turn`; the steps before are reported, too.
            price: As in `turn`.
            output: The type that was passed to `turn`, by which the value of the answer is decoded.
            on_leave: As in `turn`.
            raise_on_failure: As in `turn`.
            poll_interval: As in `turn`.

        Raises:
            InvalidArgumentError: An argument breaks a rule, or the session has no message of this id.

        Contract: Endpoints, `GET /api/session/{sessionID}/message`.
        """
        check.text("session_id", session_id, min_length=1)
        check.text("message_id", message_id, min_length=1)
        options = turn_state.TurnOptions(
            max_steps=max_steps,
            on_step=on_step,
            form=None if output is None else output_forms.output_form(output),
            on_permission=on_permission,
            on_question=on_question,
            on_provider_retry=on_provider_retry,
            max_provider_retries=max_provider_retries,
            deadline=deadline,
            max_cost=max_cost,
            max_tokens=max_tokens,
            price=price,
            on_leave=on_leave,
            raise_on_failure=raise_on_failure,
            poll_interval=poll_interval,
        )
        return Turn(self._connection, session_id, None, message_id, options)
