"""A new operation: its spec, rule, handler, check, mutant and test, each beside the same part of a similar operation.

They are complete: the operation answers 204 and does nothing, all of it marked as assumed. What it does is then written
by hand. Texts are inserted by their lines, so that comments and form of a file stay.
"""

from __future__ import annotations

import ast
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import yaml
from attrs import frozen

from ..naming import identifier
from ..read import document
from ..read.faults import DocumentError
from ..read.ir import Operation, Service
from ..read.rule_files import NamedRule, read_rules
from .examples import is_positional, shown_values
from .files import formatted, templates

_TEMPLATES = templates("new_operation")
_ID = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*([.][a-z][a-z0-9]*(_[a-z0-9]+)*)+")
_ROUTE = re.compile(r"(GET|POST|PUT|PATCH|DELETE) ((?:/(?:[\w.~-]+|[{][A-Za-z]\w*[}]))+)", re.ASCII)
_APPLIES = "from trivet_stubs.kernel.rule_catalogue import applies\n"
_CHANGES = "from trivet_checks.mutants.changes import change_status\n"
_NOT_NEEDED = frozenset({"404", "409"})
"""Refusals that an operation without an effect does not give; it has all others of the similar operation."""


@frozen
class NewOperation:
    """The files of a new operation, not yet written.

    Attributes:
        texts: The whole files by their paths relative to the root.
        places: Where each of the six parts is: `spec/chat.yaml:120`.
        by_hand: What only a person can write, a sentence each.
    """

    texts: dict[Path, str]
    places: list[str]
    by_hand: list[str]


@frozen
class _Route:
    """The operation as it is asked for, with the similar one that the service has."""

    service: Service
    spec: Mapping[str, Any]
    id: str
    method: str
    path: str
    similar: Operation
    rules: tuple[NamedRule, ...]
    """The rules that the service has."""

    @property
    def group(self) -> str:
        """The last part of the operation's group: `messages` of `conversations.messages.rate`."""
        return self.id.split(".")[-2]

    @property
    def rule(self) -> str:
        """The id of its rule."""
        subjects = {rule.id.split(".")[1] for rule in self.rules}
        subject = next((name for name in (self.group, f"{self.group}s") if name in subjects), self.group)
        return f"{self.service.name}.{subject}.{self.id.rpartition('.')[2]}-answers-204".replace("_", "-")

    @property
    def name(self) -> str:
        """The operation as a name of Python."""
        return self.id.replace(".", "_")

    def raw_similar(self) -> Mapping[str, Any]:
        """The similar operation as the spec has it."""
        raw: Mapping[str, Any] = self.spec["paths"][self.similar.path][self.similar.method.lower()]
        return raw


