"""The output of a turn: a value that the agent answers by a JSON schema, and the types that make such schemas."""
