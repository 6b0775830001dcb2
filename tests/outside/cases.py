"""Bodies with secrets, as they were reported, in each part of an exchange, and the search for these secrets."""

from __future__ import annotations

import gzip
import re
from hashlib import sha256

import attrs

from tests.outside.table import Row, rows
from tests.sdk.exposure import SecretFinder

PLACEHOLDER = re.compile("SECRET[0-9]*|NUMBER")
TARGETS = {
    "answer": ("GET", "/api/session"),
    "request": ("POST", "/api/auth"),
    "query": ("GET", "/api/session"),
    "event": ("GET", "/api/event"),
}


@attrs.frozen(kw_only=True)
class Case:
    """A row in one part of an exchange."""

    row: Row
    part: str

    def secret(self, placeholder: str) -> str:
        """The secret in the place of a placeholder: no two cases have the same one."""
        digest = sha256(f"{self}{placeholder}".encode()).hexdigest()
        return str(int(digest[:12], 16)) if placeholder == "NUMBER" else f"s{digest[:24]}"

    @property
    def template(self) -> str:
        return str(self.row.fields.get("hex") or self.row.fields["body"])

    @property
    def secrets(self) -> list[str]:
        return [self.secret(placeholder) for placeholder in PLACEHOLDER.findall(self.template)]

    @property
    def body(self) -> bytes:
        """The bytes of the body, or of the data of an event."""
        fields = self.row.fields
        if "hex" in fields:
            return bytes.fromhex(PLACEHOLDER.sub(lambda match: self.secret(match[0]).encode().hex(), self.template))
        text = PLACEHOLDER.sub(lambda match: self.secret(match[0]), self.template)
        content = bytes.fromhex(fields.get("before", "")) + text.encode(fields.get("encoding", "utf-8"))
        return gzip.compress(content, mtime=0) if fields.get("coding") == "gzip" else content

    @property
    def headers(self) -> dict[str, str]:
        fields = self.row.fields
        coding = {"content-encoding": fields["coding"]} if "coding" in fields else {}
        return {"content-type": fields["media_type"], **coding} if "media_type" in fields else coding

    @property
    def credentials(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.secrets[0]}"} if self.row.fields.get("known") else {}

    @property
    def keeps(self) -> list[str]:
        is_omitted = self.part == "event" and self.row.fields.get("encoding", "utf-8") != "utf-8"
        return ["sha256"] if is_omitted else list(self.row.fields.get("keeps", ()))

    def __str__(self) -> str:
        return f"{self.row.name}-{self.part}"


def is_event(row: Row) -> bool:
    """Whether the bytes of a row can be the data of an event: a stream is in an extension of ASCII."""
    return row.fields.get("encoding", "utf-8") in ("utf-8", "latin-1") and "before" not in row.fields


CASES = [
    Case(row=row, part=part)
    for row in rows("recorded")
    for part in row.fields["parts"]
    if part != "event" or is_event(row)
]


def stream(body: bytes) -> bytes:
    """A stream with the data in one event, and a word in the next."""
    lines = b"".join(b"data: %s\n" % line for line in re.split(b"\r\n|\r|\n", body))
    return lines + b"\ndata: done\n\n"


def finder(*cases: Case) -> SecretFinder:
    """Finds the beginning and the end of the secrets."""
    secrets = [secret for case in cases for secret in case.secrets]
    return SecretFinder([*secrets, *(secret[-10:] for secret in secrets)])
