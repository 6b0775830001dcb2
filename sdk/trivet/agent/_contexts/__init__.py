"""Runtime contexts: the directory and workspace that a client is bound to."""
