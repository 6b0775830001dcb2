# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from attrs import define

from ...._core.record import Record, extra
from ...._core.wire import Unknown, array, decode_unknown, encode_unknown

__all__ = [
    "Account",
    "AccountCreate",
    "AccountEnvelope",
    "AccountUpdate",
    "AccountsAnswer",
    "ApiCredential",
    "Credential",
    "OauthCredential",
    "RECORDS",
    "decode_account",
    "decode_account_create",
    "decode_account_envelope",
    "decode_account_update",
    "decode_accounts_answer",
    "decode_api_credential",
    "decode_credential",
    "decode_oauth_credential",
    "encode_account",
    "encode_account_create",
    "encode_account_envelope",
    "encode_account_update",
    "encode_accounts_answer",
    "encode_api_credential",
    "encode_credential",
    "encode_oauth_credential",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False)
class Account(Record):
    """A saved account for a service, without its secrets."""

    wire_names_ = {
        "id": "id",
        "serviceID": "service_id",
        "type": "type",
        "description": "description",
        "active": "active",
    }

    id: str | None = None
    """The id."""

    service_id: str | None = None
    """The id of the service that the account is for."""

    type: Literal["oauth", "api"] | str | None = None
    """The type of its credential."""

    description: str | None = None
    """The description; null if it has none."""

    active: bool | None = None
    """Whether the account is the active account of its service."""


@define(kw_only=True, eq=False, repr=False)
class AccountCreate(Record):
    """The form that saves an account."""

    wire_names_ = {
        "serviceID": "service_id",
        "credential": "credential",
        "description": "description",
        "active": "active",
    }

    service_id: str
    """The id of the service that the account is for."""

    credential: Credential
    """The credential for the service."""

    description: str | None = None
    """A description of the account."""

    active: bool | None = None
    """Whether the account becomes the active account of its service."""


@define(kw_only=True, eq=False, repr=False)
class AccountEnvelope(Record):
    """An account."""

    wire_names_ = {"data": "data"}

    data: Account
    """The account."""


@define(kw_only=True, eq=False, repr=False)
class AccountUpdate(Record):
    """The form that updates an account; fields that are left out do not change."""

    wire_names_ = {"description": "description", "credential": "credential"}

    description: str | None = None
    """The new description."""

    credential: Credential | None = None
    """The new credential, which replaces the old one."""


@define(kw_only=True, eq=False, repr=False)
class AccountsAnswer(Record):
    """The saved accounts, and the active account of each service."""

    wire_names_ = {"data": "data", "active": "active"}

    data: list[Account] | None = None
    """The accounts."""

    active: dict[str, str] | None = None
    """The id of the active account by the id of the service."""


@define(kw_only=True, eq=False, repr=False)
class ApiCredential(Record):
    """An API key of a service."""

    wire_names_ = {"type": "type", "key": "key", "metadata": "metadata"}
    secret_ = frozenset({"key"})
    tags_ = {"type": ("api",)}

    type: Literal["api"] | str
    """The type of credential."""

    key: str
    """The API key."""

    metadata: dict[str, str] | None = None
    """Further values that the service needs."""


@define(kw_only=True, eq=False, repr=False)
class OauthCredential(Record):
    """The tokens of an OAuth authorization."""

    wire_names_ = {"type": "type", "refresh": "refresh", "access": "access", "expires": "expires"}
    secret_ = frozenset({"refresh", "access"})
    tags_ = {"type": ("oauth",)}

    type: Literal["oauth"] | str
    """The type of credential."""

    refresh: str
    """The refresh token."""

    access: str
    """The access token."""

    expires: float
    """When the access token expires (assumed: in Unix milliseconds)."""


Credential: TypeAlias = OauthCredential | ApiCredential | Unknown
"""A credential for a service: OAuth tokens or an API key."""


