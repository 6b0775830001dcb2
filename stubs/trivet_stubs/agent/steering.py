"""The steering of the agent stub: other files, scripts of turns, and its way back to the start."""

import base64
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any, ClassVar

from trivet_stubs.agent.own_turns import TURN_SCHEMA, read_step
from trivet_stubs.agent.state import AgentState
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.steering import Records, Steering

_DATA = ("disk", "accounts", "projects", "workspaces", "sessions", "runtimes", "scripts", "numbers")
_FILES: JsonObject = {
    "type": "object",
    "propertyNames": {"pattern": "^[^/\\x00][^\\x00]*$", "maxLength": 500},
    "additionalProperties": {"type": "string"},
    "maxProperties": 10_000,
}


class AgentSteering(Steering):
    """Begins with other files, scripts turns and continues them."""

    seed_schema: ClassVar[JsonObject] = {
        "type": "object",
        "properties": {
            "projects": {
                "type": "object",
                "propertyNames": {"pattern": "^/[^\\x00]*[^/\\x00]$", "maxLength": 500},
                "additionalProperties": _FILES,
                "minProperties": 1,
                "maxProperties": 100,
            }
        },
        "additionalProperties": False,
    }
    turn_schema: ClassVar[JsonObject | None] = TURN_SCHEMA
    own_settings: ClassVar[Mapping[str, JsonObject]] = {
        "null_at_end": {"type": "boolean"},
        "search_timeout": {"type": "number", "exclusiveMinimum": 0, "maximum": 3600},
        "heartbeat_every": {"type": ["number", "null"], "exclusiveMinimum": 0, "maximum": 3600},
    }

    def __init__(self, state: AgentState, resume: Callable[[str], None]) -> None:
        super().__init__(state)
        self._agent = state
        self._resume = resume

    def seed(self, body: JsonObject) -> None:
        """Begin with other projects, given by their directories with the texts of their files; all else is gone.

        Open event streams break, as when a server starts again.
        """
        self._agent.plant(body.get("projects"))
        self._begin()

    def callers(self) -> dict[str, dict[str, str]]:
        """The credentials that the stub asks for, if it does."""
        credentials = self._agent.credentials
        if credentials is None:
            return {}
        if isinstance(credentials, str):
            return {"token": {"Authorization": f"Bearer {credentials}"}}
        encoded = base64.b64encode(":".join(credentials).encode()).decode()
        return {credentials[0]: {"Authorization": f"Basic {encoded}"}}

    def kinds(self) -> Mapping[str, Records]:
        """The kinds of records, as the service writes them."""
        state = self._agent
        sessions = state.sessions
        return {
            "sessions": lambda: (each.wire() for each in sessions.values()),
            "messages": lambda: ({"sessionID": each.id, **one} for each in sessions.values() for one in each.messages),
            "permissions": lambda: self._pending("permissions"),
            "questions": lambda: self._pending("questions"),
            "scripts": lambda: ({"session_id": who, "steps": list(map(repr, steps))} for who, steps in state.scripts),
            "projects": lambda: (each.wire() for each in state.projects.values()),
            "workspaces": lambda: (each.wire() for each in state.workspaces.values()),
            "accounts": lambda: (each.wire() for each in state.accounts.values()),
            "files": lambda: ({"path": path, "bytes": len(held)} for path, held in sorted(state.disk.files.items())),
        }

    def setting(self, name: str) -> Any:
        """A setting as a JSON value."""
        return getattr(self._agent.events if name == "heartbeat_every" else self._agent, name)

    def change_setting(self, name: str, value: Any) -> None:
        """Change a setting to a JSON value."""
        setattr(self._agent.events if name == "heartbeat_every" else self._agent, name, value)

    def script(self, body: JsonObject) -> None:
        """Add a script for the next prompt, as `stub.script` does."""
        steps = tuple(map(read_step, body["steps"]))
        self._agent.scripts.append((body.get("session_id"), steps))

    def resume(self, session_id: str) -> None:
        """Continue a turn that waits at a hold.

        Raises:
            ValueError: The session has no such turn.
        """
        self._resume(session_id)

    def data(self) -> JsonObject | None:
        """A copy of the data; None while a turn runs, which cannot be copied."""
        if any(each.busy for each in self._agent.sessions.values()):
            return None
        return deepcopy({name: getattr(self._agent, name) for name in _DATA})

    def restore(self, data: JsonObject | None) -> None:
        """Bring data back, or the built-in data."""
        if data is None:
            self._agent.plant()
        else:
            for name, value in deepcopy(data).items():
                setattr(self._agent, name, value)
        self._begin()

    def _begin(self) -> None:
        """End what was open, as a server does that starts again."""
        self._agent.events.restart()
        self._agent.idle.notify()

    def _pending(self, kind: str) -> Iterator[JsonObject]:
        for runtime in self._agent.runtimes.values():
            for pending in getattr(runtime, kind).values():
                yield pending.record
