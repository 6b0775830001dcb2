"""The recipes for a coding agent: run a prompt, watch directories, list sessions."""
