"""The proxy between any client and any server of a service: it compares their traffic with the contract."""

from typing import TYPE_CHECKING

from trivet_stubs.kernel.optional_dependencies import load

if TYPE_CHECKING:
    from trivet_stubs.proxy.proxy import Proxy as Proxy
    from trivet_stubs.proxy.replayed_answers import replay as replay
    from trivet_stubs.proxy.result import Finding as Finding
    from trivet_stubs.proxy.result import TrafficResult as TrafficResult
    from trivet_stubs.serving.limits import Patience as Patience

else:
    _MODULES = {
        "Finding": "trivet_stubs.proxy.result",
        "Patience": "trivet_stubs.serving.limits",
        "Proxy": "trivet_stubs.proxy.proxy",
        "TrafficResult": "trivet_stubs.proxy.result",
        "replay": "trivet_stubs.proxy.replayed_answers",
    }
    __all__ = sorted(_MODULES)  # noqa: PLE0605

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return load(_MODULES[name], name)

    def __dir__() -> list[str]:
        return __all__
