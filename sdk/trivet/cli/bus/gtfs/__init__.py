"""`trivet bus gtfs`: the timetable as a GTFS feed."""
