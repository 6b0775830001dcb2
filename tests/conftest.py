"""Fixtures and hooks of all tests: an event loop for each coroutine, and no settings from the environment."""

import asyncio
import contextlib
import gc
import importlib
import inspect
import os
import signal
import socket
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from types import SimpleNamespace

import certifi
import pytest
from hypothesis import settings

from codegen.unasync import write_tests

ROOT = Path(__file__).resolve().parents[1]

_searches = SimpleNamespace(count=0)
"""How many collections had searched all objects when the last ones were exempted."""

settings.register_profile("trivet", deadline=None)  # a busy machine exceeds the default of 200 ms an example
settings.load_profile("trivet")


@pytest.hookimpl(trylast=True)  # the reporter of the terminal is there
def pytest_configure(config: pytest.Config) -> None:
    """Write the derived tests, which are not committed, before the workers start and paths of tests are looked up."""
    if hasattr(config, "workerinput"):
        return
    try:
        write_tests(ROOT)
    except OSError as error:
        line = f"Tests in `_sync` folders are missing or stale, because they cannot be derived: {error}"
        reporter = config.pluginmanager.get_plugin("terminalreporter")
        print(line, file=sys.stderr) if reporter is None else reporter.write_line(line, yellow=True)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Let `-n auto` start two workers more than there are processors: tests spend a third of their time waiting."""
    affinity = getattr(os, "sched_getaffinity", None)
    return 2 + (os.cpu_count() or 1 if affinity is None else len(affinity(0)))


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collect the tests without garbage collections, which took a third of the time, and exempt them from later ones.

    The modules and the tests stay to the end: searching all of them takes half a second each time.
    """
    gc.disable()
    try:
        import_own_share(session)
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the modules without the marker that `-m long` or `-m matrix` names: importing them all takes 7 s."""
    marker = config.option.markexpr
    if marker not in ("long", "matrix") or collection_path.suffix != ".py":
        return None
    text = collection_path.read_text("utf-8")
    return None if f"mark.{marker}" in text or "begun_by_ci" in text else True


def import_own_share(session: pytest.Session) -> None:
    """Let each worker import its share of the test modules first, so that the workers compile different modules.

    In a new checkout, the assertions of all modules are rewritten, which takes 12 s; the byte code is kept in files.
    Workers that collect the same modules side by side would all do that for each module.
    """
    if (worker := os.environ.get("PYTEST_XDIST_WORKER")) is None:
        return
    first, step = int(worker.removeprefix("gw")), int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    paths = [ROOT / argument.split("::")[0] for argument in session.config.args]
    files = sorted({file for path in paths for file in ([path] if path.is_file() else path.rglob("test_*.py"))})
    for file in files[first::step]:
        if pytest_ignore_collect(file, session.config):
            continue
        with contextlib.suppress(Exception):  # the collection imports the module again, and reports its error
            importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Exempt what the tests of a file leave, such as imported modules, once a collection has searched all of it.

    Before that, the garbage of the tests is collected, so that a connection that is not closed is still reported.
    """
    if nextitem is not None and nextitem.path != item.path and gc.get_stats()[2]["collections"] > _searches.count:
        gc.collect()
        gc.freeze()
        _searches.count = gc.get_stats()[2]["collections"]


@pytest.fixture(autouse=True, scope="session")
def interrupts_raise() -> Iterator[None]:
    """Let SIGINT raise KeyboardInterrupt, here and in child processes: a shell that runs in the background ignores it.

    Python installs its handler at its start only where the signal is not ignored (`signal` in the library reference).
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True, scope="session")
def one_trusted_authority(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Trust one public authority instead of all, which take 20 ms for each TLS context: tests call no public server."""
    first, end, _ = certifi.contents().partition("-----END CERTIFICATE-----\n")
    file = tmp_path_factory.mktemp("authority") / "certificate.pem"
    file.write_text(first + end, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(certifi, "where", lambda: str(file))
        for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
            patch.delenv(name, raising=False)
        yield


@pytest.fixture(autouse=True)
def no_settings_from_the_environment() -> Iterator[None]:
    """Hide the `TRIVET_*` variables of the environment, and remove those that a test sets."""
    before = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith("TRIVET_")}
    yield
    for name in [name for name in os.environ if name.startswith("TRIVET_")]:
        del os.environ[name]
    os.environ.update(before)


@pytest.fixture(autouse=True)
def no_file_is_left_in_the_project() -> Iterator[None]:
    """Fail a test that leaves a file in the root of the project, where a download without a folder is saved."""
    before = _visible_files()
    yield
    assert _visible_files() <= before


def _visible_files() -> set[str]:
    with os.scandir(ROOT) as entries:  # before and after each test: paths take three times as long
        return {entry.name for entry in entries if not entry.name.startswith((".", "__"))}


@pytest.fixture
def closed_url() -> Iterator[str]:
    """A URL of a port that refuses connections: it stays reserved, so that no server of another process can take it."""
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{reserved.getsockname()[1]}"


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine test, for at most two minutes, which only a hang takes."""
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}

    async def run() -> None:
        async with asyncio.timeout(120):
            await test(**arguments)

    asyncio.run(run())
    return True
