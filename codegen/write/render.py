"""The generated files of one service."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ..customizations import Customizations
from ..naming import snake
from ..read.examples import without_examples
from ..read.faults import DocumentError
from ..read.ir import Service
from ..unasync import Unasync
from . import python
from .examples import example
from .operations import has_uploads, operation_view
from .record_modules import EVENTS, SHARED, Layout, layout_of, module_view, relative_name
from .records import record_view, union_view
from .resources import NOTHING_BY_HAND, ByHand, Group, attributes, flat, groups, resource_view

_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    undefined=StrictUndefined,
    autoescape=False,  # the output is Python, and `python` escapes every text
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


def render(service: Service, customizations: Customizations, by_hand: ByHand = NOTHING_BY_HAND) -> dict[str, str]:
    """Return the generated files of one service, not yet formatted, by their path in its package.

    Args:
        service: The service.
        customizations: The hand-written code of the service.
        by_hand: The public names of the hand-written bases, as `check_bases` returns them.

    Raises:
        ValueError: A name cannot be used or would be bound twice, or a customization matches nothing in the spec.
        DocumentError: Deriving the sync client would change a text that is sent.
    """
    tree = groups(service)
    _used(service, customizations, tree)
    layout = layout_of(service, customizations)
    files = {
        "names.py": _names(layout),
        "converter.py": _converter(layout),
        "calls.py": _calls(layout),
        "_async/resources.py": _resources(layout, tree, by_hand),
        "_async/client.py": _client(layout, tree, by_hand),
        **_records(layout),
    }
    files = {f"_generated/{path}": text for path, text in files.items()}
    for path, text in files.items():
        _check(text, derives="_async/" in path)
    return files


def _check(source: str, *, derives: bool) -> None:
    """Check that a module binds each name once, and that deriving the sync client changes nothing else of it."""
    module = ast.parse(source)
    python.bound_once(module)
    if derives:
        derived = ast.parse(Unasync()(source))
        python.bound_once(derived)
        for text_async, text_sync in zip(python.constants(module), python.constants(derived), strict=True):
            if text_async != text_sync:
                raise DocumentError(f"{text_async!r} would be {text_sync!r} in the sync client")


def contract(document: dict[str, Any]) -> str:
    """Return the document itself as JSON for the stub, so that a fault of the generator cannot affect the stub.

    It has no examples, which a stub does not use.
    """
    return json.dumps(without_examples(document), ensure_ascii=False, indent=1) + "\n"


def clients(service: str) -> dict[str, list[str]]:
    """Return the modules of a service's two clients, relative to its generated package, with their names."""
    name = service.capitalize()
    return {"._async.client": [f"Async{name}Client"], "._sync.client": [f"{name}Client"]}


def _used(service: Service, customizations: Customizations, tree: tuple[Group, ...]) -> None:
    """Check that the spec has every name in the customizations; otherwise one of the two is wrong."""
    known = {record.name for record in service.records} | {".".join(group.path) for group in flat(tree)}
    for operation in service.operations:
        known |= {operation.id, *operation.media, *(parameter.wire for parameter in operation.parameters)}
    known |= {union.name for union in service.unions}
    asked = {
        *customizations.records,
        *customizations.resources,
        *customizations.arguments,
        *customizations.parsers,
        *customizations.empty,
        *customizations.empty.values(),
        *customizations.method_arguments,
        *(wire for arguments in customizations.method_arguments.values() for wire in arguments),
        *customizations.method_options,
        *customizations.exports,
        *customizations.downloads,
        *(customizations.events or ()),
    }
    if lost := sorted(asked - known):
        raise ValueError(f"customizations name {', '.join(lost)}, which {service.name} does not have")


def _template(name: str, **context: object) -> str:
    return _TEMPLATES.get_template(f"{name}.py.jinja").render(**context)


def _names(layout: Layout) -> str:
    modules = {**layout.names(), **clients(layout.service.name), ".converter": ["converter"]}
    # The star imports of the module would hide its own names from type checkers.
    every = ["MODULES", "Mapping", *(name for names in modules.values() for name in names)]
    if twice := sorted({name for name in every if every.count(name) > 1}):
        raise ValueError(f"{twice[0]} would be defined twice")
    tables = _has_packages(layout)
    listed = (
        modules if not tables else {name: exported for name, exported in modules.items() if name not in layout.names()}
    )
    return _template(
        "names",
        service=layout.service,
        modules=dict(sorted(modules.items())),
        listed=dict(sorted(listed.items())),
        tables=tables,
    )


def _has_packages(layout: Layout) -> bool:
    """Return whether the records are in packages, which share a table of modules in a module below them."""
    return layout.customizations.by_group or layout.envelope is not None


def _converter(layout: Layout) -> str:
    """Render the converter, which imports all modules; modules of events get a prefix, because names may repeat."""
    packages: dict[str, list[str]] = {}
    names: list[str] = []
    for path in sorted({*layout.module_of.values()} - {f"{EVENTS}/event"}):
        package, _, module = path.rpartition("/")
        name = f"{package}_{module}" if package == EVENTS else module
        packages.setdefault(f".{package}", []).append(module if name == module else f"{module} as {name}")
        names.append(name)
    return _template("converter", service=layout.service, packages=packages, modules=names)


def _records(layout: Layout) -> dict[str, str]:
    """Render the modules of records: `models.py` or a package of that name, and the package of the events."""
    whole = {f"{EVENTS}/event"}
    modules = sorted({*layout.module_of.values()} - whole)
    files = {
        f"{module}.py": _template("models", service=layout.service, module=module_view(module, layout))
        for module in modules
    }
    if _has_packages(layout):
        files["tables.py"] = _template("tables", service=layout.service, modules=layout.names())
    if layout.customizations.by_group:
        files |= _models_package(layout, [module for module in modules if module.startswith("models/")])
    if layout.envelope:
        files |= _events_package(layout, [module for module in modules if module.startswith(f"{EVENTS}/")])
    return files


