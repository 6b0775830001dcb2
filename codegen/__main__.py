"""`python -m codegen` writes every generated and derived file; `--check` only lists those that are stale."""

from __future__ import annotations

import argparse
import gc
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

if __name__ == "__main__":
    gc.disable()  # a run leaves two megabytes of garbage; the searches for it took a sixth of its time

if not __package__:  # run as `python path/to/codegen`, from any directory
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

try:
    from codegen.read import document
except ImportError as error:  # the parser is missing or has another version
    sys.exit(f"{error}: python -m pip install --group codegen")

from codegen.customizations import CUSTOMIZATIONS, Customizations
from codegen.read.faults import DocumentError
from codegen.read.freedom_files import FreedomFile, read_freedoms
from codegen.read.ir import Service
from codegen.read.rule_files import RuleFile, breaches, read_rules, rule_marks, rule_uses
from codegen.unasync import ASYNC_ONLY, DERIVED, Unasync, async_tests, is_derived, sync_path, write_tests
from codegen.write.all_services import PACKAGES, clients_module, service_package, stubs_module
from codegen.write.commands import command_table
from codegen.write.docs_pages import commands_page, operations_page
from codegen.write.files import written
from codegen.write.new_operation import new_operation
from codegen.write.new_service import new_service
from codegen.write.python import tidy
from codegen.write.render import contract, render
from codegen.write.resources import check_bases
from codegen.write.rule_pages import RuleUses, developers_page, freedom_copy, rule_copy, rule_page

ROOT = Path(__file__).resolve().parents[1]
GENERATED = "# Generated from {source} by `python -m codegen`; do not edit.\n"
_TOPS = ("benchmarks", "codegen", "docs", "examples", "sdk", "stubs", "tests")
_RESERVED = frozenset({"_generated", "_sync"})
_TABLES = ("stubs/trivet_stubs/contracts", "sdk/trivet/cli/_generated")
_SNAPSHOTS = "tests.sdk.cli.operations.snapshots"
GENERATED_PAGE = "<!-- Generated from {source} by `python -m codegen`; do not edit. -->\n\n"


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m codegen", description=__doc__)
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--check", action="store_true", help="write nothing; exit 1 if any file is stale")
    choice.add_argument(
        "--new", metavar="SERVICE", help="first write the spec, stub, checks, tests and page of a service"
    )
    choice.add_argument(
        "--new-operation",
        nargs=3,
        metavar=("SERVICE", "ID", "ROUTE"),
        help="first write the spec, rule, handler, check, mutant and test of an operation: "
        "chat conversations.shelve 'POST /conversations/{conversation_id}/shelve'",
    )
    options = parser.parse_args(arguments)
    try:
        if options.new is not None:
            texts = new_service(ROOT, options.new)
            return _add(texts, [path.as_posix() for path in texts], [])
        if options.new_operation is not None:
            added = new_operation(ROOT, *options.new_operation)
            return _add(added.texts, added.places, added.by_hand)
        return _run(check=options.check)
    except DocumentError as error:
        print(error, file=sys.stderr)
        return 1


def _add(texts: Mapping[Path, str], places: Sequence[str], by_hand: Sequence[str]) -> int:
    """Write the first files of something new and generate from them; if that fails, the files are as they were."""
    with written(ROOT, texts):
        status = _run(check=False)
    for place in places:
        print(f"new: {place}")
    for text in by_hand:
        print(f"by hand: {text}")
    return status


