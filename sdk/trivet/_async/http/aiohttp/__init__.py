# Async only: aiohttp has no sync form.
"""An httpx transport over aiohttp."""
