"""The application of a stub: a Starlette application with one route for the whole contract, and its direct form.

The direct form has the same middleware and dispatcher, without Starlette's router and exception handlers. It answers in
process while `stub.app` is as it was built, and never waits before it switches to a task (`kernel.inline_run`): the
inline drive needs this guarantee, which routes and middleware of users do not give. The shorter path itself saves 1 to
4 % of an answer (measured on Python 3.11); without it, Starlette's router would be driven inline.
"""

import inspect
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, cast

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Lifespan, Receive, Scope, Send

from trivet_stubs.kernel.handlers import HandlerTable
from trivet_stubs.kernel.hooks import Hooks
from trivet_stubs.kernel.inline_run import Application, switch_to_task
from trivet_stubs.kernel.messages import ContractRequest, LoggedRequest, Reply
from trivet_stubs.kernel.middleware import LOGGED_KEY, FaultMiddleware, RequestLogMiddleware, ResponseHeadersMiddleware
from trivet_stubs.kernel.operation import Operation, preferred, query_pairs, read_all
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.routing import MATCH_KEY, ContractRoute, RouteMatch
from trivet_stubs.kernel.rule_catalogue import rule_of
from trivet_stubs.kernel.state import StubState

_WITHOUT_BODY = (204, 304)


@dataclass(frozen=True, slots=True)
class StubApplication:
    """A stub's Starlette application, and its direct form: the same answers, as long as nothing is added to it."""

    starlette: Starlette
    direct: Application
    """The middleware and the operations of the contract, without Starlette's router and exception handlers."""


def build_application(
    state: StubState, hooks: Hooks, handlers: HandlerTable, lifespan: Lifespan[Starlette] | None = None
) -> StubApplication:
    """Build the application of a stub.

    From the outside in: the request log, response headers, faults, Starlette's exception handlers, and its router with
    one `ContractRoute`. A route that is inserted before it answers instead of the contract.
    """
    dispatcher = Dispatcher(state, hooks, handlers)

    # Starlette would call a plain function in a thread.
    async def refuse(request: Request, error: Exception) -> Response:
        return refused(request.scope, cast(Refusal, error))

    def refusing(refusal: Refusal) -> ASGIApp:
        async def refuse_body(scope: Scope, receive: Receive, send: Send) -> None:
            await refused(scope, refusal)(scope, receive, send)

        return ResponseHeadersMiddleware(refuse_body, state=state, hooks=hooks)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        scope["app"], match = app, cast(RouteMatch, scope[MATCH_KEY])
        scope["path_params"] = dict(match.arguments)
        try:
            if match.operation is not None:
                await dispatcher.answer(scope, receive, send)
            elif match.allowed:
                raise match.refusal(scope["method"])
            else:
                await dispatcher.answer_unknown(scope, receive, send)
        except Refusal as refusal:
            await refused(scope, refusal)(scope, receive, send)

    def refused(scope: Scope, refusal: Refusal) -> Response:
        logged: LoggedRequest | None = scope.get(LOGGED_KEY)
        if logged is not None:
            logged.rule = rule_of(state.service, refusal, logged.operation)
            logged.unknown = refusal.kind in ("route", "method")
            logged.problem = refusal.message
        return hooks.refusal_response(refusal)

    middleware = [
        Middleware(RequestLogMiddleware, state=state, refusing=refusing),
        Middleware(ResponseHeadersMiddleware, state=state, hooks=hooks),
        Middleware(FaultMiddleware, state=state),
    ]
    app = Starlette(
        routes=[ContractRoute(state.contract.routes, dispatcher.answer)],
        middleware=middleware,
        exception_handlers={Refusal: refuse},
        lifespan=lifespan,
    )
    # Starlette's constructor has no argument for these two. A path with an extra slash is another path, and a path that
    # is not in the contract is refused in the service's own error form.
    app.router.redirect_slashes = False
    app.router.default = _http_only(dispatcher.answer_unknown, app.router.not_found)
    direct: ASGIApp = answer
    for layer in reversed(middleware):
        direct = layer.cls(direct, *layer.args, **layer.kwargs)
    return StubApplication(app, cast(Application, direct))


