"""The proxy between any client and any server of a service: it compares their traffic with the contract."""

from typing import TYPE_CHECKING

from trivet_stubs.kernel.optional_dependencies import load

if TYPE_CHECKING:
    from trivet_stubs.proxy.not_judged import NotJudged as NotJudged
    from trivet_stubs.proxy.oracle import NotReplayed as NotReplayed
    from trivet_stubs.proxy.oracle import ReplayDifference as ReplayDifference
    from trivet_stubs.proxy.oracle import ReplayResult as ReplayResult
    from trivet_stubs.proxy.oracle import replay_requests as replay_requests
    from trivet_stubs.proxy.proxy import Proxy as Proxy
    from trivet_stubs.proxy.result import Finding as Finding
    from trivet_stubs.proxy.result import TrafficResult as TrafficResult
    from trivet_stubs.serving.limits import Patience as Patience

else:
    _MODULES = {
        "Finding": "trivet_stubs.proxy.result",
        "NotJudged": "trivet_stubs.proxy.not_judged",
        "NotReplayed": "trivet_stubs.proxy.oracle",
        "Patience": "trivet_stubs.serving.limits",
        "Proxy": "trivet_stubs.proxy.proxy",
        "ReplayDifference": "trivet_stubs.proxy.oracle",
        "ReplayResult": "trivet_stubs.proxy.oracle",
        "TrafficResult": "trivet_stubs.proxy.result",
        "replay_requests": "trivet_stubs.proxy.oracle",
    }
    __all__ = sorted(_MODULES)  # noqa: PLE0605

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return load(_MODULES[name], name)

    def __dir__() -> list[str]:
        return __all__
