# Derived from sdk/trivet/agent/_turns/_async/session.py by `python -m codegen`; do not edit.
"""The session of a turn on the server: its prompt and messages, requests and replies, waiting, and stopping."""

from __future__ import annotations

from collections.abc import Callable, Container
from contextlib import closing, suppress
from contextvars import copy_context
from typing import Any, TypeAlias

from ...._concurrency.functions import resolve
from ...._core import answer_decoder
from ...._core.call import Call, no_value
from ...._core.call_deadline import CallEnd
from ...._core.clock import Clock
from ...._core.settings import Settings
from ...._core.unset import UNSET, Unset
from ...._sync.client import Resource
from ...._sync.connection import Connection
from ...._sync.pager import Pager
from ....errors import (
    APIConnectionError,
    APIError,
    APIStatusError,
    APITimeoutError,
    DecodeError,
    InvalidArgumentError,
    NotFoundError,
)
from ..._contexts.context import context_query, is_context
from ..._generated import calls
from ..._generated import models as m
from ..._store import sessions
from ..._store.sessions import is_attributable
from ..._store.transcript import id_of
from .. import permissions
from ..activity import TurnActivity
from ..ending import GRACE, READ_TIMEOUT
from ..extensions import AgentExtensions, Rejected, extensions_of, request_of
from ..prices import PriceList, key_of, name_of
from ..state import TurnOptions
from ..tree import is_before
from ..unanswered import Hide

Concerns: TypeAlias = Callable[[permissions.Request], bool]
"""Decides whether a request is one of a turn."""

MISSING = frozenset({404, 405, 501})
"""The statuses of a service that has no such operation, or no such session."""


def _is_any(request: permissions.Request) -> bool:
    """Return true: a session that was stopped works for no turn any more."""
    return True


class TurnEnd(CallEnd):
    """The moment by which a turn has to end, which its calls share."""

    __slots__ = ()

    def __init__(self, limit: float | None, clock: Clock) -> None:
        """Count from this moment; None means never."""
        super().__init__("session.turn", limit, clock)

    def bound(self, settings: Settings) -> Settings:
        """Return settings with which a call that begins now does not outlast this end."""
        left = self.left()
        if left is None:
            return settings
        limit = left if settings.deadline is None else min(settings.deadline, left)
        return settings.evolve(deadline=max(limit, 0.001))

    def error(self, activity: TurnActivity | None = None, hide: Hide = str) -> APITimeoutError:
        """Make the error of a turn that has not ended in time, which says what it was at, without secrets."""
        reason = f"the session is not idle within the deadline of {self._limit:g} s"
        if activity is None:
            return APITimeoutError(self._operation, reason)
        error = APITimeoutError(self._operation, f"{reason}: {activity.words(hide)}")
        error.hint = activity.hint(hide)
        return error


