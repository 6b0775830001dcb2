"""Commits that come later than the answers to the changes, or never, as observed."""

from trivet_stubs.chat.state import ChatState
from trivet_stubs.chat.store import ChatRecords
from trivet_stubs.kernel.handlers import Handler
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.operation import Operation


class LateCommits:
    """Shows the next read after a change what was before that change, if commits are observed as late.

    It counts reads and not seconds, so that tests are deterministic.
    """

    def __init__(self, state: ChatState) -> None:
        self._state = state
        self._earlier: ChatRecords | None = None

    def call(self, operation: Operation, handler: Handler, request: ContractRequest) -> object:
        """Call a handler with the records that its request sees.

        >>> commits.call(operation, handler, request)
        """
        state = self._state
        if state.observed.lost_commits and operation.method != "GET":
            stored = state.records.copy()
            try:
                return handler(request)
            finally:
                state.records = stored
        if not state.observed.late_commits:
            self._earlier = None
            return handler(request)
        if operation.method != "GET":
            before = state.records.copy()
            answer: object = handler(request)
            self._earlier = before  # a refused change raises, and changes nothing
            return answer
        earlier, self._earlier = self._earlier, None
        if earlier is None:
            return handler(request)
        current, state.records = state.records, earlier
        try:
            return handler(request)
        finally:
            state.records = current
