"""A model that answers by rules, with the interface that the agent server uses for its providers.

A word in the latest message of the user selects the answer. BASH calls a tool that asks for permission, with the
command after the word, if any. WRITE calls a tool that writes the file named after the word, ASK a tool that asks a
question, TODO a tool that writes todos, and TASK another agent. SLOW answers slowly, ECHO with the messages of the user
that the server sent; ERR401 and ERR500 fail. All other messages, and the results of tools, are answered with the same
text.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

__all__ = ["ANSWER", "run_model"]

WORDS = ("Hello ", "from ", "the ", "rules: ", "déjà vu, ", "日本\u2028, ", "the end.")
"""The words of the text; one contains a line separator, which does not end a line of an event stream."""

ANSWER = "".join(WORDS)

TOOLS = {
    "BASH": ("bash", "shell"),
    "WRITE": ("write",),
    "TASK": ("task",),  # before ASK, which it contains
    "ASK": ("question",),
    "TODO": ("todowrite",),
}
"""The possible names of the server's tool for each word."""


def _arguments(word: str, rest: str) -> dict[str, Any]:
    """Return the arguments of a word's tool; `rest` is the text after the word."""
    match word:
        case "BASH":
            return {"command": rest or "echo from-the-tool", "description": "Print a word"}
        case "WRITE":
            return {"filePath": rest, "path": rest, "content": "written by the agent\n"}
        case "TASK":
            return {"description": "Ask another", "prompt": "TEXT please", "subagent_type": "general"}
        case "ASK":
            options = [{"label": "Pear", "description": "green"}, {"label": "Plum", "description": "blue"}]
            return {"questions": [{"question": "Which fruit?", "header": "Fruit", "options": options}]}
        case _:
            return {"todos": [{"id": "1", "content": "prune", "status": "pending", "priority": "high"}]}


FAILURES = {"ERR401": 401, "ERR500": 500}
SLOW, QUICK = 0.4, 0.005
"""Seconds between two words."""


class Handler(BaseHTTPRequestHandler):
    """Answers a request."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        self._json(200, {"object": "list", "data": [{"id": "rules-1", "object": "model"}]})

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        prompt = _latest_prompt(request["messages"])
        for word, status in FAILURES.items():
            if word in prompt:
                self._json(status, {"error": {"message": f"the model fails with {status}", "type": "failure"}})
                return
        if not request.get("stream"):
            message = {"role": "assistant", "content": "A title"}
            self._json(200, {"id": "1", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})
            return
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for delta, finish in _deltas(prompt, request):
            choice = {"index": 0, "delta": delta, "finish_reason": finish}
            usage = {"prompt_tokens": 5, "completion_tokens": 3, "total_tokens": 8} if finish else None
            chunk: dict[str, Any] = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "rules-1"}
            chunk |= {"choices": [choice], **({"usage": usage} if usage else {})}
            self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
            self.wfile.flush()
            time.sleep(SLOW if "SLOW" in prompt else QUICK)
        self.wfile.write(b"data: [DONE]\n\n")
        self.close_connection = True

    def _json(self, status: int, body: object) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def _latest_prompt(messages: list[dict[str, Any]]) -> str:
    for message in reversed(messages):
        if message["role"] == "user":
            content = message["content"]
            return content if isinstance(content, str) else " ".join(part.get("text", "") for part in content)
    return ""


def _deltas(prompt: str, request: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str | None]]:
    offered = {tool["function"]["name"] for tool in request.get("tools", ())}
    yield {"role": "assistant", "content": ""}, None
    if request["messages"][-1]["role"] != "tool":
        for word, names in TOOLS.items():
            name = next((candidate for candidate in names if candidate in offered), None)
            _, separator, rest = prompt.partition(word)
            if separator and name is not None:
                call = {"index": 0, "id": f"call_{time.time_ns()}", "type": "function"}
                yield {"tool_calls": [{**call, "function": {"name": name, "arguments": ""}}]}, None
                text = json.dumps(_arguments(word, rest.strip()))
                for start in range(0, len(text), 25):
                    piece = {"index": 0, "function": {"arguments": text[start : start + 25]}}
                    yield {"tool_calls": [piece]}, None
                yield {}, "tool_calls"
                return
    for word in (prompt,) if "ECHO" in prompt else WORDS:
        yield {"content": word}, None
    yield {}, "stop"


@contextmanager
def run_model() -> Iterator[str]:
    """Run the model on a free port of this machine, and yield its URL."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, name="model")
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
