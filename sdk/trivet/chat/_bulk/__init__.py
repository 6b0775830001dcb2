"""Bulk jobs over users and conversations."""
