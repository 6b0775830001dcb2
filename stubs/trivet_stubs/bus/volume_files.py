"""The files of passenger volume: their months, their rows, and the host with links that expire, as S3 has them."""

import hashlib
import hmac
import io
import re
import zipfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import count, islice, product
from typing import Literal
from urllib.parse import urlencode
from xml.sax.saxutils import escape

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from trivet_stubs.kernel.clock import SINGAPORE, Clock
from trivet_stubs.kernel.routing import stub_path
from trivet_stubs.kernel.rule_catalogue import applies

_PUBLISHED_ON = 10
_KEPT = 3

VolumeKind = Literal["transport_node_bus", "origin_destination_bus"]

_COLUMNS: dict[VolumeKind, str] = {
    "transport_node_bus": (
        "YEAR_MONTH,DAY_TYPE,TIME_PER_HOUR,PT_TYPE,PT_CODE,TOTAL_TAP_IN_VOLUME,TOTAL_TAP_OUT_VOLUME"
    ),
    "origin_destination_bus": (
        "YEAR_MONTH,DAY_TYPE,TIME_PER_HOUR,PT_TYPE,ORIGIN_PT_CODE,DESTINATION_PT_CODE,TOTAL_TRIPS"
    ),
}
_DAY_TYPES = ("WEEKDAY", "WEEKENDS/HOLIDAY")
_HOURS = (*range(5, 24), 0)

PREFIX = "/files/"
LIFETIME = timedelta(minutes=5)

_SIGNING_KEY = b"trivet-stub"
_STAMP = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(r"(transport_node_bus|origin_destination_bus)_([0-9]{6})\.zip")
_RANGE = re.compile(r"bytes=([0-9]*)-([0-9]*)")
_CHUNK = 64 * 1024


@applies("bus.volume.months-appear-on-the-10th")
def published_months(now: datetime) -> list[str]:
    """The latest three published months, as YYYYMM, newest first: a month is published on the 10th of the next."""
    today = now.astimezone(SINGAPORE)
    newest = 1 if today.day >= _PUBLISHED_ON else 2
    return [_month(today, back) for back in range(newest, newest + _KEPT)]


def possible_months(now: datetime) -> list[str]:
    """The four months before the current one, of which three are the latest published at any time of the month."""
    today = now.astimezone(SINGAPORE)
    return [_month(today, back) for back in range(1, _KEPT + 2)]


def _month(today: datetime, back: int) -> str:
    year, month = divmod(today.year * 12 + today.month - 1 - back, 12)
    return f"{year:04d}{month + 1:02d}"


@applies("bus.volume.columns-have-the-contracts-words")
def archive(kind: VolumeKind, month: str, rows: int, stop_codes: Sequence[str], revision: int) -> bytes:
    """Return the zip of a month (`202505`) with a number of rows; another revision has other numbers."""
    lines = islice(_lines(kind, f"{month[:4]}-{month[4:]}", stop_codes, revision), rows)
    text = "\n".join([_COLUMNS[kind], *lines, ""])
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        # A fixed time, because the same content would otherwise give a different zip each second.
        entry = zipfile.ZipInfo(f"{kind}_{month}.csv", (int(month[:4]), int(month[4:]), 1, 0, 0, 0))
        entry.compress_type = zipfile.ZIP_DEFLATED
        file.writestr(entry, text)
    return packed.getvalue()


def _lines(kind: VolumeKind, month: str, stop_codes: Sequence[str], revision: int) -> Iterator[str]:
    taps = kind == "transport_node_bus"
    places = _codes(stop_codes) if taps else _pairs(stop_codes)
    number = revision
    for place in places:
        for day, hour in product(_DAY_TYPES, _HOURS):
            number += 1
            mixed = number * 2654435761 % 2**32
            volumes = f"{mixed % 2503},{mixed // 2503 % 2411}" if taps else f"{1 + mixed % 463}"
            yield f"{month},{day},{hour},BUS,{place},{volumes}"


def _codes(stop_codes: Sequence[str]) -> Iterator[str]:
    """Yield the codes of the stops, then invented codes without end: a large file may need more stops than exist."""
    yield from stop_codes
    known = set(stop_codes)
    yield from (code for number in count(1) if (code := f"{number:05d}") not in known)


