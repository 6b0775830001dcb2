"""Files to upload: their content, and the bodies of `multipart/form-data` and `application/octet-stream` with them."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import IO, Any, TypeAlias, cast

from ..errors import InvalidArgumentError, TrivetError
from .json_writing import encode_argument
from .secrets import named_secrets

FileContent: TypeAlias = bytes | os.PathLike[str] | IO[bytes] | Iterable[bytes]
"""The content of a file: bytes, a path, a file that is open for reading in binary mode, or an iterable of bytes."""

File: TypeAlias = FileContent | tuple[str, FileContent] | tuple[str, FileContent, str]
"""A file of a form: its content, or a tuple of its name, its content and, if you like, its media type, as in httpx."""

OCTETS = "application/octet-stream"

_CHUNK = 65_536
_CONTENT = "bytes, a path, a file open in binary mode, or an iterable of bytes"
_QUOTED = {'"': "%22", "\r": "%0D", "\n": "%0A"}


class Upload:
    """A body that is read while it is sent. The repr does not show it.

    Attributes:
        content: The upload itself, in place of the bytes of other bodies.
        media_type: The media type, as in the header `Content-Type`.
        length: The number of bytes; None if it is not known before they are read.
    """

    __slots__ = ("_begun", "_parts", "_texts", "content", "length", "media_type")

    def __init__(self, parts: Sequence[bytes | _Content], media_type: str, texts: Mapping[str, Any]) -> None:
        self.content: Upload = self
        self.media_type: str = media_type
        self._parts = parts
        lengths = [len(part) if isinstance(part, bytes) else part.length for part in parts]
        self.length: int | None = None if None in lengths else sum(cast("list[int]", lengths))
        self._begun = False
        self._texts = texts

    @property
    def can_be_sent(self) -> bool:
        """Whether the whole body can be read: always, or only once if a part of it cannot be read again."""
        return not self._begun or all(isinstance(part, bytes) or part.repeatable for part in self._parts)

    def chunks(self) -> Iterator[bytes]:
        """Read the body from its start."""
        self._begun = True
        for part in self._parts:
            if isinstance(part, bytes):
                yield part
            else:
                yield from part.chunks()

    def secrets(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the texts in the fields of a form that must not appear in an error.

        Args:
            names: The names of secret fields, in addition to telling names such as `password`.
        """
        return named_secrets([self._texts], names)

    def __repr__(self) -> str:
        return f"Upload({self.media_type!r}, {self.length} bytes)"


class _Content:
    """The content of one file.

    Attributes:
        length: The number of bytes; None if it is not known before they are read.
        repeatable: Whether it can be read again from its start.
    """

    __slots__ = ("chunks", "length", "repeatable")

    def __init__(self, chunks: Callable[[], Iterator[bytes]], length: int | None, *, repeatable: bool) -> None:
        self.chunks = chunks
        self.length = length
        self.repeatable = repeatable


def octets(name: str, content: FileContent) -> Upload:
    """Make a body of the content of one file.

    Raises:
        InvalidArgumentError: It is not the content of a file.
        OSError: There is no readable file of this path.
    """
    return Upload([_content(name, content)], OCTETS, {})


def form(fields: Mapping[str, Any], files: frozenset[str]) -> Upload:
    """Make a form of fields by their wire names.

    Args:
        fields: Texts, numbers, booleans, times, files, and lists of them, each of whose values is a part.
        files: The names of the fields that are files.

    Raises:
        InvalidArgumentError: A field is not a file.
        OSError: There is no readable file of a path.
    """
    boundary = os.urandom(16).hex()
    parts: list[bytes | _Content] = []
    for name, value in fields.items():
        values: list[Any] = value if _is(value, list) else [value]
        for entry in values:
            head = f'--{boundary}\r\nContent-Disposition: form-data; name="{_quoted(name)}"'
            if name in files:
                file_name, content, media_type = _named(name, entry)
                head += f'; filename="{_quoted(file_name)}"\r\nContent-Type: {media_type}'
                parts += [f"{head}\r\n\r\n".encode(), _content(name, content), b"\r\n"]
            else:
                parts.append(f"{head}\r\n\r\n{_text(name, entry)}\r\n".encode())
    parts.append(f"--{boundary}--\r\n".encode())
    texts = {name: value for name, value in fields.items() if name not in files}
    return Upload(parts, f"multipart/form-data; boundary={boundary}", texts)


def _named(name: str, file: Any) -> tuple[str, Any, str]:
    """Return the name, the content and the media type of a file."""
    if _is(file, tuple):
        parts: tuple[Any, ...] = file
        if len(parts) not in (2, 3) or not isinstance(parts[0], str):
            raise InvalidArgumentError(name, "(name, content) or (name, content, media type)", file)
        media_type: Any = parts[2] if len(parts) == 3 else OCTETS
        if not isinstance(media_type, str) or not media_type.isascii() or not media_type.isprintable():
            raise InvalidArgumentError(name, "a file whose media type is one line of ASCII", file)
        return parts[0], parts[1], media_type
    path: Any = file if _is(file, os.PathLike) else getattr(file, "name", None)
    return Path(path).name if _is(path, str, os.PathLike) else "upload", file, OCTETS


def _content(name: str, content: Any) -> _Content:
    if _is(content, bytes, bytearray, memoryview):
        data = bytes(content)
        return _Content(lambda: iter((data,)), len(data), repeatable=True)
    if _is(content, os.PathLike):
        path = Path(content)
        return _Content(lambda: _file_at(path), path.stat().st_size, repeatable=True)
    if hasattr(content, "read"):
        if _is(content, io.TextIOBase):
            raise InvalidArgumentError(name, _CONTENT, content)
        return _open_file(name, content)
    if _is(content, Iterable) and not _is(content, str, Mapping):
        again = not _is(content, Iterator)  # an iterator is at its end once it was read
        return _Content(lambda: _checked(name, iter(content)), None, repeatable=again)
    raise InvalidArgumentError(name, _CONTENT, content)


def _is(value: Any, *kinds: type) -> bool:
    """Return whether a value has one of the types; `isinstance` would make `list[Unknown]` of Any for pyright."""
    return isinstance(value, kinds)


def _open_file(name: str, file: Any) -> _Content:
    """Return the rest of an open file, from where it stands."""
    if not (hasattr(file, "seekable") and file.seekable()):
        return _Content(lambda: _rest(name, file), None, repeatable=False)
    start = file.tell()
    length = file.seek(0, os.SEEK_END) - start
    file.seek(start)

    def chunks() -> Iterator[bytes]:
        file.seek(start)
        yield from _rest(name, file)

    return _Content(chunks, length, repeatable=True)


def _rest(name: str, file: Any) -> Iterator[bytes]:
    yield from _checked(name, iter(lambda: file.read(_CHUNK), b""))


def _file_at(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            yield chunk


def _checked(name: str, chunks: Iterator[Any]) -> Iterator[bytes]:
    for chunk in chunks:
        if not isinstance(chunk, bytes):
            raise TrivetError(f"{name}: its content must be bytes, and is {type(chunk).__name__}")
        yield chunk


def _text(name: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, datetime):
        return value.isoformat()
    return encode_argument(name, value).decode()


def _quoted(name: str) -> str:
    """Quote a name as browsers do, and httpx."""
    return "".join(_QUOTED.get(char, char) for char in name)
