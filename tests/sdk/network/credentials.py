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
    "PROXY_PASSWORD",
    "PROXY_USER",
    "SECRETS",
    "SHARE_TOKEN",
    "TOKEN",
]

ACCOUNT_KEY = "aK3y/with+punctuation%20=="
TOKEN = "t0ken.of-an~administrator+/=="
PASSWORD = 'pässw0rd"\\%&<ü€>'
CUSTOM_HEADER = 'g4teway"\\/k\xe9y%20+&<>='
ASCII_HEADER = 'g8teway"\\/ky%20+&<>='
PROXY_USER = "proxy-us3r"
PROXY_PASSWORD = "pr0xy/pass+word%of=me"
SHARE_TOKEN = "sh4re~token-of-a-conversation"
LINK_SIGNATURE = "s1gnatureOfAPresignedLink0123456789"
SECRETS = (
    ACCOUNT_KEY,
    TOKEN,
    PASSWORD,
    CUSTOM_HEADER,
    ASCII_HEADER,
    PROXY_USER,
    PROXY_PASSWORD,
    SHARE_TOKEN,
    LINK_SIGNATURE,
)
BASIC = [
    base64.b64encode(f"{user}:{password}".encode()).decode()
    for user, password in (("me", PASSWORD), (PROXY_USER, PROXY_PASSWORD))
]

FINDER = SecretFinder(SECRETS, also=[credentials[:12] for credentials in BASIC])
