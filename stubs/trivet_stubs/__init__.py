"""Stub servers for the services, for tests and for trying things out; loaded when first used.

    from trivet_stubs import BusStub

    with BusStub() as stub, stub.serve() as served:
        httpx.get(f"{served.url}/BusStops", headers={"AccountKey": stub.account_key})

`trivet_stubs.pytest_plugin` provides them as pytest fixtures.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trivet_stubs.control.app import Control as Control
    from trivet_stubs.control.client import ControlClient as ControlClient
    from trivet_stubs.control.client import ControlError as ControlError
    from trivet_stubs.kernel.clock import Clock as Clock
    from trivet_stubs.kernel.clock import RunningClock as RunningClock
    from trivet_stubs.kernel.faults import Faults as Faults
    from trivet_stubs.kernel.messages import LoggedRequest as LoggedRequest
    from trivet_stubs.kernel.request_log import RequestLog as RequestLog
    from trivet_stubs.kernel.rule_catalogue import Rule as Rule
    from trivet_stubs.kernel.rule_catalogue import rules as rules
    from trivet_stubs.kernel.settings import Observed as Observed
    from trivet_stubs.kernel.settings import Quota as Quota
    from trivet_stubs.kernel.spec import spec as spec
    from trivet_stubs.recordings.replayed_answers import replay as replay
    from trivet_stubs.serving.limits import Limits as Limits
    from trivet_stubs.serving.port import Served as Served
    from trivet_stubs.serving.port import serve as serve
    from trivet_stubs.stub import Stub as Stub

    from ._generated.names import *
else:
    from trivet_stubs._generated.names import MODULES

    _MODULES = {
        **MODULES,
        "Clock": "trivet_stubs.kernel.clock",
        "Control": "trivet_stubs.control.app",
        "ControlClient": "trivet_stubs.control.client",
        "ControlError": "trivet_stubs.control.client",
        "Faults": "trivet_stubs.kernel.faults",
        "Limits": "trivet_stubs.serving.limits",
        "LoggedRequest": "trivet_stubs.kernel.messages",
        "Observed": "trivet_stubs.kernel.settings",
        "Quota": "trivet_stubs.kernel.settings",
        "RequestLog": "trivet_stubs.kernel.request_log",
        "Rule": "trivet_stubs.kernel.rule_catalogue",
        "RunningClock": "trivet_stubs.kernel.clock",
        "Served": "trivet_stubs.serving.port",
        "Stub": "trivet_stubs.stub",
        "replay": "trivet_stubs.recordings.replayed_answers",
        "rules": "trivet_stubs.kernel.rule_catalogue",
        "serve": "trivet_stubs.serving.port",
        "spec": "trivet_stubs.kernel.spec",
    }
    __all__ = sorted(_MODULES)  # noqa: PLE0605

    def __getattr__(name: str) -> object:
        # The pytest plugin imports this package in every test run of any project with trivet installed: 1 ms of CPU,
        # where a stub with Starlette and its contract takes some 200 ms. So nothing is loaded before it is used.
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from trivet_stubs.kernel.optional_dependencies import load  # noqa: PLC0415

        value = load(_MODULES[name], name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return __all__
