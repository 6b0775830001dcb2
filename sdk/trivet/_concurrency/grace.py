"""How long closing waits for work that cannot be ended at once."""

__all__ = ["GRACE"]

GRACE = 1.0
"""Seconds. anyio loses a connection whose opening is cancelled at its very end, and a thread cannot be ended at all."""
