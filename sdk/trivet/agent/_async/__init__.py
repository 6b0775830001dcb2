"""The async colour of the agent client; `_sync` is derived from it."""
