"""The only package that imports httpx: pools of connections, and responses as they arrive."""
