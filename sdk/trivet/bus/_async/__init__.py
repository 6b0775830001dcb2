"""The async colour of the bus client; `_sync` is derived from it."""
