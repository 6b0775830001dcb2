"""A body that arrives in chunks, for both APIs."""

import httpx


class Chunks(httpx.AsyncByteStream, httpx.SyncByteStream):
    """A body in chunks, which counts those that were read."""

    def __init__(self, chunks):
        self.chunks = chunks
        self.read = 0
        self.closed = False

    def __iter__(self):
        for chunk in self.chunks:
            self.read += 1
            yield chunk

    async def __aiter__(self):
        for chunk in self:
            yield chunk

    def close(self):
        self.closed = True

    async def aclose(self):
        self.close()
