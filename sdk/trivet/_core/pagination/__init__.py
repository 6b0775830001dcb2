"""The decisions of a pager, without I/O: which page to request next, by offset or cursor, and when a list has ended."""

from .cursor import CursorPagination, CursorState
from .offset import OffsetPagination, OffsetState
from .page import STUCK, WINDOW, Batch, DefaultPosition, P, Page, Pagination, PaginationState, key_of_any

__all__ = [
    "STUCK",
    "WINDOW",
    "Batch",
    "CursorPagination",
    "CursorState",
    "DefaultPosition",
    "OffsetPagination",
    "OffsetState",
    "P",
    "Page",
    "Pagination",
    "PaginationState",
    "key_of_any",
]
