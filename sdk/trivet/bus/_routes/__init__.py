"""Whole routes, joined from the master lists."""
