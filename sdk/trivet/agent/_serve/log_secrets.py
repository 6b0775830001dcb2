"""The secrets that the log of a server may show: those of its environment and of its configuration.

A program prints its settings when it fails: the proxy with its password, the URL of a database, the options of a
provider. Their names often say nothing (`DATABASE_URL`, `baseURL`), so every URL in them is searched.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote

from ..._core.redaction import redact_text
from ..._core.secrets import HIDDEN, LONG, is_secret_name, link_secrets, named_secrets, proxy_secrets

SECRET_FIELDS = ("headers", "environment")
"""Fields of the configuration whose texts are all secret."""

LONGEST_FILE = 100_000
"""The most bytes of a file that the configuration refers to."""

_URL = re.compile(r"""(?i)[a-z][a-z\d+.-]{0,15}://[^\s"'<>]+""")
# The password of a URL that is not encoded may hold a slash; what follows a colon as digits up to a slash is a port.
_USERINFO = re.compile(
    r"""(?ix) (?P<scheme> [a-z][a-z\d+.-]{0,15}:(?:\\?/){2} ) (?P<userinfo>
        (?: [^\s/?\#"'<>\\] | \\(?!/) )* | [^\s/?\#"'<>@:]* : (?!\d+[/?\#]) [^\s"'<>@]{0,1000}
    ) @"""
)
_BARE_USERINFO = re.compile(r"[\w.+\\-]+:([^\s@]+)@")
_PAIR = re.compile(r"""(?<![\w.-])([\w.-]+)\s*[=:]\s*(?:(?i:basic|bearer|token)\s+)?("[^"]*"|'[^']*'|[^\s;&,"']{4,})""")
_REFERENCE = re.compile(r"\{(env|file):([^}]+)\}")


def log_secrets(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the texts of an environment, and of the configuration in it, that must not appear in an error.

    >>> log_secrets({"DATABASE_URL": "postgres://me:s3cret-0@db.test/x"})
    ('me:s3cret-0', 'me', 's3cret-0', ...)
    """
    found: dict[str, None] = {}
    for name, value in environment.items():
        if not isinstance(cast("object", value), str):  # the start will fail
            continue
        if is_secret_name(name):
            found.update(dict.fromkeys(_lines(value)))
        is_bare = name.lower().endswith("_proxy") and "://" not in value
        found.update(dict.fromkeys(_in_text(f"http://{value}" if is_bare else value)))  # as programs read it
        with suppress(ValueError, RecursionError):
            found.update(dict.fromkeys(_in_json(json.loads(value), environment)))
    return tuple(filter(None, found))


def redact_log(text: str, secrets: tuple[str, ...]) -> str:
    """Return a text without secrets, and without the user and the password of any URL."""
    return _USERINFO.sub(rf"\g<scheme>{HIDDEN}@", redact_text(text, secrets, keep=len(text)))


def _in_json(value: Any, environment: Mapping[str, str]) -> Iterator[str]:
    """Yield the secrets in JSON: the texts of secret fields, what they refer to, and the secrets within other texts."""
    for secret in named_secrets(value, SECRET_FIELDS):
        yield from _lines(secret)
        for kind, name in _REFERENCE.findall(secret):
            if kind == "env":
                yield from _lines(environment.get(name, ""))
            else:
                yield from _lines(_start_of(name))
    pending = [value]
    while pending:
        part = pending.pop()
        if isinstance(part, dict):
            pending += part.values()
        elif isinstance(part, list):
            pending += part
        elif isinstance(part, str):
            yield from _in_text(part)


def _start_of(name: str) -> str:
    """Return the start of a file that the configuration refers to; an empty text if it cannot be read."""
    try:
        path = Path(name).expanduser()
        if path.is_file():  # a pipe would wait for its writer
            with path.open("rb") as file:
                return file.read(LONGEST_FILE).decode("utf-8", "replace")
    except (OSError, RuntimeError, ValueError):
        pass
    return ""


def _in_text(text: str) -> Iterator[str]:
    """Yield the secrets in a text: user, password and query of each URL, and the values of pairs with secret names."""
    for match in _USERINFO.finditer(text):
        yield match["userinfo"]
        yield from proxy_secrets(f"x://{match['userinfo']}@")
    for url in _URL.findall(text):
        query = url.partition("?")[2].partition("#")[0]
        if query:
            yield query
            yield from (secret for secret in link_secrets(url) if secret != query and "?" not in secret)
    for name, value in _PAIR.findall(text):
        if is_secret_name(name) and "://" not in value:
            yield value.strip("\"'")
            yield unquote(value.strip("\"'"))
    if bare := _BARE_USERINFO.match(text):  # the name of a data source without a scheme
        yield bare[1]


def _lines(secret: str) -> Iterator[str]:
    """Yield a secret, and its long lines, which a log may show one by one."""
    yield secret.strip()
    lines = secret.split("\n")
    if len(lines) > 1:
        yield from (line.strip() for line in lines if len(line.strip()) >= LONG)