def new_operation(root: Path, service: str, operation: str, route: str) -> NewOperation:
    """Return the files of a service with a new operation.

    Args:
        root: The root of the project, a repository of git.
        service: The service.
        operation: The operationId: `conversations.unarchive`.
        route: Its method and path: `POST /conversations/{conversation_id}/unarchive`.

    Raises:
        DocumentError: The service is unknown, the operation or its route exists or cannot be used, or a file that would
            change has changes that are not committed.
    """
    asked = _asked(root, service, operation, route)
    spec, rules = Path("spec", f"{service}.yaml"), Path("spec", "rules", f"{service}.yaml")
    names: dict[str, Any] = {
        "service": service,
        "title": service.capitalize(),
        "id": asked.id,
        "method": asked.method,
        "path": asked.path,
        "rule": asked.rule,
        "name": asked.name,
    }
    spec_text = _with_spec(root / spec, asked, names)
    added = _read(spec, spec_text, lambda path: document.service(service, document.load(path)))
    if asked.rule in [rule.id for rule in asked.rules]:
        raise DocumentError(f"spec/rules/{service}.yaml has the rule {asked.rule} already")
    near = _near(asked)
    rules_text = _with_rule(root / rules, near[0], names)
    _read(rules, rules_text, lambda path: read_rules(path, [one.id for one in added.operations]))
    call = next(one for one in added.operations if one.id == asked.id)
    shown = {parameter.wire: value for parameter, value in shown_values(call) if is_positional(parameter)}
    names["call"] = ", ".join([f'"{asked.id}"', *(repr(shown[name]) for name in _inputs(asked.path))])
    names["method_call"] = ", ".join([f"client.{asked.id}", *map(repr, shown.values())])
    handlers = _Modules(root, Path("stubs", "trivet_stubs", service))
    checks = _Modules(root, Path("stubs", "trivet_checks", "checks", service))
    mutants = _Modules(root, Path("tests", "mutants", service))
    test = Path("tests", "sdk", service, "_async", f"test_{asked.name}.py")
    texts = {
        spec: spec_text,
        rules: rules_text,
        **handlers.with_code("handler.py.jinja", names, "operation", [asked.similar.id], _APPLIES),
        **checks.with_code("check.py.jinja", names, "check", [rule.id for rule in near]),
        **mutants.with_code("mutant.py.jinja", names, "mutant", [rule.id for rule in near], _CHANGES),
        test: _TEMPLATES.get_template("test.py.jinja").render(names),
    }
    if (root / test).exists():
        raise DocumentError(f"{test.as_posix()} exists")
    refuse_changed(root, list(texts))
    texts = formatted(root, texts)
    return NewOperation(texts, [_place(path, text, asked) for path, text in texts.items()], _by_hand(asked))


def _asked(root: Path, service: str, operation: str, route: str) -> _Route:
    """Read the arguments, and find the similar operation."""
    source = root / "spec" / f"{service}.yaml"
    if not re.fullmatch("[a-z]+", service) or not source.is_file():
        services = ", ".join(sorted(spec.stem for spec in (root / "spec").glob("*.yaml")))
        raise DocumentError(f"there is no service {service!r}, but {services}")
    raw = document.load(source)
    known: dict[str, str] = {
        f"{method.upper()} {path}": raw_operation["operationId"]
        for path, methods in raw["paths"].items()
        for method, raw_operation in methods.items()
    }
    if operation in known.values():
        raise DocumentError(f"spec/{service}.yaml has the operation {operation} already")
    if not _ID.fullmatch(operation):
        raise DocumentError(f"{operation!r} is not an operationId, such as stops.list")
    match = _ROUTE.fullmatch(route)
    if match is None:
        raise DocumentError(f"{route!r} is not a method and a path, such as 'GET /stops/{{stop_id}}'")
    try:
        for part in operation.split("."):
            identifier(part)
    except ValueError as error:
        raise DocumentError(str(error)) from None
    method, template = match.groups()
    inputs = _inputs(template)
    if twice := sorted({name for name in inputs if inputs.count(name) > 1}):
        raise DocumentError(f"{template}: {', '.join(twice)} is there twice")
    for same in [one for one in known if _shape(one) == _shape(route)]:
        raise DocumentError(f"{same} is {known[same]} already")
    model = document.service(service, raw)
    similar = max(model.operations, key=lambda one: _likeness(one, operation, method, template))
    rules = read_rules(root / "spec" / "rules" / f"{service}.yaml", [one.id for one in model.operations]).rules
    return _Route(model, raw, operation, method.lower(), template, similar, rules)


def _inputs(path: str) -> list[str]:
    return re.findall("{(.+?)}", path)


def _shape(path: str) -> str:
    """Return a path without the names of its inputs, which tell no request from another."""
    return re.sub("{.+?}", "{}", path)


def _likeness(one: Operation, operation: str, method: str, path: str) -> tuple[int, int, bool]:
    return (
        _shared(one.id.split("."), operation.split(".")),
        _shared(_shape(one.path).split("/"), _shape(path).split("/")),
        one.method.upper() == method,
    )


