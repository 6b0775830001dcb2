"""From a matched request to its answer: check the inputs, call the handler, check and write what it returns."""

import inspect

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

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
            response = await self._respond(operation, found, Request(scope, receive), scope[LOGGED_KEY])
        except Refusal:
            raise
        except Exception as error:
            raise Refusal.stub_bug(f"{operation.id} raised {type(error).__name__}: {error}") from error
        await _send(response, scope, receive, send)

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

    async def _respond(
        self, operation: Operation, found: RouteMatch, http_request: Request, logged: LoggedRequest
    ) -> Response:
        self._hooks.authorize(operation, http_request)
        if self._state.quota is not None and (seconds := self._state.use_quota()) is not None:
            raise self._hooks.quota_refusal(seconds)
        media_type = preferred(logged.headers.get("accept", ""), operation.media_types)
        ignore_unknown = self._state.unknown_keys == "ignore"
        request = _read(operation, found, http_request, logged, ignore_unknown=ignore_unknown)
        handler = self._handlers[operation.id]
        with self._state.lock:
            result = self._hooks.call(operation, handler, request)
        if inspect.isawaitable(result):
            try:
                await switch_to_task(http_request.scope)
            except GeneratorExit:  # the stub was closed, and no task will continue
                if inspect.iscoroutine(result):
                    result.close()
                raise
            result = await result
        return result if isinstance(result, Response) else self._write(operation, media_type, result)

    def _write(self, operation: Operation, media_type: str | None, result: object) -> Response:
        reply = result if isinstance(result, Reply) else Reply(result)
        status = reply.status or operation.success
        operation.check_answer(status, media_type, reply.value)
        headers = {**self._hooks.standing_headers, **reply.headers}
        if media_type is None:
            return Response(status_code=status, headers=headers)
        headers["content-type"] = self._hooks.content_types.get(media_type, media_type)
        return Response(self._hooks.render(media_type, operation, reply.value), status, headers)


def _read(
    operation: Operation,
    found: RouteMatch,
    http_request: Request,
    logged: LoggedRequest,
    *,
    ignore_unknown: bool,
) -> ContractRequest:
    given = http_request.headers
    headers = [(name, given[name]) for name in operation.headers if name in given] if operation.headers else []
    # The log holds no pairs of a query that cannot be read, so that reading it again refuses it.
    query = logged.query or query_pairs(http_request.scope["query_string"])
    return ContractRequest(
        operation=operation,
        path=read_all(operation.path_parameters, list(found.arguments.items()), owner=operation.id, place="path"),
        query=read_all(operation.query, query, owner=operation.id, place="query", ignore_unknown=ignore_unknown),
        headers=read_all(operation.headers, headers, owner=operation.id, place="header"),
        body=operation.read_body(
            logged.body, given.get("content-type", "") if logged.body else "", ignore_unknown=ignore_unknown
        ),
        http_request=http_request,
    )


async def _send(response: Response, scope: Scope, receive: Receive, send: Send) -> None:
    if type(response) is not Response:  # a stream, or a class of the user's
        await switch_to_task(scope)
    try:
        await response(scope, receive, send)
    except Refusal as refusal:
        # A part of the answer is wrong, and the parts before it have been sent. Starlette's own error does not name it.
        raise RuntimeError(refusal.message) from refusal
    finally:
        # Starlette leaves a body that was cut off to the garbage collector; its generator should end now.
        aclose = getattr(getattr(response, "body_iterator", None), "aclose", None)
        if aclose is not None:
            await aclose()
