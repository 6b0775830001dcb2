"""The settings of a stub."""

from trivet_stubs.control.request import ControlRequest, Endpoint, Routes
from trivet_stubs.control.steerable import Steerable
from trivet_stubs.kernel.spec import JsonObject


class SettingEndpoints:
    """`settings`: latency, quota, what it does as observed, and the service's own."""

    def __init__(self, stub: Steerable) -> None:
        self._steering = stub.steering

    def routes(self) -> Routes:
        """The endpoints by method and path."""
        schema = self._steering.settings_schema
        return {
            ("GET", "settings"): Endpoint(answer=self.read),
            ("PATCH", "settings"): Endpoint(answer=self.change, schema=schema, changes="settings"),
        }

    def read(self, _request: ControlRequest) -> JsonObject:
        """All settings."""
        return self._steering.settings()

    def change(self, request: ControlRequest) -> JsonObject:
        """Change settings; the others stay as they are."""
        self._steering.change(request.body)
        return self._steering.settings()