def _shared(first: list[str], second: list[str]) -> int:
    """Return the number of parts at the beginning that two lists share."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(first), len(second)))


def _with_spec(path: Path, asked: _Route, names: dict[str, Any]) -> str:
    """Return the spec with the operation, below the methods of its path or below the path of the similar operation."""
    components = asked.spec.get("components", {})
    shared = {node["name"]: name for name, node in components.get("parameters", {}).items() if node["in"] == "path"}
    raw = asked.raw_similar()
    context = raw.get("x-context")
    references = [shared[name] for name in _inputs(asked.path) if name in shared]
    if context == "request":  # each operation of this kind takes the context that a client is bound to
        query = {node["name"]: name for name, node in components["parameters"].items() if node["in"] == "query"}
        references += [query[name] for name in ("directory", "workspace")]
    verb, noun = asked.id.rpartition(".")[2].replace("_", " "), asked.group.replace("_", " ")
    refusals = {
        status: node["$ref"].rpartition("/")[2]
        for status, node in raw["responses"].items()
        if status >= "400" and "$ref" in node and status not in _NOT_NEEDED
    }
    text = _TEMPLATES.get_template("spec.yaml").render(
        names,
        context=context,
        tag=raw.get("tags", [asked.group])[0],
        summary=f"{verb.capitalize()} {noun}.",
        references=references,
        inputs=[name for name in _inputs(asked.path) if name not in shared],
        refusals=refusals,
    )
    exists = asked.path in asked.spec["paths"]
    whole = text if exists else f"  {asked.path}:\n{text}"
    return _below(path, ("paths", asked.path if exists else asked.similar.path), whole)


def _with_rule(path: Path, near: NamedRule, names: dict[str, Any]) -> str:
    text = _TEMPLATES.get_template("rule.yaml").render(names, section=yaml.safe_dump(near.section).split("\n")[0])
    return _below(path, ("rules", near.id), text)


def _below(path: Path, keys: tuple[str, ...], text: str) -> str:
    """Return a YAML file with a text below the value of a key; comments and form of the file stay.

    Raises:
        DocumentError: The file would then differ by more than the text.
    """
    source = path.read_text("utf-8")
    lines = source.splitlines(keepends=True)
    node: Any = yaml.compose(source, yaml.CSafeLoader)
    end = len(lines)
    for key in keys:
        entries = [pair[0] for pair in node.value]
        at = next(number for number, entry in enumerate(entries) if entry.value == key)
        end = entries[at + 1].start_mark.line if at + 1 < len(entries) else end
        node = node.value[at][1]
    while not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#"):  # it introduces the next key
        end -= 1
    changed = "".join([*lines[:end], text, *lines[end:]])
    if not _is_more(document.load(path), _read(path, changed, document.load)):
        raise DocumentError(f"{path.name}: a text below {keys[-1]} would change other parts of the file")
    return changed


def _is_more(before: Any, after: Any, depth: int = 3) -> bool:
    """Return whether a document has all that an earlier one has, and one key more."""
    if before == after:
        return True
    if not (depth and isinstance(before, dict) and isinstance(after, dict)):
        return False
    old, new = cast("dict[str, Any]", before), cast("dict[str, Any]", after)
    return all(key in new and _is_more(value, new[key], depth - 1) for key, value in old.items())


def _read(path: Path, text: str, read: Callable[[Path], Any]) -> Any:
    """Read a text that is not in the tree yet as the file of this name."""
    with tempfile.TemporaryDirectory(prefix="trivet-codegen-") as folder:
        file = Path(folder, path.name)
        file.write_text(text, "utf-8")
        return read(file)


def _near(asked: _Route) -> list[NamedRule]:
    """Return the rules of the service, those first beside which the new one stands."""
    rules = asked.rules
    subject = asked.rule.rpartition(".")[0]

    def nearness(rule: NamedRule) -> tuple[bool, bool, bool]:
        named = asked.similar.id in rule.patterns
        return rule.id.rpartition(".")[0] == subject, named, asked.similar.id in rule.operations

    return [rules[at] for at in sorted(range(len(rules)), key=lambda at: (nearness(rules[at]), at), reverse=True)]


class _Modules:
    """The modules by hand of a folder, one of which gets the code of a new operation."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._root = root
        self._sources = {
            path.relative_to(root): path.read_text("utf-8") for path in sorted((root / folder).rglob("*.py"))
        }
        self._folder = folder

    def with_code(
        self, template: str, names: Mapping[str, Any], decorator: str, ids: list[str], imported: str = ""
    ) -> dict[Path, str]:
        """Return a module with new code and an import: below the code of the first id that has any.

        Args:
            template: The template of the code.
            names: Its names; the first argument of the code above joins them.
            decorator: The name of the decorator that has the ids.
            ids: The ids, the nearest first.
            imported: The line of the import; sorted, and dropped if it is there, when the module is formatted.
        """
        found = {
            name: (path, function)
            for path, source in self._sources.items()
            if f"@{decorator}(" in source
            for function, name in _decorated(ast.parse(source), decorator)
        }
        path, function = next((found[name] for name in ids if name in found), (None, None))
        if path is None or function is None:
            raise DocumentError(f"{self._folder.as_posix()} has no @{decorator} of a similar operation")
        source = self._sources[path]
        first = function.args.args[0]
        argument = {"argument": ast.unparse(first), "server": first.arg, "stub": first.arg}
        code = _TEMPLATES.get_template(template).render(names, **argument)
        if (name := re.findall(r"def (\w+)", code)[0]) in re.findall(r"def (\w+)", source):
            raise DocumentError(f"{path.as_posix()} has the function {name} already")
        lines = source.splitlines(keepends=True)
        assert function.end_lineno
        lines.insert(function.end_lineno, code)
        if imported and imported.rsplit(maxsplit=1)[-1] not in re.findall(r"\w+", "".join(_imports(source))):
            lines.insert(_first_import(source), imported)
        return {path: "".join(lines)}


