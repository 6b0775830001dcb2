"""The pure half of the runtime: no I/O, no knowledge of a service, shared by the sync and the async client."""
