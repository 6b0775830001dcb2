"""The pages of the reference: which name is on which, and their text."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from .describe import describe, describe_operation, describe_pair
from .discovery import PublicName, documented_names, public_modules, public_names
from .operations import operations
from .source import defining_module

__all__ = ["make_pages", "page_of"]

SERVICES = ("bus", "chat", "agent")
FEW = 6
"""A group with fewer names, or fewer operations, shares a page."""

TITLES = {
    "contexts": "runtime contexts",
    "live": "live boards",
    "opencode": "the server that people can install",
    "others": "other groups",
    "routes": "whole routes",
    "servers": "servers, faults and logs",
    "shared": "What clients share",
    "store": "live view",
    "stream": "events as a stream",
    "volume": "passenger volume",
}
"""Where the name of a room is no title."""

HEADINGS = {"bus": "Bus", "chat": "Chat", "agent": "Agent", "stubs": "Stubs"}


@dataclass
class _Page:
    title: str
    names: list[PublicName] = field(default_factory=list[PublicName])
    operations: list[str] = field(default_factory=list[str])
    clients: str = ""


def page_of(each: PublicName) -> str:
    """Return the page of a name, without its suffix: `agent/records/session`."""
    parts = each.module.split(".")
    if parts[0] == "trivet_stubs":
        return "/".join(["stubs", *parts[1:]]) if parts[1:] else "stubs/servers"
    if each.name.endswith("Client") and each.module == "trivet":
        return f"{each.name.removeprefix('Async').removesuffix('Client').lower()}/client"
    if parts == ["trivet"]:
        return "errors" if isinstance(each.value, type) and issubclass(each.value, BaseException) else "shared"
    if len(parts) > 2 or parts[1] not in SERVICES:
        return "/".join(parts[1:])
    room = defining_module(each.name, each.value, each.module).removeprefix(f"{each.module}.").split(".")
    if room[0] == "_generated":
        kind = {"models": "records", "events": "events"}.get(room[1], "records")
        return f"{parts[1]}/{kind}" + (f"/{room[2]}" if len(room) > 2 else "")
    feature = room[0].removeprefix("_") if room[0].startswith("_") and room[0] not in {"_core", "_async"} else ""
    return f"{parts[1]}/{feature}" if feature and feature != "records" else f"{parts[1]}/values"


def _title(path: str) -> str:
    """Return the title of a page, which names the service: the search shows it alone."""
    *rooms, last = path.split("/")
    name = TITLES.get(last, last.replace("_", " "))
    if len(rooms) > 1:
        return f"{HEADINGS[rooms[0]]} {rooms[1]}: {name}"
    return f"{HEADINGS[rooms[0]]}: {name}" if rooms and rooms[0] in HEADINGS else name[0].upper() + name[1:]


def _pages() -> dict[str, _Page]:
    found: dict[str, _Page] = {}
    for each in documented_names():
        path = page_of(each)
        found.setdefault(path, _Page(_title(path))).names.append(each)
    for path in [each for each in found if each.count("/") == 2 and len(found[each].names) < FEW]:
        room = path.rpartition("/")[0]
        if room.endswith(("records", "events")):
            moved = found.pop(path)
            found.setdefault(f"{room}/others", _Page(_title(f"{room}/others"))).names.extend(moved.names)
    for service in SERVICES:
        groups: dict[str, list[str]] = defaultdict(list)
        clients = (f"{service.capitalize()}Client", f"Async{service.capitalize()}Client")
        for path, method, twin in operations(service.capitalize()):
            groups[path.partition(".")[0]].append(describe_operation(path, method, twin, clients))
        for group, texts in groups.items():
            alone = len(texts) >= FEW
            path = f"{service}/operations" + (f"/{group}" if alone else "/others" if len(groups) > FEW else "")
            page = found.setdefault(path, _Page(_title(path), clients=" and ".join(f"`{each}`" for each in clients)))
            page.operations.extend(texts)
    return found


def _text(page: _Page) -> str:
    lines = [f"# {page.title}\n"]
    if page.operations:
        lines += [f"Methods of {page.clients}.\n\n```{{py:currentmodule}} trivet\n```\n", *page.operations]
    names = {each.path: each for each in page.names}
    module, paired = "", any(_is_twin(each, names) for each in page.names)
    for each in page.names:
        twin = names.get(f"{each.module}.Async{each.name}") or names.get(f"{each.module}.async_{each.name}")
        if _is_twin(each, names):
            continue
        if module != each.module:
            module = each.module
            lines.append(f"Import from `{module}`.\n\n```{{py:currentmodule}} {module}\n```\n")
        lines.append(describe_pair(each, twin) if twin else describe(each, heading=paired))
    return "\n".join(lines)


def _is_twin(each: PublicName, names: dict[str, PublicName]) -> bool:
    short = each.name.removeprefix("Async").removeprefix("async_")
    return short != each.name and f"{each.module}.{short}" in names


def _index(pages: dict[str, _Page]) -> str:
    lines = [
        "# Reference\n",
        "Every public name, once, by the module that it is imported from. The two APIs are in tabs.\n",
    ]
    rooms: dict[str, list[str]] = defaultdict(list)
    for path in pages:
        rooms[path.partition("/")[0] if "/" in path else ""].append(path)
    for room in ["", *(each for each in (*SERVICES, "stubs") if each in rooms)]:
        caption = f":caption: {HEADINGS[room]}\n" if room else ""
        order = sorted(
            rooms[room], key=lambda each: (not each.endswith("/client"), "/operations" not in each, pages[each].title)
        )
        lines.append(f"```{{toctree}}\n{caption}:maxdepth: 1\n\n" + "\n".join(order) + "\n```\n")
    lines.append("## By module\n")
    homes = {id(each.value): each for each in documented_names()}
    for module in public_modules():
        own = [each for each in public_names() if each.module == module]
        shown = [f"{{py:obj}}`~{homes[id(each.value)].path}`" for each in own if id(each.value) in homes]
        lines.append(f"```{{py:module}} {module}\n```\n\n`{module}`\n: {', '.join(shown)}\n")
    return "\n".join(lines)


def make_pages() -> dict[str, str]:
    """Return the text of each page by its path."""
    pages = _pages()
    return {"index.md": _index(pages), **{f"{path}.md": _text(page) for path, page in pages.items()}}
