"""The async colour of the chat client; `_sync` is derived from it."""
