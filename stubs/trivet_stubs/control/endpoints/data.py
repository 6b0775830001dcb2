"""The data of a stub: what there is, other data, the way back to the start, and the turns of an agent."""

from trivet_stubs.control.request import ControlRefusal, ControlRequest, Endpoint, Routes
from trivet_stubs.control.steerable import Steerable
from trivet_stubs.kernel.spec import JsonObject

_NOTHING: JsonObject = {"type": "object", "additionalProperties": False}
_RESUME: JsonObject = {
    "type": "object",
    "required": ["session_id"],
    "properties": {"session_id": {"type": "string", "maxLength": 200}},
    "additionalProperties": False,
}
_MAX_RECORDS = 1000


class DataEndpoints:
    """`reset`, `seed`, `state`, and `turns` of a service that has them."""

    def __init__(self, stub: Steerable) -> None:
        self._stub = stub
        self._state = stub.state
        self._steering = stub.steering

    def routes(self) -> Routes:
        """The endpoints by method and path."""
        routes = {
            ("POST", "reset"): Endpoint(answer=self.reset, schema=_NOTHING, changes="reset"),
            ("POST", "seed"): Endpoint(answer=self.seed, schema=self._steering.seed_schema, changes="state"),
            ("GET", "state"): Endpoint(answer=self.read, query=("kind", "limit")),
        }
        if self._steering.turn_schema is not None:
            routes["POST", "turns"] = Endpoint(answer=self.script, schema=self._steering.turn_schema, changes="state")
            routes["POST", "turns/resume"] = Endpoint(answer=self.resume, schema=_RESUME, changes="state")
        return routes

    def reset(self, request: ControlRequest) -> JsonObject:
        """Bring everything back to the start."""
        self._stub.reset()
        return self.read(request)

    def seed(self, request: ControlRequest) -> JsonObject:
        """Replace the data."""
        self._stub.seed(**request.body)
        return self.read(ControlRequest())

    def read(self, request: ControlRequest) -> JsonObject:
        """How many records there are, and the records of one kind."""
        counts = self._steering.counts()
        kind = request.query.get("kind")
        if kind is None:
            return {
                "service": self._state.service,
                "counts": counts,
                "callers": self._steering.callers(),
                "switches": self._steering.switches,
            }
        if kind not in counts:
            raise ControlRefusal(400, f"kind: there is no {kind[:100]!r}; there are {', '.join(counts)}")
        limit = request.number("limit", 100, most=_MAX_RECORDS)
        return {"kind": kind, "total": counts[kind], "items": self._steering.records(kind, limit)}

    def script(self, request: ControlRequest) -> JsonObject:
        """Script the next turn."""
        self._steering.script(request.body)
        return {"waiting": self._steering.counts()["scripts"]}

    def resume(self, request: ControlRequest) -> JsonObject:
        """Continue a turn that waits at a hold."""
        self._steering.resume(request.body["session_id"])
        return {"resumed": request.body["session_id"]}
