"""The adapter for the server that people can install: what it translates, without I/O."""
