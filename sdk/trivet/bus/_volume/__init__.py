"""Passenger volume files: months, downloads and rows."""
