"""`trivet bus gtfs`: the timetable as a GTFS feed."""

from trivet.cli.bus.gtfs.command import add

__all__ = ["add"]
