"""A session of three users of a chat service, recorded by the proxy in front of any server."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx

from trivet_checks import Proxy, TrafficResult
from trivet_checks.proxy.patience import Patience
from trivet_stubs.kernel.notify import MultiLoopEvent
from trivet_stubs.serving.in_process import AsyncTransport


def recorded(app: Any, tokens: Mapping[str, str], folder: Path) -> TrafficResult:
    """Record the session on a server, which runs in process.

    Args:
        app: The server, an ASGI application.
        tokens: The tokens of `admin`, `user` and `other`.
        folder: The folder of the recording.
    """
    transport = AsyncTransport(app, MultiLoopEvent())
    with Proxy("chat", "http://chat.test", record=folder, transport=transport, patience=Patience()) as proxy:
        with httpx.Client(base_url=proxy.url, trust_env=False, timeout=60) as client:
            _session(client, tokens)
    return proxy.result


def _session(client: httpx.Client, tokens: Mapping[str, str]) -> None:
    def call(caller: str, method: str, path: str, body: Any = None, *, token: str = "") -> Any:
        headers = {"authorization": f"Bearer {token or tokens[caller]}"} if token or caller else {}
        response = client.request(method, path, headers=headers, json=body)
        kind = response.headers.get("content-type", "")
        return response.json() if response.content and "json" in kind else response.text

    plan, spare = (call("user", "POST", "/conversations", {"title": title}) for title in ("Plan", "Spare"))
    friend = call("other", "POST", "/conversations", {"title": "A list of the friend"})["user_id"]
    here = f"/conversations/{plan['id']}"
    messages = [
        call("user", "POST", f"{here}/messages", {"role": role, "content": content})
        for role, content in (("user", "Where to?"), ("assistant", "To the sea."), ("user", "When?"))
    ]
    for message in messages[:2]:
        call("user", "POST", f"{here}/messages/{message['id']}/rate", {"rating": 1, "comment": "Good."})
    call("user", "GET", f"{here}/messages")
    call("user", "POST", f"{here}/shares", {"shared_with": friend, "permission": "view"})
    link = call("user", "POST", f"{here}/shares", {"generate_link": True})
    call("", "GET", f"/conversations/shared/{link['share_token']}")
    for method, path in (("GET", here), ("GET", "/conversations/shared-with-me"), ("PATCH", here)):
        call("other", method, path, {"title": "Mine"} if method == "PATCH" else None)
    call("other", "POST", f"{here}/archive")
    call("user", "GET", here)
    call("user", "DELETE", f"{here}/shares/{link['id']}")
    call("", "GET", f"/conversations/shared/{link['share_token']}")
    call("user", "PATCH", here, {"title": "Plan B"})
    call("user", "POST", f"/conversations/{spare['id']}/archive")
    call("user", "POST", "/conversations", {"title": "Third"})
    for query in ("?limit=2", "", "?include_archived=true", "?limit=101"):
        call("user", "GET", f"/conversations{query}")
    call("other", "GET", "/conversations/export")
    call("nobody", "GET", here, token="no token of the server")
    issued = call("admin", "POST", f"/admin/users/{friend}/impersonate")["access_token"]
    call("the friend", "GET", "/conversations", token=issued)
    for path in ("/conversations/export", "/admin/ratings", "/admin/ratings/export?export_format=csv", "/admin/users"):
        call("admin", "GET", path)
    call("other", "DELETE", here)
    call("user", "GET", here)
    call("user", "DELETE", here)
    call("user", "GET", here)
