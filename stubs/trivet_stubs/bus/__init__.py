"""The bus stub: the bus transport data service over records that do not change by themselves."""

from trivet_stubs.bus.state import BusObserved
from trivet_stubs.bus.stub import BusStub

__all__ = ["BusObserved", "BusStub"]
