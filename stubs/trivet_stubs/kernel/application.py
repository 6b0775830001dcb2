"""The application of a stub: a Starlette application that holds one route, the contract, and its direct form."""

from dataclasses import dataclass
from typing import cast

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Lifespan, Receive, Scope, Send

from trivet_stubs.kernel.dispatch import Dispatcher
from trivet_stubs.kernel.fault_middleware import FaultMiddleware
from trivet_stubs.kernel.handlers import HandlerTable
from trivet_stubs.kernel.hooks import Hooks
from trivet_stubs.kernel.inline import Application
from trivet_stubs.kernel.log_middleware import LOGGED_KEY, RequestLogMiddleware
from trivet_stubs.kernel.logged_request import LoggedRequest
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.response_headers import ResponseHeadersMiddleware
from trivet_stubs.kernel.routing import MATCH_KEY, ContractRoute, RouteMatch
from trivet_stubs.kernel.rules import rule_of
from trivet_stubs.kernel.state import StubState


@dataclass(frozen=True, slots=True)
class StubApplication:
    """A stub's Starlette application, and its direct form: the same answers, as long as nothing is added to it."""

    starlette: Starlette
    direct: Application
    """The middleware and the operations of the contract, without Starlette's router and exception handlers."""


def build_application(
    state: StubState, hooks: Hooks, handlers: HandlerTable, lifespan: Lifespan[Starlette] | None = None
) -> StubApplication:
    """Make the application of a stub.

    From the outside in: the request log, response headers, faults, Starlette's exception handlers, and its router with
    one `ContractRoute`. Routes before that one answer before the contract does.
    """
    dispatcher = Dispatcher(state, hooks, handlers)

    # Starlette would call a plain function in a thread.
    async def refuse(request: Request, error: Exception) -> Response:
        return refused(request.scope, cast(Refusal, error))

    async def refuse_body(scope: Scope, receive: Receive, send: Send) -> None:
        message = f"body: has more than {state.max_body} bytes"
        # Some of the body may not have been read, so that the connection cannot serve another request.
        refusal = Refusal(413, "size", message, headers={"connection": "close"})
        await refused(scope, refusal)(scope, receive, send)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        scope["app"], found = app, cast(RouteMatch, scope[MATCH_KEY])
        scope["path_params"] = dict(found.arguments)
        try:
            if found.operation is not None:
                await dispatcher.answer(scope, receive, send)
            elif found.allowed:
                raise found.refusal(scope["method"])
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

    too_large = ResponseHeadersMiddleware(refuse_body, state=state, hooks=hooks)
    middleware = [
        Middleware(RequestLogMiddleware, state=state, too_large=too_large),
        Middleware(ResponseHeadersMiddleware, state=state, hooks=hooks),
        Middleware(FaultMiddleware, state=state),
    ]
    app = Starlette(
        routes=[ContractRoute(state.contract.routes, dispatcher.answer)],
        middleware=middleware,
        exception_handlers={Refusal: refuse},
        lifespan=lifespan,
    )
    # Starlette passes neither of these on to its router: a slash too many is another path, and a path that is not the
    # contract's is refused in the service's own form.
    app.router.redirect_slashes = False
    app.router.default = _http_only(dispatcher.answer_unknown, app.router.not_found)
    direct: ASGIApp = answer
    for each in reversed(middleware):
        direct = each.cls(direct, *each.args, **each.kwargs)
    return StubApplication(app, cast(Application, direct))


def _http_only(app: ASGIApp, otherwise: ASGIApp) -> ASGIApp:
    async def chosen(scope: Scope, receive: Receive, send: Send) -> None:
        await (app if scope["type"] == "http" else otherwise)(scope, receive, send)

    return chosen
