"""The beginning of a file of passenger volume: such files are large, and a check reads a few lines alone."""

import struct
import zlib
from dataclasses import dataclass

from trivet_stubs.checks.outcome import Broken, Evidence, NotTried
from trivet_stubs.checks.target import Target
from trivet_stubs.serving.bounded_http_client import NoAnswer

_ENOUGH = 4096
_ZIP = b"PK\x03\x04"
_HEAD = struct.Struct("<4s4xH16xHH")
"""A zip's first entry: signature, method, the lengths of its name and of what follows that."""
_DEFLATED = 8
_PRESENTABLE = range(0x20, 0x7F)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedFile:
    """What a link leads to."""

    link: str
    status: int
    beginning: bytes

    @property
    def ok(self) -> bool:
        """Whether the link opens a file."""
        return 200 <= self.status < 300

    @property
    def evidence(self) -> Evidence:
        """The exchange as a report shows it: the query of a pre-signed link is a secret."""
        answer = f"{self.status} and {'a file' if self.ok else 'no file'}"
        return Evidence(f"curl -i '{_without_query(self.link)}'", answer)

    def expect(self, condition: bool, message: str) -> None:
        """Raise `Broken` unless a condition is true."""
        if not condition:
            raise Broken(message, self.evidence)

    def lines(self) -> list[str]:
        """The first two lines of the text, or of the first text in a zip.

        Raises:
            NotTried: The file is neither.
        """
        try:
            data = _unpacked(self.beginning)
        except (struct.error, zlib.error) as error:
            raise NotTried(f"the file is a zip that cannot be read: {error}") from error
        lines = data.decode("utf-8-sig", "replace").splitlines()[:2]
        if len(lines) < 2 or not all(ord(each) in _PRESENTABLE for each in lines[0]):
            raise NotTried("the file is neither text nor a zip of text")
        return lines


def open_file(target: Target, link: str) -> OpenedFile:
    """Read the beginning of what a link leads to, without credentials.

    Raises:
        Broken: There is no answer.
    """
    target.budget.spend()
    body = b""
    try:
        with target.client.stream("GET", link) as stream:
            while len(body) < _ENOUGH and (piece := stream.take()):
                body += piece
            return OpenedFile(link=link, status=stream.status, beginning=body)
    except NoAnswer as error:
        evidence = Evidence(f"curl -i '{_without_query(link)}'", "none")
        raise Broken(f"the link leads to no answer: {type(error).__name__}", evidence) from None


def _unpacked(beginning: bytes) -> bytes:
    if not beginning.startswith(_ZIP):
        return beginning
    _, method, name, extra = _HEAD.unpack_from(beginning)
    packed = beginning[_HEAD.size + name + extra :]
    return zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, _ENOUGH) if method == _DEFLATED else packed


def _without_query(link: str) -> str:
    return link.partition("?")[0] + "?…"
