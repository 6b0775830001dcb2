# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal, TypeAlias

from ...._core.decoders import Unknown, array, decode_unknown, new
from ...._core.lazy_attrs_classes import define
from ...._core.record import Names, Record, Tags, decode_rest

__all__ = [
    "Account", "AccountCreate", "AccountEnvelope", "AccountUpdate", "AccountsAnswer", "ApiCredential", "Credential",
    "OauthCredential",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Account(Record):
    """A saved account for a service, without its secrets.

    Returned by `auth.activate`, `auth.create` and 3 more.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "serviceID": "service_id",
        "type": "type",
        "description": "description",
        "active": "active",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id", "service_id"})

    id: str
    """The id."""

    service_id: str
    """The id of the service that the account is for."""

    type: Literal["oauth", "api"] | str | None = None
    """The type of its credential."""

    description: str | None = None
    """The description; null if it has none."""

    active: bool | None = None
    """Whether the account is the active account of its service."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class AccountCreate(Record):
    """The form that saves an account. Taken by `auth.create`."""

    __wire_names__: ClassVar[Names] = {
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


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class AccountEnvelope(Record):
    """An account. Returned by `auth.activate`, `auth.create` and 2 more."""

    __wire_names__: ClassVar[Names] = {"data": "data"}

    data: Account
    """The account."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class AccountUpdate(Record):
    """The form that updates an account; fields left out do not change (assumed). Taken by `auth.update`."""

    __wire_names__: ClassVar[Names] = {"description": "description", "credential": "credential"}

    description: str | None = None
    """The new description."""

    credential: Credential | None = None
    """The new credential."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class AccountsAnswer(Record):
    """The saved accounts, and the active account of each service. Returned by `auth.list`."""

    __wire_names__: ClassVar[Names] = {"data": "data", "active": "active"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"data", "active"})

    data: list[Account]
    """The accounts."""

    active: dict[str, str]
    """The id of the active account by the id of the service."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ApiCredential(Record):
    """An API key of a service. Taken by `auth.create` and `auth.update`."""

    __wire_names__: ClassVar[Names] = {"type": "type", "key": "key", "metadata": "metadata"}
    __secret__: ClassVar[frozenset[str]] = frozenset({"key"})
    __tags__: ClassVar[Tags] = {"type": ("api",)}

    type: Literal["api"]
    """The type of credential."""

    key: str
    """The API key."""

    metadata: dict[str, str] | None = None
    """Further values."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class OauthCredential(Record):
    """The tokens of an OAuth authorization. Taken by `auth.create` and `auth.update`."""

    __wire_names__: ClassVar[Names] = {"type": "type", "refresh": "refresh", "access": "access", "expires": "expires"}
    __secret__: ClassVar[frozenset[str]] = frozenset({"refresh", "access"})
    __tags__: ClassVar[Tags] = {"type": ("oauth",)}

    type: Literal["oauth"]
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
    o = new(Account)
    try:
        o.id = d["id"]
        o.service_id = d["serviceID"]
        o.type = d.get("type")
        o.description = d.get("description")
        o.active = d.get("active")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 2 + ("type" in d) + ("description" in d) + ("active" in d) else d
    return o


def decode_account_create(d: dict[str, Any]) -> AccountCreate:
    o = new(AccountCreate)
    o.service_id = d["serviceID"]
    o.credential = decode_credential(d["credential"])
    o.description = d.get("description")
    o.active = d.get("active")
    o.__source__ = None if len(d) == 2 + ("description" in d) + ("active" in d) else d
    return o


def decode_account_envelope(d: dict[str, Any]) -> AccountEnvelope:
    o = new(AccountEnvelope)
    o.data = decode_account(d["data"])
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_account_update(d: dict[str, Any]) -> AccountUpdate:
    o = new(AccountUpdate)
    o.description = d.get("description")
    o.credential = None if (v := d.get("credential")) is None else decode_credential(v)
    o.__source__ = None if len(d) == ("description" in d) + ("credential" in d) else d
    return o


def decode_accounts_answer(d: dict[str, Any]) -> AccountsAnswer:
    o = new(AccountsAnswer)
    try:
        o.data = array(d["data"], decode_account)
        o.active = d["active"]
    except KeyError:
        return decode_rest(o, d, {"data": lambda v: array(v, decode_account)})
    o.__source__ = None if len(d) == 2 else d
    return o


def decode_api_credential(d: dict[str, Any]) -> ApiCredential:
    o = new(ApiCredential)
    o.type = d["type"]
    o.key = d["key"]
    o.metadata = d.get("metadata")
    o.__source__ = None if len(d) == 2 + ("metadata" in d) else d
    return o


def decode_oauth_credential(d: dict[str, Any]) -> OauthCredential:
    o = new(OauthCredential)
    o.type = d["type"]
    o.refresh = d["refresh"]
    o.access = d["access"]
    o.expires = d["expires"]
    o.__source__ = None if len(d) == 4 else d
    return o


_credential: dict[object, Callable[[dict[str, Any]], Credential]] = {
    "oauth": decode_oauth_credential,
    "api": decode_api_credential,
}


def decode_credential(d: dict[str, Any]) -> Credential:
    """Decode a variant by its 'type'; a variant of an unknown kind becomes an `Unknown`."""
    return _credential.get(d.get("type"), decode_unknown)(d)
