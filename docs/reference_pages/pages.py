"""The pages of the reference: their names, their order and their text."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from trivet._generated.names import SERVICES

from .describe import describe, describe_operation, describe_pair
from .discovery import PublicName, documented_names, public_modules, public_names
from .operations import operations
from .source import defining_module

__all__ = ["make_pages", "page_of"]

FEW = 6
"""A group with fewer names or operations shares a page with other groups."""

TITLES = {
    "contexts": "runtime contexts",
    "live": "live boards",
    "opencode": "the opencode server",
    "others": "other groups",
    "routes": "whole routes",
    "servers": "servers, faults and logs",
    "shared": "Shared by all clients",
    "store": "live view",
    "stream": "events as a stream",
    "volume": "passenger volume",
}
"""The titles of pages whose file name is not a title."""

HEADINGS = {name: name.capitalize() for name in (*SERVICES, "stubs")}


@dataclass
class _Page:
    title: str
    names: list[PublicName] = field(default_factory=list[PublicName])
    operations: list[str] = field(default_factory=list[str])
    clients: str = ""


def page_of(public: PublicName) -> str:
    """Return the page of a name, without its suffix: `agent/records/session`."""
    parts = public.module.split(".")
    if parts[0] == "trivet_checks":
        judged = defining_module(public.name, public.value, public.module).split(".")[1]
        return "stubs/proxy" if judged in ("proxy", "recordings") else "stubs/checks"
    if parts[0] == "trivet_stubs":
        return "/".join(["stubs", *parts[1:]]) if parts[1:] else "stubs/servers"
    if public.name.endswith("Client") and public.module == "trivet":
        return f"{public.name.removeprefix('Async').removesuffix('Client').lower()}/client"
    if parts == ["trivet"]:
        return "errors" if isinstance(public.value, type) and issubclass(public.value, BaseException) else "shared"
    if len(parts) > 2 or parts[1] not in SERVICES:
        return "/".join(parts[1:])
    room = defining_module(public.name, public.value, public.module).removeprefix(f"{public.module}.").split(".")
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
    pages: dict[str, _Page] = {}
    for public in documented_names():
        path = page_of(public)
        pages.setdefault(path, _Page(_title(path))).names.append(public)
    for path in [path for path in pages if path.count("/") == 2 and len(pages[path].names) < FEW]:
        room = path.rpartition("/")[0]
        if room.endswith(("records", "events")):
            small = pages.pop(path)
            pages.setdefault(f"{room}/others", _Page(_title(f"{room}/others"))).names.extend(small.names)
    for service in SERVICES:
        groups: dict[str, list[str]] = defaultdict(list)
        clients = (f"{service.capitalize()}Client", f"Async{service.capitalize()}Client")
        for path, method, twin in operations(service.capitalize()):
            groups[path.partition(".")[0]].append(describe_operation(path, method, twin, clients))
        for group, texts in groups.items():
            alone = len(texts) >= FEW
            path = f"{service}/operations" + (f"/{group}" if alone else "/others" if len(groups) > FEW else "")
            page = pages.setdefault(
                path, _Page(_title(path), clients=" and ".join(f"`{client}`" for client in clients))
            )
            page.operations.extend(texts)
    return pages


def _text(page: _Page) -> str:
    lines = [f"# {page.title}\n"]
    if page.operations:
        lines += [f"Methods of {page.clients}.\n\n```{{py:currentmodule}} trivet\n```\n", *page.operations]
    names = {public.path: public for public in page.names}
    module, paired = "", any(_is_twin(public, names) for public in page.names)
    for public in page.names:
        twin = names.get(f"{public.module}.Async{public.name}") or names.get(f"{public.module}.async_{public.name}")
        if _is_twin(public, names):
            continue
        if module != public.module:
            module = public.module
            lines.append(f"Import from `{module}`.\n\n```{{py:currentmodule}} {module}\n```\n")
        lines.append(describe_pair(public, twin) if twin else describe(public, heading=paired))
    return "\n".join(lines)


def _is_twin(public: PublicName, names: dict[str, PublicName]) -> bool:
    short = public.name.removeprefix("Async").removeprefix("async_")
    return short != public.name and f"{public.module}.{short}" in names


def _index(pages: dict[str, _Page]) -> str:
    lines = [
        "# Reference\n",
        "Every public name, once, under the module from which you import it. The two APIs are in tabs.\n",
    ]
    rooms: dict[str, list[str]] = defaultdict(list)
    for path in pages:
        rooms[path.partition("/")[0] if "/" in path else ""].append(path)
    for room in ["", *(name for name in (*SERVICES, "stubs") if name in rooms)]:
        caption = f":caption: {HEADINGS[room]}\n" if room else ""
        order = sorted(
            rooms[room], key=lambda path: (not path.endswith("/client"), "/operations" not in path, pages[path].title)
        )
        lines.append(f"```{{toctree}}\n{caption}:maxdepth: 1\n\n" + "\n".join(order) + "\n```\n")
    lines.append("## By module\n")
    homes = {id(public.value): public for public in documented_names()}
    for module in public_modules():
        own = [public for public in public_names() if public.module == module]
        links = [f"{{py:obj}}`~{homes[id(public.value)].path}`" for public in own if id(public.value) in homes]
        lines.append(f"```{{py:module}} {module}\n```\n\n`{module}`\n: {', '.join(links)}\n")
    return "\n".join(lines)


def make_pages() -> dict[str, str]:
    """Return the text of each page by its path."""
    pages = _pages()
    return {"index.md": _index(pages), **{f"{path}.md": _text(page) for path, page in pages.items()}}
