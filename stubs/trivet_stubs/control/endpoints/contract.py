"""What a stub is: its service, its contract and its rules."""

from trivet_stubs.control.request import ControlRequest, Endpoint, Routes
from trivet_stubs.control.steerable import Steerable
from trivet_stubs.kernel.rules import load
from trivet_stubs.kernel.spec import JsonObject


class ContractEndpoints:
    """`ready`, `contract` and `rules`."""

    def __init__(self, stub: Steerable) -> None:
        self._state = stub.state

    def routes(self) -> Routes:
        """The endpoints by method and path."""
        return {
            ("GET", "ready"): Endpoint(answer=self.ready),
            ("GET", "contract"): Endpoint(answer=self.contract),
            ("GET", "rules"): Endpoint(answer=self.rules),
        }

    def ready(self, _request: ControlRequest) -> JsonObject:
        """That the stub accepts requests."""
        return {"service": self._state.service, "ready": True}

    def contract(self, _request: ControlRequest) -> JsonObject:
        """The contract as OpenAPI."""
        document: JsonObject = self._state.contract.document
        return document

    def rules(self, _request: ControlRequest) -> JsonObject:
        """The rules, each with the number of logged requests that it refused."""
        exercised: dict[str, int] = self._state.requests.rules_exercised()
        return {
            "items": [
                {
                    "id": each.id,
                    "sentence": each.sentence,
                    "basis": each.basis,
                    "section": each.section,
                    "operations": list(each.operations),
                    "exercised": exercised.get(each.id, 0),
                }
                for each in load(self._state.service).values()
            ]
        }
