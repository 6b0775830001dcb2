"""The handlers of the operations that only administrators may call."""
