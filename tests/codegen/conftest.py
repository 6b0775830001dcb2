"""A copy of the tree with two services: the bus service, and an invented one that uses every feature of the specs."""

import importlib
import io
import json
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from attrs import frozen
from openapi_python_client import Config, MetaType, generate
from openapi_python_client.config import ConfigFile

import trivet
from codegen import __main__ as generator
from codegen.customizations import Customizations
from codegen.read import document
from codegen.read.ir import Service
from trivet._core.converter import decoders

ROOT = Path(__file__).parents[2]
TESTS_IN_COPIES = {
    ROOT / "tests": {"conftest.py", "laws", "mutants", "sdk"},
    ROOT / "tests" / "sdk": {"bus"},
}
ORCHARD = Path(__file__).with_name("orchard.yaml")
BY_HAND = Path(__file__).with_name("orchard_by_hand.py")
"""The hand-written code of the orchard, in the module `picking`."""
CUSTOMIZATIONS = Customizations(
    resources={
        "news": ("_picking._async.picking", "AsyncNewsFollowing"),
        "reports": ("_picking._async.picking", "AsyncPickedReports"),
    },
    client=("_picking._async.picking", "AsyncPicking"),
    events=("news.follow", "News"),
    by_group=True,
)

INIT = '''"""The orchard."""

from typing import TYPE_CHECKING

from .._core.lazy_imports import lazy_exports

if TYPE_CHECKING:
    from ._generated.names import *

__getattr__, __dir__ = lazy_exports(__name__, {}, generated="._generated.names")
'''

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def copy() -> Callable[[Path], Path]:
    """Copy the generator and all that it reads and writes; of the tests, copy only the bus's and the laws."""
    hidden = shutil.ignore_patterns("__pycache__", ".*")

    def left_out(folder: str, names: list[str]) -> set[str]:
        # No test reads the others, which would be half of the files of every copy.
        return {*hidden(folder, names), *({*names} - TESTS_IN_COPIES.get(Path(folder), {*names}))}

    def copy_to(target: Path) -> Path:
        for part in ("codegen", "sdk", "spec", "stubs", "tests"):
            shutil.copytree(ROOT / part, target / part, ignore=left_out)
        shutil.copy(ROOT / "pyproject.toml", target)
        return target

    return copy_to


@pytest.fixture(scope="session")
def run() -> Run:
    """Run Python with arguments in a folder; the modules of the folder come first in the search path."""

    def run(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=folder,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            timeout=600,
        )

    return run


@pytest.fixture(scope="session")
def mypy(tmp_path_factory: pytest.TempPathFactory, run: Run) -> Run:
    """Run mypy in a folder; the folders share a cache, and so the types of all modules that are equal in them."""
    options = ["--cache-dir", str(tmp_path_factory.mktemp("mypy")), "--follow-imports=silent"]

    def check(folder: Path, *packages: str) -> subprocess.CompletedProcess[str]:
        return run(folder, "-m", "mypy", *options, *packages)

    return check


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory, copy: Callable[[Path], Path], run: Run) -> Path:
    """A copy of the tree with the services bus and orchard, generated; tests must not change it."""
    folder = copy(tmp_path_factory.mktemp("tree") / "trivet")
    for spec in (folder / "spec").rglob("*.yaml"):  # the other specs would make each run several times as long
        if spec.stem != "bus":
            spec.unlink()
    add_orchard(folder)
    with (folder / "codegen" / "customizations.py").open("a", encoding="utf-8") as file:
        file.write('\nCUSTOMIZATIONS = {"bus": CUSTOMIZATIONS["bus"]}\n')
        file.write(f'CUSTOMIZATIONS["orchard"] = {CUSTOMIZATIONS!r}\n')
    done = run(folder, "-m", "codegen", PYTHONHASHSEED="1")
    assert done.returncode == 0, done.stderr
    return folder


def add_orchard(folder: Path) -> None:
    """Add the spec and the hand-written code of the orchard to a folder."""
    shutil.copy(ORCHARD, folder / "spec")
    picking = folder / "sdk" / "trivet" / "orchard" / "_picking" / "_async" / "picking.py"
    picking.parent.mkdir(parents=True)
    shutil.copy(BY_HAND, picking)
    (folder / "sdk" / "trivet" / "orchard" / "__init__.py").write_text(INIT, "utf-8")