def _run(*, check: bool) -> int:
    # Files are built in another folder, so that a fault in any spec leaves the tree unchanged.
    with tempfile.TemporaryDirectory(prefix="trivet-codegen-") as folder:
        files = build(ROOT, Path(folder))
        stale = [path for path in files if not _same(Path(folder) / path, ROOT / path)]
        stray = [path for path in _present(ROOT) if path not in files]
        if check:
            for word, paths in (("stale", stale), ("stray", stray)):
                for path in paths:
                    print(f"{word}: {path.as_posix()}")
            return 1 if stale or stray else 0
        for path in stale:
            (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(Path(folder) / path, ROOT / path)
        removed = [path for path in stray if _is_marked(ROOT / path) or _is_table(path)]
        for path in removed:
            (ROOT / path).unlink()
        tests = write_tests(ROOT)
        _write_snapshots(ROOT)
        print(f"{len(files)} files, {len(stale)} written, {len(removed)} removed", end="; ")
        print(f"derived tests: {tests.written} written, {tests.removed} removed")
        left = [path for path in stray if path not in removed]
        for path in left:
            print(f"stray: {path.as_posix()} is among generated files without their first line: move or delete it")
    return 1 if left else 0


def _write_snapshots(root: Path) -> None:
    """Write the help of some commands, which the tests compare, where the tests and the command are installed.

    It is run as a program of its own: the generator never imports the SDK.
    """
    if not (root / "tests" / Path(*_SNAPSHOTS.split(".")[1:])).with_suffix(".py").is_file():
        return
    paths = [str(root / "sdk"), str(root / "stubs"), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, "-m", _SNAPSHOTS]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:  # the command needs more packages than the generator
        reason = done.stderr.strip().rpartition("\n")[2]
        print(f"the texts of help in the tests are as they were: {reason}", file=sys.stderr)


def build(root: Path, folder: Path) -> list[Path]:
    """Write every file into a folder, and return their paths relative to it, sorted.

    Raises:
        DocumentError: With the faults of all specs and rule files.
    """
    sources = sorted((root / "spec").glob("*.yaml"))
    names = [path.stem for path in sources]
    faults = [
        f"spec/{name}.yaml is missing: codegen/customizations.py has {name}"
        for name in CUSTOMIZATIONS
        if name not in names
    ]
    rules = sorted((root / "spec" / "rules").glob("*.yaml"))
    freedoms = sorted((root / "spec" / "freedoms").glob("*.yaml"))
    for path in (*rules, *freedoms):
        if path.stem not in names:
            faults.append(f"spec/{path.parent.name}/{path.name}: there is no spec/{path.name}")
    paths: list[Path] = []
    services: dict[str, tuple[Service, Customizations]] = {}
    in_code: list[tuple[RuleFile, RuleUses]] = []
    applied, tests = rule_marks(root / "stubs" / "trivet_stubs", "applies"), rule_marks(root / "tests", "rule")
    for source in sources:
        part = f"spec/{source.name}"
        customizations = CUSTOMIZATIONS.get(source.stem, Customizations())
        try:
            files, service = _service(root, source, customizations, folder)
            services[source.stem] = service, customizations
            part = f"spec/rules/{source.name}"
            paths += files
            path = root / "spec" / "rules" / source.name
            if path.is_file():
                rule_file = read_rules(path, service.inputs)
                open_places = root / "spec" / "freedoms" / source.name
                ids = [rule.id for rule in rule_file.rules]
                freedom_file = read_freedoms(open_places, service.inputs, ids) if open_places.is_file() else None
                paths += _rules(root, rule_file, freedom_file, folder)
                in_code.append((rule_file, _uses(root, source.stem, applied, tests)))
        except ValueError as error:
            messages = error.faults if isinstance(error, DocumentError) else (str(error),)
            faults += [f"{part}: {message}" for message in messages]
    if faults:
        raise DocumentError(*sorted(faults))
    head = GENERATED.format(source="spec/*.yaml")
    paths += _write(
        folder, Path("sdk/trivet/_generated/__init__.py"), f'{head}"""The clients and packages of the services."""\n'
    )
    paths += _write(folder, Path("sdk/trivet/_generated/names.py"), head + clients_module(names))
    stubs = Path("stubs/trivet_stubs/_generated")
    paths += _write(folder, stubs / "__init__.py", f'{head}"""The stubs of the services."""\n')
    paths += _write(folder, stubs / "names.py", head + stubs_module(names))
    head = GENERATED_PAGE.format(source="spec/*.yaml")
    paths += _write(folder, Path("docs/operations.md"), head + operations_page(services))
    paths += _write(folder, Path("docs/commands.md"), head + commands_page(services))
    head = GENERATED_PAGE.format(source="spec/rules/*.yaml")
    paths += _write(folder, Path("spec/rules_in_code.md"), head + developers_page(in_code))
    tidy(root, folder)
    # The rules of `Unasync` match formatted source, and shorter names may change the line breaks.
    paths += _derive(root, folder, paths)
    tidy(root, folder)
    return sorted(paths)


def _service(root: Path, source: Path, customizations: Customizations, folder: Path) -> tuple[list[Path], Service]:
    """Write the files of one service, and return their paths and the model of the service."""
    name = source.stem
    raw = document.load(source)
    service = document.service(name, raw)
    paths = _write(folder, Path("stubs/trivet_stubs/contracts", f"{name}.json"), contract(raw))
    head = GENERATED.format(source=f"spec/{name}.yaml")
    by_hand = check_bases(service, customizations, root / "sdk/trivet" / name)
    for path, text in render(service, customizations, by_hand).items():
        paths += _write(folder, Path("sdk/trivet", name, path), head + text)
    for path, text in PACKAGES.items():
        paths += _write(folder, Path("sdk/trivet", name, path), head + text)
    paths += _write(folder, Path("sdk/trivet/cli/_generated", f"{name}.json"), command_table(service, customizations))
    public = Path("sdk/trivet", name, "__init__.py")
    if not (root / public).exists():  # later it is edited by hand, so it is never overwritten
        paths += _write(folder, public, service_package(service))
    return paths, service


def _rules(root: Path, rules: RuleFile, freedoms: FreedomFile | None, folder: Path) -> list[Path]:
    """Write the rules and the freedoms of one service for the stub, and their page for users."""
    name, contracts = rules.service, Path("stubs/trivet_stubs/contracts")
    paths = _write(folder, contracts / "rules" / f"{name}.json", rule_copy(rules))
    if freedoms is not None:
        paths += _write(folder, contracts / "freedoms" / f"{name}.json", freedom_copy(freedoms))
    head = GENERATED_PAGE.format(source=f"spec/rules/{name}.yaml")
    page = rule_page(rules, breaches(root / "tests" / "mutants" / name), freedoms)
    return paths + _write(folder, Path("docs/rules", f"{name}.md"), head + page)


def _uses(root: Path, name: str, applied: Mapping[str, Sequence[str]], tests: Mapping[str, Sequence[str]]) -> RuleUses:
    """Return where the code of the stubs and the tests names the rules of one service."""
    checks = root / "stubs" / "trivet_checks"
    return RuleUses(
        refusals=rule_uses(root / "stubs" / "trivet_stubs", name),
        applied=applied,
        checks=rule_uses(checks, name, "checks"),
        exchanges=rule_uses(checks, name, "exchange_rules"),
        mutants=rule_uses(root / "tests", name, "mutants"),
        tests=tests,
    )


def _derive(root: Path, folder: Path, generated: list[Path]) -> list[Path]:
    unasync = Unasync()
    derived: list[Path] = []
    by_hand = [path.relative_to(root) for path in (root / "sdk").rglob("_async/**/*.py")]
    for path in sorted({*(path for path in generated if "_async" in path.parts), *by_hand}):
        source = folder / path if path in generated else root / path
        text = source.read_text("utf-8")
        if path not in generated and text.startswith(GENERATED.partition("{")[0]):
            continue  # a generated file whose spec was deleted
        if text.startswith(ASYNC_ONLY):
            continue
        head = f"{DERIVED}{path.as_posix()} by `python -m codegen`; do not edit.\n"
        derived += _write(folder, sync_path(path), head + unasync(text.removeprefix(_first_line(text, GENERATED))))
    if unasync.unused:  # the tests alone may need a rule
        for test in async_tests(root).values():
            unasync(test.decode("utf-8"))
    unasync.finish()
    return derived


def _first_line(text: str, marker: str) -> str:
    line = text.partition("\n")[0] + "\n"
    return line if line.startswith(marker.partition("{")[0]) else ""


def _write(folder: Path, path: Path, text: str) -> list[Path]:
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_text(text, "utf-8", newline="\n")
    return [path]


def _present(root: Path) -> list[Path]:
    """Return the files that are marked as generated or derived, and all files in folders reserved for such files.

    The derived tests are left out: pytest writes and removes them, and they are not committed.
    """
    files = [path.relative_to(root) for top in _TOPS for path in (root / top).rglob("*") if path.is_file()]
    files = [path for path in files if "__pycache__" not in path.parts and not path.name.startswith(".")]
    pages = Path("docs", "rules")
    return sorted(
        path
        for path in files
        if (
            _RESERVED & {*path.parts}
            or _is_table(path)
            or (path.suffix == ".py" and _is_marked(root / path))
            or (path.suffix == ".md" and path.parent == pages)
        )
        and not (path.parts[0] == "tests" and "_sync" in path.parts and is_derived(root / path))
    )


def _is_table(path: Path) -> bool:
    """Return whether a file is one of the generated tables, which are JSON and so have no comment to mark them."""
    return path.suffix == ".json" and any(path.is_relative_to(folder) for folder in _TABLES)


def _is_marked(path: Path) -> bool:
    """Return whether the first line of a file says that this command generates it."""
    with path.open(encoding="utf-8", errors="replace") as file:
        line = file.readline()
    return any(line.startswith(marker.partition("{")[0]) for marker in (GENERATED, GENERATED_PAGE, DERIVED))


def _same(built: Path, present: Path) -> bool:
    # git may check out files with Windows line ends, which are not stale.
    return present.is_file() and built.read_bytes() == present.read_bytes().replace(b"\r\n", b"\n")


if __name__ == "__main__":
    sys.exit(main())