class TurnSession(Resource):
    """The session of one turn: sends the prompt, fetches messages and requests, replies, waits, and stops the agent.

    Attributes:
        session_id: The session.
        extensions: The abilities of the server beyond the contract.
        admitted: The server's record of the prompt; None before it was sent.
        sending: Whether the prompt may have reached the server.
        parents: The parents of sessions, which the turns of a client share.
    """

    def __init__(self, connection: Connection, session_id: str, options: TurnOptions) -> None:
        """Send nothing yet; the functions of the options are called in the context of this caller."""
        super().__init__(connection)
        self.session_id = session_id
        self.extensions: AgentExtensions = extensions_of(connection.custom_transport)
        self.admitted: m.SessionInputAdmitted | None = None
        self.sending: bool = False
        self._bound = connection
        self._options = options
        self.parents: dict[str, str | None] = connection.shared_values.setdefault("parents", {})
        self._context = copy_context()
        self._model: m.ModelInUse | None = None

    def bind(self, end: TurnEnd, take: Callable[[m.Session], object]) -> Connection:
        """Return a connection that is bound to the context of the session, which is also passed to a function."""
        call, settings = calls.session_get(self.session_id), self._connection.settings
        answer = self._until(end).exchange(call)
        session = answer.value
        self._model = session.model
        sessions.keep_parent(self.parents, session)
        take(session)
        if session.location is not None:
            if not is_context(session.location):
                raise answer_decoder.schema_error(call, settings, answer, answer.body)
            context = context_query(session.location.directory, session.location.workspace_id)
            self._bound = self._connection.with_settings(settings.evolve(context=context))
        return self._bound

    def _until(self, end: TurnEnd, connection: Connection | None = None) -> Connection:
        """Return a connection whose calls end with the turn."""
        connection = connection or self._connection
        return connection.with_settings(end.bound(connection.settings))

    # Prompt and messages.

    def latest(self, end: TurnEnd) -> list[m.Message]:
        """Fetch the latest messages, oldest first."""
        return [*self._pager(end).page()][::-1]

    def send_prompt(
        self, call: Call[m.SessionInputAdmitted], message_id: str | None, end: TurnEnd
    ) -> m.SessionInputAdmitted:
        """Send the prompt; its answer has the id of its message, which says where the agent's answer begins."""
        if message_id is not None and self.extensions.message_id is not None and call.body is not None:
            call = call.evolve(body={**call.body, self.extensions.message_id: message_id}, retryable=True)
        self.sending = True
        try:
            answer = self._until(end).exchange(call)
        except APIStatusError:
            self.sending = False
            raise
        except APIConnectionError as error:
            self.sending = error.sent
            raise
        self.admitted = answer.value
        if not sessions.has_id(answer.value):
            why = "the body does not fit: expected the id of the prompt's message as text @ $.data.id"
            raise answer_decoder.decode_error(call, self._connection.settings, answer, answer.body, why)
        return answer.value

    def since(self, prompt_id: str, end: TurnEnd, known: Container[str] = ()) -> list[m.Message]:
        """Fetch the prompt's message and those after it, oldest first; where it was removed, those that are known."""
        messages: list[m.Message] = []
        with closing(self._pager(end).__iter__()) as newest_first:
            for message in newest_first:
                messages.append(message)
                if id_of(message) == prompt_id:
                    return messages[::-1]
        return [message for message in reversed(messages) if (id_of(message) or "") in known]

    def _pager(self, end: TurnEnd, session_id: str | None = None) -> Pager[m.Message, str | None]:
        """Return a session's messages, the latest first, each page of which is fetched before the turn has to end."""
        call = calls.session_message_list(session_id or self.session_id, limit=None, order="desc", cursor=None)
        return Pager(self._until(end), call, calls.SESSION_MESSAGE_LIST_PAGES, start=None)

    # The sessions below, and the price of the model.

    def messages_from(self, session_id: str, since: float | None, end: TurnEnd) -> list[m.Message]:
        """Fetch the messages of a session, the latest first, up to the first one that was created before a time."""
        messages: list[m.Message] = []
        with closing(self._pager(end, session_id).__iter__()) as newest_first:
            for message in newest_first:
                if is_before(getattr(getattr(message, "time", None), "created", None), since):
                    break
                messages.append(message)
        return messages

    def below(self, since: float | None, end: TurnEnd) -> list[m.Session]:
        """Fetch the sessions below that were updated since a time, or where the server lists all alone, created."""
        if self.extensions.children is None:
            return self._created(since, end)
        below: list[m.Session] = []
        waiting = [self.session_id]
        while waiting:
            lister = sessions.SessionFilter().call(None).evolve(**request_of(self.extensions.children, waiting.pop()))
            for session in (self._until(end).exchange(lister)).value.items:
                updated = None if session.time is None else session.time.updated
                if sessions.has_id(session) and not is_before(updated, since):
                    below.append(session)
                    waiting.append(session.id)
        return below

    def _created(self, since: float | None, end: TurnEnd) -> list[m.Session]:
        """Fetch the sessions of the context, the latest first, up to the first one that was created before a time."""
        lister = calls.session_list(
            limit=None, order="desc", path=None, roots=None, start=None, search=None, cursor=None
        )
        connection = self._until(end, self._bound)
        pager: Pager[m.Session, str | None]
        pager = Pager(connection, lister, calls.SESSION_LIST_PAGES, start=None)
        created: list[m.Session] = []
        with closing(pager.__iter__()) as newest_first:
            for session in newest_first:
                if is_before(None if session.time is None else session.time.created, since):
                    break
                sessions.keep_parent(self.parents, session)
                if sessions.has_id(session) and session.id != self.session_id:
                    created.append(session)
        return created

    def check_price(self, prices: PriceList, end: TurnEnd) -> None:
        """Learn the prices of the server's models.

        Raises:
            InvalidArgumentError: The price of the session's model is not known.
        """
        prices.learn((self._until(end).exchange(calls.catalog_model_list())).value)
        model = key_of(self._model)
        if model is None:
            config = (self._until(end, self._bound).exchange(calls.config_get())).value
            provider, _, name = (config.model or "").partition("/")
            model = (provider, name) if name else None
        if not prices.knows(model):
            none = "no model, neither in the session nor in the configuration"
            rule = "given for a session whose model has a known price, which is not 0, or with `price`"
            raise InvalidArgumentError("max_cost", rule, none if model is None else name_of(model))

    # Requests and replies.

    def requests(self, end: TurnEnd) -> list[permissions.Request]:
        """Fetch the requests that wait for a reply now."""
        connection = self._until(end, self._bound)
        requests: list[permissions.Request] = []
        for function, call in (
            (self._options.on_permission, calls.permission_list()),
            (self._options.on_question, calls.question_list()),
        ):
            listed: Call[Any] = call
            try:
                requests += (connection.exchange(listed)).value
            except (APIStatusError, DecodeError):
                if function is not None:  # otherwise the turn works without the list, and needs only its events
                    raise
        return requests

    def ask(self, request: permissions.Request) -> Call[None]:
        """Call the caller's function, in the caller's context, and make the call that sends its result."""
        context = self._context.copy()  # several functions may run at once
        if isinstance(request, m.PermissionRequest):
            return self._decide(request, context.run)
        answers = resolve(context.run(self._options.on_question, request))
        if answers is None:
            return permissions.rejection(request)
        if isinstance(answers, str) or any(isinstance(labels, str) for labels in answers):  # a text is a sequence, too
            rule = "a function that returns for each part of a question a list of texts"
            raise InvalidArgumentError("on_question", rule, answers)
        response = m.QuestionResponse(answers=[list(labels) for labels in answers])
        return calls.question_reply(request.id, response=response)

    def _decide(self, request: m.PermissionRequest, run: Callable[..., Any]) -> Call[None]:
        reply = self.decide(request, run)
        if not isinstance(reply, Rejected):
            return calls.permission_reply(request.id, response=reply)
        call = calls.permission_reply(request.id, response="reject")
        name = self.extensions.reply_message
        return call if name is None else call.evolve(body={**(call.body or {}), name: reply.message})

    def decide(self, request: m.PermissionRequest, run: Callable[..., Any] | None = None) -> Any:
        """Return the reply of the function or the rules of the options; None where they leave it to others."""
        decide = self._options.function(request)
        if decide in (None, permissions.WAIT):
            return None
        run = run or self._context.copy().run
        reply = resolve(run(decide, request)) if callable(decide) else decide
        return permissions.check_reply("on_permission", reply)

    def reply(self, call: Call[None]) -> None:
        """Send a reply."""
        with suppress(NotFoundError):  # another client replied first
            self._bound.exchange(call.evolve(retryable=True))  # a second reply is a 404, and changes nothing

    def includes(self, session_id: str | None, end: CallEnd | Unset = UNSET) -> bool:
        """Return whether a session is the turn's own, or one that was started below it, before an `end`."""
        below: set[str] = set()
        while session_id is not None and session_id != self.session_id and session_id not in below:
            below.add(session_id)
            if session_id not in self.parents:
                with suppress(NotFoundError):  # it was deleted meanwhile
                    fetched = self._bound.exchange(calls.session_get(session_id), deadline=end)
                    sessions.keep_parent(self.parents, fetched.value)
            session_id = self.parents.get(session_id)
        return session_id == self.session_id

    # Waiting and stopping.

    def stop(self, seconds: float, find_concerned: Callable[[TurnEnd], Concerns]) -> bool:
        """Stop the agent, reject what it has asked for, and return whether the server has confirmed that it stopped.

        A missing session is idle, too. The installable server goes on to list the requests of agents that were stopped
        (measured), and rejects without a new step only afterwards. An agent that may be at work has requests of other
        turns, which are left to them.

        Args:
            seconds: The time for this; if the agent is still at work then, its requests take up to a second more.
            find_concerned: Returns the function that decides whether a request is one of the turn.
        """
        end = TurnEnd(seconds, self._connection.settings.clock)
        try:
            stopped = self._interrupt(end)
        except NotFoundError:
            return True
        except APIConnectionError:
            return False
        last = TurnEnd(max(end.left() or 0, GRACE), self._connection.settings.clock)
        with suppress(APIError):
            self._reject_open(_is_any if stopped else find_concerned(last), last)
        return stopped

    def _interrupt(self, end: TurnEnd) -> bool:
        """Stop the agent, if the server has a way to, and return whether it has confirmed that.

        Raises:
            NotFoundError: The session is missing.
            APIConnectionError: The server was not reached.
        """
        if self.extensions.cancel is None:
            return False
        request = request_of(self.extensions.cancel, self.session_id)
        call = Call("session.turn", **request, record=None, decode=None, extract=no_value, accept="*/*")
        try:
            self._until(end).exchange(call)
        except (APIStatusError, DecodeError) as error:
            if isinstance(error, NotFoundError):
                raise
            return False
        try:
            self._connection.exchange(calls.session_wait(self.session_id), deadline=end, long_lived=True)
        except NotFoundError:
            raise
        except APIError:
            return False
        return True

    def _reject_open(self, concerns: Concerns, end: TurnEnd) -> None:
        """Reject the requests of the turn's sessions that wait for a reply, as far as the server takes that in time."""
        for listing in (calls.permission_list(), calls.question_list()):
            listed: Call[Any] = listing
            with suppress(APIError):
                for request in (self._bound.exchange(listed, deadline=end)).value:
                    if is_attributable(request) and concerns(request) and self.includes(request.session_id, end):
                        with suppress(APIStatusError):  # another client replied first, or the server refuses this one
                            self._bound.exchange(permissions.rejection(request), deadline=end)

    def wait(self, end: CallEnd) -> None:
        """Wait until the session is idle, or until the connection may be dead."""
        call, once = calls.session_wait(self.session_id), self._connection.without_retries()
        once.exchange(call, read_timeout=READ_TIMEOUT, deadline=end, long_lived=True)

    def lacks_wait(self, end: CallEnd, failure: APIError) -> bool:
        """Return whether the service has no such wait: it refuses it, and answers another call about the session.

        Raises:
            NotFoundError: The session is missing.
        """
        refuses = isinstance(failure, APIStatusError) and (failure.status in MISSING or failure.status >= 500)
        return (refuses or isinstance(failure, DecodeError)) and self.exists(end, failure)

    def exists(self, end: CallEnd, refused: APIError) -> bool:
        """Return whether the service answers for the session.

        Raises:
            NotFoundError: The session is missing; the error that the service `refused` with, if it says so.
        """
        once = self._connection.without_retries()
        try:
            once.exchange(calls.session_get(self.session_id), deadline=end)
        except NotFoundError as error:
            if isinstance(refused, NotFoundError):
                raise refused from error
            raise
        except APIError:
            return False
        return True
