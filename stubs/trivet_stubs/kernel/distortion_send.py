"""The sending of a JSON answer that is changed on its way: held back, changed, and sent with its new length."""

from collections.abc import Callable
from typing import Any

import orjson
from starlette.types import Message, Send

from trivet_stubs.kernel.distortion import Distortion
from trivet_stubs.kernel.json_value import nests_deeper
from trivet_stubs.kernel.operation import JSON, Operation

_MAX_DEPTH = 200  # orjson reads more of them than it writes


class DistortingSend:
    """Holds a JSON answer back until it is whole, and sends it changed; any other answer passes as it is.

    Args:
        send: Sends on.
        distortion: What is changed.
        operation: The operation that is answered, if there is one.
        document: The contract, which has the schemas of answers.
        missed: Called before an answer passes that has not all of the places.
    """

    def __init__(
        self,
        send: Send,
        distortion: Distortion,
        operation: Operation | None,
        document: Any,
        missed: Callable[[], None],
    ) -> None:
        self._send = send
        self._missed = missed
        self._distortion = distortion
        self._operation = operation
        self._document = document
        self._head: Message | None = None
        self._parts: list[bytes] = []

    async def send(self, message: Message) -> None:
        """Take a message of the answer, as an ASGI app sends it."""
        if message["type"] == "http.response.start":
            if _is_json(message):
                self._head = message
            else:
                self._missed()
                await self._send(message)
        elif self._head is None:
            await self._send(message)
        else:
            self._parts.append(message.get("body", b""))
            if not message.get("more_body", False):
                await self._finish(self._head, b"".join(self._parts))

    async def _finish(self, head: Message, body: bytes) -> None:
        try:
            value: Any = orjson.loads(body)
        except orjson.JSONDecodeError:
            value = None
        if not nests_deeper(value, _MAX_DEPTH) and self._distortion.apply(
            value, self._schema(head["status"]), self._document
        ):
            body = orjson.dumps(value)
            plain = [pair for pair in head["headers"] if pair[0] != b"content-length"]
            head["headers"] = [*plain, (b"content-length", str(len(body)).encode())]
        else:
            self._missed()
        await self._send(head)
        await self._send({"type": "http.response.body", "body": body, "more_body": False})

    def _schema(self, status: int) -> Any:
        """The schema of an answer with a status; None where the contract has none."""
        if self._operation is None:
            return None
        answer: Any = self._operation.raw["responses"].get(str(status), {})
        while "$ref" in answer:
            found = self._document
            for key in answer["$ref"].removeprefix("#/").split("/"):
                found = found[key]
            answer = found
        return answer.get("content", {}).get(JSON, {}).get("schema")


def _is_json(head: Message) -> bool:
    given = dict(head["headers"]).get(b"content-type", b"").partition(b";")[0]
    return bool(given.strip().lower() == JSON.encode())
