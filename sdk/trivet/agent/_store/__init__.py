"""A live view of sessions, kept equal to the server."""
