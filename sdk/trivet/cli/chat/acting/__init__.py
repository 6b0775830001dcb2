"""A command that runs as another user, and the audit log of it."""
