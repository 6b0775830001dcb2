"""Boards: the arrivals at stops as a rider reads them, and as records for scripts."""
