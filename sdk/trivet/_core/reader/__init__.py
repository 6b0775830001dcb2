"""Documents read as they arrive: bytes in, records out, and at the end a check that the document is whole."""

from .csv_table import CsvReader, rows
from .json_document import JsonReader, records
from .protocol import NotWholeError, Reader

__all__ = ["CsvReader", "JsonReader", "NotWholeError", "Reader", "records", "rows"]