def _decorated(module: ast.Module, decorator: str) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, str]]:
    """Yield the functions with a decorator, and the text that is its first argument."""
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for one in node.decorator_list:
                match one:
                    case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(value)), *_]):
                        if name == decorator:
                            yield node, value
                    case _:
                        pass


def _imports(source: str) -> Iterator[str]:
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom):
            yield ast.unparse(node)


def _first_import(source: str) -> int:
    """Return the index of the line of the first import."""
    return next(node.lineno - 1 for node in ast.parse(source).body if isinstance(node, ast.Import | ast.ImportFrom))


def refuse_changed(root: Path, paths: list[Path]) -> None:
    """Refuse to change files that have changes which are not committed: with those, nothing could be taken back."""
    command = ["git", "status", "--porcelain", "--untracked-files=all", "-z", "--", *map(str, paths)]
    try:
        done = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True, encoding="utf-8")
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", None) or str(error)
        raise DocumentError(f"git cannot tell which files have changed: {said.strip()}") from None
    changed = sorted(entry[3:] for entry in done.stdout.split("\0") if entry)
    if changed:
        raise DocumentError(*(f"{path} has changes that are not committed" for path in changed))


def _place(path: Path, text: str, asked: _Route) -> str:
    """Return the line of a file where the new part begins."""
    marks = (f"operationId: {asked.id}\n", f"  {asked.rule}:\n", f'@operation("{asked.id}")', f'("{asked.rule}"')
    start = min(at for at in (text.find(mark) for mark in marks) if at >= 0)
    return f"{path.as_posix()}:{text.count(chr(10), 0, start) + 1}"


def _by_hand(asked: _Route) -> list[str]:
    service, spec = asked.service.name, f"spec/{asked.service.name}.yaml"
    return [
        f"the row of spec/contract/{service}.md that states the operation, and then no `x-assumed` in {spec}; "
        "or the reason of the `x-assumed` there and in the rule",
        f"its inputs, answers and statuses in {spec}, each input with an example; its rules in "
        f"spec/rules/{service}.yaml, and its id in the rules that concern it",
        "what the handler does, and for each rule a check, a mutant and a test",
        "a function in tests/contract/preparations.py, if the path has the id of a kind of record that is new",
        "a line in CHANGELOG.md",
    ]
