"""Law 3: few files import httpx and httpcore, so that moving to a successor changes few files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.laws.tree import CHECKS, CODEGEN, SDK, SERVICES, STUBS, all_imports, modules, relative

LIBRARIES = {"httpx", "httpcore", "httpx_aiohttp", "aiohttp", "yarl"}

ASYNC_ONLY = {
    "sdk/trivet/_async/http/aiohttp/heads.py",
    "sdk/trivet/_async/http/aiohttp/session.py",
    "sdk/trivet/_async/http/aiohttp/transport.py",
    "sdk/trivet/_async/http/asyncio_backend.py",
}
KNOWING_IN_THE_SDK = {
    "sdk/trivet/_async/http/httpx_auth.py",
    "sdk/trivet/_async/http/environment.py",
    "sdk/trivet/_async/http/httpx2_bridge.py",
    "sdk/trivet/_async/http/response.py",
    "sdk/trivet/_async/http/connections.py",
    "sdk/trivet/_async/http/bounded_backend.py",
    "sdk/trivet/_async/http/transports.py",
    "sdk/trivet/_async/http/translating_transport.py",
}
KNOWING_IN_THE_STUBS = {
    "stubs/trivet_stubs/serving/bounded_http_client.py",
    "stubs/trivet_stubs/serving/in_process.py",
    "stubs/trivet_stubs/serving/port_transport.py",
    "stubs/trivet_stubs/serving/upstream.py",
}


def knowing(top: Path) -> set[str]:
    """Return the files of a distribution that import an HTTP library, for type checkers or at run time."""
    return {
        relative(modules(top)[statement.importer])
        for statement in all_imports(top)
        if statement.imported.split(".")[0] in LIBRARIES
    }


def test_only_the_http_folder_of_the_sdk_imports_httpx() -> None:
    derived = {path.replace("/_async/", "/_sync/") for path in KNOWING_IN_THE_SDK}
    assert knowing(SDK) == KNOWING_IN_THE_SDK | derived | ASYNC_ONLY
    assert {"/".join(Path(path).parts[:4]) for path in knowing(SDK)} == {
        "sdk/trivet/_async/http",
        "sdk/trivet/_sync/http",
    }


def test_only_the_aiohttp_folder_imports_aiohttp() -> None:
    files = {
        relative(modules(SDK)[statement.importer])
        for statement in all_imports(SDK)
        if statement.imported.split(".")[0] in ("aiohttp", "yarl")
    }
    assert files < ASYNC_ONLY
    assert "sdk/trivet/_async/http/aiohttp/transport.py" not in files  # it is imported without the extra, too


def test_only_the_serving_folder_of_the_stubs_imports_httpx() -> None:
    assert knowing(STUBS) == KNOWING_IN_THE_STUBS
    assert knowing(CHECKS) == set()


def test_generator_imports_no_http_library() -> None:
    assert knowing(CODEGEN) == set()


@pytest.mark.parametrize("service", SERVICES)
def test_stub_of_a_service_does_not_import_uvicorn(service: str) -> None:
    importers = {
        statement.importer
        for statement in all_imports(STUBS)
        if statement.importer.startswith(f"trivet_stubs.{service}.") and statement.imported.split(".")[0] == "uvicorn"
    }
    assert importers == set()
