"""The cattrs converter of the agent service: `converter.structure(data, Session)`, `converter.unstructure(session)`."""

from .._core.convert import make_converter
from . import events, models

__all__ = ["converter"]

converter = make_converter({**models.RECORDS, **events.RECORDS})
"""Wire data, as `json.loads` gives them, to records and back; a copy of it may be given hooks of your own."""
