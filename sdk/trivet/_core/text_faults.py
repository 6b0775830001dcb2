"""What is wrong with a secret or a URL that cannot be sent: the kind of character and its place, without the text.

Keys and tokens come from files with Windows line ends, from editors that add a byte order mark, and from pages on which
a blank or `Bearer` was selected with them. The error says so, and shows no part of a secret.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import takewhile

from .._text import Described, short_repr

_NAMES = {
    "\r": "a carriage return (of a Windows line end)",
    "\n": "a line end",
    "\t": "a tab",
    " ": "a blank",
    ":": "a colon",
    "\ufeff": "a byte order mark",
}
_CATEGORIES = {
    "Cc": "a control character",
    "Cf": "an invisible character",
    "Cs": "half a character (a byte that is not UTF-8)",
    "Zl": "a line end",
    "Zp": "a line end",
    "Zs": "a blank that is not ASCII",
}
# What people copy with a token: its scheme, or the name of its header.
_BEFORE = r"(?i)\s*((?:authorization|accountkey|x-api-key)\s*:|(?:bearer|basic|token)(?=\s))"
# A host with an optional port and path. Other texts without a scheme may be a secret in the wrong place.
_HOST = r"(?ai)(?=[^/]*[.:]|localhost)[\w-]{1,63}(?:\.[\w-]{1,63}){0,9}\.?(?::\d{0,9})?(?:/.*)?"

LONGEST = 8192
"""The most characters of a text that are looked at."""


def credential_fault(secret: str, allowed: str, source: str = "") -> Described:
    """Return what is wrong with a secret, in place of it.

    >>> credential_fault("s3cret\\r", "[!-~]", "from TRIVET_CHAT_TOKEN")
    a text with a carriage return (of a Windows line end) at its end, from TRIVET_CHAT_TOKEN

    Args:
        secret: The secret, which may be empty.
        allowed: The class of characters that it may have, as a regular expression.
        source: The place that it comes from, in words; empty for an argument of the program.
    """
    return Described(f"{_fault(secret[:LONGEST], allowed)}{_from(source)}")


def _fault(secret: str, allowed: str) -> str:
    if not secret:
        return "''"
    if secret.isspace():
        return "a text of blanks or line ends alone"
    before = re.match(_BEFORE, secret)
    if before is not None and re.fullmatch(allowed, " ") is None:  # a password may begin with such a word
        return f"a text that begins with {before[1].capitalize()!r}, which the client adds itself"
    return f"a text with {_misfits(secret, allowed)}"


def _misfits(text: str, allowed: str) -> str:
    """Return the kinds of characters that are not allowed, by their places."""
    wrong = [re.fullmatch(allowed, char) is None for char in text]
    start = len([*takewhile(bool, wrong)])
    end = len(text) - len([*takewhile(bool, reversed(wrong))])
    middle = "".join(char for char, bad in zip(text[start:end], wrong[start:end], strict=True) if bad)
    parts = ((text[:start], "at its start"), (middle, "within it"), (text[end:], "at its end"))
    return " and ".join(f"{_kinds(chars)} {place}" for chars, place in parts if chars) or "another fault"


def _kinds(chars: str) -> str:
    chars = chars.replace("\r\n", "\r")
    return ", ".join(dict.fromkeys(map(_kind, chars)))


def _kind(char: str) -> str:
    other = "a character that is not ASCII" if char > "\x7f" else "a character that is not allowed"
    return _NAMES.get(char) or _CATEGORIES.get(unicodedata.category(char), other)


def url_fault(url: str, source: str) -> Described:
    """Return a base URL that cannot be used, with what is wrong with it; it shows no user, password or query.

    >>> url_fault("localhost:4096", "from TRIVET_AGENT_BASE_URL")
    'localhost:4096', which does not begin with http:// or https://, from TRIVET_AGENT_BASE_URL

    Args:
        url: The URL.
        source: The place that it comes from, in words.
    """
    scheme, separator, rest = url[:LONGEST].partition("://")
    bare = url.strip()
    shown = short_repr(_shown(url))
    if re.search(r"[^!-~]", url):
        problem = f"with {_misfits(url[:LONGEST], '[!-~]')}"
    elif not separator:
        shown = shown if re.fullmatch(_HOST, bare.rpartition("@")[2]) else "a text"
        problem = "which does not begin with http:// or https://"
    elif scheme.lower() not in ("http", "https"):
        problem = "which does not begin with http:// or https://"
    elif "@" in rest:
        problem = "with a user or a password, which have arguments of their own"
    elif "?" in rest or "#" in rest:
        problem = "with a query or a fragment"
    else:
        problem = "whose host or port is not valid"
    return Described(f"{shown}, {problem}{_from(source)}")


def _shown(url: str) -> str:
    """Return a URL without the user, the password, the query and the fragment that it must not have."""
    scheme, _, rest = url.rpartition("://")
    if "@" in rest:
        return f"{scheme[:8]}://..." if scheme else "..."
    start = re.split("[?#]", url, maxsplit=1)[0]
    return start if start == url else f"{start}{url[len(start)]}..."


def _from(source: str) -> str:
    return f", {source}" if source else ""
