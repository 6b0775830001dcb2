"""Planted faults: operator, operation and place, planted one at a time in the servers of another make."""
