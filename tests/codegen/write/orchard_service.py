"""The service that a client of the orchard sends to."""

import json
from typing import Any

import httpx

TREE: dict[str, Any] = {"species": "M", "plantedAt": "2024-05-01T10:00:00Z", "crop": {}, "health": "good"}

T1 = "0190c1f6-7f3e-7c50-B3F5-2f2a4bd5a001"


class Orchard(httpx.BaseTransport):
    """Answers every request alike, and keeps the requests."""

    def __init__(self) -> None:
        self.answer: tuple[int, Any] = (204, None)
        self.asked: list[httpx.Request] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        status, data = self.answer
        return httpx.Response(status, json=data) if data is not None else httpx.Response(status)

    @property
    def body(self) -> Any:
        return json.loads(self.asked[-1].content)

    @property
    def target(self) -> str:
        return self.asked[-1].url.raw_path.decode()
