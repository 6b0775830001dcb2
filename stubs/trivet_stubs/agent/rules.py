"""Permission rules: what the last rule that matches says of an action on a resource."""

from collections.abc import Iterable, Sequence
from typing import Literal

from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.wildcard import matches

Decision = Literal["allow", "deny", "ask"]


def decide(rules: Sequence[JsonObject], action: str, resources: Iterable[str]) -> Decision:
    """Decide on an action: denied if it is on one resource, allowed if it is on all of them.

    >>> decide([{"action": "ba*", "resource": "*", "effect": "allow"}], "bash", ["ls"])
    'allow'
    """
    effects = {_effect(rules, action, resource) for resource in resources}
    if "deny" in effects:
        return "deny"
    return "allow" if effects == {"allow"} else "ask"


def _effect(rules: Iterable[JsonObject], action: str, resource: str) -> str:
    """Return the effect of the last rule that matches; without one, the user is asked."""
    found = "ask"
    for rule in rules:
        if matches(action, rule["action"]) and matches(resource, rule["resource"]):
            found = rule["effect"]
    return found
