"""What an answer of an agent server holds; a field that the contract does not show may be missing."""

from typing import Any, cast

from trivet_stubs.checks.outcome import NotTried
from trivet_stubs.checks.reply import Reply

Json = dict[str, Any]


def data(reply: Reply) -> Any:
    """The data of a success; the whole body where a server does not wrap it.

    >>> data(user.call("project.list"))[0]["id"]
    """
    body: Any = reply.succeeds().json
    return cast(Json, body)["data"] if isinstance(body, dict) and "data" in body else cast(Any, body)


def rows(reply: Reply) -> list[Json]:
    """The records of a list.

    Raises:
        NotTried: The data is no list of objects. The contract shows the form of no answer.
    """
    found = data(reply)
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in cast(list[object], found)):
        raise NotTried("the answer is no list of records")
    return cast(list[Json], found)


def field(record: Any, *names: str) -> Any:
    """A field of a record, below others if several names are given.

    >>> field(session, "time", "updated")

    Raises:
        NotTried: The record does not show it. The contract shows the fields of no record.
    """
    found = record
    for name in names:
        if not isinstance(found, dict) or name not in found:
            raise NotTried(f"the answer shows no {'.'.join(names)}")
        found = cast(Json, found)[name]
    return found


def includes(found: object, wanted: object) -> bool:
    """Whether a value is the wanted one; an object may have more keys.

    >>> includes({"name": "test", "command": "pytest"}, {"name": "test"})
    True
    """
    if isinstance(found, dict) and isinstance(wanted, dict):
        return {**cast(Json, found), **cast(Json, wanted)} == found
    return found == wanted


def listed(record: Json, name: str) -> list[Json]:
    """The records in a field of a record; none where it is missing or null.

    >>> [part["id"] for part in listed(message, "content")]
    """
    found: list[Json] = record.get(name) or []
    return found


def ids(reply: Reply, name: str = "id") -> list[str]:
    """The ids of the records of a list."""
    return [field(each, name) for each in rows(reply)]


def has_path(reply: Reply, path: str, name: str = "path") -> bool:
    """Whether a list of records names a path, from the directory or from the root.

    >>> has_path(user.call("vcs.status"), "README.md", "file")
    """
    return any(each == path or each.endswith(f"/{path}") for each in ids(reply, name))


def location(reply: Reply) -> Any:
    """The runtime context of an answer; None where a server does not show it."""
    body = reply.succeeds().json
    return cast(Json, body).get("location") if isinstance(body, dict) else None
