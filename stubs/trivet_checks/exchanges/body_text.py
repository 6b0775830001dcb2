"""The text of a body: the bytes decide which charset it has, and its header only where they leave a choice.

A body that is read in a wrong charset would hide the names of its secrets. So the only charsets are UTF-8, UTF-16,
UTF-32, and charsets of one byte a character in which ASCII stays ASCII; and a text has no characters of binary data.
"""

import codecs
import re
from dataclasses import dataclass

_CHARSET = re.compile(r"""(?i);\s*charset\s*=\s*["']?([\w.:-]{1,40})""")
_MARKS = (  # the longer ones first: UTF-32's mark begins with UTF-16's
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WIDE = frozenset({"utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"})
_LIKE_ASCII = re.compile(
    r"ascii|utf-8(?:-sig)?|iso8859-\d{1,2}|cp125[0-8]|koi8-[rtu]|mac-(?:cyrillic|greek|latin2|roman|turkish)"
)
"""The names of Python's codecs in which the bytes of ASCII mean ASCII."""

_NOT_OF_TEXTS = re.compile("[\0-\7\x0e-\x1a\x1c\x1d\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
"""Control characters, except for layouts, terminals (escape) and JSON sequences (record separator)."""
_ASCII = re.compile(rb"[ -~]{8}")
_SWAPPED = re.compile(f"[{''.join(chr(code << 8) for code in range(0x20, 0x7F))}]{{4}}")
"""Characters of ASCII whose two bytes were read in the wrong order."""


class NotText(Exception):
    """A body cannot be read as text; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class BodyText:
    """The text of a body, and its charset."""

    text: str
    charset: str
    """The name of Python's codec: `utf-8`, or `utf-8-sig` and `utf-16` for a text after a byte order mark."""


def read_text(body: bytes, content_type: str) -> BodyText:
    """Return the text of a body.

    >>> read_text("Café".encode("latin-1"), "text/plain; charset=latin1")
    BodyText(text='Café', charset='iso8859-1')

    Args:
        body: The body.
        content_type: The value of its `content-type`; empty without one.

    Raises:
        NotText: The body is not text, or in a charset that is not read.
    """
    named = _codec_in(content_type)
    charset = _charset_of(body, named)
    try:
        text = body.decode(charset)
    except UnicodeDecodeError as error:
        said = "names no charset" if named is None else f"names the charset {named}"
        raise NotText(f"it is not text in {charset}, and its header {said}") from error
    if _NOT_OF_TEXTS.search(text):
        raise NotText("it has control characters")
    is_guessed = charset in _WIDE and "-" in charset[4:] and charset != named
    if is_guessed and 2 * len(text.encode("ascii", "ignore")) < len(text):
        raise NotText("it has zero bytes")
    if charset in _WIDE and (_ASCII.search(body) or _SWAPPED.search(text)):
        raise NotText(f"it is not only {charset}")
    return BodyText(text, charset)


def _charset_of(body: bytes, named: str | None) -> str:
    """Return the name of the codec for a body.

    Raises:
        NotText: No codec that is read fits it.
    """
    marked = next((charset for mark, charset in _MARKS if body.startswith(mark)), None)
    if marked is not None:
        return marked
    if named is not None and named not in _WIDE and not _LIKE_ASCII.fullmatch(named):
        raise NotText(f"its header names the charset {named}, which is not read")
    if 0 in body:
        return _wide_charset_of(body, named)
    if named is None or named in _WIDE or named in ("ascii", "utf-8", "utf-8-sig") or _is_utf_8(body):
        return "utf-8"
    return named


def _wide_charset_of(body: bytes, named: str | None) -> str:
    """Return the codec by the bytes of the first character, which mostly is of ASCII, or else by the header."""
    for zeros, charset in ((b"\0\0\0", "utf-32-be"), (b"\0", "utf-16-be")):
        if body.startswith(zeros):
            return charset
    for zeros, charset in ((b"\0\0\0", "utf-32-le"), (b"\0", "utf-16-le")):
        if body[1:].startswith(zeros):
            return charset
    if named in _WIDE and "-" in named[4:]:  # without a mark, `utf-16` does not say which byte is first
        return named
    raise NotText("it has zero bytes")


def _codec_in(content_type: str) -> str | None:
    """Return the name of the codec for the charset of a media type; None without a charset."""
    match = _CHARSET.search(content_type)
    if match is None:
        return None
    try:
        return codecs.lookup(match[1]).name
    except LookupError:
        return "unknown"


def _is_utf_8(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True
