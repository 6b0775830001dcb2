"""The turns of agents in a walk: their ends are awaited on the server, and the model's agent does the same."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from trivet_checks.checks.agent.service import Agent, Where, listed, rows
from trivet_checks.checks.agent.turns import ended, kind_of
from trivet_checks.checks.budget import pauses
from trivet_checks.exchanges.evidence import NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.explore.agent.model import AgentModel
from trivet_checks.explore.agent.words import CONTEXT, MESSAGES, PERMISSIONS, QUESTIONS, REJECT, REPLY
from trivet_stubs.agent import Ask, Question, Text, Tool

_SECONDS, _FOR_A_SUMMARY = 60.0, 10.0
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
        self.answered: set[str] = set()
        """The requests to the user that were answered, by their ids on the server."""
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

    def end_of_a_lost_one(self, session: str, where: Where, before: int) -> Turn | None:
        """Wait a little for the end of a turn whose prompt had no answer, and may not have begun one."""
        return self._end(session, where, before, self._agent.target.lateness.wait)

    def goes_on(self, session: str) -> bool:
        """Wait until a turn ends that the user has answered; return whether it does in time."""
        return self._wait(lambda: self._is_idle(session, 0) or None, _SECONDS) is not None

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
        user = self._agent.user
        kinds: tuple[tuple[Kind, str, str, Json | None], ...] = (
            ("permission", PERMISSIONS, REPLY, {"response": "reject"}),
            ("question", QUESTIONS, REJECT, None),
        )
        for kind, lists, ends, body in kinds:
            for request in rows(user.call(lists, query=where)):
                if request.get("sessionID") == session and str(request.get("id")) not in self._seen:
                    self._seen.add(str(request["id"]))
                    self._will_be_rejected(kind, lists, ends, str(request["id"]), where, body)
                    return Turn(kind, request)
        return None

    def _will_be_rejected(self, kind: str, lists: str, ends: str, id_: str, where: Where, body: Json | None) -> None:
        """Reject a request to the user at the end of the walk, if it still waits."""
        user = self._agent.user

        def remove() -> bool:
            if user.call(ends, id_, query=where, json=body, removing=True).ok:
                return True
            listed = user.call(lists, query=where, removing=True)
            if not listed.ok:  # the workspace is gone
                return id_ in self.answered
            return id_ not in {row.get("id") for row in rows(listed)}

        self._agent.target.made.add(f"{kind} {id_}", remove)

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
