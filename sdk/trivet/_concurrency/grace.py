"""How long closing waits for work that cannot be ended at once."""

__all__ = ["GRACE"]

GRACE = 1.0
"""Seconds. A thread cannot be ended at all, and a task may take its time to end."""