def _models_package(layout: Layout, modules: list[str]) -> dict[str, str]:
    service = layout.service
    answers = sorted({name for operation in service.operations if operation.answer for name in operation.answer.names})
    functions = {
        f".{module.removeprefix('models/')}": [
            f"decode_{snake(name)}" for name in answers if layout.module_of[name] == module
        ]
        for module in modules
    }
    doc = f"The records of the {service.title}; all records of a group are loaded together."
    return {"models/__init__.py": _package(doc, ".models", layout.names("models/"), functions)}


def _events_package(layout: Layout, modules: list[str]) -> dict[str, str]:
    if layout.envelope is None:
        return {}
    envelope, service = layout.envelope, layout.service
    union = union_view(envelope.union)
    groups = [module.removeprefix(f"{EVENTS}/") for module in modules]
    # All events have the same fields apart from the payload's type, so the first one can stand for all.
    event = service.record(envelope.union.variants[0][1])
    first = record_view(event, service, layout.customizations, envelope, "")
    views = {field.name: view for field, view in zip(event.fields, first.fields, strict=True)}
    base = record_view(envelope.base, service, layout.customizations, None, "")
    needed = {field.type.without_null().name for field in envelope.base.fields} - {""}
    others = {relative_name(layout.module_of[envelope.base.name], f"{EVENTS}/decode"): [envelope.base.name]}
    for name in sorted(needed):
        others.setdefault(relative_name(layout.module_of[name], f"{EVENTS}/decode"), []).append(f"decode_{snake(name)}")
    unknown_module = "...._core.decoders"
    if envelope.union.unknown != "Unknown":
        unknown_module = relative_name(layout.module_of[envelope.union.unknown], f"{EVENTS}/decode")
        others[unknown_module].append(union.decode_unknown)
    doc = f"The events of the {service.title}; all events of a group are loaded together."
    return {
        f"{EVENTS}/__init__.py": _package(
            doc, f".{EVENTS}", layout.names(f"{EVENTS}/"), {".decode": [f"decode_{union.snake}"]}
        ),
        f"{EVENTS}/decode.py": _template(
            "decode",
            union=union,
            base=base,
            tag=views[service.tag(envelope.union).name],
            payload=views[envelope.payload],
            count=first.count,
            others=sorted(others.items()),
            kinds=layout.kinds(),
        ),
        f"{EVENTS}/event.py": _template(
            "event",
            service=service,
            union=union,
            unknown_module=unknown_module,
            groups=[group for group in groups if group != SHARED],
            arms=[f"{layout.module_of[name].partition('/')[2]}.{name}" for _, name in envelope.union.variants],
        ),
    }


def _package(doc: str, package: str, modules: dict[str, list[str]], functions: dict[str, list[str]]) -> str:
    """Render the `__init__.py` of a package, which loads each module when one of its names is first used."""
    functions = {module: names for module, names in functions.items() if names}
    return _template("package", doc=doc, package=package, modules=modules, functions=functions)


def _calls(layout: Layout) -> str:
    service, customizations = layout.service, layout.customizations
    media = sorted({media_type for operation in service.operations for media_type in operation.media[1:]})
    modules = sorted({module for module, _ in customizations.arguments.values()} | set(customizations.parsers.values()))
    operations = [operation_view(operation, service, customizations) for operation in service.operations]
    return _template(
        "calls",
        service=service,
        modules=[module.rpartition(".")[::2] for module in modules],
        media=f"Literal['application/json', {', '.join(map(python.literal, media))}]" if media else "",
        operations=operations,
        arrays=any("decoders." in operation.decoding for operation in operations),
        encodes=any("encoding." in field.value for operation in operations for field in operation.body),
        uploads=has_uploads(service),
    )


def _resources(layout: Layout, tree: tuple[Group, ...], by_hand: ByHand) -> str:
    # A group's class uses the classes of the groups inside it, which therefore come first.
    ordered = [nested for group in tree for nested in reversed(flat((group,)))]
    return _template(
        "resources",
        service=layout.service,
        bases=sorted(set(layout.customizations.resources.values())),
        exports=sorted(group.class_name for group in ordered),
        resources=[resource_view(group, layout.service, layout.customizations, by_hand) for group in ordered],
        uploads=has_uploads(layout.service),
    )


def _client(layout: Layout, tree: tuple[Group, ...], by_hand: ByHand) -> str:
    service = layout.service
    secrets = sorted({field.wire for record in service.records for field in record.fields if field.secret})
    credentials = {"bearer": ['token="…"'], "either": []}.get(service.auth.kind, [f'{service.auth.argument}="…"'])
    shortest = min(
        service.operations,
        key=lambda operation: (operation.by_hand, operation.method != "GET", operation.id.count("."), operation.id),
    )
    client = clients(service.name)["._async.client"][0]
    arguments = ", ".join([*credentials, *([] if service.base_url else ['base_url="https://example.org"'])])
    shown = (
        f">>> async with {client}({arguments}) as client:\n...     {example(shortest, service).removeprefix('>>> ')}"
    )
    return _template(
        "client",
        service=service,
        client=client,
        doc=[f"A typed client of the {service.title}, revision {service.version}.", shown, attributes(tree, by_hand)],
        groups=tree,
        base=layout.customizations.client,
        env=f"TRIVET_{service.name.upper()}",
        effective_statuses=python.literal({status[:2]: status[2] for status in service.effective_statuses}),
        secrets=python.texts(secrets),
        large_body=max(operation.max_body or 0 for operation in service.operations),
    )
