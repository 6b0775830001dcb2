"""The errors of a server that a program has started."""

from __future__ import annotations

from ..._core.public import exported_from
from ...errors import TrivetError


@exported_from("trivet.agent.opencode")
class ServerStartError(TrivetError):
    """The installed server could not be started, or did not answer in time; it does not run any more.

        except ServerStartError as error:
            print(error.reason, error.log, sep="\n")

    Attributes:
        reason: Why it does not run, or how to install it.
        log: The last lines of its output, without secrets; empty if there were none.
    """

    def __init__(self, reason: str, log: str = "") -> None:
        super().__init__(reason, log)
        self.reason = reason
        self.log = log

    def __str__(self) -> str:
        return f"opencode.serve: {self.reason}{_last_words(self.log)}"


@exported_from("trivet.agent.opencode")
class ServerEndedError(TrivetError):
    """The server has ended within its `with` block: calls, turns and streams of its client raise this at once.

        except ServerEndedError as error:
            print(error.status, error.log, sep="\n")

    Attributes:
        status: Its exit status, the negative number of the signal that ended it, or None if it is not known.
        log: The last lines of its output, without secrets; empty if there were none.
    """

    def __init__(self, status: int | None, log: str = "") -> None:
        super().__init__(status, log)
        self.status = status
        self.log = log

    def __str__(self) -> str:
        status = "" if self.status is None else f" with the status {self.status}"
        return f"opencode.serve: the server has ended{status}{_last_words(self.log)}"


def _last_words(log: str) -> str:
    return f"; its log ends with: {' | '.join(log.splitlines()[-3:])}" if log else ""
