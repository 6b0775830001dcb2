"""The secrets that the clients of the matrix send, and the search for them."""

from __future__ import annotations

import base64

from tests.sdk.exposure import SecretFinder

__all__ = [
    "ACCOUNT_KEY",
    "ASCII_HEADER",
    "CUSTOM_HEADER",
    "FINDER",
    "LINK_SIGNATURE",
    "PASSWORD",
    "SECRETS",
    "SHARE_TOKEN",
    "TOKEN",
]

ACCOUNT_KEY = "aK3y/with+punctuation%20=="
TOKEN = "t0ken.of-an~administrator+/=="
PASSWORD = 'pässw0rd"\\%&<ü€>'
CUSTOM_HEADER = 'g4teway"\\/k\xe9y%20+&<>='
ASCII_HEADER = 'g8teway"\\/ky%20+&<>='
SHARE_TOKEN = "sh4re~token-of-a-conversation"
LINK_SIGNATURE = "s1gnatureOfAPresignedLink0123456789"
SECRETS = (ACCOUNT_KEY, TOKEN, PASSWORD, CUSTOM_HEADER, ASCII_HEADER, SHARE_TOKEN, LINK_SIGNATURE)

FINDER = SecretFinder(SECRETS, also=[base64.b64encode(f"me:{PASSWORD}".encode()).decode()[:12]])
