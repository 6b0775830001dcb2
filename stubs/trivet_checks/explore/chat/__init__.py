"""Walks on a chat server: its spelling, the steps, and the comparison of its answers with those of the stub."""
