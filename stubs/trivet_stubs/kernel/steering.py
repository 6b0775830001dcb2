"""The steering of a stub from outside: its data, its settings, and the reset to its start."""

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import fields
from datetime import datetime
from itertools import islice
from typing import Any, ClassVar, Final

from trivet_stubs.kernel.settings import Observed, Quota
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.state import StubState
from trivet_stubs.kernel.validation import check

VERSION: Final = 1
"""The version of the form of a stored state."""

Records = Callable[[], Iterable[JsonObject]]
"""Makes the records of a kind, as JSON values."""

_NUMBER: JsonObject = {"type": "number", "minimum": 0, "maximum": 3600}
_COUNT: JsonObject = {"minimum": 0, "maximum": 2**53 - 1}
_QUOTA: JsonObject = {
    "anyOf": [
        {"type": ["integer", "null"], **_COUNT},
        {
            "type": "object",
            "required": ["requests"],
            "properties": {
                "requests": {"type": "integer", **_COUNT},
                "per": {"type": ["number", "null"], "exclusiveMinimum": 0},
            },
            "additionalProperties": False,
        },
    ]
}
_STATE: JsonObject = {
    "type": "object",
    "required": ["version", "service", "data"],
    "properties": {
        "version": {"const": VERSION},
        "service": {"type": "string"},
        "clock": {
            "type": "object",
            "required": ["now", "run"],
            "properties": {"now": {"type": "string", "format": "date-time"}, "run": {"type": "boolean"}},
            "additionalProperties": False,
        },
        "settings": {"type": "object"},
        "data": {"type": "object"},
    },
    "additionalProperties": False,
}