@pytest.fixture(scope="session")
def orchard_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the generated orchard alone, which each worker makes in a third of the time of `tree`."""
    folder = tmp_path_factory.mktemp("orchard")
    (folder / "spec").mkdir()
    add_orchard(folder)
    for part in ("_async", "agent/_turns/_async"):  # the orchard has no match for some rules of `Unasync`, an error
        shutil.copytree(ROOT / "sdk" / "trivet" / part, folder / "sdk" / "trivet" / part)
    shutil.copy(ROOT / "pyproject.toml", folder)
    done = run_generator(folder, registry={"orchard": CUSTOMIZATIONS})
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def orchard(orchard_folder: Path) -> Iterator[ModuleType]:
    """The generated package, imported from the folder as `trivet.orchard`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trivet, "__path__", [*trivet.__path__, str(orchard_folder / "sdk" / "trivet")])
        yield importlib.import_module("trivet.orchard")
        for name in [module for module in sys.modules if module.partition("orchard")[0] == "trivet."]:
            del sys.modules[name]
        vars(trivet).pop("orchard", None)


@pytest.fixture(scope="session")
def models(orchard: ModuleType) -> ModuleType:
    """All records of the orchard, from its models and its events."""
    where = importlib.import_module(f"{orchard.__name__}._generated.names").MODULES
    modules = {module for module in where.values() if module.startswith((".models", ".events"))}
    both = ModuleType("models")
    for module in sorted(modules):
        module_of_records = importlib.import_module(f"{orchard.__name__}._generated{module}")
        vars(both).update(
            {name: getattr(module_of_records, name) for name in dir(module_of_records) if not name.startswith("__")}
        )
        vars(both).setdefault("DECODERS", {}).update(decoders(module_of_records))
    return both


@pytest.fixture(scope="session", params=["agent", "bus", "chat", "orchard"])
def service(request: pytest.FixtureRequest) -> Service:
    """The model of each service, whose package can be imported."""
    if request.param == "orchard":
        request.getfixturevalue("orchard")
    return service_of(request.param)


@pytest.fixture(scope="session")
def stock(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The client that openapi-python-client generates from the same spec."""
    with stock_client(f"stock_{service.name}", document_of(service.name), tmp_path_factory.mktemp("stock")) as client:
        yield client


@pytest.fixture(scope="session")
def stock_records(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The records of that client alone: without its operations it is generated in three quarters of the time."""
    spec = {**document_of(service.name), "paths": {}}
    with stock_client(f"stock_records_{service.name}", spec, tmp_path_factory.mktemp("stock")) as client:
        yield importlib.import_module(f"{client.__name__}.models")


@contextmanager
def stock_client(package: str, spec: dict[str, Any], folder: Path) -> Iterator[ModuleType]:
    """Generate a client by openapi-python-client, and import it."""
    (folder / "spec.json").write_text(json.dumps(spec), "utf-8")
    options = ConfigFile(post_hooks=[], literal_enums=True)
    config = Config.from_sources(options, MetaType.NONE, folder / "spec.json", "utf-8", False, folder / package)
    assert generate(config=config) == []
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield importlib.import_module(package)
        for name in [module for module in sys.modules if module.partition(".")[0] == package]:
            del sys.modules[name]


@frozen
class Result:
    """The exit status and the output of a run."""

    returncode: int
    stdout: str
    stderr: str


def run_generator(folder: Path, *options: str, registry: dict[str, Customizations]) -> Result:
    """Run the command on a copy of the tree in this process, which saves the imports, half the time of a run."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(generator, "ROOT", folder)
        patch.setattr(generator, "CUSTOMIZATIONS", registry)
        status = generator.main([*options])
    return Result(status, out.getvalue(), err.getvalue())


def spec_of(service: str) -> Path:
    """The file of a service's spec."""
    return ORCHARD if service == "orchard" else ROOT / "spec" / f"{service}.yaml"


@cache
def document_of(service: str) -> dict[str, Any]:
    """The spec of a service, read once because YAML is slow; tests must not change it."""
    return document.load(spec_of(service))


@cache
def service_of(service: str) -> Service:
    """The model of a service, built once."""
    return document.service(service, document_of(service))


def orchard_spec() -> dict[str, Any]:
    """Return a copy of the orchard's spec, which a test may change."""
    copied: dict[str, Any] = pickle.loads(_pickled_orchard())
    return copied


@cache
def _pickled_orchard() -> bytes:
    return pickle.dumps(document_of("orchard"))  # a copy takes a quarter of the time of `deepcopy`


def credentials(service: Service) -> dict[str, Any]:
    """The credentials of a service's client, as keyword arguments."""
    return {"bearer": {"token": "k"}, "key": {service.auth.argument: "k"}, "either": {}}[service.auth.kind]


@pytest.fixture
def spec() -> dict[str, Any]:
    """The orchard's spec, which a test may change."""
    return orchard_spec()
