"""The first files of a new service: its spec, rules, stub, checks, mutants, tests and page, written once.

They are complete: the service works before anything is edited, and is then edited by hand.
"""

from __future__ import annotations

import re
from pathlib import Path

from ..naming import identifier
from ..read.faults import DocumentError
from .files import formatted, templates

FILES = {
    "spec.yaml": "spec/{name}.yaml",
    "rules.yaml": "spec/rules/{name}.yaml",
    "stub/__init__.py.jinja": "stubs/trivet_stubs/{name}/__init__.py",
    "stub/state.py.jinja": "stubs/trivet_stubs/{name}/state.py",
    "stub/request_hooks.py.jinja": "stubs/trivet_stubs/{name}/request_hooks.py",
    "stub/handlers.py.jinja": "stubs/trivet_stubs/{name}/handlers.py",
    "stub/stub.py.jinja": "stubs/trivet_stubs/{name}/stub.py",
    "checks/__init__.py.jinja": "stubs/trivet_checks/checks/{name}/__init__.py",
    "checks/service.py.jinja": "stubs/trivet_checks/checks/{name}/service.py",
    "checks/access.py.jinja": "stubs/trivet_checks/checks/{name}/access.py",
    "checks/requests.py.jinja": "stubs/trivet_checks/checks/{name}/requests.py",
    "checks/records.py.jinja": "stubs/trivet_checks/checks/{name}/{group}.py",
    "mutants/__init__.py.jinja": "tests/mutants/{name}/__init__.py",
    "mutants/requests.py.jinja": "tests/mutants/{name}/requests.py",
    "mutants/records.py.jinja": "tests/mutants/{name}/{group}.py",
    "tests/client.py.jinja": "tests/sdk/{name}/_async/test_{group}.py",
    "tests/stub.py.jinja": "tests/stubs/{name}/test_stub.py",
    "tests/checks.py.jinja": "tests/checks/checks/test_{name}.py",
    "page.md": "docs/{name}.md",
}
"""From each template to the file that is written, with the name of the service and of its group of operations."""

INDEX = Path("docs", "index.md")
_COMMANDS = frozenset({"all", "check", "completion", "config", "proxy", "replay", "spec", "stub"})
"""Commands of `trivet` and `trivet-stub`, which a service would hide."""
_FOLDERS = ("sdk/trivet", "stubs/trivet_stubs", "stubs/trivet_checks/checks")
_FIRST_SHARED_CONTENTS = "```{toctree}\n:hidden:\n:caption: Test a program\n"
_CONTENTS = "```{{toctree}}\n:hidden:\n:caption: {title}\n\n{name}\n```\n\n"
_TEMPLATES = templates("new_service")


def new_service(root: Path, name: str) -> dict[Path, str]:
    """Return the first files of a service and the contents of the docs with its page, by paths relative to the root.

    Args:
        root: The root of the project.
        name: The service, a noun in the singular: its group of operations is the plural.

    Raises:
        DocumentError: The name cannot be used, or a package, a command or a page has it.
    """
    names = {"name": name, "title": name.capitalize(), "group": f"{name}s"}
    _check_name(root, name)
    files = {Path(target.format(**names)): template for template, target in FILES.items()}
    if present := [path.as_posix() for path in files if (root / path).exists()]:
        raise DocumentError(*(f"{path} exists" for path in present))
    index = (root / INDEX).read_text("utf-8")
    if _FIRST_SHARED_CONTENTS not in index:
        raise DocumentError(f"{INDEX.as_posix()}: there is no table of contents with the caption Test a program")
    contents = _CONTENTS.format(**names) + _FIRST_SHARED_CONTENTS
    texts = {path: _TEMPLATES.get_template(template).render(names) for path, template in files.items()}
    # Imports are sorted by the service's name.
    return {**formatted(root, texts), INDEX: index.replace(_FIRST_SHARED_CONTENTS, contents, 1)}


def _check_name(root: Path, name: str) -> None:
    if not re.fullmatch("[a-z]+", name):
        raise DocumentError(f"{name!r} is not the name of a service: a noun of lower-case letters, such as parcel")
    try:
        identifier(name)
    except ValueError as error:
        raise DocumentError(str(error)) from None
    if name in _COMMANDS:
        raise DocumentError(f"{name} is a command of trivet")
    for folder in _FOLDERS:
        if (root / folder / name).exists() or (root / folder / f"{name}.py").exists():
            raise DocumentError(f"{folder} has the package or module {name} already")
