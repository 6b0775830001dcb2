"""A turn as a state machine, without I/O: what has happened so far, when the answer has ended, and the next action."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

from attrs import evolve, frozen

from ..._core import check
from ..._core.events import Reconnected
from ..._core.observation import ObservedTurn
from ..._core.unset import UNSET
from ...errors import APITimeoutError
from .._generated import events as e
from .._generated import models as m
from .._output.form import OutputForm
from .._store.transcript import MessageEvent, id_of
from .activity import TreeActivity, TurnActivity, is_running
from .answer import Attribution, TurnAnswer, TurnStep, structured
from .ending import POLL_INTERVAL, Ending
from .outcome import UNKNOWN_PRICE, OutputError, Status, TurnFailedError, TurnOutcome, cut_short, outcome_of
from .permissions import PendingRequests, PermissionRules, Request
from .prices import PriceList
from .spending import Expense, TreeSpending, sum_up, sum_up_tree, tokens_of, unpriced
from .step_reports import StepReports
from .tree import SessionTree
from .unanswered import Hide, UnansweredRequestError, describe, how_to_reply

WAIT = "wait"
"""The value of `on_permission` and `on_question` with which requests wait for another client."""

MAX_STEPS = "max_steps"
"""The type of the error of a turn that was over `max_steps`."""

OUTPUT_ERROR = "StructuredOutputError"
"""The type of the error of an answer without an output, as the installable server has it."""

MOST_RETRIES = 100
"""The number of reports about the provider that wait for a slow `on_provider_retry`; the oldest are dropped."""

MOST_STEPS = 1000
"""The number of steps that wait for a slow caller; of later events, it gets the steps that are left when it is ready.

It is also the number of events that are kept until the server has answered the prompt."""

Action: TypeAlias = Literal["show", "report", "raise", "catch_up", "subscribe", "finish", "wait", "leave", "stop"]
"""The next action of the foreground.

