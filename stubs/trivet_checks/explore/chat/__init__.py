"""Walks on a chat server: its spelling, the steps, and the comparison of its answers with the answers of the stub."""