def _pairs(stop_codes: Sequence[str]) -> Iterator[str]:
    destinations = stop_codes or ["00001"]
    for origin in _codes(stop_codes):
        yield from (f"{origin},{destination}" for destination in destinations if destination != origin)


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file with its validators."""

    content: bytes = field(repr=False)
    etag: str
    last_modified: str


class FileHost:
    """The host of the linked files; a file is created when first requested, then kept."""

    def __init__(
        self, clock: Callable[[], Clock], rows: Callable[[], int], stop_codes: Callable[[], list[str]]
    ) -> None:
        self._clock = clock
        self._rows = rows
        self._stop_codes = stop_codes
        self._revision = 0
        self._links = 0
        self._files: dict[tuple[VolumeKind, str, int, int], StoredFile] = {}

    def touch(self) -> None:
        """Change every file: other numbers, another ETag."""
        self._revision += 1
        self._files.clear()

    @applies("bus.volume.link-downloads-a-file")
    def link(self, kind: VolumeKind, month: str) -> str:
        """Return the path and query of a new link; no two links are the same."""
        self._links += 1
        path = f"{PREFIX}{kind}_{month}.zip"
        query = {
            "X-Amz-Security-Token": f"stub-{self._links:06d}",
            "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
            "X-Amz-Date": self._clock().now().astimezone(UTC).strftime(_STAMP),
            "X-Amz-SignedHeaders": "host",
            "X-Amz-Expires": str(int(LIFETIME.total_seconds())),
            "X-Amz-Credential": "STUB/ap-southeast-1/s3/aws4_request",
        }
        return f"{path}?{urlencode({**query, 'X-Amz-Signature': _sign(path, query)})}"

    @applies("bus.volume.link-expires")
    def answer(self, request: Request) -> Response:
        """Answer with the file of a link, or with the error that the host gives."""
        path = stub_path(request.scope)
        named = _NAME.fullmatch(path.removeprefix(PREFIX))
        if request.method != "GET":
            refused = _error(405, "MethodNotAllowed", f"method: {request.method} is not allowed on a file")
            refused.headers["allow"] = "GET"
            return refused
        if "accountkey" in request.headers:
            return _error(400, "InvalidArgument", "AccountKey: a file host must not be sent the key of the service")
        query = dict(request.query_params)
        signature = query.pop("X-Amz-Signature", "")
        if not hmac.compare_digest(signature.encode(), _sign(path, query).encode()):
            return _error(403, "SignatureDoesNotMatch", "X-Amz-Signature: it was not made for this request")
        now = self._clock().now().astimezone(UTC)
        expires = datetime.strptime(query["X-Amz-Date"], _STAMP).replace(tzinfo=UTC) + LIFETIME
        if now >= expires:
            return _error(
                403,
                "AccessDenied",
                "Request has expired",
                {
                    "X-Amz-Expires": query["X-Amz-Expires"],
                    "Expires": f"{expires:%Y-%m-%dT%H:%M:%SZ}",
                    "ServerTime": f"{now:%Y-%m-%dT%H:%M:%SZ}",
                },
            )
        if named is None:
            return _error(404, "NoSuchKey", "The specified key does not exist.")
        kind: VolumeKind = "transport_node_bus" if named[1] == "transport_node_bus" else "origin_destination_bus"
        return _serve(self._file(kind, named[2]), request)

    def _file(self, kind: VolumeKind, month: str) -> StoredFile:
        key = (kind, month, self._rows(), self._revision)
        if key not in self._files:
            content = archive(kind, month, self._rows(), self._stop_codes(), self._revision)
            # A month is published by the tenth of the next month; each further revision is a minute later.
            start = datetime(int(month[:4]), int(month[4:]), 1, tzinfo=UTC)
            changed_at = start + timedelta(days=40, minutes=self._revision)
            etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
            self._files[key] = StoredFile(content, etag, format_datetime(changed_at, usegmt=True))
        return self._files[key]


def _sign(path: str, query: dict[str, str]) -> str:
    signed = "\n".join([path, *(f"{name}={value}" for name, value in sorted(query.items()))])
    return hmac.new(_SIGNING_KEY, signed.encode(), hashlib.sha256).hexdigest()


def _serve(file: StoredFile, request: Request) -> Response:
    size = len(file.content)
    headers = {
        "content-type": "application/zip",
        "accept-ranges": "bytes",
        "etag": file.etag,
        "last-modified": file.last_modified,
    }
    requested = _requested_range(request, file)
    if requested is None:
        return _stream(file.content, 200, headers)
    start, stop = requested
    if start >= min(stop, size):
        unsatisfiable = _error(416, "InvalidRange", "range: it lies outside of the file")
        unsatisfiable.headers["content-range"] = f"bytes */{size}"
        return unsatisfiable
    stop = min(stop, size)
    headers["content-range"] = f"bytes {start}-{stop - 1}/{size}"
    return _stream(file.content[start:stop], 206, headers)


def _requested_range(request: Request, file: StoredFile) -> tuple[int, int] | None:
    """Start and stop of the requested range; None for the whole file, also if the header is unusable."""
    match = _RANGE.fullmatch(request.headers.get("range", "").replace(" ", ""))
    condition = request.headers.get("if-range")
    if match is None or condition not in (None, file.etag, file.last_modified):
        return None
    first, last = match.groups()
    size = len(file.content)
    if first:
        stop = int(last) + 1 if last else size
        return (int(first), stop) if int(first) < stop or not last else None
    return (size - min(int(last), size), size) if last else None


def _stream(content: bytes, status: int, headers: dict[str, str]) -> Response:
    async def chunks() -> AsyncIterator[bytes]:
        for start in range(0, len(content), _CHUNK):
            yield content[start : start + _CHUNK]

    return StreamingResponse(chunks(), status, {**headers, "content-length": str(len(content))})


def _error(status: int, code: str, message: str, details: dict[str, str] | None = None) -> Response:
    fields = {"Code": code, "Message": message, **(details or {}), "RequestId": "STUB", "HostId": "STUB"}
    inner = "".join(f"<{name}>{escape(value)}</{name}>" for name, value in fields.items())
    body = f'<?xml version="1.0" encoding="UTF-8"?>\n<Error>{inner}</Error>'
    return Response(body, status, {"content-type": "application/xml"})
