"""Everything that knows httpx and httpcore: connections, transports, and responses as they arrive."""
