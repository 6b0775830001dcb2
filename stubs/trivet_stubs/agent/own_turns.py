"""Turns of a test's own, as JSON values: each step has a type and its arguments."""

from collections.abc import Mapping
from typing import Any

from trivet_stubs.agent.script import (
    Ask,
    Fail,
    Hold,
    Interrupt,
    OtherPrompt,
    Pause,
    Question,
    Reasoning,
    Step,
    Subtask,
    Text,
    Todos,
    Tool,
)
from trivet_stubs.kernel.spec import JsonObject

_TEXT: JsonObject = {"type": "string", "maxLength": 100_000}
_TEXTS: JsonObject = {"type": "array", "items": _TEXT, "maxItems": 10_000}
_ASK: JsonObject = {
    "anyOf": [
        _TEXT,
        {
            "type": "object",
            "required": ["question"],
            "properties": {
                "question": _TEXT,
                "options": _TEXTS,
                "header": _TEXT,
                "multiple": {"type": "boolean"},
                "custom": {"type": "boolean"},
            },
            "additionalProperties": False,
        },
    ]
}
_TODO: JsonObject = {"anyOf": [_TEXT, {"type": "object", "additionalProperties": _TEXT}]}
_STEPS: Mapping[str, tuple[list[str], JsonObject]] = {
    "text": (["deltas"], {"deltas": _TEXTS}),
    "reasoning": (["deltas"], {"deltas": _TEXTS}),
    "tool": (
        ["name"],
        {
            "name": _TEXT,
            "input": {"type": "object"},
            "output": _TEXT,
            "asks": {"type": ["string", "null"]},
            "resources": _TEXTS,
            "edits": {"type": "object", "additionalProperties": {"type": ["string", "null"]}},
            "fails": {"type": ["string", "null"]},
        },
    ),
    "question": (["asks"], {"asks": {"type": "array", "items": _ASK, "minItems": 1, "maxItems": 100}}),
    "todos": (["items"], {"items": {"type": "array", "items": _TODO, "maxItems": 1000}}),
    "subtask": (["title"], {"title": _TEXT}),
    "hold": ([], {}),
    "pause": (["seconds"], {"seconds": {"type": "number", "minimum": 0, "maximum": 1_000_000}}),
    "fail": (["message"], {"message": _TEXT, "kind": _TEXT}),
    "interrupt": ([], {"message": _TEXT}),
    "other_prompt": (["text"], {"text": _TEXT}),
}
"""The types of steps: what each requires, and what it takes."""

TURN_SCHEMA: JsonObject = {
    "type": "object",
    "required": ["steps"],
    "properties": {
        "steps": {
            "type": "array",
            "maxItems": 1000,
            "items": {
                "type": "object",
                "required": ["type"],
                "properties": {"type": {"enum": list(_STEPS)}},
                "allOf": [
                    {
                        "if": {"properties": {"type": {"const": name}}},
                        "then": {
                            "required": required,
                            "properties": {"type": {}, **properties},
                            "additionalProperties": False,
                        },
                    }
                    for name, (required, properties) in _STEPS.items()
                ],
            },
        },
        "session_id": {"type": ["string", "null"], "maxLength": 200},
    },
    "additionalProperties": False,
}
"""The JSON schema of a turn: its steps, and the session that it is for."""


def read_step(raw: Mapping[str, Any]) -> Step:
    """Make a step of its JSON value, which `TURN_SCHEMA` allows.

    >>> read_step({"type": "text", "deltas": ["Hello, ", "world."]})
    Text(deltas=('Hello, ', 'world.'))
    """
    given = {name: value for name, value in raw.items() if name != "type"}
    match raw["type"]:
        case "text":
            return Text(*given["deltas"])
        case "reasoning":
            return Reasoning(*given["deltas"])
        case "question":
            asks = [each if isinstance(each, str) else Ask(**each) for each in given["asks"]]
            return Question(*asks)
        case "fail":
            return Fail(given["message"], given.get("kind", "unknown"))
        case name:
            kinds: dict[str, Any] = {
                "tool": Tool,
                "todos": Todos,
                "subtask": Subtask,
                "hold": Hold,
                "pause": Pause,
                "interrupt": Interrupt,
                "other_prompt": OtherPrompt,
            }
            step: Step = kinds[name](**given)
            return step
