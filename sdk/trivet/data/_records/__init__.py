"""Columns of records: their types, from the annotations of the classes, and their values."""
