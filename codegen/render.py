"""The files that one service becomes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from . import calls, models, python
from .conventions import DocumentError
from .handwork import Handwork
from .homes import CODERS, homes, uses
from .ir import Service
from .resources import Group, flat, groups, resource_class
from .unasync import Unasync

__all__ = ["contract", "front_door", "render"]

_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    undefined=StrictUndefined,
    autoescape=False,  # this is Python, and every text passes through repr
    keep_trailing_newline=True,
)
_TEMPLATES.filters["literal"] = python.literal
_TEMPLATES.filters["text"] = python.escape


def render(service: Service, handwork: Handwork) -> dict[str, str]:
    """The generated files of one service, by their path below its package; formatting is left to the formatter.

    Raises:
        ValueError: A name cannot be used, or would stand for two things; or handwork belongs to nothing.
        DocumentError: A text that is sent would be another one in the sync colour.
    """
    tree = groups(service)
    _used(service, handwork, tree)
    client = f"Async{service.name.capitalize()}Client"
    files = {
        "__init__.py": _init(service, handwork),
        **_models(service, handwork),
        "calls.py": _calls(service, handwork),
        "_async/resources.py": _resources(service, handwork, tree),
        "_async/client.py": _template(
            "client",
            service=service,
            client=client,
            groups=tree,
            base=handwork.client,
            env=f"TRIVET_{service.name.upper()}",
            codes=python.literal({each[:2]: each[2] for each in service.codes}),
            secrets=python.literal(_secrets(service)),
        ),
    }
    for path, text in files.items():
        python.bound_once(text)
        if path.startswith("_async"):
            derived = Unasync()(text)
            python.bound_once(derived)
            for one, other in zip(python.constants(text), python.constants(derived), strict=True):
                if one != other:
                    raise DocumentError(f"{one!r} would be {other!r} in the sync colour")
    return files


def _used(service: Service, handwork: Handwork, tree: tuple[Group, ...]) -> None:
    """A name that the spec has no more is a mistake, here or there."""
    known = {each.name for each in service.records} | {".".join(each.path) for each in flat(tree)}
    for operation in service.operations:
        known |= {*operation.media, *(each.wire for each in operation.parameters)}
    known |= {each.name for each in service.unions}
    asked = {*handwork.records, *handwork.resources, *handwork.arguments, *handwork.parsers, *handwork.apart.values()}
    if lost := sorted(asked - known):
        raise ValueError(f"handwork for {', '.join(lost)}, which {service.name} has not")


def contract(document: dict[str, Any]) -> str:
    """What the stub reads: the document itself, as JSON, so that no fault of the generator is shared."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _template(name: str, **context: object) -> str:
    return _TEMPLATES.get_template(f"{name}.py.jinja").render(**context)


def _models(service: Service, handwork: Handwork) -> dict[str, str]:
    """The modules of the records: those that stand apart, and `models.py` or, by group, a package of that name."""
    where = homes(service, handwork)
    files = {f"{home}.py": _module(service, handwork, home, where) for home in sorted(set(where.values()))}
    if not handwork.by_group:
        return files
    groups = {name: f".{home.removeprefix('models/')}" for name, home in where.items() if home.startswith("models/")}
    doors = {each: home for name, home in groups.items() for each in models.exports([name])}
    doc = f"The records of the {service.title}, each loaded with those of its group."
    together = _template("coders", service=service, groups=sorted({home[1:] for home in groups.values()}))
    return files | {
        "models/__init__.py": _door(doc, "..._core.lazy", {**doors, "RECORDS": f".{CODERS}"}),
        f"models/{CODERS}.py": together,
    }


def _module(service: Service, handwork: Handwork, home: str, where: dict[str, str]) -> str:
    """The records that stand in one module, which imports what they need of the others."""
    mine = {name for name, each in where.items() if each == home}
    records = [each for each in service.records if each.name in mine]
    unions = [each for each in service.unions if each.name in mine]
    blocks = [models.record_class(each, service, handwork) for each in records]
    blocks += [models.union_alias(each) for each in unions]
    for each in records:
        blocks += [models.record_decoder(each), models.record_encoder(each)]
    blocks += [models.union_coders(each) for each in unions]
    needed = {name for each in mine for name in uses(each, service)} - mine
    others = {_seen(where[name], home): where[name] for name in needed}
    return _template(
        "models",
        service=service,
        package=_package(home),
        exports=models.exports(mine, "RECORDS"),
        bases=sorted({base for record, base in handwork.records.items() if record in mine}),
        others=[
            (module, models.exports(name for name in needed if where[name] == other))
            for module, other in sorted(others.items())
        ],
        blocks=["\n".join(each) for each in blocks],
        records=[(each.name, python.snake(each.name)) for each in records],
    )


def _package(home: str) -> str:
    """The dots that lead from a module to the package of its service."""
    return "." * (1 + home.count("/"))


def _seen(other: str, home: str) -> str:
    """What one module of records calls another."""
    folder, _, name = other.rpartition("/")
    return f".{name}" if home.startswith(f"{folder}/") else _package(home) + other.replace("/", ".")


def _secrets(service: Service) -> tuple[str, ...]:
    """What the service calls the secrets in its records."""
    return tuple(sorted({each.wire for record in service.records for each in record.fields if each.secret}))


def _calls(service: Service, handwork: Handwork) -> str:
    media = sorted({each for operation in service.operations for each in operation.media[1:]})
    blocks = [[line for each in service.operations for line in calls.plan(each, service)]]
    blocks += [calls.call_function(each, service, handwork) for each in service.operations]
    modules = sorted({module for module, _ in handwork.arguments.values()} | set(handwork.parsers.values()))
    return _template(
        "calls",
        service=service,
        modules=modules,
        media=f"Literal[{python.literal(calls.JSON)}, {', '.join(map(python.literal, media))}]" if media else "",
        blocks=["\n".join(each) for each in blocks if each],
    )


def _resources(service: Service, handwork: Handwork, tree: tuple[Group, ...]) -> str:
    return _template(
        "resources",
        service=service,
        bases=sorted(set(handwork.resources.values())),
        exports=sorted(each.class_name for each in flat(tree)),
        blocks=["\n".join(resource_class(each, service, handwork)) for each in tree],
    )


def _init(service: Service, handwork: Handwork) -> str:
    doors = {name: f".{home.replace('/', '.')}" for name, home in homes(service, handwork).items()}
    for name, home in (clients(service.name, "") | handwork.exports).items():
        if name in doors:
            raise ValueError(f"{name} would be defined twice")
        doors[name] = home
    doc = f"The {service.title}: its clients, its records, and what is worth having on top."
    return _door(doc, ".._core.lazy", doors)


def front_door(services: list[str], homes: dict[str, str]) -> str:
    """The `__init__` of the whole package."""
    for each in services:
        homes = homes | clients(each, f".{each}")
    return _door("Typed Python clients, sync and async, for three services.", "._core.lazy", homes)


def clients(service: str, package: str) -> dict[str, str]:
    """Where the two clients of a service live, as seen from a package above them."""
    name = service.capitalize()
    return {
        f"Async{name}Client": f"{package}._async.client",
        f"{name}Client": f"{package}._sync.client",
    }


def _door(doc: str, lazy: str, homes: dict[str, str]) -> str:
    return _template("init", doc=doc, lazy=lazy, homes=sorted(homes.items()), names=sorted(homes))
