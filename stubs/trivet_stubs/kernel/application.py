"""The application of a stub: a Starlette application that holds one route, the contract."""

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
from trivet_stubs.kernel.log_middleware import LOGGED_KEY, RequestLogMiddleware
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.request_log import LoggedRequest
from trivet_stubs.kernel.response_headers import ResponseHeadersMiddleware
from trivet_stubs.kernel.routing import ContractRoute
from trivet_stubs.kernel.rules import rule_of
from trivet_stubs.kernel.state import StubState


def build_application(
    state: StubState, hooks: Hooks, handlers: HandlerTable, lifespan: Lifespan[Starlette] | None = None
) -> Starlette:
    """Make the application of a stub.

    From the outside in: the request log, response headers, faults, Starlette's exception handlers, and its router with
    one `ContractRoute`. Routes before that one answer before the contract does.
    """
    dispatcher = Dispatcher(state, hooks, handlers)

    # Starlette would call a plain function in a thread.
    async def refuse(request: Request, error: Exception) -> Response:
        refusal = cast(Refusal, error)
        log_rule(request.scope, refusal)
        return hooks.refusal_response(refusal)

    async def refuse_body(scope: Scope, receive: Receive, send: Send) -> None:
        message = f"body: has more than {state.max_body} bytes"
        # Some of the body may not have been read, so that the connection cannot serve another request.
        refusal = Refusal(413, "size", message, headers={"connection": "close"})
        log_rule(scope, refusal)
        await hooks.refusal_response(refusal)(scope, receive, send)

    def log_rule(scope: Scope, refusal: Refusal) -> None:
        logged: LoggedRequest | None = scope.get(LOGGED_KEY)
        if logged is not None:
            logged.rule = rule_of(state.service, refusal, logged.operation)
            logged.problem = refusal.message

    too_large = ResponseHeadersMiddleware(refuse_body, state=state, hooks=hooks)
    app = Starlette(
        routes=[ContractRoute(state.contract.routes, dispatcher.answer)],
        middleware=[
            Middleware(RequestLogMiddleware, state=state, too_large=too_large),
            Middleware(ResponseHeadersMiddleware, state=state, hooks=hooks),
            Middleware(FaultMiddleware, state=state),
        ],
        exception_handlers={Refusal: refuse},
        lifespan=lifespan,
    )
    # Starlette passes neither of these on to its router: a slash too many is another path, and a path that is not the
    # contract's is refused in the service's own form.
    app.router.redirect_slashes = False
    app.router.default = _http_only(dispatcher.answer_unknown, app.router.not_found)
    return app


def _http_only(app: ASGIApp, otherwise: ASGIApp) -> ASGIApp:
    async def chosen(scope: Scope, receive: Receive, send: Send) -> None:
        await (app if scope["type"] == "http" else otherwise)(scope, receive, send)

    return chosen