- `show`: hand out `take_step()`.
- `report`: call `on_step` with `reports.take()`.
- `raise`: raise `take_failure()`.
- `catch_up`: fetch the requests that wait, and the messages since the prompt; then call `catch_up`.
- `subscribe`: subscribe to the events again; then call `resume`.
- `finish`: fetch the messages; then call `finish`.
- `wait`: wait until the background has changed something.
- `leave`: stop the agent, or leave it to itself; then call `close`.
- `stop`: end the iteration.
"""


@frozen(kw_only=True)
class TurnOptions:
    """The options of a turn, which `session.turn` describes.

    Raises:
        InvalidArgumentError: An option breaks a rule.
    """

    on_permission: Any = None
    on_question: Any = None
    deadline: float | None = None
    max_cost: float | None = None
    max_tokens: float | None = None
    price: Any = None
    on_leave: Literal["cancel", "detach"] = "cancel"
    raise_on_failure: bool = False
    poll_interval: float = POLL_INTERVAL
    on_provider_retry: Any = None
    max_provider_retries: int | None = None
    max_steps: int | None = None
    on_step: Any = None
    form: OutputForm | None = None

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.on_permission, PermissionRules) and self.on_permission != WAIT:
            check.function("on_permission", self.on_permission)
        if self.on_question != WAIT:
            check.function("on_question", self.on_question)
        check.function("on_provider_retry", self.on_provider_retry)
        if self.max_provider_retries is not None:
            check.number("max_provider_retries", self.max_provider_retries, minimum=0)
        check.function("on_step", self.on_step)
        if self.max_steps is not None:
            check.integer("max_steps", self.max_steps, minimum=1)
        check.seconds("deadline", self.deadline)
        for name, limit in (("max_cost", self.max_cost), ("max_tokens", self.max_tokens)):
            if limit is not None:
                check.number(name, limit, minimum=0)
        PriceList(self.price)
        check.choice("on_leave", self.on_leave, ("cancel", "detach"))
        check.boolean("raise_on_failure", self.raise_on_failure)
        check.seconds("poll_interval", self.poll_interval)

    def function(self, request: Request) -> Any:
        """Return the function or the rules for a request; None where it waits for another client, or for none."""
        function = self.on_permission if isinstance(request, m.PermissionRequest) else self.on_question
        return None if function == WAIT else function

    @property
    def status_when_left(self) -> Status:
        """The status of a turn whose block is left before the end."""
        return "detached" if self.on_leave == "detach" else "interrupted"

    @property
    def raises(self) -> bool:
        """Whether an answer that has not finished raises an error: otherwise it would have no output."""
        return self.raise_on_failure or self.form is not None

    def waits(self, request: Request) -> bool:
        """Return whether a request without a function waits for another client."""
        return bool((self.on_permission if isinstance(request, m.PermissionRequest) else self.on_question) == WAIT)


class TurnState:
    """The state of one turn, which its jobs in the background and its caller share.

    The foreground asks for the `next_action`, does its I/O and reports the result. An action that fails is not
    reported, so it comes next again. The jobs report events, replies and the end of the wait for the session.

    Attributes:
        options: The options of the turn.
        requests: The requests to reply to.
        retries: The new attempts of the provider that `on_provider_retry` has not seen.
        reports: The steps that have ended, and that `on_step` has not seen.
        ending: Decides when the answer has ended.
        outcome: How the turn has ended; None before.
        prices: The prices of models, as far as they were given or fetched.
        tree: The sessions of the turn, and their expenses.
        failure: The failure that has ended the turn.
        left: Why the caller's iteration ends before the answer; None while it goes on.
        started: Whether the turn's block has begun.
    """

    def __init__(self, session_id: str, options: TurnOptions, parents: dict[str, str | None] | None = None) -> None:
        """Begin before the prompt.

        Args:
            session_id: The turn's own session.
            options: The options of the turn.
            parents: The parents of sessions, as far as the turns of a client know them.
        """
        self.options: TurnOptions = options
        self.requests: PendingRequests = PendingRequests(
            permissions=options.on_permission not in (None, WAIT), questions=options.on_question not in (None, WAIT)
        )
        self.retries: deque[TurnActivity] = deque(maxlen=MOST_RETRIES)
        self.reports: StepReports = StepReports(wanted=options.on_step is not None)
        self.ending: Ending = Ending()
        self.outcome: TurnOutcome | None = None
        self.prices: PriceList = PriceList(options.price)
        self.tree: SessionTree = SessionTree(session_id, parents)
        self.left: Status | None = None
        self.failure: Exception | None = None
        self._session_id = session_id
        self.started: bool = False
        self._answer: TurnAnswer | None = None
        self._activities = TreeActivity(session_id)
        self._cause: m.ErrorInfo | None = None
        self._steps: deque[TurnStep] = deque()
        self._failures: deque[BaseException] = deque()
        self._output_error: OutputError | None = None
        self._before: list[e.Event | Reconnected] = []
        self._has_events = True

    def start(self) -> None:
        """Begin the turn's only block.

        Raises:
            TypeError: It has begun before.
        """
        if self.started:
            raise TypeError("session.turn: a turn is good for one block; a prompt is not sent twice")
        self.started = True

    def admit(self, attribution: Attribution, since: Iterable[m.Message] = (), *, show: bool = True) -> None:
        """Take the prompt that the server has, and then the events since the subscription.

        Args:
            attribution: The prompt, and the messages before it.
            since: The messages since a prompt that was sent before; the events may have changed them.
            show: Whether these messages are shown; otherwise only the rest of the answer is.
        """
        self._answer = TurnAnswer(attribution)
        if since:
            self.look(since)
            self.ending.catch_up()
        if not show:
            self._steps.clear()
        before, self._before = self._before, []
        for event in before:
            self.receive(event)

    def answer(self) -> TurnAnswer:
        """Return the answer.

        Raises:
            TypeError: The prompt was not sent.
        """
        if self._answer is None:
            raise TypeError("session.turn: the text comes inside its `with` block")
        return self._answer

    def text(self) -> str:
        """Return the text of the answer: of its final messages, unless they lack text that was shown."""
        yielded = "" if self._answer is None else self._answer.text()
        if self.outcome is None:
            return yielded
        parts = [part for answer in self._answers() for part in answer.content]
        text = "".join(getattr(part, "text", None) or "" for part in parts if isinstance(part, m.TextPart))
        return text if text.startswith(yielded) else yielded

    @property
    def messages(self) -> list[m.Message]:
        """The prompt's message and the messages of its answer, as far as they are known."""
        return [] if self._answer is None else self._answer.messages()

    @property
    def usage(self) -> m.TokenUsage | None:
        """The tokens of all sessions so far; None where the service counts none."""
        return self.spending().total.usage

    @property
    def cost(self) -> float | None:
        """The cost of all sessions so far in US dollars; None where it is unknown."""
        return self.spending().total.cost

    @property
    def steps(self) -> int:
        """The number of steps of all sessions that have ended so far."""
        return sum(expense.ended for own in self._expenses().values() for expense in own)

    def spending(self) -> TreeSpending:
        """Return the tokens and the cost of all sessions so far, together and in parts."""
        return sum_up_tree(self._expenses(), self.prices)

    def _expenses(self) -> dict[str, list[Expense]]:
        """Return the expenses of the turn in each session, its own first."""
        if self._answer is None:
            return {}
        attribution = self._answer.attribution
        own = [expense for id_, expense in self.tree.own().items() if attribution.owns(id_)]
        if not self.has_begun:  # before its first message, the agent starts no session
            return {self._session_id: own}
        return {self._session_id: own, **self.tree.expenses_below(self.since, attribution.over_since)}

    @property
    def outdated(self) -> bool:
        """Whether expenses have to be fetched; after a gap in the events, once the messages were."""
        return self.has_begun and self.ending.events != "stale" and self.tree.outdated

    @property
    def has_begun(self) -> bool:
        """Whether the agent has begun to answer."""
        return self._answer is not None and bool(self._answer.attribution.answers)

    @property
    def since(self) -> float | None:
        """The time of the first message of the answer, in Unix milliseconds; None where it is unknown."""
        first = next(iter(self.answer().attribution.answers), "")
        expense = self.tree.own().get(first)
        return None if expense is None else expense.created

    def _answers(self) -> list[m.AssistantMessage]:
        return [message for message in self.messages if isinstance(message, m.AssistantMessage)]

    def describe(self, turn: ObservedTurn) -> None:
        """Fill in the end of a turn for its observers."""
        outcome = self.outcome
        if outcome is not None:
            turn.status, turn.cost, turn.finish_reason = outcome.status, outcome.cost, outcome.finish_reason
            turn.error_type = None if outcome.error is None else outcome.error.type
            if (usage := outcome.usage) is not None:
                turn.input_tokens, turn.output_tokens = usage.input, usage.output
        for answer in self._answers():
            turn.agent = answer.agent or turn.agent
            if answer.model is not None:
                turn.provider, turn.model = answer.model.provider_id, answer.model.model_id or answer.model.id
            for part in answer.content:
                name = getattr(part, "name", None)
                if isinstance(part, m.ToolPart) and name is not None:
                    turn.tools[name] = turn.tools.get(name, 0) + 1

    @property
    def activity(self) -> TurnActivity | None:
        """What the turn does at the moment; None before the prompt is sent, and once the turn has ended."""
        if self._answer is None or self.ended:
            return None
        requests = [
            request
            for request in self.requests.unanswered()
            if not self._answer.attribution.answers or self.concerns(request)
        ]
        return self._activities.now(requests, [part for part in self._answer.tools() if is_running(part)])

    def attribute(self, messages: Iterable[m.Message]) -> None:
        """Take the messages since the prompt, of an agent at work, only to know which ones are the answer."""
        for message in messages:
            self.answer().attribution.take(message)

    def concerns(self, request: Request) -> bool:
        """Return whether a request is one of the answer, as far as the service says."""
        if self._answer is None:
            return False
        attribution = self._answer.attribution
        source = request.source if isinstance(request, m.PermissionRequest) else request.tool
        message_id = getattr(source, "message_id", None)
        if self.requests.is_earlier(request) or (isinstance(message_id, str) and attribution.is_foreign(message_id)):
            return False
        return request.session_id == self._session_id or bool(attribution.answers)

    # The next action.

    def next_action(self) -> Action:
        """Return the action that the foreground takes now.

        Raises:
            TypeError: The prompt was not sent.
        """
        if self.left is None:
            self.answer()
        if self._steps:
            return "show"
        if self.reports:
            return "report"
        if self._failures or self.failure is not None:
            return "raise"
        if self.outcome is not None:
            return "stop"
        if self.left is not None:
            return "leave"
        if self.ending.events == "stale":
            return "catch_up"
        if self.patience() == 0:
            return "finish"
        return "wait" if self._has_events else "subscribe"

    @property
    def ended(self) -> bool:
        """Whether the jobs in the background have nothing to do any more."""
        return self.left is not None or self.outcome is not None or self.failure is not None

    def patience(self) -> float | None:
        """Return the seconds without an event after which the answer has ended: 0 if it has; None if events decide."""
        if self._answer is None:
            return None
        return self.ending.patience(self._answer.attribution, asked=bool(self.requests))

    def take_step(self) -> TurnStep:
        """Return the oldest step that was not handed out, and remove it."""
        return self._steps.popleft()

    def take_failure(self) -> BaseException:
        """Return the failure to raise now; one that ends the turn is raised each time."""
        if self._failures:
            return self._failures.popleft()
        assert self.failure is not None  # the action says so
        return self.failure

    # Reports of the jobs.

    def receive(self, event: e.Event | Reconnected) -> None:
        """Take the next event of the stream; those before the prompt was admitted are kept until then."""
        if self._answer is None:
            if len(self._before) >= MOST_STEPS:
                self._before = [Reconnected(cause=None, attempts=1)]
            self._before.append(event)
            return
        if isinstance(event, Reconnected):
            self._miss()
            return
        payload: Any = getattr(event, "payload", None)
        self.requests.receive(event)
        has_spent = self.tree.receive(event)
        retry = self._activities.receive(event)
        if retry is not None:
            self._retry(retry)
        if getattr(payload, "session_id", None) != self._session_id:
            if has_spent:
                self._check_budget()
            return
        attribution = self._answer.attribution
        is_idle = None if attribution.answers and _is_afterthought(event, attribution.prompt_id) else False
        if len(self._steps) >= MOST_STEPS:  # a caller that is slow delays no other turn
            self._miss()
        elif not attribution.over:
            self._steps += self._answer.receive(event)
            if isinstance(event, e.SessionIdleEvent) and attribution.seen:
                is_idle = True
                attribution.rest()
            if isinstance(event, e.MessageUpdatedEvent):
                self._check_budget()
        self.ending.move(idle=is_idle)

    def _retry(self, retry: TurnActivity) -> None:
        """Take note that the provider is asked again, which ends a turn with too many of these attempts."""
        most = self.options.max_provider_retries
        if most is not None and (retry.attempt or 0) > most:
            self._cause = m.ErrorInfo(type="provider_retries", message=str(retry))
            self.leave("failed")
        elif self.options.on_provider_retry is not None:
            self.retries.append(retry)

    def _miss(self) -> None:
        self._activities.miss()
        self.ending.miss()
        self.tree.miss()
        self.answer().transcript.invalidate()

    def _check_budget(self) -> None:
        """Note the steps that have ended, and leave an answer that has used too much, or whose cost cannot be known."""
        options = self.options
        max_cost, max_tokens = options.max_cost, options.max_tokens
        unbound = max_cost is None and max_tokens is None and options.max_steps is None
        if (unbound and options.on_step is None) or self.left is not None:
            return
        expenses = self._expenses()
        self.reports.add(expenses, self.prices)
        if options.max_steps is not None and self._is_over_steps(options.max_steps):
            self._cause = m.ErrorInfo(type=MAX_STEPS, message=f"the agent needs more than {options.max_steps} steps")
            self.leave("over_budget")
            return
        if max_cost is not None and (unknown := unpriced(expenses, self.prices)) is not None:
            session_id, model = unknown
            why = f"the price of the model {model}, which the session {session_id} uses, is unknown: pass `price`"
            self._cause = m.ErrorInfo(type=UNKNOWN_PRICE, message=why)
            self.leave("over_budget")
            return
        total = sum_up((expense for own in expenses.values() for expense in own), self.prices)
        too_expensive = max_cost is not None and total.cost_known > max_cost
        if too_expensive or (max_tokens is not None and tokens_of(total.usage) > max_tokens):
            self.leave("over_budget")

    def _is_over_steps(self, most: int) -> bool:
        """Return whether there were too many steps, or as many as are allowed, after which the agent continues."""
        steps = self.steps
        return steps > most or (steps == most and not self.answer().attribution.is_answered)

    def count(self, session_id: str, messages: Iterable[m.Message]) -> None:
        """Take the expenses of messages that were fetched, of a session of the tree."""
        self.tree.put(session_id, messages)
        if self.outcome is None:
            self._check_budget()

    def catch_up(self, messages: Iterable[m.Message], recording: list[MessageEvent]) -> None:
        """Take what was fetched after events were missed; it comes next again if more were missed meanwhile.

        The idle event may be among the missed ones, so the session counts as idle until another event arrives.
        """
        if self._show(messages, recording):
            self.ending.catch_up()

    def look(self, messages: Iterable[m.Message]) -> None:
        """Take the messages since the prompt, fetched in case events were missed."""
        if self.ending.events != "stale":
            self._show(messages, self.answer().transcript.begin())

    def _show(self, messages: Iterable[m.Message], recording: list[MessageEvent]) -> bool:
        """Add the steps of messages; return False where events were missed while they were fetched."""
        since = list(messages)
        self.tree.put(self._session_id, since)
        steps = self.answer().merge(recording, since)
        self._steps += steps or []
        self._check_budget()
        return steps is not None

    def fail_reply(self, request: Request, failure: BaseException) -> None:
        """Take note that a request could not be replied to; it waits again, and the caller gets the failure."""
        self.requests.move(request, "failed")
        self._failures.append(failure)

    def open_request(self, request: Request, hide: Hide = str) -> None:
        """Take a request of the tree that the turn has no function for, which ends the turn unless it is to wait.

        Args:
            request: The request.
            hide: Removes the client's secrets from the words of the error.
        """
        is_open = self.requests.move(request, "open") and not self.options.waits(request)
        if is_open and self.concerns(request):
            self.fail(UnansweredRequestError(request, describe(request, hide), how_to_reply(request, hide)))

    def fail_report(self, failure: BaseException) -> None:
        """Take the failure of `on_provider_retry`, for the caller."""
        self._failures.append(failure)

    def lose(self, failure: Exception) -> None:
        """Take the failure that has ended the stream of events; it is raised once, before another subscription."""
        if not self.ended:
            self._failures.append(failure)
            self._has_events = False

    def resume(self) -> None:
        """Take note that the stream brings events again, after those that were missed."""
        self._has_events = True
        self._miss()

    def fail(self, failure: Exception) -> None:
        """Take a failure that ends the turn, unless it has ended."""
        if self.failure is None and not self.ended:
            self.failure = failure

    def expire(self, failure: Exception) -> None:
        """Take note that the deadline has passed; an answer that has not ended fails, after what waits to be shown."""
        if self.patience() != 0:
            self.fail(failure)

    def finish(self, messages: list[m.Message]) -> None:
        """Take the messages since the prompt; the turn has ended."""
        self._end(messages)
        if self.outcome is not None and self.left in ("failed", "over_budget"):
            self.outcome = cut_short(self.outcome, self.left, self._cause, works_on=False)
        if self.options.raises and self.outcome is not None and self.outcome.status != "finished":
            self._failures.append(self._output_error or TurnFailedError(self.outcome))

    def leave(self, status: Status) -> bool:
        """End the turn before its answer, after the steps that were received; return False where it has ended."""
        if self.left is not None or self.outcome is not None:
            return False
        self.left = status
        return True

    def close(self, *, works_on: bool, error: Exception | None = None, messages: list[m.Message] | None = None) -> None:
        """Take the outcome of a turn that was left.

        Args:
            works_on: Whether the agent may still be at work.
            error: The error that has ended it.
            messages: The messages since the prompt, where they were fetched.
        """
        if self.outcome is not None:
            return
        status, info = self.left or "interrupted", self._cause
        if error is not None:
            kind = "deadline" if isinstance(error, APITimeoutError) else type(error).__name__
            info = m.ErrorInfo(type=kind, message=str(error))
        if messages is not None:
            self._end(messages)
        outcome = self.outcome or self._outcome(None)
        self.outcome = cut_short(outcome, status, info, works_on=works_on)
        if self.options.raises and error is None and status in ("failed", "over_budget"):
            self._failures.append(TurnFailedError(self.outcome))

    def know(self, messages: list[m.Message]) -> list[m.Message]:
        """Take the messages since the prompt, once the session is idle; return the turn's own."""
        attribution = self.answer().attribution
        if not attribution.over:
            attribution.rest()
        self.tree.put(self._session_id, messages)
        return attribution.select(messages)

    def _end(self, messages: list[m.Message]) -> None:
        answer, selected = self.answer(), self.know(messages)
        self._steps += answer.merge(answer.transcript.begin(), selected) or []
        self.reports.add(self._expenses(), self.prices)
        self.outcome = self._outcome(answer.error)
        if self.options.form is not None:
            self.outcome = self._with_output(self.outcome, self.options.form)

    def _outcome(self, session_error: e.NamedError | None) -> TurnOutcome:
        spending = self.spending()
        return outcome_of(self.messages, session_error, spending, session_id=self._session_id, steps=self.steps)

    def _with_output(self, outcome: TurnOutcome, form: OutputForm) -> TurnOutcome:
        """Return an outcome with its output; without one that fits, it has failed, and its error is kept."""
        last = next(reversed(self._answers()), None)
        value = UNSET if last is None else structured(last)
        lacks = outcome.error is not None and outcome.error.type == OUTPUT_ERROR
        if outcome.status != "finished" and not lacks:
            return outcome
        said = None if outcome.error is None else outcome.error.message
        faults: tuple[str, ...] = (said or "the agent gave no output",)
        if value is not UNSET:
            try:
                return evolve(outcome, output=form.decode(value))
            except ValueError as error:
                faults = tuple(map(str, error.args))
        why = m.ErrorInfo(type="output", message="; ".join(faults))
        outcome = evolve(outcome, status="failed", error=why)
        self._output_error = OutputError(outcome, faults, None if value is UNSET else value)
        return outcome


def _is_afterthought(event: e.Event, prompt_id: str) -> bool:
    """Whether an event does not say that the session works, once its prompt has been answered.

    The installable server sends the title, the changes and their summary after the idle event (measured): a turn that
    took them for work ended a second later.
    """
    if isinstance(event, e.MessageUpdatedEvent):
        return event.payload.info is not None and id_of(event.payload.info) == prompt_id
    return isinstance(event, (e.SessionUpdatedEvent, e.SessionDiffEvent))
