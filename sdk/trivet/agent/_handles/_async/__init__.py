"""The I/O of handles, for asyncio."""
