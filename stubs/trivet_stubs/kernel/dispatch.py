"""From a matched request to its answer: check the inputs, call the handler, check and write what it returns."""

import inspect
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from trivet_stubs.kernel.answer import Answer
from trivet_stubs.kernel.handlers import HandlerTable
from trivet_stubs.kernel.hooks import Hooks
from trivet_stubs.kernel.inline import switch_to_task
from trivet_stubs.kernel.log_middleware import LOGGED_KEY
from trivet_stubs.kernel.logged_request import LoggedRequest
from trivet_stubs.kernel.media import preferred
from trivet_stubs.kernel.messages import ContractRequest, Reply
from trivet_stubs.kernel.operation import Operation
from trivet_stubs.kernel.parameters import query_pairs, read_all
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.routing import MATCH_KEY, RouteMatch
from trivet_stubs.kernel.state import StubState


class Dispatcher:
    """Calls handlers. It does so itself, so that a handler that never waits needs neither a task nor a thread."""

    def __init__(self, state: StubState, hooks: Hooks, handlers: HandlerTable) -> None:
        self._state = state
        self._hooks = hooks
        self._handlers = handlers

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer an operation, as an ASGI app."""
        found: RouteMatch = scope[MATCH_KEY]
        operation = found.operation
        assert operation is not None, "the route has matched"
        try:
            answer = await self._answer(operation, found, scope, receive)
        except Refusal:
            raise
        except Exception as error:
            raise Refusal.stub_bug(f"{operation.id} raised {type(error).__name__}: {error}") from error
        await _send(answer, scope, receive, send)

    async def answer_unknown(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a path that is not the contract's, as an ASGI app."""
        found: RouteMatch = scope[MATCH_KEY]
        try:
            response = self._hooks.fallback(Request(scope, receive))
        except Refusal:
            raise
        except Exception as error:
            raise Refusal.stub_bug(f"{found.path} raised {type(error).__name__}: {error}") from error
        if response is None:
            raise found.refusal(scope["method"])
        await _send(response, scope, receive, send)

    async def _answer(
        self, operation: Operation, found: RouteMatch, scope: Scope, receive: Receive
    ) -> Answer | Response:
        logged: LoggedRequest = scope[LOGGED_KEY]
        self._hooks.authorize(operation, logged)
        if self._state.quota is not None and (seconds := self._state.use_quota()) is not None:
            raise self._hooks.quota_refusal(seconds)
        media_type = preferred(logged.headers.get("accept", ""), operation.media_types)
        ignore_unknown = self._state.unknown_keys == "ignore"
        request = _read(operation, found, scope, receive, ignore_unknown=ignore_unknown)
        handler = self._handlers[operation.id]
        with self._state.lock:
            result: Any = self._hooks.call(operation, handler, request)
        if hasattr(result, "__await__"):
            try:
                await switch_to_task(scope)
            except GeneratorExit:  # the stub was closed, and no task will continue
                if inspect.iscoroutine(result):
                    result.close()
                raise
            result = await result
        return result if isinstance(result, Response) else self._write(operation, media_type, result)

    def _write(self, operation: Operation, media_type: str | None, result: object) -> Answer:
        value, status, headers = result, operation.success, {**self._hooks.standing_headers}
        if isinstance(result, Reply):
            value, status = result.value, result.status or status
            headers.update(result.headers)
        operation.check_answer(status, media_type, value)
        if media_type is None:
            return Answer(status, headers)
        headers["content-type"] = self._hooks.content_types.get(media_type, media_type)
        return Answer(status, headers, self._hooks.render(media_type, operation, value))


def _read(
    operation: Operation,
    found: RouteMatch,
    scope: Scope,
    receive: Receive,
    *,
    ignore_unknown: bool,
) -> ContractRequest:
    logged: LoggedRequest = scope[LOGGED_KEY]
    given = logged.headers
    headers = [(name, given[name.lower()]) for name in operation.headers if name.lower() in given]
    # The log holds no pairs of a query that cannot be read, so that reading it again refuses it.
    query = logged.query or (query_pairs(scope["query_string"]) if scope["query_string"] else [])
    path = list(found.arguments.items())
    owner = operation.id
    return ContractRequest(
        operation=operation,
        path=read_all(operation.path_parameters, path, owner=owner, place="path") if path else {},
        query=read_all(operation.query, query, owner=owner, place="query", ignore_unknown=ignore_unknown),
        headers=read_all(operation.headers, headers, owner=owner, place="header") if operation.headers else {},
        body=operation.read_body(
            logged.body, given.get("content-type", "") if logged.body else "", ignore_unknown=ignore_unknown
        ),
        logged=logged,
        scope=scope,
        receive=receive,
    )


async def _send(answer: Answer | Response, scope: Scope, receive: Receive, send: Send) -> None:
    if type(answer) is Answer:
        await answer(scope, receive, send)
        return
    if type(answer) is not Response:  # a stream, or a class of the user's
        await switch_to_task(scope)
    try:
        await answer(scope, receive, send)
    except Refusal as refusal:
        # A part of the answer is wrong, and the parts before it have been sent. Starlette's own error does not name it.
        raise RuntimeError(refusal.message) from refusal
    finally:
        # Starlette leaves a body that was cut off to the garbage collector; its generator should end now.
        aclose = getattr(getattr(answer, "body_iterator", None), "aclose", None)
        if aclose is not None:
            await aclose()
