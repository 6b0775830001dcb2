"""A server of another make with one planted fault, as an ASGI application."""

import json
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from tests.other_make.planted import answers, effects, inputs
from tests.other_make.planted.exchange import Exchange, Message, ask, read
from tests.other_make.planted.operators import OPERATORS, Handling, PlantedFault
from tests.other_make.planted.servers import Server, now, server

__all__ = ["OPERATORS", "Planted", "planted"]
MODULES = (answers, effects, inputs)
"""The modules that register the operators."""
Send = Callable[[Message], Awaitable[None]]


class Planted:
    """The application: requests of the fault's operation are handled wrongly, all others as the server does.

    >>> app = planted("chat", "chat:left-out:conversations.archive")
    """

    def __init__(self, right: Server, fault: PlantedFault | None) -> None:
        self.server = right
        self.fault = fault
        self.handling: Handling | None = OPERATORS[fault.operator].handling(fault) if fault else None

    async def __call__(self, scope: Message, receive: Any, send: Send) -> None:
        if scope["type"] != "http" or self.handling is None or self.fault is None:
            await self.server.app(scope, receive, send)
            return
        match = self.server.spec.match(scope["method"], scope["path"])
        if match is None:
            await self.server.app(scope, receive, send)
            return
        operation, path = match
        content = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            content += message.get("body", b"")
            if not message.get("more_body"):
                break
        exchange = read(operation, path, scope, content)
        self.server.remember_secrets(exchange.body)
        is_faulty = operation.id == self.fault.operation
        if operation.is_stream:
            await self.stream(exchange, receive, send, is_faulty)
        else:
            answer = await (
                self.handling.answer(exchange, self.server) if is_faulty else ask(self.server.app, exchange)
            )
            self.server.remember_secrets(answer.json())
            self.server.count_request()
            await answer.send(send)

    async def stream(self, exchange: Exchange, receive: Any, send: Send, is_faulty: bool) -> None:
        """Pass a stream on, each event as the fault changes it."""
        handling = self.handling if is_faulty else None
        if handling is None:
            await self.server.app(exchange.scope(), _replay(receive), send)
            return

        async def revise(message: Message) -> None:
            body = message.get("body", b"")
            if body.startswith(b"event:"):
                head, _, data = body.decode().partition("data: ")
                events = handling.events(json.loads(data))
                body = "".join(f"{head}data: {json.dumps(event)}\n\n" for event in events).encode()
                message = {**message, "body": body}
            await send(message)

        await self.server.app(handling.rewrite(exchange).scope(), _replay(receive), revise)


def _replay(receive: Any) -> Any:
    """A receive function whose body was read already."""
    sent = False

    async def again() -> Message:
        nonlocal sent
        if sent:
            message: Message = await receive()
            return message
        sent = True
        return {"type": "http.request", "body": b"", "more_body": False}

    return again


def planted(service: str, name: str | None = None, clock: Callable[[], datetime] = now) -> Planted:
    """A fresh server with a fault, or without one."""
    fault = PlantedFault.of(name) if name else None
    if fault and (fault.service != service or fault.operator not in OPERATORS):
        raise ValueError(f"{name} is not a fault of {service}")
    return Planted(server(service, clock), fault)
