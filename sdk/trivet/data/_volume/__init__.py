"""Passenger volume files, from the zip to columns."""
