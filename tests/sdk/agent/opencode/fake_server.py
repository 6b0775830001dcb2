"""A server that behaves like the one that people can install, as far as the adapter's tests need it, in process.

Each prompt plays the recorded turn; the routes are those that version 1.18.33 has. CUT in a prompt ends the streams of
events in the middle of the text.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.responses import JSONResponse as BaseJSONResponse
from starlette.routing import Route

from tests.sdk.agent.opencode.recorded import turn
from trivet_stubs import Clock
from trivet_stubs.kernel.notify import MultiLoopEvent
from trivet_stubs.serving.in_process import AsyncTransport, Transport
from trivet_stubs.serving.loop_thread import LoopThread

DEFAULT = "/home/dev/orchard"
MODELS = {
    id_: {
        "id": id_,
        "providerID": "rules",
        "name": "Rules",
        "api": {"id": id_, "url": "", "npm": "@ai-sdk/openai-compatible"},
        "capabilities": {"toolcall": True, "input": {"text": True, "image": False}, "output": {"text": True}},
        "cost": {"input": 1000, "output": 2000, "cache": {"read": 0, "write": 0}},
        "limit": {"context": 32000, "output": 4000},
        "status": "active",
        "variants": {"low": {"reasoningEffort": "low"}},
    }
    for id_ in ("rules/1", "other")
}


def written(value: Any) -> bytes:
    """Write a value as JavaScript does: half a surrogate pair as an escape, other characters as they are."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return re.sub("[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", text).encode()


class JSONResponse(BaseJSONResponse):
    """An answer as JavaScript writes it."""

    def render(self, content: Any) -> bytes:
        return written(content)


class BriefClock(Clock):
    """A clock that stands still, and on which each pause takes a millisecond of the real time.

    The adapter's looks at the busy sessions would advance a `Clock` all the time, past the end of any other call.
    """

    def sleep(self, seconds: float) -> None:
        time.sleep(0.001)

    async def asleep(self, seconds: float) -> None:
        await asyncio.sleep(0.001)


class FakeServer:
    """The state and the routes.

    Attributes:
        requests: Method and target of each request, in order.
        replies: The bodies of the replies to permissions.
        prompts: The bodies of the prompts.
        sessions: The sessions by their ids.
        stubborn: Whether a session works on although it is aborted.
        eager: Whether an aborted session ends its tool, asks its model once more, and completes the answer.
    """

    def __init__(self) -> None:
        self.requests: list[str] = []
        self.replies: list[Any] = []
        self.prompts: list[Any] = []
        self.sessions: dict[str, dict[str, Any]] = {}
        self.stubborn = False
        self.eager = False
        self._messages: dict[str, list[dict[str, Any]]] = {}
        self._busy: set[str] = set()
        self._asked: dict[str, tuple[dict[str, Any], str]] = {}
        self._streams: list[tuple[str, asyncio.Queue[bytes]]] = []
        self._after: dict[str, Any] = {}
        self._numbers = iter(range(1, 10_000))
        self._closing = MultiLoopEvent()
        self._thread: LoopThread | None = None
        routes: dict[str, Any] = {
            "GET /api/location": self._location,
            "GET /event": self._events,
            "GET /api/session": self._list,
            "POST /session": self._create,
            "PATCH /session/{id}": self._update,
            "GET /session/status": self._list_busy,
            "GET /session/{id}": self._get,
            "GET /session/{id}/children": self._list_children,
            "GET /session/{id}/message": self._list_messages,
            "GET /session/{id}/message/{message}": self._get_message,
            "POST /session/{id}/prompt_async": self._prompt,
            "POST /session/{id}/abort": self._abort,
            "POST /session/{id}/summarize": self._summarize,
            "GET /permission": self._list_asked,
            "GET /question": self._list_none,
            "POST /permission/{request}/reply": self._reply,
            "GET /agent": self._list_agents,
            "GET /config/providers": self._list_providers,
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

    async def _list_none(self, _: Request) -> Response:
        return JSONResponse([])

    async def _list_agents(self, _: Request) -> Response:
        return JSONResponse([{"name": name, "mode": "primary", "permission": []} for name in ("build", "plan")])

    async def _list_providers(self, _: Request) -> Response:
        return JSONResponse({"providers": [{"id": "rules", "name": "Rules", "models": MODELS}]})

    async def _events(self, request: Request) -> Response:
        directory = request.query_params.get("directory", DEFAULT)
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._streams.append((directory, queue))

        async def stream() -> AsyncIterator[bytes]:
            try:
                yield b'data: {"id":"evt_0","type":"server.connected","properties":{}}\n\n: heartbeat\n\n'
                while chunk := await queue.get():
                    yield chunk
            finally:
                self._streams.remove((directory, queue))

        return StreamingResponse(stream(), media_type="text/event-stream")

    def _send(self, kind: str, properties: dict[str, Any]) -> None:
        event = {"id": f"evt_{next(self._numbers)}", "type": kind, "properties": properties}
        framed = b"data: " + written(event) + b"\n\n"
        for queue in self._queues(properties["sessionID"]):
            queue.put_nowait(framed)

    def _queues(self, session_id: str) -> list[asyncio.Queue[bytes]]:
        directory = self.sessions[session_id]["directory"]
        return [queue for streamed, queue in self._streams if streamed == directory]

    async def _create(self, request: Request) -> Response:
        body = await request.json() if await request.body() else {}
        session = {
            "id": f"ses_{next(self._numbers)}",
            "slug": "calm-tiger",
            "projectID": "p",
            "directory": request.query_params.get("directory", DEFAULT),
            "title": "New session",
            "cost": 0,
            "time": {"created": 1, "updated": 1},
            **body,
        }
        self.sessions[session["id"]] = session
        self._messages[session["id"]] = []
        self._send("session.created", {"sessionID": session["id"], "info": session})
        return JSONResponse(session)

    async def _update(self, request: Request) -> Response:
        session, body = self.sessions[request.path_params["id"]], await request.json()
        session["permission"] = [*session.get("permission", ()), *body.pop("permission", ())]
        session |= body
        return JSONResponse(session)

    async def _get(self, request: Request) -> Response:
        session = self.sessions.get(request.path_params["id"])
        if session is None:
            return JSONResponse({"name": "NotFoundError", "data": {"message": "Session not found"}}, 404)
        return JSONResponse(session)

    async def _list(self, request: Request) -> Response:
        directory = request.query_params.get("directory")
        listed = [
            {**session, "location": {"directory": session["directory"]}}
            for session in self.sessions.values()
            if directory in (None, session["directory"])
        ]
        return JSONResponse({"data": listed, "cursor": {"previous": None, "next": None}})

    async def _list_busy(self, request: Request) -> Response:
        directory = request.query_params.get("directory", DEFAULT)
        busy = [id_ for id_ in self._busy if self.sessions[id_]["directory"] == directory]
        return JSONResponse({id_: {"type": "busy"} for id_ in busy})

    async def _list_children(self, request: Request) -> Response:
        parent_id = request.path_params["id"]
        return JSONResponse([session for session in self.sessions.values() if session.get("parentID") == parent_id])

    async def _list_messages(self, request: Request) -> Response:
        messages, limit = self._messages[request.path_params["id"]], request.query_params.get("limit")
        before = request.query_params.get("before")
        end = len(messages) if before is None else int(before)
        start = 0 if limit is None else max(end - int(limit), 0)
        return JSONResponse(messages[start:end], headers={} if start == 0 else {"x-next-cursor": str(start)})

    async def _get_message(self, request: Request) -> Response:
        wanted = request.path_params["message"]
        for message in self._messages[request.path_params["id"]]:
            if message["info"]["id"] == wanted:
                return JSONResponse(message)
        return JSONResponse({"name": "NotFoundError", "data": {"message": "Message not found"}}, 404)

    async def _prompt(self, request: Request) -> Response:
        session_id, body = request.path_params["id"], await request.json()
        self.prompts.append(body)
        recorded = turn(session_id, body["messageID"], body["parts"][0]["text"])
        self._busy.add(session_id)
        self._messages[session_id].append(recorded.messages[0])
        for kind, properties in recorded.before:
            self._send(kind, properties)
            if kind == "permission.asked":
                self._asked[properties["id"]] = (properties, session_id)
                self._after[properties["id"]] = recorded
        if not self._after.keys() & self._asked.keys():
            self._finish(session_id, recorded)
        return Response(status_code=204)

    def _finish(self, session_id: str, recorded: Any) -> None:
        for kind, properties in recorded.after:
            self._send(kind, properties)
            if kind == "message.part.delta" and "CUT" in recorded.messages[0]["parts"][0]["text"]:
                for queue in self._queues(session_id):
                    queue.put_nowait(b"")
        self._messages[session_id] += recorded.messages[1:]
        self._busy.discard(session_id)

    async def _summarize(self, request: Request) -> Response:
        session_id, model = request.path_params["id"], await request.json()
        time = {"created": 40, "completed": 41}
        part = {"id": "prt_s", "type": "text", "text": f"A summary by {model['modelID']}"}
        info = {"id": "msg_zzz", "role": "assistant", "summary": True, "time": time}
        self._messages[session_id].append({"info": info, "parts": [part]})
        return JSONResponse(True)

    async def _list_asked(self, request: Request) -> Response:
        directory = request.query_params.get("directory", DEFAULT)
        asked = [
            data for data, session_id in self._asked.values() if self.sessions[session_id]["directory"] == directory
        ]
        return JSONResponse(asked)

    async def _reply(self, request: Request) -> Response:
        asked = self._asked.get(request.path_params["request"])
        directory = request.query_params.get("directory", DEFAULT)
        if asked is None or self.sessions[asked[1]]["directory"] != directory:
            return JSONResponse({"_tag": "PermissionNotFoundError", "message": "gone"}, 404)
        self.replies.append(await request.json())
        del self._asked[request.path_params["request"]]
        recorded = self._after.pop(request.path_params["request"])
        if asked[1] in self._busy:  # the request of an agent that was stopped is only removed
            self._finish(asked[1], recorded)
        return JSONResponse(True)

    async def _abort(self, request: Request) -> Response:
        session_id = request.path_params["id"]
        if self.eager and session_id in self._busy:
            self._complete_without_the_tool(session_id)
        if not self.stubborn:
            self._busy.discard(session_id)
        return JSONResponse(True)

    def _complete_without_the_tool(self, session_id: str) -> None:
        [(_, recorded)] = self._after.items()
        _, first, second = recorded.messages
        tool = first["parts"][1]
        tool["state"] |= {"status": "error", "error": "Task cancelled"}
        self._send("message.part.updated", {"sessionID": session_id, "part": tool, "time": 31})
        self._messages[session_id] += [first, second]

    def messages(self, session_id: str) -> list[dict[str, Any]]:
        """Return the messages of a session, oldest first."""
        return self._messages[session_id]
