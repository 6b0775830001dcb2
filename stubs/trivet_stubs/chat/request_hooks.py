"""The rules of every chat operation: access tokens, administrators' operations, request ids, two error forms."""

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
from trivet_stubs.kernel.spec import JsonObject


class ChatHooks(Hooks):
    """The permissions, the request ids and the two error forms of the chat service."""

    content_types: ClassVar[Mapping[str, str]] = {JSON: JSON}
    invalid_status: ClassVar[int] = 422

    def __init__(self, state: ChatState) -> None:
        self._state = state
        self._commits = LateCommits(state)
        self._request_numbers = count(1)

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


class LateCommits:
    """Answers the next read after a change from the records before it, if `late_commits` is on.

    The delay is one read and not a number of seconds, so that tests are deterministic.
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
