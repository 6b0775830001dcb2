"""The server's messages in the form of the contract.

The server keeps a record and a list of parts for each message, and sends them as separate events. In the contract, a
message by the agent holds its parts, and a message by the user its text and files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from ..._core.decoders import has_form

Wire: TypeAlias = dict[str, Any]

_KEPT = ("agent", "cost", "finish", "parentID", "structured")
"""Fields of a message by the agent that have the same name in the contract, or that the client reads as they are."""


def message(record: Wire, parts: Iterable[Wire]) -> Wire | None:
    """Return a message in the form of the contract; None for a message that the contract does not have.

    Args:
        record: The server's record.
        parts: Its parts, in order.
    """
    if record["role"] == "assistant":
        return _compaction(record, parts) if record.get("summary") is True else _by_agent(record, [*parts])
    return _by_user(record, [*parts])


def part(wire: Wire) -> Wire | None:
    """Return a part in the form of the contract; None for a part that is not text, reasoning or a tool call."""
    match wire["type"]:
        case "text" | "reasoning" as kind:
            return {"type": kind, "id": wire["id"], "text": wire["text"], **_time(wire, start="created")}
        case "tool":
            state = wire["state"]
            return {
                "type": "tool",
                "id": wire["callID"],
                "name": wire["tool"],
                "state": _state(state),
                **_time(state, start="ran"),
            }
        case _:
            return None


def error(wire: Any) -> Any:
    """Return the error of a message."""
    if not has_form(wire, dict) or "name" not in wire:
        return wire
    data = wire.get("data")
    text = data.get("message") if has_form(data, dict) else None
    return {"type": wire["name"], **({} if text is None else {"message": text})}


def _by_agent(record: Wire, parts: list[Wire]) -> Wire:
    converted: Wire = {"id": record["id"], "type": "assistant", "time": record["time"]}
    converted |= {name: record[name] for name in _KEPT if name in record} | _expense(record)
    if "error" in record:
        converted["error"] = error(record["error"])
    snapshot = _snapshot(parts)
    if snapshot:
        converted["snapshot"] = snapshot
    converted["content"] = [content for wire in parts if (content := part(wire)) is not None]
    return converted


def _snapshot(parts: Iterable[Wire]) -> Wire:
    """Return the snapshots before and after a step, which are parts of their own on the server."""
    snapshot: Wire = {}
    for wire in parts:
        if wire["type"] == "step-start" and "snapshot" in wire:
            snapshot.setdefault("start", wire["snapshot"])
        elif wire["type"] == "step-finish" and "snapshot" in wire:
            snapshot["end"] = wire["snapshot"]
            snapshot.setdefault("files", [])
        elif wire["type"] == "patch":
            snapshot["files"] = [*snapshot.get("files", ()), *wire["files"]]
    return snapshot


def _compaction(record: Wire, parts: Iterable[Wire]) -> Wire:
    text = "".join(wire["text"] for wire in parts if wire["type"] == "text")
    converted: Wire = {"id": record["id"], "type": "compaction", "time": record["time"], "summary": text}
    if "cost" in record:  # which the contract has not, but a turn counts
        converted["cost"] = record["cost"]
    return converted | _expense(record)


def _expense(record: Wire) -> Wire:
    """Return the model and the tokens of a message."""
    converted: Wire = {}
    if "modelID" in record:
        converted["model"] = {"id": record["modelID"], "providerID": record.get("providerID")}
    if "tokens" in record:
        converted["tokens"] = {name: count for name, count in record["tokens"].items() if name != "total"}
    return converted


def _by_user(record: Wire, parts: list[Wire]) -> Wire | None:
    if any(wire["type"] == "compaction" for wire in parts):
        return None  # it asks for a compaction; the summary, which the agent writes, is the contract's message
    texts = [wire for wire in parts if wire["type"] == "text"]
    own = [wire["text"] for wire in texts if not wire.get("synthetic")]
    converted: Wire = {"id": record["id"], "type": "user", "time": record["time"]}
    if texts and not own:
        return converted | {"type": "synthetic", "text": "".join(wire["text"] for wire in texts)}
    converted["text"] = "".join(own)
    files = [file(wire) for wire in parts if wire["type"] == "file"]
    agents = [_agent(wire) for wire in parts if wire["type"] == "agent"]
    return converted | ({"files": files} if files else {}) | ({"agents": agents} if agents else {})


def file(wire: Wire) -> Wire:
    """Return an attached file."""
    names = {"url": "uri", "mime": "mime", "filename": "name"}
    converted = {name: wire[key] for key, name in names.items() if key in wire}
    source: Any = wire.get("source")
    return {**converted, "source": _range(source["text"])} if has_form(source, dict) and "text" in source else converted


def _agent(wire: Wire) -> Wire:
    mention: Wire = {"name": wire["name"]}
    if has_form(wire.get("source"), dict):
        mention["source"] = _range(wire["source"])
    return mention


def _range(source: Wire) -> Wire:
    return {"start": source["start"], "end": source["end"], "text": source["value"]}


def _state(state: Wire) -> Wire:
    """Return the state of a tool call."""
    status = state["status"]
    if status == "pending":
        return {"status": status, "input": state.get("raw", "")}
    metadata: Wire = state.get("metadata") or {}
    converted: Wire = {"status": status, "input": state.get("input", {}), "structured": metadata}
    # While a command runs, its output so far is in the metadata.
    output = state.get("output", metadata.get("output") if status == "running" else None)
    converted["content"] = [{"type": "text", "text": output}] if isinstance(output, str) and output else []
    if "attachments" in state:
        converted["attachments"] = [file(wire) for wire in state["attachments"]]
    if "error" in state:
        converted["error"] = {"type": "unknown", "message": state["error"]}
    return converted


def _time(wire: Mapping[str, Any], *, start: str) -> Wire:
    """Return the field `time`, if the server sends one; `start` is the contract's name of the beginning."""
    times: Any = wire.get("time")
    if not has_form(times, dict):
        return {}
    names = {"start": start, "end": "completed", "compacted": "pruned"}
    return {"time": {name: times[key] for key, name in names.items() if key in times}}
