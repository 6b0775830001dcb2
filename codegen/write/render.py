"""The files that one service becomes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ..customizations import Customizations
from ..naming import snake
from ..read.faults import DocumentError
from ..read.ir import Service
from ..unasync import Unasync
from . import python
from .layout import EVENTS, SHARED, Layout, layout, module_view, seen
from .operations import example, operation_view
from .records import record_view, union_view
from .resources import Group, flat, groups, resource_view

__all__ = ["clients", "contract", "render"]

_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    undefined=StrictUndefined,
    autoescape=False,  # this is Python, and every text passes through repr
    keep_trailing_newline=True,
)
_FILTERS: dict[str, Any] = {
    "docstring": python.docstring,
    "literal": python.literal,
    "names": python.names,
    "text": python.escape,
    "words": python.words,
}
_TEMPLATES.filters.update(_FILTERS)


def render(service: Service, customizations: Customizations) -> dict[str, str]:
    """The generated files of one service, by their path below its package; formatting is left to the formatter.

    Raises:
        ValueError: A name cannot be used, or would stand for two things; or customizations belong to nothing.
        DocumentError: A text that is sent would be another one in the sync client.
    """
    tree = groups(service)
    _used(service, customizations, tree)
    where = layout(service, customizations)
    files = {
        "names.py": _names(where),
        "converter.py": _converter(where),
        "calls.py": _calls(where),
        "_async/resources.py": _resources(where, tree),
        "_async/client.py": _client(where, tree),
        **_records(where),
    }
    files = {f"_generated/{path}": text for path, text in files.items()}
    for path, text in files.items():
        python.bound_once(text)
        if "_async/" in path:
            derived = Unasync()(text)
            python.bound_once(derived)
            for one, other in zip(python.constants(text), python.constants(derived), strict=True):
                if one != other:
                    raise DocumentError(f"{one!r} would be {other!r} in the sync client")
    return files


def contract(document: dict[str, Any]) -> str:
    """What the stub reads: the document itself, as JSON, so that no fault of the generator is shared."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def clients(service: str) -> dict[str, list[str]]:
    """Where the two clients of a service are, as seen from its generated package."""
    name = service.capitalize()
    return {"._async.client": [f"Async{name}Client"], "._sync.client": [f"{name}Client"]}


def _used(service: Service, customizations: Customizations, tree: tuple[Group, ...]) -> None:
    """A name that the spec has no more is a mistake, here or there."""
    known = {each.name for each in service.records} | {".".join(each.path) for each in flat(tree)}
    for operation in service.operations:
        known |= {operation.id, *operation.media, *(each.wire for each in operation.parameters)}
    known |= {each.name for each in service.unions}
    asked = {
        *customizations.records,
        *customizations.resources,
        *customizations.arguments,
        *customizations.parsers,
        *customizations.empty,
        *customizations.empty.values(),
        *customizations.method_arguments,
        *(wire for each in customizations.method_arguments.values() for wire in each),
        *customizations.method_options,
        *customizations.exports,
        *customizations.downloads,
        *(customizations.events or ()),
    }
    if lost := sorted(asked - known):
        raise ValueError(f"customizations for {', '.join(lost)}, which {service.name} has not")


def _template(name: str, **context: object) -> str:
    return _TEMPLATES.get_template(f"{name}.py.jinja").render(**context)


def _names(where: Layout) -> str:
    modules = {**where.names(), **clients(where.service.name), ".converter": ["converter"]}
    # The star imports of the module would hide its own names from type checkers.
    every = ["MODULES", "Mapping", *(name for names in modules.values() for name in names)]
    if twice := sorted({name for name in every if every.count(name) > 1}):
        raise ValueError(f"{twice[0]} would be defined twice")
    tables = _has_packages(where)
    listed = modules if not tables else {name: each for name, each in modules.items() if name not in where.names()}
    return _template(
        "names",
        service=where.service,
        modules=dict(sorted(modules.items())),
        listed=dict(sorted(listed.items())),
        tables=tables,
    )


def _has_packages(where: Layout) -> bool:
    """Whether the records stand in packages, whose table of modules must be below them."""
    return where.customizations.by_group or where.envelope is not None


def _converter(where: Layout) -> str:
    """The converter needs all modules; those of one name in two packages get the package's name before theirs."""
    packages: dict[str, list[str]] = {}
    names: list[str] = []
    for path in sorted({*where.module_of.values()} - {f"{EVENTS}/event"}):
        package, _, module = path.rpartition("/")
        name = f"{package}_{module}" if package == EVENTS else module
        packages.setdefault(f".{package}", []).append(module if name == module else f"{module} as {name}")
        names.append(name)
    return _template("converter", service=where.service, packages=packages, modules=names)


