"""A request of every operation but the stream of events, in an order in which each succeeds on a new stub."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.stubs.agent.test_stub import ASKED, script
from tests.stubs.bus.test_stub import OPERATIONS as BUS
from tests.stubs.chat.helpers import OPERATIONS as CHAT
from tests.stubs.chat.helpers import names_in
from trivet_stubs import AgentStub, BusStub, ChatStub, spec

SERVICES = ("agent", "bus", "chat")
_ENDING = (  # they take away what the others need
    "admin.users.update",
    "conversations.archive",
    "conversations.messages.unrate",
    "conversations.shares.delete",
    "conversations.delete",
    "admin.users.delete",
)


@dataclass(frozen=True, kw_only=True)
class Request:
    """A request, in one piece for a plain client, and in parts for a generated one."""

    operation: str
    method: str
    target: str
    template: str
    path: Mapping[str, str]
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: Any = None

    @property
    def content(self) -> bytes | None:
        """The body as bytes of JSON; None if there is none."""
        return None if self.body is None else json.dumps(self.body).encode()


def new_stub(service: str) -> Any:
    """Return a stub with the data and the steps that the requests need."""
    if service == "bus":
        return BusStub()
    if service == "chat":
        return ChatStub(seed="small")
    stub = AgentStub()
    script(stub)
    return stub


def requests_of(service: str, stub: Any) -> list[Request]:
    """Return the requests of a service to a stub of it."""
    if service == "bus":
        key = {"AccountKey": stub.account_key}
        asked = [_request(service, "GET", target, None, key) for target in BUS]
    elif service == "chat":
        order = sorted(CHAT, key=lambda row: _ENDING.index(row.id) if row.id in _ENDING else -1)
        tokens = {"admin": stub.admin_token, "alice": stub.token("alice")}
        names = names_in(stub)
        asked = [
            _request(service, row.method, row.path.format(**names), row.body, _bearer(tokens[row.who])) for row in order
        ]
    else:
        asked = [_request(service, method, target, body, {}) for method, target, body in ASKED]
    missing = set(stub.contract.operations) - {request.operation for request in asked} - {"event.subscribe"}
    assert not missing, missing
    return asked


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _request(service: str, method: str, target: str, body: Any, headers: Mapping[str, str]) -> Request:
    parts = urlsplit(target)
    paths: Mapping[str, Any] = spec(service)["paths"]
    for template in sorted(paths, key=lambda path: path.count("{")):
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(template))
        match = re.fullmatch(pattern, parts.path)
        if match and method.lower() in paths[template]:
            return Request(
                operation=paths[template][method.lower()]["operationId"],
                method=method,
                target=target,
                template=template,
                path={name: unquote(value) for name, value in match.groupdict().items()},
                query=dict(parse_qsl(parts.query)),
                headers={**headers, **({} if body is None else {"Content-Type": "application/json"})},
                body=body,
            )
    raise ValueError(f"no operation of {service} is {method} {target}")
