"""The recipes for those who work with agents: run a prompt, watch contexts, list sessions."""
