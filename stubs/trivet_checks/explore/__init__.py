"""Walks: seeded sequences of requests that go to a server and to a stub in process, whose answers are compared."""
