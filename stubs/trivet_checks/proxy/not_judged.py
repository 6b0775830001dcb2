"""Why an answer is not judged: its kind, and a hint for the reader of the report.

An answer is judged if it is complete, unpacked, and compared with the status and the form that the contract has. Any
other answer to an operation of the contract says too little for a verdict, and is counted apart.
"""

from dataclasses import dataclass
from typing import Final

REFUSED: Final = "refused, reason not seen"
REDIRECTED: Final = "redirected"
CRASHED: Final = "error of the server"
GATEWAY: Final = "error of a gateway"
CODING: Final = "coding that is not unpacked"
SIZE: Final = "too large"
MEMORY: Final = "no memory left"
CUT: Final = "cut off"
NO_ANSWER: Final = "no answer"
LEFT: Final = "left by the client"
ENDED: Final = "open at the end of the proxy"
PREFIX: Final = "another prefix"
NO_PREFIX: Final = "without the prefix"
"""Paths that lack the prefix of the contract: a server may have them beside the contract's."""
UNKNOWN_ID: Final = "only unknown ids"
PART: Final = "part of an exchange"
"""A request that cannot be unpacked, or an event: its answer is judged all the same."""

BESIDE: Final = frozenset({PART, NO_PREFIX})
"""The kinds that count no answer to an operation of the contract."""

HINTS: Final = {
    REFUSED: "the contract lets these requests pass, and no exchange shows why the server does not",
    REDIRECTED: "give --upstream the URL to which the server redirects",
    CRASHED: "the log of the server has the reason",
    GATEWAY: "does the server behind the gateway run?",
    CODING: "the proxy unpacks gzip and deflate, once: have the client accept these alone",
    SIZE: "ask for smaller pages",
    MEMORY: "more passed at once than the proxy could judge: send less at once",
    CUT: "the connection to the server broke within the answer",
    NO_ANSWER: "does the server run, and answer in time?",
    LEFT: "have the client read its answers",
    ENDED: "end the proxy after the client",
    UNKNOWN_ID: "every answer is a 404 for an id that was never shown, as of a server without these paths",
    PART: "the rest of the exchange is judged",
}
_OF_STATUS: Final = {
    401: "is the token valid, and not expired? the exchanges show only that it was sent",
    403: "the exchanges do not show a role of the caller that forbids it",
    404: "the id was shown before, or there is none: is the prefix of --upstream right?",
    429: "the server limits the rate: send fewer requests at a time",
}


@dataclass(slots=True, kw_only=True)
class NotJudged:
    """The answers that were not judged for one kind of reason.

    >>> [(name, kind.count) for name, kind in proxy.result.not_judged.items()]
    [('redirected', 3)]
    """

    __module__ = "trivet_checks"

    count: int = 0
    example: str = ""
    """The first of them: its method, its path without secrets, its status, and the reason."""
    hint: str = ""
    """Advice on how they can be judged."""


def hint_of(kind: str, status: int | None) -> str:
    """Return the hint for a kind; for a refusal, by its status.

    >>> hint_of(REFUSED, 429)
    'the server limits the rate: send fewer requests at a time'
    """
    return _OF_STATUS.get(status or 0, HINTS[REFUSED]) if kind == REFUSED else HINTS[kind]
