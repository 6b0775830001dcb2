"""An agent server of another make: written from the contract's words alone, it knows neither our spec nor our stub.

It keeps the contract in a way of its own: other ids, records and kinds of events, problem documents as errors, 422 for
invalid input, 204 for what is removed, a bare value where no context is involved. It can be given any other choice of
the freedoms of the contract. Each `AgentFault` makes it break a statement. It asks for Basic credentials or a bearer
token, or for none.
"""

import asyncio
import json
import time
from base64 import b64decode, b64encode
from collections.abc import AsyncIterator, Callable, Collection
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from tests.other_make.agent_accounts import ServerAnswers
from tests.other_make.agent_call import AgentCall
from tests.other_make.agent_contexts import ContextAnswers
from tests.other_make.agent_faults import AgentFault as Fault
from tests.other_make.agent_form import AgentForm
from tests.other_make.agent_sessions import SessionAnswers
from tests.other_make.agent_state import State, Where
from tests.other_make.choices import Choices

Handler = Callable[[Any, AgentCall], Any]
OF_THE_SERVER: dict[str, Handler] = {
    "GET /api/auth": ServerAnswers.accounts,
    "POST /api/auth": ServerAnswers.create_account,
    "GET /api/auth/{accountID}": lambda agent, call: agent.shown(agent.account(call)),
    "PATCH /api/auth/{accountID}": ServerAnswers.update_account,
    "DELETE /api/auth/{accountID}": ServerAnswers.delete_account,
    "POST /api/auth/{accountID}/activate": ServerAnswers.activate,
    "GET /api/catalog/model": ServerAnswers.models,
    "GET /api/catalog/model/{providerID}/{modelID}": ServerAnswers.model,
    "GET /api/project": ServerAnswers.list_projects,
    "GET /api/project/{projectID}": ServerAnswers.project,
    "PATCH /api/project/{projectID}": ServerAnswers.update_project,
    "GET /api/workspace": ServerAnswers.workspaces,
    "POST /api/workspace": ServerAnswers.create_workspace,
    "GET /api/workspace/status": ServerAnswers.workspace_status,
    "POST /api/workspace/sync": ServerAnswers.sync,
    "POST /api/workspace/warp": ServerAnswers.warp,
    "GET /api/workspace/{workspaceID}": ServerAnswers.workspace,
    "PATCH /api/workspace/{workspaceID}": ServerAnswers.update_workspace,
    "DELETE /api/workspace/{workspaceID}": ServerAnswers.delete_workspace,
}
OF_A_CONTEXT: dict[str, Handler] = {
    "GET /api/agent": ContextAnswers.agents,
    "GET /api/command": ContextAnswers.tools_of_editors,
    "GET /api/config": ContextAnswers.config,
    "PATCH /api/config": ContextAnswers.update_config,
    "GET /api/formatter": ContextAnswers.tools_of_editors,
    "GET /api/fs/file": ContextAnswers.file,
    "POST /api/fs/grep": ContextAnswers.grep,
    "POST /api/fs/search": ContextAnswers.search,
    "GET /api/fs/tree": ContextAnswers.tree,
    "GET /api/lsp": ContextAnswers.tools_of_editors,
    "GET /api/mcp/prompt": ContextAnswers.prompts,
    "POST /api/mcp/prompt/render": ContextAnswers.render,
    "GET /api/mcp/resource": ContextAnswers.resources,
    "GET /api/mcp/resource/read": ContextAnswers.resource,
    "GET /api/mcp/server": ContextAnswers.tools,
    "POST /api/mcp/server": ContextAnswers.create_tools,
    "POST /api/mcp/server/{name}/oauth": ContextAnswers.start_oauth,
    "DELETE /api/mcp/server/{name}/oauth": ContextAnswers.remove_oauth,
    "POST /api/mcp/server/{name}/oauth/callback": ContextAnswers.complete_oauth,
    "GET /api/permission": ContextAnswers.permissions,
    "POST /api/permission/{permissionID}/reply": ContextAnswers.reply_permission,
    "GET /api/provider": ContextAnswers.providers,
    "GET /api/pty": ContextAnswers.ptys,
    "POST /api/pty": ContextAnswers.create_pty,
    "GET /api/pty/{ptyID}": ContextAnswers.pty,
    "PATCH /api/pty/{ptyID}": ContextAnswers.update_pty,
    "DELETE /api/pty/{ptyID}": ContextAnswers.delete_pty,
    "GET /api/question": ContextAnswers.questions,
    "POST /api/question/{questionID}/reply": ContextAnswers.reply_question,
    "POST /api/question/{questionID}/reject": ContextAnswers.reject_question,
    "GET /api/skill": ContextAnswers.skills,
    "GET /api/vcs": ContextAnswers.vcs,
    "GET /api/vcs/diff": ContextAnswers.diff,
    "POST /api/vcs/patch": ContextAnswers.patch,
    "GET /api/vcs/status": ContextAnswers.vcs_status,
}
SESSIONS_OF_A_CONTEXT: dict[str, Handler] = {
    "GET /api/session": SessionAnswers.sessions,
    "POST /api/session": SessionAnswers.create_session,
}
OF_A_SESSION: dict[str, Handler] = {
    "GET /api/session/{sessionID}": SessionAnswers.get_session,
    "PATCH /api/session/{sessionID}": SessionAnswers.update_session,
    "DELETE /api/session/{sessionID}": SessionAnswers.delete_session,
    "POST /api/session/{sessionID}/compact": SessionAnswers.compact,
    "GET /api/session/{sessionID}/context": SessionAnswers.context,
    "GET /api/session/{sessionID}/diff": SessionAnswers.nothing,
    "GET /api/session/{sessionID}/message": SessionAnswers.messages,
    "POST /api/session/{sessionID}/prompt": SessionAnswers.prompt,
    "GET /api/session/{sessionID}/todo": SessionAnswers.nothing,
}