def decode_account(d: dict[str, Any]) -> Account:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Account)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.service_id = d["serviceID"]
            o.type = d["type"]
            o.description = d["description"]
            o.active = d["active"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d.get("id")
    o.service_id = d.get("serviceID")
    o.type = d.get("type")
    o.description = d.get("description")
    o.active = d.get("active")
    o.source_ = (
        None
        if len(d) == 0 + ("id" in d) + ("serviceID" in d) + ("type" in d) + ("description" in d) + ("active" in d)
        else d
    )
    return o


def encode_account(o: Account) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.id is not None:
        d["id"] = o.id
    if o.service_id is not None:
        d["serviceID"] = o.service_id
    if o.type is not None:
        d["type"] = o.type
    if o.description is not None:
        d["description"] = o.description
    if o.active is not None:
        d["active"] = o.active
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_account_create(d: dict[str, Any]) -> AccountCreate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AccountCreate)
    o.service_id = d["serviceID"]
    o.credential = decode_credential(d["credential"])
    o.description = d.get("description")
    o.active = d.get("active")
    o.source_ = None if len(d) == 2 + ("description" in d) + ("active" in d) else d
    return o


def encode_account_create(o: AccountCreate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "serviceID": o.service_id,
        "credential": encode_credential(o.credential),
    }
    if o.description is not None:
        d["description"] = o.description
    if o.active is not None:
        d["active"] = o.active
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_account_envelope(d: dict[str, Any]) -> AccountEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AccountEnvelope)
    o.data = decode_account(d["data"])
    o.source_ = None if len(d) == 1 else d
    return o


def encode_account_envelope(o: AccountEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_account(o.data),
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_account_update(d: dict[str, Any]) -> AccountUpdate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AccountUpdate)
    o.description = d.get("description")
    o.credential = None if (v := d.get("credential")) is None else decode_credential(v)
    o.source_ = None if len(d) == 0 + ("description" in d) + ("credential" in d) else d
    return o


def encode_account_update(o: AccountUpdate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.description is not None:
        d["description"] = o.description
    if o.credential is not None:
        d["credential"] = encode_credential(o.credential)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_accounts_answer(d: dict[str, Any]) -> AccountsAnswer:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AccountsAnswer)
    o.data = None if (v := d.get("data")) is None else [decode_account(each) for each in array(v)]
    o.active = d.get("active")
    o.source_ = None if len(d) == 0 + ("data" in d) + ("active" in d) else d
    return o


def encode_accounts_answer(o: AccountsAnswer) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.data is not None:
        d["data"] = [encode_account(each) for each in o.data]
    if o.active is not None:
        d["active"] = o.active
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_api_credential(d: dict[str, Any]) -> ApiCredential:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ApiCredential)
    o.type = d["type"]
    o.key = d["key"]
    o.metadata = d.get("metadata")
    o.source_ = None if len(d) == 2 + ("metadata" in d) else d
    return o


def encode_api_credential(o: ApiCredential) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "type": o.type,
        "key": o.key,
    }
    if o.metadata is not None:
        d["metadata"] = o.metadata
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_oauth_credential(d: dict[str, Any]) -> OauthCredential:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(OauthCredential)
    o.type = d["type"]
    o.refresh = d["refresh"]
    o.access = d["access"]
    o.expires = d["expires"]
    o.source_ = None if len(d) == 4 else d
    return o


def encode_oauth_credential(o: OauthCredential) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "type": o.type,
        "refresh": o.refresh,
        "access": o.access,
        "expires": o.expires,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


_decode_credential: dict[object, Callable[[dict[str, Any]], Credential]] = {
    "oauth": decode_oauth_credential,
    "api": decode_api_credential,
}
_encode_credential: dict[type, Callable[[Any], dict[str, Any]]] = {
    ApiCredential: encode_api_credential,
    OauthCredential: encode_oauth_credential,
    Unknown: encode_unknown,
}


def decode_credential(d: dict[str, Any]) -> Credential:
    """Make the record that 'type' tells; one of another kind becomes an `Unknown`."""
    return _decode_credential.get(d.get("type"), decode_unknown)(d)


def encode_credential(o: Credential) -> dict[str, Any]:
    """Make the wire form of the record."""
    return _encode_credential[type(o)](o)


RECORDS: dict[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]] = {
    Account: (decode_account, encode_account),
    AccountCreate: (decode_account_create, encode_account_create),
    AccountEnvelope: (decode_account_envelope, encode_account_envelope),
    AccountUpdate: (decode_account_update, encode_account_update),
    AccountsAnswer: (decode_accounts_answer, encode_accounts_answer),
    ApiCredential: (decode_api_credential, encode_api_credential),
    OauthCredential: (decode_oauth_credential, encode_oauth_credential),
}
"""From each record to the functions that read and write its wire form."""
