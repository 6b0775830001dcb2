"""Laws 1, 3 and 6: who may import whom, and what a client costs to import."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SDK = ROOT / "sdk" / "trivet"
STUBS = ROOT / "stubs" / "trivet_stubs"
SERVICES = tuple(sorted(each.stem for each in (ROOT / "spec").glob("*.yaml")))

# From the ground up: what stands on a floor may import what stands on the same floor or below.
FLOORS = [
    ("_core", "_version", "errors"),
    ("_concurrency",),
    ("_async", "_sync"),
    SERVICES,
    ("__init__", "_generated"),
]


def imported(path: Path, top: Path) -> Iterator[str]:
    """The dotted names of all modules a file imports, relative ones resolved."""
    package = (top.name, *path.relative_to(top).parent.parts)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, [base, node.module]))
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "lazy":
            yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant))


def sources(top: Path) -> list[Path]:
    return sorted(top.rglob("*.py"))


def floor(name: str) -> int:
    return next(level for level, rooms in enumerate(FLOORS) if name in rooms)


def room(path: Path) -> str:
    parts = path.relative_to(SDK).parts
    return parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", sources(SDK), ids=lambda path: path.relative_to(SDK).as_posix())
def test_imports_point_downwards(path: Path) -> None:
    for name in imported(path, SDK):
        parts = name.split(".")
        if parts[0] != "trivet" or len(parts) == 1:
            continue
        assert floor(parts[1]) <= floor(room(path)), f"{path.name} imports {name}"


@pytest.mark.parametrize(
    "path",
    [path for path in sources(SDK) if room(path) in SERVICES],
    ids=lambda path: path.relative_to(SDK).as_posix(),
)
def test_no_service_imports_another(path: Path) -> None:
    others = {f"trivet.{service}" for service in SERVICES if service != room(path)}
    assert not [name for name in imported(path, SDK) if ".".join(name.split(".")[:2]) in others]


@pytest.mark.parametrize(
    "path",
    [path for path in sources(STUBS) if path.name not in ("pytest_plugin.py", "check.py")],  # these hand out clients
    ids=lambda path: path.relative_to(STUBS).as_posix(),
)
def test_a_stub_never_imports_the_sdk(path: Path) -> None:
    assert "trivet" not in {name.split(".")[0] for name in imported(path, STUBS)}


def test_in_the_sdk_only_the_transport_knows_httpx() -> None:
    knowing = {path.name for path in sources(SDK) if any(name.split(".")[0] == "httpx" for name in imported(path, SDK))}
    assert knowing == {"auth_flow.py", "errors.py", "pools.py", "response.py"}


def test_in_the_stubs_only_the_transports_know_httpx() -> None:
    knowing = {
        path.name for path in sources(STUBS) if any(name.split(".")[0] == "httpx" for name in imported(path, STUBS))
    }
    assert knowing == {"transports.py"}


@pytest.mark.parametrize("colour", ["", "Async"])
@pytest.mark.parametrize(
    ("service", "arguments"), [("agent", ""), ("bus", "account_key='k'"), ("chat", "token='t', base_url='http://c'")]
)
def test_importing_a_client_loads_neither_models_nor_cattrs_nor_orjson(
    service: str, arguments: str, colour: str
) -> None:
    client = f"{colour}{service.capitalize()}Client"
    code = f"import sys; from trivet import {client}; {client}({arguments}); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert f"trivet.{service}._generated.calls" in loaded
    assert not loaded & {"attr", "attrs", "cattrs", "orjson", "asyncio", "httpcore", "csv"}
    records = (f"trivet.{service}._generated.models", f"trivet.{service}._generated.events")
    assert not {name for name in loaded if name.startswith(records)}


def test_a_record_of_the_agent_loads_those_of_its_group_alone() -> None:
    code = "import sys; from trivet.agent import Skill; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {
        name
        for name in run.stdout.split()
        if name.startswith(("trivet.agent._generated.models.", "trivet.agent._generated.events"))
    }
    assert loaded == {"trivet.agent._generated.models.shared", "trivet.agent._generated.models.skill"}
