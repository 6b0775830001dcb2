"""The proxy: it stands between any client and any server, and judges what passes by the contract."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trivet_stubs.proxy.proxy import Proxy as Proxy
    from trivet_stubs.proxy.replay import replay as replay
    from trivet_stubs.proxy.result import Finding as Finding
    from trivet_stubs.proxy.result import TrafficResult as TrafficResult

_MODULES = {
    "Finding": "trivet_stubs.proxy.result",
    "Proxy": "trivet_stubs.proxy.proxy",
    "TrafficResult": "trivet_stubs.proxy.result",
    "replay": "trivet_stubs.proxy.replay",
}
__all__ = sorted(_MODULES)  # noqa: PLE0605


def __getattr__(name: str) -> object:
    from importlib import import_module  # noqa: PLC0415

    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
