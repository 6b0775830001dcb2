"""Turns: a prompt, and everything until the session is idle."""
