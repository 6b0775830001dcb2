"""A right server in random conversations, in which callers also write past the proxy: it is accused of nothing."""

import json
import random
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.checks.proxy.conversations import proxied
from trivet_stubs import ChatStub
from trivet_stubs.serving.bounded_http_client import HttpClient

STEPS = 400


class Talk:
    """Random requests about a few conversations, which callers pass to each other."""

    def __init__(self, chosen: random.Random, callers: list[tuple[HttpClient, Mapping[str, str]]]) -> None:
        self._chosen = chosen
        self._callers = callers
        self._ids: dict[str, list[Any]] = {"conversations": [], "messages": [], "links": [], "shares": [], "users": []}

    def step(self) -> None:
        """Send the requests of a random caller, through the proxy or past it."""
        self._caller = self._chosen.choice(self._callers)
        steps: list[Callable[[], object]] = [
            self._create,
            *[self._change] * 4,
            *[self._read] * 8,
            *[self._add] * 3,
            self._share,
            self._open,
            self._rate,
            self._administer,
        ]
        self._chosen.choice(steps)()

    def _any(self, kind: str, otherwise: Any = "00000000-0000-4000-8000-ffffffffffff") -> Any:
        return self._chosen.choice(self._ids[kind]) if self._ids[kind] else otherwise

    def _send(self, method: str, path: str, body: object = None, **query: object) -> dict[str, Any]:
        headers = {**self._caller[1], **({} if body is None else {"content-type": "application/json"})}
        target = f"{path}?{urlencode(query)}" if query else path
        content = None if body is None else json.dumps(body).encode()
        answer = self._caller[0].send(method, target, headers=headers, body=content)
        return json.loads(answer.body) if answer.status < 300 and answer.body else {}

    def _keep(self, kind: str, value: Any) -> None:
        if value:
            self._ids[kind] = [*self._ids[kind][-7:], value]

    def _create(self) -> None:
        self._keep("conversations", self._send("POST", "/conversations", {"title": "One"}).get("id"))

    def _change(self) -> None:
        here = f"/conversations/{self._any('conversations')}"
        title, archived = self._chosen.choice(["One", "Two", None]), self._chosen.random() < 0.5
        requests: list[tuple[str, str, object]] = [
            ("PATCH", here, {"title": title}),
            ("PATCH", here, {"is_archived": archived}),
            ("POST", f"{here}/archive", None),
            ("DELETE", here, None),
        ]
        method, path, body = self._chosen.choices(requests, [4, 4, 2, 1])[0]
        self._send(method, path, body)

    def _read(self) -> None:
        here = f"/conversations/{self._any('conversations')}"
        page = {"limit": self._chosen.choice([1, 2, 100]), "skip": self._chosen.choice([0, 0, 1, 3])}
        archived = {"include_archived": self._chosen.choice(["true", "false"])}
        path, query = self._chosen.choice(
            [
                (here, {}),
                (f"{here}/messages", page),
                (f"{here}/shares", {}),
                ("/conversations", {**page, **archived}),
                ("/conversations/shared-with-me", page),
                ("/conversations/admin-list", {"limit": 100}),
                ("/conversations/export", {}),
            ]
        )
        self._send("GET", path, **query)

    def _add(self) -> None:
        here = f"/conversations/{self._any('conversations')}"
        body = {"role": self._chosen.choice(["user", "assistant", "system"]), "content": "Words."}
        message = self._send("POST", f"{here}/messages", body).get("id")
        self._keep("messages", message and f"{here}/messages/{message}")

    def _share(self) -> None:
        here = f"/conversations/{self._any('conversations')}"
        body = {"shared_with": self._any("users"), "permission": self._chosen.choice(["view", "edit"])}
        share = self._send("POST", f"{here}/shares", self._chosen.choice([body, {"generate_link": True}]))
        self._keep("shares", share.get("id") and f"{here}/shares/{share['id']}")
        self._keep("links", share.get("share_token"))
        if self._chosen.random() < 0.3:
            self._send("DELETE", self._any("shares", "/conversations/x/shares/x"))

    def _open(self) -> None:
        self._send("GET", f"/conversations/shared/{self._any('links')}")

    def _rate(self) -> None:
        here = self._any("messages", "/conversations/x/messages/x")
        self._send("POST", f"{here}/rate", {"rating": self._chosen.choice([1, -1])})
        if self._chosen.random() < 0.3:
            self._send("DELETE", f"{here}/rate")

    def _administer(self) -> None:
        self._ids["users"] = [user["id"] for user in self._send("GET", "/admin/users").get("items", [])][:5]
        user, flag = self._any("users"), self._chosen.random() < 0.5
        body = self._chosen.choice([{"is_app_admin": flag}, {"is_active": True}, {"role": "user"}])
        if [user] != self._ids["users"][:1]:
            self._send("PATCH", f"/admin/users/{user}", body)
        for path in ("/admin/ratings", "/admin/ratings/summary?days=365", "/admin/ratings"):
            self._send("GET", path)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_right_server_is_accused_of_nothing_although_others_write_past_the_proxy(seed: int) -> None:
    chosen = random.Random(seed)
    with ChatStub() as stub, proxied("chat", stub.async_transport(), stub.clock.monotonic) as (transport, result):
        stub.observed.late_commits = bool(seed % 2)
        url = "http://chat.test"
        with HttpClient(url, transport=transport) as through, HttpClient(url, transport=stub.async_transport()) as past:
            credentials = [{"authorization": f"Bearer {stub.token(name)}"} for name in ("admin", "alice", "bob")]
            talk = Talk(chosen, [(client, each) for each in credentials for client in (through, through, past)])
            for _ in range(STEPS):
                talk.step()
                stub.clock.advance(chosen.choice([0.0, 0.5, 4.0]))
    assert [(finding.verdict.id, finding.verdict.reason) for finding in result.of("server")] == []
    assert result.rules["chat.paging.total-counts-every-match"].tried > 10
