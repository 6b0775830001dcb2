"""Helpers for tests that watch a session."""


async def until(watch, condition):
    """Return the first view that meets a condition; the watch stays open."""
    async for view in watch:
        if condition(view):
            return view
    raise AssertionError("the watch ended before the condition was met")


def texts(view):
    """Return the texts of a session's messages."""
    return [part.text for message in view.messages for part in getattr(message, "content", ()) if part.type == "text"]
