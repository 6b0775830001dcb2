"""The rules of every chat operation: access tokens, administrators' operations, request ids, two error forms."""

from collections import deque
from collections.abc import Mapping
from itertools import count
from typing import ClassVar

from starlette.responses import PlainTextResponse, Response

from trivet_stubs.chat import refusals
from trivet_stubs.chat.records import ChatRecords
from trivet_stubs.chat.state import ChatState
from trivet_stubs.kernel.handlers import Handler
from trivet_stubs.kernel.hooks import Hooks
from trivet_stubs.kernel.messages import ContractRequest, LoggedRequest
from trivet_stubs.kernel.operation import JSON, Operation
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.rule_catalogue import applies
from trivet_stubs.kernel.spec import JsonObject


class ChatHooks(Hooks):
    """The permissions, the request ids and the two error forms of the chat service."""

    content_types: ClassVar[Mapping[str, str]] = {JSON: JSON}
    invalid_status: ClassVar[int] = 422

    def __init__(self, state: ChatState) -> None:
        self._state = state
        self._commits = LateCommits(state)
        self._request_numbers = count(1)

    @applies("chat.access.public-link-needs-no-sign-in")
    def authorize(self, operation: Operation, request: LoggedRequest) -> None:
        """Refuse a caller who is not signed in, and administrators' operations to any other user."""
        if not operation.secured:
            return
        with self._state.lock:
            caller = self._state.access.user(request)
            if operation.id.startswith("admin.") and caller.role != "admin":
                rule = "chat.access.admin-operations-need-role-admin"
                raise refusals.forbidden("Role 'admin' is required", rule=rule)

    def refusal_body(self, refusal: Refusal) -> JsonObject:
        """A refusal in the form of the application or of its framework."""
        return refusals.body(refusal)

    def refusal_response(self, refusal: Refusal) -> Response:
        """The answer to a refused request; the answer to a crash is plain text."""
        if refusal.kind == "crash":
            return PlainTextResponse(refusal.message, refusal.status)
        return super().refusal_response(refusal)

    def reset(self) -> None:
        """Number the requests from 1 again, and forget the records before the last change."""
        self._commits = LateCommits(self._state)
        self._request_numbers = count(1)

    def call(self, operation: Operation, handler: Handler, request: ContractRequest) -> object:
        """Call a handler, which may see the records before the last change."""
        return self._commits.call(operation, handler, request)

    def extra_headers(self, request: LoggedRequest) -> Mapping[str, str]:
        """The id of a request: the id that the caller sent, or the stub's next number."""
        number = next(self._request_numbers)
        return {"x-request-id": request.headers.get("x-request-id") or f"00000000-0000-4000-8000-{number:012x}"}


SLOW_COMMIT = 2.0
"""The seconds between an answer and its commit with `slow_commits`."""


class LateCommits:
    """Stores changes late or never, as the switches `late_commits`, `slow_commits`, `lost_commits` and
    `dies_after_answer` say.

    With `late_commits`, the next read after a change is answered from the records before it. The delay is one read and
    not a number of seconds, so that tests are deterministic; with `slow_commits`, two seconds of the stub's clock.
    """

    def __init__(self, state: ChatState) -> None:
        self._state = state
        self._earlier: ChatRecords | None = None
        self._uncommitted: deque[tuple[float, ChatRecords]] = deque()

    def call(self, operation: Operation, handler: Handler, request: ContractRequest) -> object:
        """Call a handler with the records that its request sees.

        >>> commits.call(operation, handler, request)
        """
        state = self._state
        dies = state.observed.dies_after_answer
        if (dies or state.observed.lost_commits) and operation.method != "GET":
            stored = state.records.copy()
            try:
                last: object = handler(request)
            finally:
                state.records = stored
            if dies:  # a refused change has raised, and leaves the server alive
                state.observed.dies_after_answer = False
                state.faults.add(times=None, drop=True)
            return last
        if state.observed.slow_commits:
            return self._call_slowly(operation, handler, request)
        self._uncommitted.clear()
        if not state.observed.late_commits:
            self._earlier = None
            return handler(request)
        if operation.method != "GET":
            before = state.records.copy()
            answer: object = handler(request)
            self._earlier = before  # set after the call, because a refused change raises and changes no record
            return answer
        earlier, self._earlier = self._earlier, None
        if earlier is None:
            return handler(request)
        current, state.records = state.records, earlier
        try:
            return handler(request)
        finally:
            state.records = current

    def _call_slowly(self, operation: Operation, handler: Handler, request: ContractRequest) -> object:
        """Call a handler, whose read sees no change of the last two seconds."""
        state, now = self._state, self._state.clock.monotonic()
        while self._uncommitted and now - self._uncommitted[0][0] >= SLOW_COMMIT:
            self._uncommitted.popleft()
        if operation.method != "GET":
            before = state.records.copy()
            answer: object = handler(request)
            self._uncommitted.append((now, before))
            return answer
        current = state.records
        if self._uncommitted:
            state.records = self._uncommitted[0][1]
        try:
            return handler(request)
        finally:
            state.records = current
