"""The cattrs converter of the chat service: `converter.structure(data, Message)`, `converter.unstructure(message)`."""

from .._core.convert import make_converter
from .models import RECORDS

__all__ = ["converter"]

converter = make_converter(RECORDS)
"""Wire data, as `json.loads` gives them, to records and back; a copy of it may be given hooks of your own."""
