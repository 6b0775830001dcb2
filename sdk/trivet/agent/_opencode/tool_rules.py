"""The rules of a session that take tools away from its agent, and leave the rules about the others as they are.

The server takes tools with a prompt, too, but then replaces the rules of the session by them, for good: what was denied
before is allowed from then on (measured with version 1.18.33). It also allows the tools that are left, where the
configuration lets the agent ask. So the adapter adds rules to the session instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from typing import Any, TypeAlias

from .messages import Wire
from .output_prompts import notes_of

Rules: TypeAlias = list[Wire]

OUTPUT_TOOL = "StructuredOutput"
"""The tool with which the model answers by a schema; the server gives it the schema as its arguments."""

TOOLS, FIRST, LAST = "tools", "first_rule", "last_rule"
"""The keys of the notes for the tools of a session, and for the places of the rules that were added for them."""


def has_tools(session: Wire, tools: Mapping[str, bool]) -> bool:
    """Return whether the rules for these tools are the latest ones that this adapter has added."""
    return bool(notes_of(session).get(TOOLS) == tools)


def rules_before(session: Wire) -> Rules:
    """Return the rules of a session without those that this adapter has added for tools."""
    rules: Rules = [*(session.get("permission") or ())]
    notes = notes_of(session)
    first, last = notes.get(FIRST), notes.get(LAST)
    return [*rules[:first], *rules[last:]] if isinstance(first, int) and isinstance(last, int) else rules


def tool_rules(tools: Mapping[str, bool], rules: Iterable[Wire]) -> Rules:
    """Return the rules that take tools away. Of several that match, the last one counts.

    >>> tool_rules({"bash": False}, [])
    [{'permission': 'bash', 'pattern': '*', 'action': 'deny'}]

    Args:
        tools: Tools by name; false takes one away, `*` all others.
        rules: The rules of the agent and of the session, which decide about the tools that are left.
    """
    added = [_rule(tool, "deny") for tool, stays in tools.items() if not stays]
    left = [tool for tool, stays in tools.items() if stays]
    if not left and "*" not in tools:
        return added
    before = [*rules]
    for tool in left:
        added.append(_rule(tool, "ask"))  # as the server decides without a rule
        for rule in before:
            name = str(rule["permission"])
            if fnmatchcase(tool, name):
                added.append({**rule, "permission": tool})
            elif fnmatchcase(name, tool):
                added.append(rule)
    return [*added, _rule(OUTPUT_TOOL, "allow")]


def allows_output(rules: Iterable[Wire]) -> Rules:
    """Return the rule that lets the model answer by a schema, if a rule about all tools takes that away."""
    effects = [rule for rule in rules if fnmatchcase(OUTPUT_TOOL, str(rule.get("permission")))]
    is_denied = bool(effects) and effects[-1].get("action") == "deny"
    return [_rule(OUTPUT_TOOL, "allow")] if is_denied else []


def _rule(tool: str, action: str) -> dict[str, Any]:
    return {"permission": tool, "pattern": "*", "action": action}