class Answer:
    """The complete answer to an operation, as an ASGI app: it sends its status, headers and body as they are.

    await Answer(200, {"content-type": "application/json"}, b"{}")(scope, receive, send)
    """

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes = b"") -> None:
        self._status = status
        self._headers = [(name.lower().encode("latin-1"), text.encode("latin-1")) for name, text in headers.items()]
        if status not in _WITHOUT_BODY:
            self._headers.append((b"content-length", b"%d" % len(body)))
        self._body = body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer."""
        await send({"type": "http.response.start", "status": self._status, "headers": self._headers})
        await send({"type": "http.response.body", "body": self._body})


class Dispatcher:
    """Calls the handlers directly, so that a handler that never waits needs neither a task nor a thread."""

    def __init__(self, state: StubState, hooks: Hooks, handlers: HandlerTable) -> None:
        self._state = state
        self._hooks = hooks
        self._handlers = handlers

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer an operation, as an ASGI app."""
        match: RouteMatch = scope[MATCH_KEY]
        operation = match.operation
        assert operation is not None, "the route has matched"
        try:
            answer = await self._answer(operation, match, scope, receive)
        except Refusal:
            raise
        except Exception as error:
            raise Refusal.stub_bug(f"{operation.id} raised {type(error).__name__}: {error}") from error
        await _send(answer, scope, receive, send)

    async def answer_unknown(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a path that is not in the contract, as an ASGI app."""
        match: RouteMatch = scope[MATCH_KEY]
        try:
            response = self._hooks.fallback(Request(scope, receive))
        except Refusal:
            raise
        except Exception as error:
            raise Refusal.stub_bug(f"{match.path} raised {type(error).__name__}: {error}") from error
        if response is None:
            raise match.refusal(scope["method"])
        await _send(response, scope, receive, send)

    async def _answer(
        self, operation: Operation, match: RouteMatch, scope: Scope, receive: Receive
    ) -> Answer | Response:
        logged: LoggedRequest = scope[LOGGED_KEY]
        self._hooks.authorize(operation, logged)
        if self._state.quota is not None and (seconds := self._state.use_quota()) is not None:
            raise self._hooks.quota_refusal(seconds)
        media_type = preferred(logged.headers.get("accept", ""), operation.media_types)
        ignore_unknown = self._state.unknown_keys == "ignore"
        without = self._hooks.extra_keys(operation)
        request = _read(operation, match, scope, receive, ignore_unknown=ignore_unknown, without=without)
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


def _http_only(app: ASGIApp, otherwise: ASGIApp) -> ASGIApp:
    async def chosen(scope: Scope, receive: Receive, send: Send) -> None:
        await (app if scope["type"] == "http" else otherwise)(scope, receive, send)

    return chosen


def _read(
    operation: Operation,
    match: RouteMatch,
    scope: Scope,
    receive: Receive,
    *,
    ignore_unknown: bool,
    without: Collection[str],
) -> ContractRequest:
    logged: LoggedRequest = scope[LOGGED_KEY]
    sent = logged.headers
    headers = [(name, sent[name.lower()]) for name in operation.headers if name.lower() in sent]
    # The log has no pairs of a query that cannot be decoded, so that decoding it again refuses the request.
    query = logged.query or (query_pairs(scope["query_string"]) if scope["query_string"] else [])
    path = list(match.arguments.items())
    owner = operation.id
    return ContractRequest(
        operation=operation,
        path=read_all(operation.path_parameters, path, owner=owner, place="path") if path else {},
        query=read_all(operation.query, query, owner=owner, place="query", ignore_unknown=ignore_unknown),
        headers=read_all(operation.headers, headers, owner=owner, place="header") if operation.headers else {},
        body=operation.read_body(
            logged.body, sent.get("content-type", ""), ignore_unknown=ignore_unknown, without=without
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
        # The status has been sent, so that a wrong part can only end the answer. Starlette's error would not name it.
        raise RuntimeError(refusal.message) from refusal
    finally:
        # Starlette leaves the generator of a body that was cut off to the garbage collector; it should end now.
        aclose = getattr(getattr(answer, "body_iterator", None), "aclose", None)
        if aclose is not None:
            await aclose()
