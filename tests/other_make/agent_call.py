"""A request to the agent server of another make: its inputs, its runtime context, and its limit."""

from collections.abc import Collection
from dataclasses import dataclass

from starlette.exceptions import HTTPException

from tests.other_make.agent_faults import AgentFault as Fault
from tests.other_make.agent_state import Where
from tests.other_make.records import Record

UNLIMITED = 10**9


@dataclass(frozen=True)
class AgentCall:
    """One request: its inputs, and the runtime context that it means."""

    path: dict[str, str]
    query: dict[str, str]
    body: Record
    where: Where

    @property
    def inputs(self) -> Record:
        """The inputs of the query and of the body."""
        return {**self.query, **self.body}


def limit_of(call: AgentCall, faults: Collection[Fault], ignored: Fault) -> int:
    """The limit of a call; a fault ignores it."""
    value = call.inputs.get("limit", UNLIMITED)
    text = str(value)
    if Fault.LIMIT_MAY_BE_TEXT in faults and not text.isdecimal():
        return UNLIMITED
    if isinstance(value, bool) or not text.isdecimal() or int(text) < 1:
        raise HTTPException(422, "limit is not a number of at least 1")
    return UNLIMITED if ignored in faults else int(text)
