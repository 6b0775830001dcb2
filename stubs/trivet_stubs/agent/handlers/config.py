"""The handlers of the config of a context."""

from typing import cast

from trivet_stubs.agent.envelope import located
from trivet_stubs.agent.state import AgentState
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.spec import JsonObject


class ConfigHandlers:
    """The config of each context; all begin with the same."""

    def __init__(self, state: AgentState) -> None:
        self._state = state

    @operation("config.get")
    def get_config(self, request: ContractRequest) -> JsonObject:
        """Answer the config."""
        runtime = self._state.runtime_of(request)
        return located(runtime.context, runtime.config)

    @operation("config.update")
    def update_config(self, request: ContractRequest) -> JsonObject:
        """Merge a config into the current one: objects key by key, any other value as a whole."""
        runtime = self._state.runtime_of(request)
        runtime.config = _merged(runtime.config, request.body["config"])
        return located(runtime.context, runtime.config)


def _merged(old: JsonObject, new: JsonObject) -> JsonObject:
    merged = dict(old)
    for key, value in new.items():
        both = isinstance(value, dict) and isinstance(old.get(key), dict)
        merged[key] = _merged(old[key], cast(JsonObject, value)) if both else value
    return merged
