"""Bodies of `multipart/form-data`: their parts, and files that were uploaded."""

import re
from dataclasses import dataclass, field

from trivet_stubs.kernel.refusal import Refusal

FORM = "multipart/form-data"
OCTETS = "application/octet-stream"

_BOUNDARY = re.compile(r'(?i);\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))')
_NAME = re.compile(r'(?i);\s*name="([^"]*)"')
_FILE_NAME = re.compile(r'(?i);\s*filename="([^"]*)"')


@dataclass(frozen=True, slots=True)
class UploadedFile:
    """A file in a form.

    >>> stub.parcels["1"].label
    UploadedFile(name='label.pdf', media_type='application/pdf')
    """

    name: str
    content: bytes = field(repr=False)
    media_type: str


def read_parts(body: bytes, content_type: str) -> list[tuple[str, bytes | UploadedFile]]:
    """Return the parts of a form in their order, each as its name and its text or file.

    Raises:
        Refusal: The body is not a form.
    """
    boundary = _BOUNDARY.search(content_type)
    if boundary is None:
        raise _refusal("has no boundary in its content-type")
    mark = b"--" + (boundary[1] or boundary[2]).encode()
    first, *parts = (b"\r\n" + body).split(b"\r\n" + mark)
    if first or not parts or not parts[-1].startswith(b"--"):
        raise _refusal("does not end with its boundary")
    return [_part(part) for part in parts[:-1]]


def _part(part: bytes) -> tuple[str, bytes | UploadedFile]:
    head, separator, content = part.partition(b"\r\n\r\n")
    headers: dict[str, str] = {}
    for line in head.decode("utf-8", "replace").split("\r\n"):
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    disposition = headers.get("content-disposition", "")
    named = _NAME.search(disposition)
    if not separator or named is None:
        raise _refusal("has a part without a name")
    file_name = _FILE_NAME.search(disposition)
    if file_name is None:
        return _unquoted(named[1]), content
    media_type = headers.get("content-type", OCTETS)
    return _unquoted(named[1]), UploadedFile(_unquoted(file_name[1]), content, media_type)


def _unquoted(name: str) -> str:
    return name.replace("%22", '"').replace("%0D", "\r").replace("%0A", "\n")


def _refusal(rule: str) -> Refusal:
    return Refusal.argument("body", rule)
