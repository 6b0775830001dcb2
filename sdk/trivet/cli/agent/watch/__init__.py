"""`trivet agent watch`: what happens in directories, and what waits for an answer."""

from .command import add

__all__ = ["add"]
