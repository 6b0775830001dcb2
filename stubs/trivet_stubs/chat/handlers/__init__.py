"""The handlers of the chat operations, a noun a module."""
