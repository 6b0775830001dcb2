"""Recordings: the proxy writes them while requests pass, and their requests are replayed against a stub."""
