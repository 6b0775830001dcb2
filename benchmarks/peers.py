"""The records as pydantic models, with the same Python names and the fewest checks that the wire format allows."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

__all__ = ["adapters"]


def adapters(unknown: Literal["ignore", "allow"]) -> dict[str, TypeAdapter[Any]]:
    """Return type adapters of routes, arrivals and a conversation; enums are text, because they are open in trivet."""

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

    class ToolCall(Base):
        id: str
        message_id: str
        tool_call_id: str
        tool_name: str
        args: dict[str, Any]
        result: str | None = None
        status: str | None = None
        started_at: datetime
        completed_at: datetime | None = None
        duration_ms: int | None = None

    class MessageFile(Base):
        id: str
        filename: str | None = None
        mime_type: str | None = None
        file_type: str | None = None

    class RatingCount(Base):
        likes: int
        dislikes: int

    class Message(Base):
        id: str
        conversation_id: str
        role: str
        content: str
        thinking: str | None = None
        model_name: str | None = None
        tokens_used: int | None = None
        tool_calls: list[ToolCall] = Field([])
        files: list[MessageFile] = Field([])
        user_rating: int | None = None
        rating_count: RatingCount | None = None
        created_at: datetime
        updated_at: datetime | None = None

    class Conversation(Base):
        id: str
        user_id: str | None = None
        title: str | None = None
        is_archived: bool | None = None
        is_demo: bool | None = None
        created_at: datetime
        updated_at: datetime | None = None
        messages: list[Message]

    return {
        "routes": TypeAdapter(BusRoutes),
        "arrivals": TypeAdapter(Arrivals),
        "messages": TypeAdapter(Conversation),
    }