def agent_server(
    faults: Collection[Fault] = (),
    now: Callable[[], float] = time.time,
    credentials: str | None = None,
    choices: Choices | None = None,
) -> Starlette:
    """A fresh server, as an ASGI application; each fault breaks a statement of the contract.

    Args:
        faults: Its mistakes.
        now: The seconds since 1970.
        credentials: `name:password` for Basic credentials, another text for a bearer token, None to ask for none.
    """
    form = AgentForm(choices or Choices("agent"))
    state = State(faults, now, form.choices)
    of_server, of_context, of_session = ServerAnswers(state), ContextAnswers(state), SessionAnswers(state)

    async def read(request: Request, kind: str) -> AgentCall:
        _require(request, credentials, faults, kind)
        query = dict(request.query_params)
        form.refuse_unknown(query)
        if (
            kind == "session"
            and query.keys() & {"directory", "workspace"}
            and not _takes_context(request, query, faults)
        ):
            raise HTTPException(422, "a session has its context already")
        try:
            body = json.loads(await request.body() or b"{}")
        except ValueError as error:
            raise HTTPException(422, "the body is not JSON") from error
        if not isinstance(body, dict):
            raise HTTPException(422, "the body is not an object")
        where = _where(state, query) if kind == "request" else state.default
        return AgentCall({name: str(value) for name, value in request.path_params.items()}, query, body, where)

    def route(key: str, handler: Handler, kind: str, answers: object) -> Route:
        method, path = key.split(" ")

        async def answer(request: Request) -> Response:
            call = await read(request, kind)
            value = handler(answers, call)
            if isinstance(value, Response):
                return value
            if value is None:
                return Response(status_code=204)
            return form.answer(value, state.shown(call.where) if kind == "request" else None)

        return Route(path, answer, methods=[method])

    async def wait(request: Request) -> Response:
        session = of_session.session(await read(request, "session"))
        if Fault.WAIT_RETURNS_AT_ONCE not in faults:
            await session.idle.wait()
        return Response(status_code=204)

    async def subscribe(request: Request) -> Response:
        call = await read(request, "request")
        queue: asyncio.Queue[str] = asyncio.Queue()
        state.streams.append((call.where, queue))
        state.emit(call.where, "stream.opened", {"listeners": len(state.streams)})

        async def events() -> AsyncIterator[str]:
            try:
                yield form.greeting(state.shown(call.where), now())
                while True:
                    yield form.framed(await queue.get())
            finally:
                state.streams.remove((call.where, queue))

        return StreamingResponse(events(), media_type="text/event-stream")

    tables = (
        ("server", of_server, OF_THE_SERVER),
        ("request", of_context, OF_A_CONTEXT),
        ("request", of_session, SESSIONS_OF_A_CONTEXT),
        ("session", of_session, OF_A_SESSION),
    )
    routes = [
        route(key, handler, kind, answers) for kind, answers, handlers in tables for key, handler in handlers.items()
    ]
    routes.append(Route("/api/session/{sessionID}/wait", wait, methods=["POST"]))
    routes.append(Route("/api/event", subscribe))
    app = Starlette(
        routes=routes, exception_handlers={HTTPException: form.problem}, middleware=[Middleware(form.limited)]
    )
    app.state.agent = state
    return app


def _require(request: Request, credentials: str | None, faults: Collection[Fault], kind: str) -> None:
    if credentials is None:
        return
    if kind == "server" and request.method == "GET" and Fault.READS_FOR_EVERYONE in faults:
        return
    if request.url.path == "/api/event" and Fault.EVENTS_FOR_EVERYONE in faults:
        return
    is_basic = ":" in credentials
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    known = b64encode(credentials.encode()).decode() if is_basic else credentials
    if scheme and Fault.ANY_CREDENTIALS in faults:
        return
    if scheme == "Basic" and is_basic and Fault.ANY_PASSWORD in faults:
        value, known = b64decode(value).decode().partition(":")[0], credentials.partition(":")[0]
    elif Fault.ANY_PASSWORD in faults:
        value = value[: len(known)]
    is_scheme = scheme == ("Basic" if is_basic else "Bearer") or Fault.ANY_SCHEME in faults
    if not is_scheme or value != known:
        raise HTTPException(401, "please sign in", {"WWW-Authenticate": "Basic" if is_basic else "Bearer"})


def _takes_context(request: Request, query: dict[str, str], faults: Collection[Fault]) -> bool:
    if request.method != "GET":
        return Fault.SESSION_WRITES_TAKE_A_CONTEXT in faults
    return Fault.SESSION_READS_TAKE_A_CONTEXT in faults or (
        Fault.SESSION_READS_TAKE_A_WORKSPACE in faults and "directory" not in query
    )


def _where(state: State, query: dict[str, str]) -> Where:
    """The context that a query names."""
    directory, workspace = query.get("directory"), query.get("workspace")
    if Fault.WORKSPACE_IGNORED in state.faults:
        workspace = None
    if directory is not None and not directory.startswith("/"):
        raise HTTPException(422, "directory is not an absolute path")
    if workspace is not None and workspace not in state.workspaces:
        raise HTTPException(404, "there is no such workspace")
    if workspace is not None:
        return Where(directory or state.workspaces[workspace]["directory"], workspace)
    if directory is None:
        return state.default
    where = Where(directory.rstrip("/"))
    if Fault.DEFAULT_IS_THE_LAST in state.faults:
        state.default = where
    return where