class Steering:
    """The steering of a service whose data is in its state alone; a service with data of its own overrides it.

    class ToySteering(Steering):
        seed_schema = {"type": "object", "properties": {"toys": {"type": "array"}}, "additionalProperties": False}

        def seed(self, body: JsonObject) -> None:
            self._state.toys = {toy["id"]: toy for toy in body.get("toys", [])}

    stub = Stub(state, hooks, handlers, steering=ToySteering(state))
    """

    seed_schema: ClassVar[JsonObject] = {"type": "object", "additionalProperties": False}
    """The JSON schema of the argument of `seed`."""
    turn_schema: ClassVar[JsonObject | None] = None
    """The JSON schema of the argument of `script`; None for a service without turns."""
    own_settings: ClassVar[Mapping[str, JsonObject]] = {}
    """The settings of the service, attributes of its state, and their JSON schemas."""

    def __init__(self, state: StubState) -> None:
        self._state = state
        state.faults.credentials_of = self.credentials_of
        self._back: Callable[[], None] = lambda: None

    @property
    def switches(self) -> list[str]:
        """The names of the switches of the service."""
        return [switch.name for switch in fields(self._state.observed)]

    @property
    def settings_schema(self) -> JsonObject:
        """The JSON schema of the argument of `change`."""
        shared: JsonObject = {
            "latency": _NUMBER,
            "quota": _QUOTA,
            "observed": {"type": "array", "items": {"enum": self.switches}},
            **({"unknown_keys": {"enum": ["refuse", "ignore"]}} if hasattr(self._state, "unknown_keys") else {}),
        }
        return {"type": "object", "properties": {**shared, **self.own_settings}, "additionalProperties": False}

    def settings(self) -> JsonObject:
        """Return all settings as JSON values."""
        state = self._state
        quota = state.quota
        settings: JsonObject = {
            "latency": state.latency,
            "quota": None if quota is None else {"requests": quota.requests, "per": _finite(quota.per)},
            "observed": [switch.name for switch in fields(state.observed) if getattr(state.observed, switch.name)],
        }
        if hasattr(state, "unknown_keys"):
            settings["unknown_keys"] = getattr(state, "unknown_keys")  # noqa: B009  # not every stub has it
        return {**settings, **{name: self.setting(name) for name in self.own_settings}}

    def change(self, changes: JsonObject) -> None:
        """Change settings; the others stay as they are.

        >>> stub.steering.change({"latency": 0.1, "observed": ["closing_500"]})
        """
        state = self._state
        for name, value in changes.items():
            if name == "quota":
                state.quota = _quota(value)
            elif name == "observed":
                switches: Observed = state.observed
                state.observed = switches.__class__.of(value)
            elif name in self.own_settings:
                self.change_setting(name, value)
            else:
                setattr(state, name, value)

    def setting(self, name: str) -> Any:
        """Return a setting of the service as a JSON value."""
        return getattr(self._state, name)

    def change_setting(self, name: str, value: Any) -> None:
        """Change a setting of the service to a JSON value."""
        setattr(self._state, name, value)

    def seed(self, body: JsonObject) -> None:
        """Replace the data by a JSON value that `seed_schema` allows; an empty object restores the built-in data.

        >>> stub.steering.seed({"seed": "100x20"})

        Raises:
            ValueError: A field is wrong, which the message names; nothing is changed.
        """

    def kinds(self) -> Mapping[str, Records]:
        """Return the kinds of records, each with the function that makes its records."""
        return {}

    def counts(self) -> dict[str, int]:
        """Return the number of records of each kind."""
        return {kind: sum(1 for _ in make()) for kind, make in self.kinds().items()}

    def records(self, kind: str, limit: int) -> list[JsonObject]:
        """Return the first records of a kind."""
        return list(islice(self.kinds()[kind](), limit))

    def callers(self) -> dict[str, dict[str, str]]:
        """Return authorized callers by their names, each with the headers of its requests."""
        return {}

    def credentials_of(self, caller: str) -> Mapping[str, str]:
        """Return the headers of the requests of an authorized caller, by the caller's name.

        Raises:
            ValueError: There is no such caller.
        """
        callers = self.callers()
        if caller not in callers:
            known = f"the callers are {', '.join(callers)}" if callers else "the stub asks for no credentials"
            raise ValueError(f"caller: {caller[:100]!r} is unknown; {known}")
        return callers[caller]

    def script(self, body: JsonObject) -> None:
        """Script the next turn of an agent by a JSON value that `turn_schema` allows."""
        raise NotImplementedError

    def resume(self, session_id: str) -> None:
        """Continue a turn that waits at a hold."""
        raise NotImplementedError

    def remember(self, *, exact: bool = True) -> None:
        """Make the current state of the stub its start, to which `reset` returns.

        >>> stub.steering.remember()

        Args:
            exact: Whether to keep a copy of the data; otherwise `reset` makes the data again that the stub began with.
        """
        state = self._state
        clock, settings, observed = state.clock.setting(), self.settings(), copy(state.observed)
        data, max_body = self.data() if exact else None, state.max_body
        faults = state.faults.copies()

        def back() -> None:
            state.clock.restore(clock)
            state.faults.reset(faults)
            state.requests.reset()
            state.max_body = max_body
            self.restore(data)
            state.observed = copy(observed)
            self.change({name: value for name, value in settings.items() if name != "observed"})

        self._back = back

    def state(self) -> JsonObject:
        """Return the whole state as JSON values: data, settings and clock, without faults and logged requests.

        >>> stub.steering.load(stub.steering.state())
        """
        clock = self._state.clock
        return {
            "version": VERSION,
            "service": self._state.service,
            "clock": {"now": clock.now().isoformat(), "run": clock.running},
            "settings": self.settings(),
            "data": self.stored(),
        }

    def load(self, state: Mapping[str, Any]) -> None:
        """Replace the whole state by JSON values that `state` has made, which another process may have stored.

        Faults and logged requests stay. Without `clock` or `settings`, these stay, too.

        Raises:
            ValueError: A field is wrong, which the message names; nothing is changed.
        """
        check(_STATE, state)
        if state["service"] != self._state.service:
            raise ValueError(f"service: the state is of {state['service']!r}, and not of {self._state.service!r}")
        settings: JsonObject = state.get("settings", {})
        check(self.settings_schema, settings, "settings")
        replace = self.read_stored(state["data"])
        clock: JsonObject = state.get("clock", {})
        now = datetime.fromisoformat(clock["now"]) if clock else None
        with self._state.lock:
            if now is not None:
                self._state.clock.set(now)
                (self._state.clock.run if clock["run"] else self._state.clock.stop)()
            replace()
            self.change(settings)

    def stored(self) -> JsonObject:
        """Return the data as JSON values, for `read_stored`."""
        raise ValueError(f"state: the stub of {self._state.service} does not store its data")

    def read_stored(self, raw: object) -> Callable[[], None]:
        """Read data that `stored` has returned, without a change; return the function that puts it in place.

        Raises:
            ValueError: A field is wrong, which the message names.
        """
        raise ValueError(f"state: the stub of {self._state.service} does not store its data")

    def data(self) -> Any:
        """Return a copy of the data, for `restore`; None if the data cannot be copied now."""
        return None

    def restore(self, data: Any) -> None:
        """Restore data that `data` has returned; None stands for the data that the stub began with."""

    def reset(self) -> None:
        """Return the stub to its start.

        >>> stub.steering.reset()
        """
        with self._state.lock:
            self._back()
        self._state.restarted.notify()


def _quota(value: int | JsonObject | None) -> Quota | int | None:
    if value is None or isinstance(value, int):
        return value
    per: float | None = value.get("per")
    requests = int(value["requests"])  # 2.0 is an integer for a JSON schema
    return Quota(requests) if per is None else Quota(requests, per)


def _finite(seconds: float) -> float | None:
    return None if seconds == float("inf") else seconds
