"""The rules of every bus operation: the account key, the quota, the gateway's faults, JSON or Atom."""

import hmac
import re
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, cast
from xml.sax.saxutils import escape

from starlette.requests import Request
from starlette.responses import Response

from trivet_stubs.bus.state import BusState
from trivet_stubs.bus.volume_files import PREFIX
from trivet_stubs.kernel.hooks import Hooks
from trivet_stubs.kernel.json_text import dumps
from trivet_stubs.kernel.messages import LoggedRequest
from trivet_stubs.kernel.operation import JSON, Operation
from trivet_stubs.kernel.refusal import Refusal, RefusalKind
from trivet_stubs.kernel.routing import stub_path
from trivet_stubs.kernel.spec import JsonObject

_ERROR_CODES: dict[RefusalKind, str] = {
    "argument": "protocol.http.BadRequest",
    "credentials": "oauth.v2.InvalidApiKey",
    "quota": "policies.ratelimit.QuotaViolation",
    "route": "messaging.runtime.RaiseFault",
    "method": "messaging.runtime.RaiseFault",
    "size": "protocol.http.TooBigBody",
    "coding": "protocol.http.UnsupportedEncoding",
    "stub_bug": "stub.Bug",
}
_UNKNOWN_ROUTE = "Raising fault. Fault name : unknown-resource"
_QUOTA = "Rate limit quota violation. Quota limit exceeded. Identifier : {key}"
_NESTED = {"Services": "ArrivalService", "NextBus": "ArrivalBus", "NextBus2": "ArrivalBus", "NextBus3": "ArrivalBus"}

ATOM = "application/atom+xml"

_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'
_NAMESPACES = (
    'xmlns="http://www.w3.org/2005/Atom" xmlns:d="http://schemas.microsoft.com/ado/2007/08/dataservices" '
    'xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"'
)
_METADATA = "odata.metadata"
_EDM_TYPES = {int: "Edm.Int32", float: "Edm.Double", bool: "Edm.Boolean"}
# A parser would turn a carriage return into a line feed, and refuses what XML cannot hold at all.
_ENTITIES = {"\r": "&#13;"}
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class BusHooks(Hooks):
    """The account key, the gateway's faults and the formats of the bus service."""

    standing_headers: ClassVar[Mapping[str, str]] = {"cache-control": "no-store"}
    content_types: ClassVar[Mapping[str, str]] = {**Hooks.content_types, ATOM: f"{ATOM};charset=utf-8"}

    def __init__(self, state: BusState) -> None:
        self._state = state
        self._key_header: str = state.contract.security_scheme("AccountKey")["name"]

    def authorize(self, operation: Operation, request: LoggedRequest) -> None:
        """Refuse a request without the account key."""
        header, state = self._key_header, self._state
        key = request.headers.get(header.lower())
        if key is None:
            raise Refusal(
                401, "credentials", f"{header}: the header is missing", rule="bus.access.account-key-is-needed"
            )
        if not hmac.compare_digest(key.encode("latin-1"), state.account_key.encode()):
            raise Refusal(401, "credentials", f"{header}: the key is not known", rule="bus.access.unknown-key-is-401")

    def quota_refusal(self, seconds: float) -> Refusal:
        """The gateway's fault for a request beyond the quota, which has no `Retry-After`, as at the public service."""
        message = _QUOTA.format(key=self._state.account_key)
        return Refusal(500, "quota", message, rule="bus.access.quota-is-a-500")

    def refusal_body(self, refusal: Refusal) -> JsonObject:
        """The fault that the service's gateway reports."""
        message = _UNKNOWN_ROUTE if refusal.kind == "route" else refusal.message
        return {"fault": {"faultstring": message, "detail": {"errorcode": _ERROR_CODES[refusal.kind]}}}

    def render(self, media_type: str, operation: Operation, value: Any) -> bytes:
        """Write an answer as JSON or Atom."""
        if media_type == JSON:
            return dumps(value, known_finite=True)
        return atom_feed(value) if "value" in value else atom_entry(value, _NESTED)

    def fallback(self, request: Request) -> Response | None:
        """Answer the paths of the files of passenger volume."""
        if not stub_path(request.scope).startswith(PREFIX):
            return None
        with self._state.lock:
            return self._state.files.answer(request)


def atom_feed(answer: Mapping[str, Any]) -> bytes:
    """Return an Atom feed with one entry per record."""
    entries = "".join(f"<entry>{_atom_content(record)}</entry>" for record in answer["value"])
    return f"{_HEAD}<feed {_NAMESPACES}>{_atom_id(answer)}{entries}</feed>".encode()


def atom_entry(answer: Mapping[str, Any], types: Mapping[str, str]) -> bytes:
    """Return an Atom entry; `types` has the type names of nested records by field."""
    fields = {name: value for name, value in answer.items() if name != _METADATA}
    return f"{_HEAD}<entry {_NAMESPACES}>{_atom_id(answer)}{_atom_content(fields, types)}</entry>".encode()


def _atom_id(answer: Mapping[str, Any]) -> str:
    return f"<id>{_atom_text(answer[_METADATA])}</id>" if _METADATA in answer else ""


def _atom_content(record: Mapping[str, Any], types: Mapping[str, str] | None = None) -> str:
    properties = "".join(_atom_properties(record, types or {}))
    return f'<content type="application/xml"><m:properties>{properties}</m:properties></content>'


def _atom_properties(record: Mapping[str, Any], types: Mapping[str, str]) -> Iterator[str]:
    for name, value in record.items():
        if value is None:
            yield f'<d:{name} m:null="true"/>'
        elif isinstance(value, str):
            yield f"<d:{name}>{_atom_text(value)}</d:{name}>"
        elif isinstance(value, list):
            elements = cast(list[Mapping[str, Any]], value)
            inner = "".join(
                f"<d:element>{''.join(_atom_properties(element, types))}</d:element>" for element in elements
            )
            yield f'<d:{name} m:type="Collection({types[name]})">{inner}</d:{name}>'
        elif isinstance(value, dict):
            nested = cast(Mapping[str, Any], value)
            yield f'<d:{name} m:type="{types[name]}">{"".join(_atom_properties(nested, types))}</d:{name}>'
        else:
            text = str(value).lower() if isinstance(value, bool) else repr(value)
            yield f'<d:{name} m:type="{_EDM_TYPES[type(value)]}">{text}</d:{name}>'


def _atom_text(value: str) -> str:
    return escape(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", value), _ENTITIES)
