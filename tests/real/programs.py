"""Small servers that the agent server starts or calls: of tools, of a language, and of tools behind an authorization.

`python programs.py mcp` and `python programs.py lsp` speak JSON-RPC over stdin and stdout.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

__all__ = ["CODE", "ToolsBehindAuthorization", "program_of", "run_tools_behind_authorization"]

RESOURCE = {
    "name": "harvest",
    "uri": "orchard://harvest",
    "description": "The pears",
    "mimeType": "text/plain",
}
PROMPT = {"name": "prune", "description": "Prune a tree", "arguments": [{"name": "tree", "required": True}]}
CODE, TOKEN = "code-of-the-user", "token-of-the-user"


def program_of(protocol: str) -> list[str]:
    """Return the command that starts the server of a protocol, `mcp` or `lsp`."""
    return [sys.executable, __file__, protocol]


def _result(method: str, parameters: dict[str, Any]) -> dict[str, Any] | None:
    """Return the result of a call of the tool protocol."""
    match method:
        case "initialize":
            capabilities: dict[str, Any] = {"tools": {}, "resources": {}, "prompts": {}}
            about = {"name": "orchard", "version": "1"}
            version = parameters.get("protocolVersion", "2025-03-26")
            return {"protocolVersion": version, "capabilities": capabilities, "serverInfo": about}
        case "tools/list":
            return {"tools": []}
        case "resources/list":
            return {"resources": [RESOURCE]}
        case "resources/templates/list":
            return {"resourceTemplates": []}
        case "prompts/list":
            return {"prompts": [PROMPT]}
        case _:
            return {}


def _answer(message: dict[str, Any]) -> dict[str, Any] | None:
    """Return the answer to a message; None for a notification."""
    if "id" not in message:
        return None
    return {"jsonrpc": "2.0", "id": message["id"], "result": _result(message["method"], message.get("params") or {})}


def serve_tools() -> None:
    """Serve the tool protocol: a message is a line."""
    for line in sys.stdin:
        answer = _answer(json.loads(line))
        if answer is not None:
            print(json.dumps(answer), flush=True)


def serve_language() -> None:
    """Serve the protocol of language servers, whose messages have a header with their length."""
    while header := sys.stdin.buffer.readline():
        length = int(header.partition(b":")[2])
        sys.stdin.buffer.readline()
        message = json.loads(sys.stdin.buffer.read(length))
        if "id" in message and "method" in message:
            result = {"capabilities": {}} if message["method"] == "initialize" else None
            content = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode()
            sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n%b" % (len(content), content))
            sys.stdout.buffer.flush()


class ToolsBehindAuthorization(BaseHTTPRequestHandler):
    """A remote server of the tool protocol that wants a token, and the authorization server that grants it."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass

    @property
    def _origin(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if path.startswith("/.well-known/oauth-protected-resource"):
            self._json(200, {"resource": f"{self._origin}/mcp", "authorization_servers": [self._origin]})
        elif path.startswith("/.well-known/"):
            names = ("authorization_endpoint", "token_endpoint", "registration_endpoint")
            paths = ("authorize", "token", "register")
            metadata = {name: f"{self._origin}/{path}" for name, path in zip(names, paths, strict=True)}
            metadata |= {"issuer": self._origin, "response_types_supported": ["code"]}  # type: ignore[dict-item]
            metadata |= {"code_challenge_methods_supported": ["S256"]}  # type: ignore[dict-item]
            self._json(200, metadata)
        else:
            self._json(405, {})

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers["content-length"]))
        match urlsplit(self.path).path:
            case "/register":
                self._json(201, {**json.loads(content), "client_id": "agent"})
            case "/token":
                code = parse_qs(content.decode()).get("code")
                if code != [CODE]:
                    self._json(400, {"error": "invalid_grant"})
                else:
                    self._json(200, {"access_token": TOKEN, "token_type": "Bearer"})
            case _ if self.headers["authorization"] != f"Bearer {TOKEN}":
                challenge = f'Bearer resource_metadata="{self._origin}/.well-known/oauth-protected-resource"'
                self._json(401, {"error": "unauthorized"}, {"www-authenticate": challenge})
            case _:
                answer = _answer(json.loads(content))
                self._json(202 if answer is None else 200, answer)

    def _json(self, status: int, body: object, headers: dict[str, str] | None = None) -> None:
        content = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"content-type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


@contextmanager
def run_tools_behind_authorization() -> Iterator[str]:
    """Run the remote server of tools on a free port of this machine, and yield its URL."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), ToolsBehindAuthorization)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, name="tools")
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/mcp"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


if __name__ == "__main__":
    {"mcp": serve_tools, "lsp": serve_language}[sys.argv[1]]()
