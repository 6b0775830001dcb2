"""The files that one service becomes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ..customizations import Customizations
from ..read.faults import DocumentError
from ..read.ir import Service
from ..unasync import Unasync
from . import calls, models, python
from .layout import CODERS, homes, uses
from .resources import Group, flat, groups, resource_class

__all__ = ["contract", "render"]

_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    undefined=StrictUndefined,
    autoescape=False,  # this is Python, and every text passes through repr
    keep_trailing_newline=True,
)
_TEMPLATES.filters["literal"] = python.literal
_TEMPLATES.filters["text"] = python.escape


def render(service: Service, customizations: Customizations) -> dict[str, str]:
    """The generated files of one service, by their path below its package; formatting is left to the formatter.

    Raises:
        ValueError: A name cannot be used, or would stand for two things; or customizations belongs to nothing.
        DocumentError: A text that is sent would be another one in the sync colour.
    """
    tree = groups(service)
    _used(service, customizations, tree)
    client = f"Async{service.name.capitalize()}Client"
    files = {
        "_generated/names.py": _names(service, customizations),
        "_generated/converter.py": _template("converter", service=service, modules=_tables(service, customizations)),
        **{f"_generated/{path}": text for path, text in _models(service, customizations).items()},
        "_generated/calls.py": _calls(service, customizations),
        "_generated/_async/resources.py": _resources(service, customizations, tree),
        "_generated/_async/client.py": _template(
            "client",
            service=service,
            client=client,
            groups=tree,
            base=customizations.client,
            env=f"TRIVET_{service.name.upper()}",
            codes=python.literal({each[:2]: each[2] for each in service.effective_statuses}),
            secrets=python.literal(_secrets(service)),
        ),
    }
    for path, text in files.items():
        python.bound_once(text)
        if "_async/" in path:
            derived = Unasync()(text)
            python.bound_once(derived)
            for one, other in zip(python.constants(text), python.constants(derived), strict=True):
                if one != other:
                    raise DocumentError(f"{one!r} would be {other!r} in the sync colour")
    return files


def _used(service: Service, customizations: Customizations, tree: tuple[Group, ...]) -> None:
    """A name that the spec has no more is a mistake, here or there."""
    known = {each.name for each in service.records} | {".".join(each.path) for each in flat(tree)}
    for operation in service.operations:
        known |= {*operation.media, *(each.wire for each in operation.parameters)}
    known |= {each.name for each in service.unions}
    asked = {
        *customizations.records,
        *customizations.resources,
        *customizations.arguments,
        *customizations.parsers,
        *customizations.apart.values(),
    }
    if lost := sorted(asked - known):
        raise ValueError(f"customizations for {', '.join(lost)}, which {service.name} has not")


def contract(document: dict[str, Any]) -> str:
    """What the stub reads: the document itself, as JSON, so that no fault of the generator is shared."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _template(name: str, **context: object) -> str:
    return _TEMPLATES.get_template(f"{name}.py.jinja").render(**context)


def _models(service: Service, customizations: Customizations) -> dict[str, str]:
    """The modules of the records: those that stand apart, and `models.py` or, by group, a package of that name."""
    where = homes(service, customizations)
    files = {f"{home}.py": _module(service, customizations, home, where) for home in sorted(set(where.values()))}
    if not customizations.by_group:
        return files
    groups = {name: f".{home.removeprefix('models/')}" for name, home in where.items() if home.startswith("models/")}
    doors = {each: home for name, home in groups.items() for each in models.exports([name])}
    doc = f"The records of the {service.title}, each loaded with those of its group."
    together = _template("coders", service=service, groups=sorted({home[1:] for home in groups.values()}))
    return files | {
        "models/__init__.py": _door(doc, "...._core.lazy", {**doors, "RECORDS": f".{CODERS}"}),
        f"models/{CODERS}.py": together,
    }


def _module(service: Service, customizations: Customizations, home: str, where: dict[str, str]) -> str:
    """The records that stand in one module, which imports what they need of the others."""
    mine = {name for name, each in where.items() if each == home}
    records = [each for each in service.records if each.name in mine]
    unions = [each for each in service.unions if each.name in mine]
    blocks = [models.record_class(each, service, customizations) for each in records]
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
        bases=sorted({base for record, base in customizations.records.items() if record in mine}),
        others=[
            (module, models.exports(name for name in needed if where[name] == other))
            for module, other in sorted(others.items())
        ],
        blocks=["\n".join(each) for each in blocks],
        records=[(each.name, python.snake(each.name)) for each in records],
    )


def _package(home: str) -> str:
    """The dots that lead from a module to the package of its service."""
    return "." * (2 + home.count("/"))


def _seen(other: str, home: str) -> str:
    """What one module of records calls another."""
    folder, _, name = other.rpartition("/")
    return f".{name}" if home.startswith(f"{folder}/") else _package(home)[1:] + other.replace("/", ".")


def _secrets(service: Service) -> tuple[str, ...]:
    """What the service calls the secrets in its records."""
    return tuple(sorted({each.wire for record in service.records for each in record.fields if each.secret}))


def _calls(service: Service, customizations: Customizations) -> str:
    media = sorted({each for operation in service.operations for each in operation.media[1:]})
    blocks = [[line for each in service.operations for line in calls.plan(each, service)]]
    blocks += [calls.call_function(each, service, customizations) for each in service.operations]
    modules = sorted({module for module, _ in customizations.arguments.values()} | set(customizations.parsers.values()))
    return _template(
        "calls",
        service=service,
        modules=[module.rpartition(".")[::2] for module in modules],
        media=f"Literal[{python.literal(calls.JSON)}, {', '.join(map(python.literal, media))}]" if media else "",
        blocks=["\n".join(each) for each in blocks if each],
    )


def _resources(service: Service, customizations: Customizations, tree: tuple[Group, ...]) -> str:
    return _template(
        "resources",
        service=service,
        bases=sorted(set(customizations.resources.values())),
        exports=sorted(each.class_name for each in flat(tree)),
        blocks=["\n".join(resource_class(each, service, customizations)) for each in tree],
    )


def _names(service: Service, customizations: Customizations) -> str:
    homes_ = {name: f".{home.replace('/', '.')}" for name, home in homes(service, customizations).items()}
    for name, home in (clients(service.name) | {"converter": ".converter"}).items():
        if name in homes_:
            raise ValueError(f"{name} would be defined twice")
        homes_[name] = home
    return _template("names", service=service, homes=sorted(homes_.items()), names=sorted(homes_))


def clients(service: str) -> dict[str, str]:
    """Where the two clients of a service are, as seen from its generated package."""
    name = service.capitalize()
    return {f"Async{name}Client": "._async.client", f"{name}Client": "._sync.client"}


def _tables(service: Service, customizations: Customizations) -> list[str]:
    """The modules that hold a table of records."""
    return sorted({home.partition("/")[0] for home in homes(service, customizations).values()})


def _door(doc: str, lazy: str, homes: dict[str, str]) -> str:
    return _template("init", doc=doc, lazy=lazy, homes=sorted(homes.items()), names=sorted(homes))
