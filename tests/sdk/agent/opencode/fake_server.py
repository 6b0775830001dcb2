"""A server that behaves like the one that people can install, as far as the adapter's tests need it, in process.

Each prompt plays the recorded turn; the routes are those that version 1.18.33 has. CUT in a prompt ends the streams of
events in the middle of the text.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from tests.sdk.agent.opencode.recorded import turn
from trivet_stubs.kernel.notify import MultiLoopEvent
from trivet_stubs.serving.in_process import AsyncTransport, Transport
from trivet_stubs.serving.loop_thread import LoopThread

DEFAULT = "/home/dev/orchard"
UNAVAILABLE = {"_tag": "ServiceUnavailableError", "message": "Session wait is not available yet"}


class FakeServer:
    """The state and the routes.

    Attributes:
        requests: Method and target of each request, in order.
        replies: The bodies of the replies to permissions.
        stubborn: Whether a session works on after an interrupt.
    """

    def __init__(self) -> None:
        self.requests: list[str] = []
        self.replies: list[Any] = []
        self.stubborn = False
        self._sessions: dict[str, dict[str, Any]] = {}
        self._messages: dict[str, list[dict[str, Any]]] = {}
        self._active: set[str] = set()
        self._asked: dict[str, tuple[dict[str, Any], str]] = {}
        self._streams: list[asyncio.Queue[bytes]] = []
        self._after: dict[str, Any] = {}
        self._numbers = iter(range(1, 10_000))
        self._closing = MultiLoopEvent()
        self._thread: LoopThread | None = None
        routes: dict[str, Any] = {
            "GET /api/location": self._location,
            "GET /api/event": self._events,
            "GET /api/session": self._list,
            "POST /api/session": self._create,
            "POST /session": self._create_older,
            "GET /api/session/active": self._list_active,
            "GET /api/session/{id}": self._get,
            "GET /api/session/{id}/message": self._list_messages,
            "GET /session/{id}/diff": self._diff,
            "POST /api/session/{id}/prompt": self._prompt,
            "POST /api/session/{id}/wait": self._wait,
            "POST /api/session/{id}/compact": self._wait,
            "GET /api/permission/request": self._list_asked,
            "GET /api/question/request": self._list_none,
            "POST /api/session/{id}/permission/{request}/reply": self._reply,
            "GET /api/agent": self._list_none,
            "POST /api/session/{id}/interrupt": self._interrupt,
            "GET /api/model": self._list_models,
        }
        listed = [
            Route(path, endpoint, methods=[method])
            for method, _, path, endpoint in [(*key.partition(" "), value) for key, value in routes.items()]
        ]
        page = Route("/{path:path}", lambda request: HTMLResponse("<!doctype html>"), methods=["GET", "POST", "PATCH"])
        self.app = self._logged(Starlette(routes=[*listed, page]))

    def transport(self) -> Transport:
        return Transport(self.app, self._closing, self._loop)

    def async_transport(self) -> AsyncTransport:
        return AsyncTransport(self.app, self._closing)

    def close(self) -> None:
        self._closing.set()
        if self._thread is not None:
            self._thread.stop()

    def _loop(self) -> LoopThread:
        if self._thread is None:
            self._thread = LoopThread("fake server")
        return self._thread

    def _logged(self, app: Any) -> Any:
        async def logged(scope: Any, receive: Any, send: Any) -> None:
            query = scope["query_string"].decode()
            self.requests.append(f"{scope['method']} {scope['path']}{'?' if query else ''}{query}")
            await app(scope, receive, send)

        return logged

    # The routes.

    def _where(self, request: Request) -> dict[str, Any]:
        location = {"directory": request.query_params.get("location[directory]") or DEFAULT}
        workspace = request.query_params.get("location[workspace]")
        return location if workspace is None else {**location, "workspaceID": workspace}

    async def _location(self, request: Request) -> Response:
        if "missing" in str(request.query_params):
            return JSONResponse({"name": "UnknownError", "data": {"message": "Unexpected server error."}}, 500)
        return JSONResponse({**self._where(request), "project": {"id": "p", "directory": DEFAULT}})

    async def _list_none(self, request: Request) -> Response:
        return JSONResponse({"location": self._where(request), "data": []})

    async def _list_models(self, request: Request) -> Response:
        models = [{"id": "rules/1", "providerID": "rules", "name": "Rules"}, {"id": "other", "providerID": "rules"}]
        return JSONResponse({"location": self._where(request), "data": models})

    async def _events(self, _: Request) -> Response:
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._streams.append(queue)

        async def stream() -> AsyncIterator[bytes]:
            try:
                yield b'data: {"id":"evt_0","type":"server.connected","data":{}}\n\n: heartbeat\n\n'
                while chunk := await queue.get():
                    yield chunk
            finally:
                self._streams.remove(queue)

        return StreamingResponse(stream(), media_type="text/event-stream")

    def _send(self, kind: str, data: dict[str, Any]) -> None:
        where = self._sessions[data["sessionID"]]["location"]
        event = {"id": f"evt_{next(self._numbers)}", "type": kind, "location": where, "data": data}
        for queue in self._streams:
            queue.put_nowait(b"data: " + json.dumps(event, ensure_ascii=False).encode() + b"\n\n")

    async def _create(self, request: Request) -> Response:
        body = await request.json()
        return JSONResponse({"data": self._new(body.get("location", {"directory": DEFAULT}), "New session")})

    async def _create_older(self, request: Request) -> Response:
        directory = request.query_params.get("directory", DEFAULT)
        session = self._new({"directory": directory}, (await request.json())["title"])
        older = {name: value for name, value in session.items() if name != "location"}
        return JSONResponse({**older, "directory": directory, "slug": "calm-tiger"})

    def _new(self, location: dict[str, Any], title: str) -> dict[str, Any]:
        session = {"id": f"ses_{next(self._numbers)}", "projectID": "p", "title": title, "location": location}
        session["time"] = {"created": 1, "updated": 1}
        self._sessions[session["id"]] = session
        self._messages[session["id"]] = []
        older = {name: value for name, value in session.items() if name != "location"}
        self._send("session.created", {"sessionID": session["id"], "info": {**older, **location}})
        return session

    async def _get(self, request: Request) -> Response:
        session = self._sessions.get(request.path_params["id"])
        if session is None:
            return JSONResponse({"_tag": "SessionNotFoundError", "message": "Session not found"}, 404)
        return JSONResponse({"data": session})

    async def _list(self, request: Request) -> Response:
        directory = request.query_params.get("directory")
        sessions = [
            session for session in self._sessions.values() if directory in (None, session["location"]["directory"])
        ]
        return JSONResponse({"data": sessions, "cursor": {"previous": None, "next": None}})

    async def _list_active(self, _: Request) -> Response:
        return JSONResponse({"data": {id_: {"type": "running"} for id_ in self._active}})

    async def _list_messages(self, request: Request) -> Response:
        messages = self._messages[request.path_params["id"]]
        messages = messages if request.query_params.get("order") == "asc" else messages[::-1]
        return JSONResponse({"data": messages, "cursor": {"previous": None, "next": None}})

    async def _diff(self, _: Request) -> Response:
        return JSONResponse([])  # of a session of the newer routes, whatever it has changed

    async def _wait(self, _: Request) -> Response:
        return JSONResponse(UNAVAILABLE, 503)

    async def _prompt(self, request: Request) -> Response:
        session_id, prompt = request.path_params["id"], (await request.json())["prompt"]
        prompt_id = f"msg_{next(self._numbers)}"
        recorded = turn(session_id, prompt_id, prompt["text"])
        self._active.add(session_id)
        self._messages[session_id].append(recorded.messages[0])
        for kind, data in recorded.before:
            self._send(kind, data)
            if kind == "permission.v2.asked":
                self._asked[data["id"]] = (data, session_id)
                self._after[data["id"]] = recorded
        if not self._after.keys() & self._asked.keys():
            self._finish(session_id, recorded)
        return JSONResponse({"data": {"id": prompt_id, "sessionID": session_id, "delivery": "steer", "prompt": prompt}})

    def _finish(self, session_id: str, recorded: Any) -> None:
        for kind, data in recorded.after:
            self._send(kind, data)
            if kind.endswith("text.delta") and "CUT" in recorded.messages[0]["text"]:
                for queue in self._streams:
                    queue.put_nowait(b"")
        self._messages[session_id] += recorded.messages[1:]
        self._active.discard(session_id)

    async def _list_asked(self, request: Request) -> Response:
        where = self._where(request)
        requests = [
            data for data, session_id in self._asked.values() if self._sessions[session_id]["location"] == where
        ]
        return JSONResponse({"location": where, "data": requests})

    async def _reply(self, request: Request) -> Response:
        self.replies.append(await request.json())
        asked = self._asked.pop(request.path_params["request"], None)
        if asked is None:
            return JSONResponse({"_tag": "PermissionNotFoundError", "message": "gone"}, 404)
        self._finish(asked[1], self._after.pop(request.path_params["request"]))
        return Response(status_code=204)

    async def _interrupt(self, request: Request) -> Response:
        if not self.stubborn:
            self._active.discard(request.path_params["id"])
        return Response(status_code=204)

    def messages(self, session_id: str) -> list[dict[str, Any]]:
        """Return the messages of a session, oldest first."""
        return self._messages[session_id]
