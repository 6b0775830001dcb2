"""The choices of an agent server among those that the contract permits, as the probe has found them."""

from dataclasses import dataclass, field
from typing import Any, cast

from trivet_checks.exchanges.exchange import Json
from trivet_stubs.kernel.validation import is_list


@dataclass(slots=True, kw_only=True)
class AgentForm:
    """How an agent server answers where the contract leaves it open."""

    directory: str = ""
    """The directory of the run."""
    resolved: str = ""
    """The directory as the server shows it, which may have followed links."""
    shows_default: bool = False
    """Whether an answer shows where the default runtime is."""
    default: str = "/the-default-runtime"
    """The directory of the default runtime; one that no server has if it is not shown."""
    asks_for_credentials: bool = False
    first_is_active: bool = True
    """Whether the first account of a service is active without a word about it."""
    secret: str = ""
    """The beginning of every secret of the walks, if reading an account hides its credential; otherwise empty."""
    takes_permissions: bool = False
    """Whether it takes permission rules of the form that this project knows."""
    makes_workspaces: bool = False
    writes_files: bool = False
    """Whether a patch adds a file to the directory."""
    is_versioned: bool = False
    """Whether the directory is under version control."""
    orders_by: str = ""
    """The time by which sessions are ordered: `created`, `updated`, or empty if no answer shows it."""
    cursor_takes_filters: bool = True
    """Whether the filters of a list are sent again with a cursor."""
    agents: list[str] = field(default_factory=list[str])
    """The agents that a session of the directory may have; another context may have others."""
    models: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """The providers and the ids of the models in the catalogue."""
    project: str = ""
    """The id of the project that the directory is in; empty if the server shows none."""

    def own(self, path: str) -> str:
        """A path of the server below the directory of the run, as the run names it.

        >>> AgentForm(directory="/tmp/trees", resolved="/private/tmp/trees").own("/private/tmp/trees/a")
        '/tmp/trees/a'
        """
        plain = path.rstrip("/") or "/"
        if self.resolved and f"{plain}/".startswith(f"{self.resolved}/"):
            return self.directory + plain[len(self.resolved) :]
        return plain

    def read(self, value: Any) -> Any:
        """A record of an answer in the model's spelling: its fields within others by their paths, its paths as ours.

        >>> AgentForm().read({"id": "ses_1", "time": {"created": 1}})
        {'id': 'ses_1', 'time.created': 1}
        """
        read: Json = {}
        for name, one in cast(Json, value).items():
            if name == "model" and isinstance(one, dict):
                read[name] = model_of(cast(Json, one))
            elif name in ("time", "location") and isinstance(one, dict):
                read |= {f"{name}.{inner}": value for inner, value in cast(Json, one).items()}
            else:
                read[name] = one
        for name in ("directory", "location.directory", "worktree"):
            if isinstance(read.get(name), str):
                read[name] = self.own(read[name])
        return read

    @property
    def choices(self) -> list[str]:
        """The choices in words, for the report."""
        first = "" if self.first_is_active else "not "
        return [
            f"the default runtime is in `{self.default}`",
            f"a caller without credentials is {'refused' if self.asks_for_credentials else 'let in'}",
            f"the first account of a service is {first}active by itself",
            f"the credential of an account is {'hidden' if self.secret else 'shown'}",
            f"permission rules of sessions are {'taken' if self.takes_permissions else 'not taken'}",
            f"workspaces are {'registered' if self.makes_workspaces else 'not registered'}",
            f"a patch {'adds' if self.writes_files else 'does not add'} a file",
            f"sessions are ordered by the time `{self.orders_by}`"
            if self.orders_by
            else "no order of sessions is known",
            f"a cursor {'is sent with' if self.cursor_takes_filters else 'holds'} the filters of its list",
        ]


def model_of(value: Json) -> Any:
    """A reference to a model, whatever the server calls its parts; the value itself if it is of another form.

    >>> model_of({"providerID": "a", "id": "b"})
    'a/b'
    """
    model = value.get("modelID", value.get("id"))
    return f"{value.get('providerID')}/{model}" if isinstance(model, str) else value


def rows_of(value: Any) -> list[Json] | None:
    """The records of a list; None if the value is not a list of objects."""
    if not is_list(value) or not all(isinstance(row, dict) for row in value):
        return None
    return cast(list[Json], value)
