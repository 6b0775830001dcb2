"""Pytest fixtures for each service: a stub in process and on a port, and clients that talk to it.

    def test_stops(bus_stub: BusStub, bus_client: BusClient) -> None:
        bus_stub.faults.add("stops.list", status=503)
        assert bus_client.stops.list().all()

A client of a fixture has the clock of its stub, so that its retries take no time. When a test ends, a request without
an operation in the contract is an error, and so is, on demand, a fault that affected no request:

    @pytest.mark.trivet(unknown_requests="ignore", unused_faults="error")
"""

import importlib
import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from trivet_stubs._generated.names import SERVICES

if TYPE_CHECKING:
    from trivet_stubs.pytest_strictness import ExercisedRules
    from trivet_stubs.serving.port import Served
    from trivet_stubs.stub import Stub

S = TypeVar("S", bound="Stub")

# Every pytest run imports this module, so that stubs, clients and rules are imported when they are needed.
_EXERCISED: "pytest.StashKey[ExercisedRules]" = pytest.StashKey()
_OUTPUT = "trivet_rules"
_SETTINGS = {
    "unknown_requests": ("error", "requests without an operation in the contract"),
    "unused_faults": ("ignore", "faults that affected no request"),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the plugin."""
    group = parser.getgroup("trivet", "trivet's stubs")
    group.addoption(
        "--trivet-rules", action="store_true", help="list the rules by which the stubs of the fixtures refused requests"
    )
    group.addoption(
        "--trivet-require-rules",
        action="append",
        default=[],
        metavar="PATTERN",
        help="fail the run unless every rule of this pattern was exercised, such as 'chat.shares.*'; may be repeated",
    )
    for name, (default, leftovers) in _SETTINGS.items():
        parser.addini(f"trivet_{name}", f"error or ignore: {leftovers}", default=default)


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and begin to count rules."""
    arguments = ", ".join(f"{name}='error' | 'ignore'" for name in _SETTINGS)
    config.addinivalue_line("markers", f"trivet({arguments}): the leftovers of a stub that fail its test")
    if config.option.trivet_rules or config.option.trivet_require_rules:
        from trivet_stubs.pytest_strictness import ExercisedRules  # noqa: PLC0415

        try:
            config.stash[_EXERCISED] = ExercisedRules(config.option.trivet_require_rules)
        except ValueError as error:
            raise pytest.UsageError(f"--trivet-require-rules: {error}") from error


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add the counts of a worker of pytest-xdist."""
    exercised = node.config.stash.get(_EXERCISED, None)
    if exercised is not None:
        exercised.add(getattr(node, "workeroutput", {}).get(_OUTPUT, {}))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Pass the counts on to the process that reports, or fail the run."""
    exercised = session.config.stash.get(_EXERCISED, None)
    if exercised is None:
        return
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[_OUTPUT] = dict(exercised.counts)
    elif exercised.missing() and exitstatus == pytest.ExitCode.OK and not session.config.option.collectonly:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Report the rules that were exercised, and the required ones that were not."""
    exercised = config.stash.get(_EXERCISED, None)
    if exercised is None or config.option.collectonly:
        return
    if config.option.trivet_rules:
        terminalreporter.section("rules exercised")
        for line in exercised.lines(verbose=config.option.verbose > 0):
            terminalreporter.line(line)
    if missing := exercised.missing():
        terminalreporter.section("required rules not exercised", red=True)
        for line in missing:
            terminalreporter.line(line)


@pytest.fixture(scope="session")
def trivet_watch(pytestconfig: pytest.Config) -> "Iterator[Callable[[S], S]]":
    """Count the rules of a stub of your own for `--trivet-rules`: call it with the stub, which it returns."""
    watched: list[Stub] = []

    def watch(stub: S) -> S:
        watched.append(stub)
        return stub

    yield watch
    for stub in watched:
        _count_rules(pytestconfig, stub)


def _count_rules(config: pytest.Config, stub: "Stub") -> None:
    exercised = config.stash.get(_EXERCISED, None)
    if exercised is not None:
        exercised.add(stub.requests.rules_exercised(removed=True))


def _stub(service: str, options: Mapping[str, Any]) -> "Stub":
    from trivet_stubs.kernel.optional_dependencies import advice  # noqa: PLC0415

    name = f"{service.capitalize()}Stub"
    try:
        cls = getattr(importlib.import_module("trivet_stubs"), name)
    except ModuleNotFoundError as error:
        if (text := advice(error)) is None:
            raise
        pytest.fail(f"{name}: {text}", pytrace=False)
    stub: Stub = cls(**options)
    return stub


def _end(request: pytest.FixtureRequest, stub: "Stub") -> None:
    """Count the rules of a fixture's stub, and fail the test for its leftovers."""
    from trivet_stubs.pytest_strictness import Strictness, leftovers  # noqa: PLC0415

    _count_rules(request.config, stub)
    name = request.fixturename or "the stub"
    try:
        strictness = Strictness().evolve({setting: request.config.getini(f"trivet_{setting}") for setting in _SETTINGS})
        for marker in reversed(list(request.node.iter_markers("trivet"))):
            strictness = strictness.evolve(marker.kwargs)
        problems = list(leftovers(name, stub, strictness))
    except ValueError as error:
        problems = [f"marker or setting of trivet: {error}"]
    if problems:  # outside of `except`, so that one error is shown and not two
        pytest.fail("\n".join(problems), pytrace=False)


def _client(name: str, service: str, stub: "Stub", transport: object) -> Any:
    client = getattr(importlib.import_module("trivet"), name)
    return client(base_url=f"http://{service}.test", transport=transport, clock=stub.clock, **stub.client_credentials())


def _needing(function: Callable[..., Any], *names: str) -> Callable[..., Any]:
    """Give a fixture function parameters of these names, by which pytest knows the fixtures that it needs."""
    parameters = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in names]
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return function


