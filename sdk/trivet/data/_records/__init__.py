"""Columns of records: their types, read from the annotations of the classes, and their values."""