def _records(where: Layout) -> dict[str, str]:
    """The modules of the records: `models.py` or, by group, a package of that name, and the package of the events."""
    whole = {f"{EVENTS}/event"}
    modules = sorted({*where.module_of.values()} - whole)
    files = {
        f"{each}.py": _template("models", service=where.service, module=module_view(each, where)) for each in modules
    }
    if _has_packages(where):
        files["tables.py"] = _template("tables", service=where.service, modules=where.names())
    if where.customizations.by_group:
        files |= _models_package(where, [each for each in modules if each.startswith("models/")])
    if where.envelope:
        files |= _events_package(where, [each for each in modules if each.startswith(f"{EVENTS}/")])
    return files


def _models_package(where: Layout, modules: list[str]) -> dict[str, str]:
    service = where.service
    answers = sorted({each.answer.name for each in service.operations if each.answer})
    functions = {
        f".{module.removeprefix('models/')}": [
            f"decode_{snake(each)}" for each in answers if where.module_of[each] == module
        ]
        for module in modules
    }
    doc = f"The records of the {service.title}, each loaded with those of its group."
    return {"models/__init__.py": _package(doc, ".models", where.names("models/"), functions)}


def _events_package(where: Layout, modules: list[str]) -> dict[str, str]:
    if where.envelope is None:
        return {}
    envelope, service = where.envelope, where.service
    union = union_view(envelope.union)
    groups = [each.removeprefix(f"{EVENTS}/") for each in modules]
    event = service.record(envelope.union.variants[0][1])
    first = record_view(event, service, where.customizations, envelope, "")
    views = {each.name: view for each, view in zip(event.fields, first.fields, strict=True)}
    base = record_view(envelope.base, service, where.customizations, None, "")
    needed = {each.type.without_null().name for each in envelope.base.fields} - {""}
    others = {seen(where.module_of[envelope.base.name], f"{EVENTS}/decode"): [envelope.base.name]}
    for name in sorted(needed):
        others.setdefault(seen(where.module_of[name], f"{EVENTS}/decode"), []).append(f"decode_{snake(name)}")
    tag = next(each for each in event.fields if each.wire == envelope.union.tag)
    doc = f"The events of the {service.title}, each loaded with those of its group."
    return {
        f"{EVENTS}/__init__.py": _package(
            doc, f".{EVENTS}", where.names(f"{EVENTS}/"), {".decode": [f"decode_{union.snake}"]}
        ),
        f"{EVENTS}/decode.py": _template(
            "decode",
            union=union,
            base=base,
            tag=views[tag.name],
            payload=views[envelope.payload],
            count=first.count,
            others=sorted(others.items()),
            kinds=where.kinds(),
        ),
        f"{EVENTS}/event.py": _template(
            "event",
            service=service,
            union=union,
            groups=[each for each in groups if each != SHARED],
            arms=[f"{where.module_of[name].partition('/')[2]}.{name}" for _, name in envelope.union.variants],
        ),
    }


def _package(doc: str, package: str, modules: dict[str, list[str]], functions: dict[str, list[str]]) -> str:
    """The package of some modules: their public names, and some functions; each module is loaded when first used."""
    functions = {module: names for module, names in functions.items() if names}
    return _template("package", doc=doc, package=package, modules=modules, functions=functions)


def _calls(where: Layout) -> str:
    service, customizations = where.service, where.customizations
    media = sorted({each for operation in service.operations for each in operation.media[1:]})
    modules = sorted({module for module, _ in customizations.arguments.values()} | set(customizations.parsers.values()))
    operations = [operation_view(each, service, customizations) for each in service.operations]
    return _template(
        "calls",
        service=service,
        modules=[module.rpartition(".")[::2] for module in modules],
        media=f"Literal['application/json', {', '.join(map(python.literal, media))}]" if media else "",
        operations=operations,
        encodes=any("encoding." in field.value for each in operations for field in each.body),
    )


def _resources(where: Layout, tree: tuple[Group, ...]) -> str:
    # A class stands behind those of the groups inside it.
    ordered = [each for group in tree for each in reversed(flat((group,)))]
    return _template(
        "resources",
        service=where.service,
        bases=sorted(set(where.customizations.resources.values())),
        exports=sorted(each.class_name for each in ordered),
        resources=[resource_view(each, where.service, where.customizations) for each in ordered],
    )


def _client(where: Layout, tree: tuple[Group, ...]) -> str:
    service = where.service
    secrets = sorted({each.wire for record in service.records for each in record.fields if each.secret})
    credentials = {"bearer": ['token="…"'], "either": []}.get(service.auth.kind, ['account_key="…"'])
    shown = min(service.operations, key=lambda each: (each.by_hand, each.method != "GET", each.id.count("."), each.id))
    return _template(
        "client",
        service=service,
        client=clients(service.name)["._async.client"][0],
        groups=tree,
        base=where.customizations.client,
        arguments=", ".join([*credentials, *([] if service.base_url else ['base_url="https://example.org"'])]),
        example=example(shown).removeprefix(">>> "),
        env=f"TRIVET_{service.name.upper()}",
        effective_statuses=python.literal({each[:2]: each[2] for each in service.effective_statuses}),
        secrets=python.texts(secrets),
    )
