# Derived from sdk/trivet/agent/_handles/_async/handle.py by `python -m codegen`; do not edit.
"""A session with what a program gives it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar

from attrs import frozen

from ...._concurrency.cancellable import shielded
from ...._concurrency.opening import Opening, begun
from ...._core import answer_decoder
from ...._core.call import Call
from ...._core.lazy_imports import lazy
from ...._core.public import exported_from
from ...._core.traceback_locals import hide_arguments
from ...._sync.connection import Connection
from ...._sync.pager import Pager
from ....errors import TrivetError
from ..._contexts.context import context_query, is_context
from ..._generated import calls
from ..._generated import models as m
from ..._store.sessions import has_id
from ..._tools import names as tool_names
from ..._tools.options import ToolOptions
from ..._turns._sync.turn import (
    OnPermission,
    OnProviderRetry,
    OnQuestion,
    OnStep,
    SessionTurns,
    Turn,
)
from ..._turns.ending import POLL_INTERVAL
from ..._turns.extensions import extensions_of, request_of
from ..._turns.outcome import TurnOutcome
from ..._turns.prices import Prices
from ..._turns.prompt_options import PromptOptions, unsupported
from ..._turns.state import TurnOptions
from ..arguments import message_id_of
from ..attachments import Attachment, prompt_of
from ..endings import describe

if TYPE_CHECKING:
    from typing_extensions import TypeVar as DefaultTypeVar

    from ..._tools._sync import handle_tools
    from ..._tools._sync.handle_tools import HandleTools

    T = DefaultTypeVar("T", default=Any)
else:
    handle_tools = lazy("trivet.agent._tools._sync.handle_tools")
    activities = lazy("trivet.agent._turns.activity")  # names in the annotations of functions that programs pass
    permissions = lazy("trivet.agent._turns.permissions")
    step_reports = lazy("trivet.agent._turns.step_reports")

    T = TypeVar("T")


@frozen(kw_only=True)
class HandleOptions:
    """The options that a handle adds to each prompt, as `session.turn` describes them."""

    on_permission: Any = None
    on_question: Any = None
    system: str | None = None
    only_tools: Collection[str] | None = None
    without_tools: Collection[str] | None = None
    variant: str | None = None
    price: Prices | None = None
    tools: ToolOptions | None = None


@exported_from("trivet.agent")
class SessionHandle(Opening):
    """A session of the server, and what a program gives it: functions that reply, a system text, tools.

    `agent.session.start(…)` creates a session, and `agent.session.resume(id)` takes one that exists.

    >>> with client.session.start(directory="/home/dev/orchard") as session:
    ...     outcome = session.run("Fix the tests.", on_permission=lambda request: "once")
    ...     print(outcome.text, outcome.cost)

    Leaving the block stops a turn that runs, and deletes nothing.
    """

    def __init__(
        self,
        sessions: SessionTurns,
        begin: Call[m.Session],
        options: HandleOptions,
        place: Connection | None = None,
    ) -> None:
        """Check the options; `begun` opens the handle.

        Args:
            sessions: The operations of sessions.
            begin: The call that creates the session, or fetches it.
            options: The options of each prompt.
            place: A connection that is bound to the directory of the session; None where the session says it.

        Raises:
            InvalidArgumentError: An option breaks a rule; nothing was sent.
            UnsupportedOperationError: The server takes an option nowhere; nothing was sent.
        """
        self._sessions = sessions
        self._connection = sessions._connection  # pyright: ignore[reportPrivateUsage]
        self._begin = begin
        self._place = place
        self._options = options
        self._record: m.Session | None = None
        self._closed = False
        self._turns: list[tuple[Turn[Any], str]] = []
        self._tools: HandleTools | None = None
        TurnOptions(on_permission=options.on_permission, on_question=options.on_question, price=options.price)
        PromptOptions(
            system=options.system,
            only_tools=options.only_tools,
            without_tools=options.without_tools,
            variant=options.variant,
        ).fields(self._extensions)
        if options.tools is not None:
            settings, transport = self._connection.settings, self._connection.custom_transport
            is_here = getattr(transport, "reaches_loopback", False)
            handle_tools.check_reach(settings.base_url, options.tools, is_here=is_here)

    def _open(self) -> None:
        if self._options.tools is None:
            self._record = self._fetch(self._begin)
        elif self._place is None:
            record = self._fetch(self._begin)
            self._open_tools(self._options.tools, self._placed(record))
            self._record = record
        else:  # if the tools cannot be used, there is no session
            self._open_tools(self._options.tools, self._place)
            try:
                self._record = self._fetch(self._begin)
            except BaseException:
                self._close_tools()
                raise

    def _fetch(self, call: Call[m.Session]) -> m.Session:
        answer = self._connection.exchange(call)
        if not has_id(answer.value):
            why = "the body does not fit: expected the id of the session as text @ $.data.id"
            raise answer_decoder.decode_error(call, self._connection.settings, answer, answer.body, why)
        return answer.value

    def _placed(self, record: m.Session) -> Connection:
        """Return a connection that is bound to the directory of a session."""
        location, connection = record.location, self._connection
        if location is None or not is_context(location):
            return connection
        context = context_query(location.directory, location.workspace_id)
        return connection.with_settings(connection.settings.evolve(context=context))

    def _open_tools(self, options: ToolOptions, place: Connection) -> None:
        """Serve the tools, and use their names as the agent server has them in the call that creates the session."""
        is_new = self._begin.operation == "session.create"
        tools = handle_tools.HandleTools(place, options, session_is_new=is_new)
        tools.open()
        self._tools = tools
        self._connection.close_listeners.add(self._end_with_client)
        body = self._begin.body or {}
        if "permission" in body:
            rules = tool_names.translated_wire(body["permission"], tools.served.name, options.forms)
            self._begin = self._begin.evolve(body={**body, "permission": rules})

    def _end_with_client(self) -> Callable[[], None]:
        """Refuse the calls of the tools, because the client is being closed; return what ends their server."""
        if self._tools is not None:
            self._tools.served.refuse()
        return self._close_tools

    def _close_tools(self) -> None:
        tools, self._tools = self._tools, None
        self._connection.close_listeners.discard(self._end_with_client)
        if tools is not None:
            shielded(tools.close)

    @property
    def session(self) -> m.Session:
        """The server's record of the session, as it was when the handle was opened.

        Raises:
            TrivetError: The handle is not open.
        """
        if self._record is None:
            raise TrivetError("session.start: the handle is not open yet: enter it, or it")
        return self._record

    @property
    def id(self) -> str:
        """The id of the session, with which `session.resume` comes back to it.

        Raises:
            TrivetError: The handle is not open.
        """
        return self.session.id

    @hide_arguments
    def run(
        self,
        prompt: m.Prompt | str,
        *,
        files: Iterable[Attachment] | None = None,
        output: type[T] | Mapping[str, Any] | None = None,
        output_retries: int | None = None,
        on_permission: OnPermission | Literal["wait"] | None = None,
        on_question: OnQuestion | Literal["wait"] | None = None,
        on_step: OnStep | None = None,
        on_provider_retry: OnProviderRetry | None = None,
        max_provider_retries: int | None = None,
        max_steps: int | None = None,
        max_cost: float | None = None,
        max_tokens: float | None = None,
        price: Prices | None = None,
        deadline: float | None = None,
        system: str | None = None,
        only_tools: Collection[str] | None = None,
        without_tools: Collection[str] | None = None,
        variant: str | None = None,
        raise_on_failure: bool = False,
    ) -> TurnOutcome[T]:
        """Send a prompt, wait until the agent has answered it, and return the outcome.

        >>> outcome = session.run("Is the change right?", output=Verdict, max_steps=20)
        >>> outcome.output.right, outcome.steps, outcome.cost

        Args:
            prompt: The prompt; a text is a prompt without files or agents.
            files: Files and images: paths of this machine, or names with bytes, each of at most 10 MB.
            output: As in `session.turn`: the type of `outcome.output`.
            output_retries: As in `session.turn`.
            on_permission: As in `session.turn`; by default, the handle's.
            on_question: As in `session.turn`; by default, the handle's.
            on_step: As in `session.turn`.
            on_provider_retry: As in `session.turn`.
            max_provider_retries: As in `session.turn`.
            max_steps: As in `session.turn`.
            max_cost: As in `session.turn`.
            max_tokens: As in `session.turn`.
            price: As in `session.turn`; by default, the handle's.
            deadline: As in `session.turn`.
            system: As in `session.turn`; by default, the handle's.
            only_tools: As in `session.turn`; by default, the handle's.
            without_tools: As in `session.turn`; by default, the handle's.
            variant: As in `session.turn`; by default, the handle's.
            raise_on_failure: As in `session.turn`.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            UnsupportedOperationError: The server takes an option nowhere; nothing was sent.
            OutputError: The agent gave no output, or one that does not fit.
            TurnFailedError: The answer has not finished, and an output was asked for, or the call raises that.
            UnansweredRequestError: The agent asks, and there is no function for it.
            APITimeoutError: The deadline has passed before the end of the answer.
            APIError: The service could not be reached, refused, or gave a body that does not fit.
            KeyboardInterrupt: The program was interrupted, and the agent was stopped. This error, as every other one
                that ends the run, has the attribute `outcome`: the `TurnOutcome` so far.
        """
        turn: Turn[T] = self.turn(
            prompt,
            files=files,
            output=output,
            output_retries=output_retries,
            on_permission=on_permission,
            on_question=on_question,
            on_step=on_step,
            on_provider_retry=on_provider_retry,
            max_provider_retries=max_provider_retries,
            max_steps=max_steps,
            max_cost=max_cost,
            max_tokens=max_tokens,
            price=price,
            deadline=deadline,
            system=system,
            only_tools=only_tools,
            without_tools=without_tools,
            variant=variant,
            raise_on_failure=raise_on_failure,
        )
        try:
            turn.run()
        except BaseException as error:
            describe(error, self.id, turn.outcome if turn.ended else None)
            raise
        return turn.outcome

    def turn(
        self,
        prompt: m.Prompt | str,
        *,
        files: Iterable[Attachment] | None = None,
        output: type[T] | Mapping[str, Any] | None = None,
        output_retries: int | None = None,
        on_permission: OnPermission | Literal["wait"] | None = None,
        on_question: OnQuestion | Literal["wait"] | None = None,
        on_step: OnStep | None = None,
        on_provider_retry: OnProviderRetry | None = None,
        max_provider_retries: int | None = None,
        max_steps: int | None = None,
        max_cost: float | None = None,
        max_tokens: float | None = None,
        price: Prices | None = None,
        deadline: float | None = None,
        system: str | None = None,
        only_tools: Collection[str] | None = None,
        without_tools: Collection[str] | None = None,
        variant: str | None = None,
        on_leave: Literal["cancel", "detach"] = "cancel",
        raise_on_failure: bool = False,
        poll_interval: float = POLL_INTERVAL,
    ) -> Turn[T]:
        """Send a prompt, and follow the agent's answer: `session.turn` of the client, in this session.

        >>> with session.turn("What is here?") as turn:
        ...     for text in turn:
        ...         print(text, end="")

        Args:
            prompt: As in `run`.
            files: As in `run`.
            output: As in `run`.
            output_retries: As in `run`.
            on_permission: As in `run`.
            on_question: As in `run`.
            on_step: As in `run`.
            on_provider_retry: As in `run`.
            max_provider_retries: As in `run`.
            max_steps: As in `run`.
            max_cost: As in `run`.
            max_tokens: As in `run`.
            price: As in `run`.
            deadline: As in `run`.
            system: As in `run`.
            only_tools: As in `run`.
            without_tools: As in `run`.
            variant: As in `run`.
            on_leave: Whether leaving the turn's block, or the handle's, stops the agent, or leaves it at work.
            raise_on_failure: As in `run`.
            poll_interval: As in `session.turn`.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            UnsupportedOperationError: The server takes an option nowhere; nothing was sent.
            TrivetError: The handle is not open, or is closed.
        """
        if self._closed:
            why = "the handle is closed"
            raise TrivetError(f"session.start: {why}; agent.session.resume({self.id!r}) makes another one")
        own = self._options
        if only_tools is None and without_tools is None:
            only_tools, without_tools = own.only_tools, own.without_tools
        on_permission = own.on_permission if on_permission is None else on_permission
        if self._tools is not None:
            in_model = self._tools.in_model
            on_permission, only_tools, without_tools = map(in_model, (on_permission, only_tools, without_tools))
        elif only_tools is None and self._extensions.tools is not None:
            places = (self._connection.settings, self._placed(self.session).settings)
            without_tools = tool_names.without_others(places, without_tools)
        turn = self._sessions.turn(
            self.id,
            prompt_of(prompt, files),
            output=output,
            output_retries=output_retries,
            on_permission=on_permission,
            on_question=own.on_question if on_question is None else on_question,
            on_step=on_step,
            on_provider_retry=on_provider_retry,
            max_provider_retries=max_provider_retries,
            max_steps=max_steps,
            max_cost=max_cost,
            max_tokens=max_tokens,
            price=own.price if price is None else price,
            deadline=deadline,
            system=own.system if system is None else system,
            only_tools=only_tools,
            without_tools=without_tools,
            variant=own.variant if variant is None else variant,
            on_leave=on_leave,
            raise_on_failure=raise_on_failure,
            poll_interval=poll_interval,
        )
        self._turns = [(other, leaves) for other, leaves in self._turns if not other.ended]
        self._turns.append((turn, on_leave))
        turn._driver.tools = self._tools  # pyright: ignore[reportPrivateUsage]
        return turn

    def messages(self, *, order: Literal["asc", "desc"] = "asc") -> Pager[m.Message, str | None]:
        """List the messages of the session, page by page, as `session.message.list` does.

        The pager is iterated; `all` gives a list.

        >>> for message in session.messages():
        ...     print(message.type)
        >>> messages = session.messages().all()

        Args:
            order: The oldest first, or the latest.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            TrivetError: The handle is not open.
        """
        call = calls.session_message_list(self.id, limit=None, order=order, cursor=None)
        return Pager(self._connection, call, calls.SESSION_MESSAGE_LIST_PAGES, start=None)

    def diff(self) -> list[m.FileDiff]:
        """Get the files that the session has changed, as `session.diff` does.

        >>> [diff.path for diff in session.diff()]

        Raises:
            APIError: The service could not be reached, refused, or gave a body that does not fit.
        """
        return (self._connection.exchange(calls.session_diff(self.id))).value

    def fork(self, at: m.Message | str | None = None) -> Self:
        """Copy the session, and return a handle of the copy, with the options of this one: enter it, or it.

        >>> with session.fork(at=question) as other:
        ...     outcome = other.run("Try it with a dict instead.")

        The copy has the rules of the session, and its handle serves the tools of this one, too. The server needs the
        adapter of opencode, or a stub the switch `forks`.

        Args:
            at: The message, or its id, before which the copy ends; None copies all messages.

        Raises:
            UnsupportedOperationError: The server has no such operation; nothing was sent.
            NotFoundError: The session does not have the message.
            TrivetError: The handle is not open.
        """
        if self._extensions.fork is None:
            raise unsupported("a copy of a session", "session.fork", "forks")
        message_id = message_id_of(at)
        begin = calls.session_get(self.id).evolve(
            operation="session.fork",
            **request_of(self._extensions.fork, self.id),
            body={} if message_id is None else {"messageID": message_id},
            retryable=False,
        )
        return begun(type(self)(self._sessions, begin, self._options, self._placed(self.session)))

    def wait(self, *, deadline: float | None = None) -> None:
        """Wait until the session is idle, as `session.wait` does.

        >>> session.wait(deadline=600)

        Args:
            deadline: Seconds for the whole call; None for no limit.

        Raises:
            APITimeoutError: The deadline has passed, and the session is not idle.
            APIError: The service could not be reached, refused, or gave a body that does not fit.
        """
        self._sessions.wait(self.id, deadline=deadline)

    def delete(self) -> None:
        """Stop a turn that runs, and delete the session with its messages.

        >>> session.delete()

        Raises:
            APIError: The service could not be reached, refused, or gave a body that does not fit.
        """
        self.close()
        self._connection.exchange(calls.session_delete(self.id))

    def close(self) -> None:
        """Stop a turn that runs, unless it was to be left at work, and end the tools; the session stays on the server.

        >>> session.close()
        """
        self._closed = True
        turns, self._turns = self._turns, []
        for turn, on_leave in turns:
            if turn.ended:
                continue
            if on_leave == "detach":
                turn.detach()
            else:
                turn.cancel()
        self._close_tools()

    @property
    def _extensions(self) -> Any:
        return extensions_of(self._connection.custom_transport)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({'not open' if self._record is None else repr(self._record.id)})"
