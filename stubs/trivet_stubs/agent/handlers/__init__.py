"""The handlers of the agent stub: each module answers the operations of one noun."""
