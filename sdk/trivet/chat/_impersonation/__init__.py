"""Impersonation: a client that acts as another user for a block."""
