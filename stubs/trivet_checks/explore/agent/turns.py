"""The turns of agents in a walk: their ends are awaited on the server, and the model's agent does the same."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from trivet_checks.checks.agent.service import Agent, Where, listed, rows
from trivet_checks.checks.agent.turns import ended, kind_of, text_of
from trivet_checks.checks.budget import pauses
from trivet_checks.exchanges.evidence import NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.explore.agent.model import AgentModel
from trivet_checks.explore.agent.words import CONTEXT, MESSAGES, PERMISSIONS, QUESTIONS, REJECT, REPLY
from trivet_stubs.agent import Ask, Question, Text, Tool

_SECONDS, _FOR_A_SUMMARY, _TO_FINISH = 60.0, 10.0, 20.0
_LOOKS, _LOOKS_AFTER_A_TOOL = 2, 4
"""How often an agent has to be seen at rest until its turn is over; after the call of a tool, it mostly goes on."""
_LATEST = {"order": "asc", "limit": 100}
ASKS_TO_RUN = "Run the command `true` now, with your tool for shell commands."
ASKS_A_QUESTION = "Ask me, with your tool for questions, whether I like tea or coffee."

T = TypeVar("T")
Kind = Literal["said", "permission", "question"]


@dataclass(slots=True)
class Allowance:
    """The prompts that a run may still send, of which a quarter is kept for replays.

    >>> Allowance(20).take()
    """

    left: int = 0
    kept: int = field(init=False)

    def __post_init__(self) -> None:
        self.kept = self.left // 4

    @property
    def is_for_walks(self) -> bool:
        """Whether a walk may send a prompt that is drawn."""
        return self.left > self.kept

    def take(self) -> None:
        """Count a prompt.

        Raises:
            NotTried: No prompt is left.
        """
        if self.left < 1:
            raise NotTried("no prompts are left: add --allow-prompts, or raise --max-prompts")
        self.left -= 1


@dataclass(frozen=True, slots=True)
class Turn:
    """The end of a turn, or the request to the user at which it waits."""

    kind: Kind
    request: Json | None = None

    @property
    def questions(self) -> list[list[str]]:
        """The labels of the options of each question."""
        asked = [] if self.request is None else listed(self.request, "questions")
        return [[str(option["label"]) for option in listed(one, "options") if "label" in option] for one in asked]


class Turns:
    """Awaits the turns of the sessions of one walk.

    Args:
        agent: The server.
        allowance: The prompts that the run may still send.
    """

    def __init__(self, agent: Agent, allowance: Allowance) -> None:
        self._agent = agent
        self._allowance = allowance
        self._seen: set[str] = set()
        """The requests to the user that were answered, or wait for an answer."""

    def count(self, session: str) -> int:
        """How many messages of the agent have ended; a prompt is counted with it.

        Raises:
            NotTried: No prompt is left.
        """
        self._allowance.take()
        return len(ended(self._messages(session)))

    def end(self, session: str, where: Where, before: int) -> Turn:
        """Wait until a turn ends or asks the user.

        Args:
            session: The id of the session on the server.
            where: The query of its context.
            before: How many messages of the agent had ended before the prompt.

        Raises:
            NotTried: The agent does neither in time: then no further prompt is sent.
        """
        turn = self._end(session, where, before, _SECONDS)
        if turn is None:
            self._allowance.left = 0
            raise NotTried(f"the agent has neither answered nor asked within {_SECONDS:.0f} s")
        return turn

    def goes_on(self, session: str) -> bool:
        """Wait until a turn ends that the user has answered; return whether it does in time."""
        return self._rests(session, lambda: False, _SECONDS, removing=False)

    def finish(self, session: str, where: Where) -> bool:
        """Reject all that the agent of a session asks until its turn is over; return whether it is in time.

        An agent whose session is deleted goes on, and its requests stay in the lists.
        """
        return self._rests(session, lambda: self._rejects(session, where), _TO_FINISH, removing=True)

    def will_finish(self, session: str, where: Where) -> None:
        """Let the agent of a session finish at the end of the walk, before the session is removed."""
        self._agent.target.made.add(f"agent of session {session}", lambda: self.finish(session, where))

    def summarized(self, session: str) -> None:
        """Wait a little until the context of a session has none of its prompts any more."""
        for pause in pauses(_FOR_A_SUMMARY):
            context = rows(self._agent.user.call(CONTEXT, session))
            if not any(kind_of(message) == "user" for message in context):
                return
            self._agent.target.budget.pause(pause)

    def _end(self, session: str, where: Where, before: int, seconds: float) -> Turn | None:
        """How a turn ends within some seconds; None if it does not."""

        def look() -> Turn | None:
            return self._asks(session, where) or (Turn("said") if self._is_idle(session, before) else None)

        return self._wait(look, seconds)

    def _asks(self, session: str, where: Where) -> Turn | None:
        for kind, request in self._requests(session, where):
            if request["id"] not in self._seen:
                self._seen.add(request["id"])
                return Turn(kind, request)
        return None

    def _requests(self, session: str, where: Where, *, removing: bool = False) -> Iterator[tuple[Kind, Json]]:
        """The requests to the user of a session; none where a list cannot be read."""
        kinds: tuple[tuple[Kind, str], ...] = (("permission", PERMISSIONS), ("question", QUESTIONS))
        for kind, lists in kinds:
            listed = self._agent.user.call(lists, query=where, removing=removing)
            for request in rows(listed) if listed.ok else ():  # its workspace may be gone
                if request.get("sessionID") == session and isinstance(request.get("id"), str):
                    yield kind, request

    def _rejects(self, session: str, where: Where) -> bool:
        """Reject the requests of a session; return whether there were some."""
        requests = [*self._requests(session, where, removing=True)]
        for kind, request in requests:
            operation, body = (REPLY, {"response": "reject"}) if kind == "permission" else (REJECT, None)
            self._agent.user.call(operation, request["id"], query=where, json=body, removing=True)
        return bool(requests)

    def _rests(self, session: str, asks: Callable[[], bool], seconds: float, *, removing: bool) -> bool:
        """Wait until the agent of a session asks nothing and does nothing, in several looks: steps have gaps."""
        looks = 0
        for pause in (0.0, *pauses(seconds)):
            self._agent.target.budget.pause(pause)
            if asks():
                looks = 0
                continue
            listed = self._agent.user.call(MESSAGES, session, query=_LATEST, removing=removing)
            records = rows(listed) if listed.ok else []  # the session may be gone
            last = records[-1] if records else {}
            at_work = kind_of(last) == "user" or len(ended(records)) < len(
                [message for message in records if kind_of(message) == "assistant"]
            )
            looks = 0 if at_work else looks + 1
            if looks >= (_LOOKS if text_of(last) or not records else _LOOKS_AFTER_A_TOOL):
                return True
        return False

    def _is_idle(self, session: str, before: int) -> bool:
        records = self._messages(session)
        own = [message for message in records if kind_of(message) == "assistant"]
        return len(own) == len(ended(records)) > before

    def _messages(self, session: str) -> list[Json]:
        return rows(self._agent.user.call(MESSAGES, session, query=_LATEST))

    def _wait(self, look: Callable[[], T | None], seconds: float) -> T | None:
        """Look until there is something to see, at most for some seconds."""
        for pause in (0.0, *pauses(seconds)):
            self._agent.target.budget.pause(pause)
            if (seen := look()) is not None:
                return seen
        return None


def script(model: AgentModel, session: str, turn: Turn) -> None:
    """Let the model's agent do with the next prompt of a session as the server's agent has done."""
    match turn.kind:
        case "permission":
            model.stub.script(Tool("bash", {"command": "true"}, asks="bash"), Text("Done."), session_id=session)
        case "question":
            asks = [Ask("Tea or coffee?", labels) for labels in turn.questions]
            model.stub.script(Question(*asks), Text("Thanks."), session_id=session)
        case _:
            model.stub.script(Text("Yes."), session_id=session)
