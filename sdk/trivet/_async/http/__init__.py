"""The only package that imports httpx and httpcore: connections, and responses as they arrive."""
