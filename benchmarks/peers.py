"""The same records as pydantic models, with the same Python names and as little to check as the wire allows."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

__all__ = ["adapters"]


def adapters(unknown: Literal["ignore", "allow"]) -> tuple[TypeAdapter[Any], TypeAdapter[Any]]:
    """What reads and writes a page of routes, and the arrivals of a stop; enums, open in ours, are plain text."""

    class Base(BaseModel):
        model_config = ConfigDict(extra=unknown)

    class BusRoute(Base):
        service_no: str = Field(alias="ServiceNo")
        operator: str = Field(alias="Operator")
        direction: int = Field(alias="Direction")
        stop_sequence: int = Field(alias="StopSequence")
        bus_stop_code: str = Field(alias="BusStopCode")
        distance: float = Field(alias="Distance")
        wd_first_bus: str = Field(alias="WD_FirstBus")
        wd_last_bus: str = Field(alias="WD_LastBus")
        sat_first_bus: str = Field(alias="SAT_FirstBus")
        sat_last_bus: str = Field(alias="SAT_LastBus")
        sun_first_bus: str = Field(alias="SUN_FirstBus")
        sun_last_bus: str = Field(alias="SUN_LastBus")

    class BusRoutes(Base):
        odata_metadata: str | None = Field(None, alias="odata.metadata")
        value: list[BusRoute]

    class ArrivalBus(Base):
        origin_code: str = Field(alias="OriginCode")
        destination_code: str = Field(alias="DestinationCode")
        estimated_arrival: str = Field(alias="EstimatedArrival")
        monitored: int | None = Field(None, alias="Monitored")
        latitude: str = Field(alias="Latitude")
        longitude: str = Field(alias="Longitude")
        visit_number: str = Field(alias="VisitNumber")
        load: str = Field(alias="Load")
        feature: str = Field(alias="Feature")
        type: str = Field(alias="Type")

    class ArrivalService(Base):
        service_no: str = Field(alias="ServiceNo")
        operator: str = Field(alias="Operator")
        next_bus: ArrivalBus = Field(alias="NextBus")
        next_bus_2: ArrivalBus = Field(alias="NextBus2")
        next_bus_3: ArrivalBus = Field(alias="NextBus3")

    class Arrivals(Base):
        odata_metadata: str | None = Field(None, alias="odata.metadata")
        bus_stop_code: str = Field(alias="BusStopCode")
        services: list[ArrivalService] = Field([], alias="Services")

    return TypeAdapter(BusRoutes), TypeAdapter(Arrivals)
