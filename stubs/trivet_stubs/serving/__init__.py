"""Two ways to reach a stub: in process, by transports for httpx, and on a port, by uvicorn."""
