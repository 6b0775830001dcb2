"""Conversations that pass through the proxy in process, with a stub, a mutant or a server of another make."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from typing import Any, cast
from uuid import uuid4

import httpx

from trivet_checks.checks.target import Caller, Target
from trivet_checks.exchanges.evidence import Broken, LostWrite, NotTried
from trivet_checks.exchanges.gate import Gate
from trivet_checks.exchanges.request import Query
from trivet_checks.exchanges.shapes import Shapes
from trivet_checks.proxy.application import ProxyApplication
from trivet_checks.proxy.judge import Judge
from trivet_checks.proxy.observer_thread import Observer
from trivet_checks.proxy.result import Tally, TrafficResult
from trivet_stubs.kernel.notify import MultiLoopEvent
from trivet_stubs.serving.in_process import AsyncTransport
from trivet_stubs.serving.upstream import Upstream


@contextmanager
def proxied(
    service: str, server: httpx.AsyncBaseTransport, monotonic: Callable[[], float]
) -> Generator[tuple[httpx.AsyncBaseTransport, TrafficResult], None, None]:
    """Yield a transport to a proxy before a server, and its result, which is complete at the end."""
    url = f"http://{service}.test"
    tally, shapes = Tally(service, url), Shapes(service)
    observer = Observer(Judge(shapes, tally, Gate(shapes.contract)), tally, None)
    observer.start()
    try:
        yield (
            AsyncTransport(
                ProxyApplication(Upstream(url, transport=server), observer, monotonic=monotonic), MultiLoopEvent()
            ),
            tally.result,
        )
        observer.settle()
    finally:
        observer.close()


def broken_rules(result: TrafficResult) -> set[str]:
    """The rules that the server broke."""
    return {finding.verdict.id for finding in result.of("server") if finding.verdict.kind == "rule"}


def speak(target: Target, *, is_on_this_clock: bool = True) -> None:
    """Have a conversation as clients may have it, which come back to what they have made and removed.

    Args:
        target: The server.
        is_on_this_clock: Whether time passes for the server where the target waits, so that tokens expire.
    """
    spoken = {"bus": _bus, "chat": _chat, "agent": _agent}
    spoken[target.service](target, is_on_this_clock)


def ask(caller: Caller, operation: str, *segments: str, query: Query | None = None, json: object = None) -> Any:
    """The record that a server answers; a record without an id if it answers something else."""
    nothing = {"id": str(uuid4())}
    try:
        reply = caller.call(operation, *segments, query=query, json=json)
        answer: Any = reply.json if reply.body else None
    except (Broken, NotTried, LostWrite):
        return nothing
    return {**nothing, **cast(dict[str, Any], answer)} if isinstance(answer, dict) else nothing


def _bus(target: Target, _is_on_this_clock: bool) -> None:
    user = target.caller("user")
    ask(target.anonymous, "stops.list")
    ask(user, "planned_routes.list")
    ask(user, "passenger_volume.by_stop")
    for stop in ask(user, "stops.list").get("value", [])[:5]:
        ask(user, "arrivals.get", query={"BusStopCode": stop["BusStopCode"]})
    ask(user, "stops.list", query={"$skip": 2})


def _chat(target: Target, is_on_this_clock: bool) -> None:
    admin, user, other, spare = map(target.caller, ("admin", "user", "other", "spare"))
    pause = partial(target.budget.pause, 10.0)
    ask(target.anonymous, "conversations.list")
    ask(user.with_scheme("bearer"), "conversations.list")
    for caller in (user, other, admin, spare):
        archived = ask(caller, "conversations.create", json={"title": "Old"})["id"]
        ask(caller, "conversations.archive", archived)
    ask(user, "conversations.archive", archived := ask(user, "conversations.create", json={"title": "Older"})["id"])
    pause()
    here, there = (ask(user, "conversations.create", json={"title": title})["id"] for title in ("One", "Two"))
    pause()
    ask(user, "conversations.list", query={"include_archived": True, "limit": 100})
    ask(user, "conversations.get", archived)
    for conversation in ask(admin, "admin.conversations.list", query={"limit": 100}).get("items", []):
        ask(admin, "conversations.get", conversation["id"])
    ask(admin, "admin.conversations.export")
    ask(admin, "admin.conversations.list", query={"limit": 100, "include_archived": True})
    _messages_and_ratings(target, user, here)
    _shares(target, here, there)
    ask(admin, "admin.ratings.export", query={"export_format": "csv"})
    ask(admin, "admin.ratings.list", query={"limit": 100})
    ask(admin, "admin.users.list", query={"limit": 500})
    ask(user, "admin.users.list", query={"limit": 500})
    ask(other, "conversations.delete", there)
    _deletions(target, here)
    if is_on_this_clock:
        _expiry(target)


def _messages_and_ratings(target: Target, user: Caller, here: str) -> None:
    pause = partial(target.budget.pause, 10.0)
    message = answer = ""
    for role in ("user", "assistant", "user"):
        message = ask(user, "conversations.messages.create", here, json={"role": role, "content": "Words."})["id"]
        if role == "assistant":
            answer = message
        pause()
        ask(user, "conversations.list")
    ask(user, "conversations.get", here)
    for query in ({}, {"limit": 1}, {"limit": 1, "skip": 1}):
        ask(user, "conversations.messages.list", here, query=query)
    ask(user, "conversations.messages.rate", here, message, json={"rating": 1})
    ask(user, "conversations.messages.rate", here, answer, json={"rating": 1})
    pause()
    ask(user, "conversations.list")
    for operation in ("rate", "unrate", "unrate", "rate"):
        body = {"rating": -1} if operation == "rate" else None
        ask(user, f"conversations.messages.{operation}", here, answer, json=body)
        pause()
        ask(user, "conversations.list")


def _shares(target: Target, here: str, there: str) -> None:
    admin, user, other = map(target.caller, ("admin", "user", "other"))
    pause = partial(target.budget.pause, 10.0)
    ids = {
        caller: ask(caller, "conversations.create", json={"title": "Mine"}).get("user_id", "")
        for caller in (user, other)
    }
    for conversation, permission in ((here, "edit"), (there, "view")):
        ask(user, "conversations.update", conversation, json={"title": "Changed"})
        ask(
            user,
            "conversations.shares.create",
            conversation,
            json={"shared_with": ids[other], "permission": permission},
        )
        pause()
    ask(user, "conversations.update", here, json={"title": "Changed again"})
    ask(user, "conversations.list")
    ask(user, "conversations.shares.create", here, json={"shared_with": ids[other]})
    ask(user, "conversations.shares.create", here, json={"shared_with": ids[user]})
    ask(other, "conversations.shared_with_me")
    for outsider in (other, admin):
        ask(outsider, "conversations.get", here)
        ask(outsider, "conversations.list")
        ask(outsider, "conversations.shares.list", here)
        ask(outsider, "conversations.archive", here)
        ask(outsider, "conversations.shares.create", here, json={"generate_link": True})
    link = ask(user, "conversations.shares.create", here, json={"generate_link": True})
    token = link.get("share_token") or "none"
    pause()
    ask(user, "conversations.list")
    ask(target.anonymous, "conversations.open_shared", token)
    ask(user, "conversations.shares.delete", here, link["id"])
    pause()
    ask(user, "conversations.list")
    ask(target.anonymous, "conversations.open_shared", token)
    ask(user, "conversations.shares.list", here)
    ask(user, "conversations.shares.delete", here, link["id"])


def _deletions(target: Target, here: str) -> None:
    admin, user, other, spare = map(target.caller, ("admin", "user", "other", "spare"))
    pause = partial(target.budget.pause, 10.0)
    ask(other, "conversations.delete", here)
    ask(admin, "conversations.delete", here)
    ask(user, "conversations.delete", here)
    gone = ask(spare, "conversations.create").get("user_id", "none")
    ask(admin, "admin.users.delete", gone)
    pause()
    for caller in (user, admin):
        ask(caller, "conversations.list")
    ask(user, "conversations.get", here)
    ask(user, "conversations.messages.list", here)
    ask(user, "conversations.delete", here)
    for operation in ("get", "impersonate", "delete"):
        ask(admin, f"admin.users.{operation}", gone)


def _expiry(target: Target) -> None:
    admin, user, other = map(target.caller, ("admin", "user", "other"))
    issued = ask(admin, "admin.users.impersonate", ask(other, "conversations.create").get("user_id", "none"))
    target.budget.pause(3700.0)
    ask(user.presenting(f"Bearer {issued.get('access_token', 'none')}"), "conversations.list")


def _agent(target: Target, _is_on_this_clock: bool) -> None:
    user, where = target.caller("user"), {"directory": target.options["directory"]}
    pause = partial(target.budget.pause, 10.0)
    for operation in ("agent.list", "skill.list", "command.list", "provider.list"):
        ask(user, operation)
    for directory in (target.options["directory"], "/home/dev", "/home/dev/lamp"):
        ask(user, "config.get", query={"directory": directory})
        ask(user, "pty.create", query={"directory": directory}, json={"command": "cat"})
        ask(user, "session.create", query={"directory": directory}, json={"title": "Elsewhere"})
    sessions: list[str] = []
    for number in range(3):
        session = ask(user, "session.create", query=where, json={"title": f"Number {number}"})["data"]["id"]
        ask(user, "session.prompt", session, json={"prompt": {"text": "Hello."}})
        ask(user, "session.update", session, json={"archived": 1_760_000_000_000} if number else {"title": "New"})
        sessions.append(session)
        pause()
    ask(user, "agent.list")
    ask(user, "session.message.list", sessions[0], query={"order": "asc"})
    cursor = None
    for _ in range(3):
        cursor = ask(user, "session.list", query={**where, "limit": 1, "cursor": cursor}).get("cursor", {}).get("next")
    ask(user, "session.list", query=where)
    ask(user, "auth.list")
    for _ in range(2):
        ask(user, "auth.create", json={"serviceID": "typical", "credential": {"type": "api", "key": "none"}})
    body = {"type": "local", "directory": f"{target.options['directory']}/typical"}
    workspace = ask(user, "workspace.create", json=body)
    name = workspace.get("data", {}).get("id", "wrk_none")
    for _ in range(2):
        config = {"type": "remote", "url": "http://127.0.0.1:9/mcp"}
        ask(user, "mcp.server.create", query={"workspace": name}, json={"name": "typical", "config": config})
        pause()
        ask(user, "agent.list")
    ask(user, "session.delete", sessions[0])
    ask(user, "workspace.delete", name)
    pause()
    ask(user, "agent.list")
    ask(user, "session.get", sessions[0])
    ask(user, "session.list", query={"workspace": name})