def _fixtures(service: str) -> Iterator[tuple[str, str, Callable[..., Any]]]:
    """Yield name, description and function of each fixture of a service."""
    title, stub_name, options_name = service.capitalize(), f"{service}_stub", f"{service}_stub_options"

    def stub(**fixtures: Any) -> "Iterator[Stub]":
        with _stub(service, fixtures[options_name]) as instance:
            yield instance
            _end(fixtures["request"], instance)

    def client(**fixtures: Any) -> Iterator[Any]:
        instance: Stub = fixtures[stub_name]
        with _client(f"{title}Client", service, instance, instance.transport()) as opened:
            yield opened

    def async_client(**fixtures: Any) -> Any:
        instance: Stub = fixtures[stub_name]
        return _client(f"Async{title}Client", service, instance, instance.async_transport())

    def server(**fixtures: Any) -> "Iterator[Served[Stub]]":
        with _stub(service, fixtures[options_name]) as instance, instance.serve() as served:
            yield served
            _end(fixtures["request"], instance)

    text = f"A fresh {service} stub, served in process, made with `{options_name}`."
    yield stub_name, text, _needing(stub, "request", options_name)
    yield f"{service}_client", f"A client of `{stub_name}`, on the stub's clock.", _needing(client, stub_name)
    text = f"An async client of `{stub_name}`, on the stub's clock; the test closes it, in its own event loop."
    yield f"async_{service}_client", text, _needing(async_client, stub_name)
    text = f"A fresh {service} stub on a port of this machine: `.url` and `.stub`."
    yield f"{service}_server", text, _needing(server, "request", options_name)


def _options_fixture(service: str) -> Callable[..., Any]:
    """The fixture that holds the arguments of a service's stub; tests override it."""

    def options() -> dict[str, Any]:
        return {}

    options.__doc__ = f"The arguments of {service.capitalize()}Stub; override this fixture to change them."
    return pytest.fixture(scope="session", name=f"{service}_stub_options")(options)


for _service in SERVICES:
    globals()[f"{_service}_stub_options"] = _options_fixture(_service)
    for _name, _text, _function in _fixtures(_service):
        _function.__doc__ = _text
        globals()[_name] = pytest.fixture(name=_name)(_function)
