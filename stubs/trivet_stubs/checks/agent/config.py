"""The config of a runtime context; what a check changes is put back."""

from trivet_stubs.checks.agent.answers import Json, data
from trivet_stubs.checks.agent.service import Agent
from trivet_stubs.checks.check import check
from trivet_stubs.checks.outcome import NotTried

_HARMLESS: dict[str, tuple[object, object]] = {
    "share": ("manual", "disabled"),
    "snapshot": (True, False),
    "username": ("trivet", "trivet-check"),
}
"""Fields that a check may change for a moment, and two values of each."""


@check("agent.config.update-changes-it")
def update_changes_the_config(agent: Agent) -> None:
    """A field that the config has gets another value, which is shown, and the rest stays; then it is put back."""
    where = agent.own
    agent.may_write()
    before: Json = data(agent.user.call("config.get", query=where))
    name = next((each for each in _HARMLESS if each in before), None)
    if name is None:
        raise NotTried(f"the config has no field that can be put back: {', '.join(_HARMLESS)}")
    first, second = _HARMLESS[name]
    value = second if before[name] == first else first
    agent.user.will_remove(f"change of {name} in", "config.update", query=where, json={"config": {name: before[name]}})
    agent.user.call("config.update", query=where, json={"config": {name: value}}).succeeds()
    agent.target.eventually(
        lambda: agent.user.call("config.get", query=where),
        lambda reply: reply.ok and data(reply).get(name) == value,
        f"the config does not show its new {name}",
    )
