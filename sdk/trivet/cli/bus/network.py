"""The network that the commands share: read from a file, or fetched from the service if the file is too old."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from math import isfinite
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypeVar

import typer
from attrs import frozen

from trivet import APIError, AuthenticationError, InvalidArgumentError, PermissionDeniedError
from trivet._core.files import SUFFIX
from trivet._text import printable
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.terminal import progress

if TYPE_CHECKING:  # a command's help needs no network
    from trivet._core.record import Record
    from trivet.bus import Network

RecordT = TypeVar("RecordT", bound="Record")

_UNSAFE = re.compile(r"[^0-9a-z.]+")
_AGE = re.compile(r"([0-9]{1,6})\s*([smhdw])")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_STEPS = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))
_ABANDONED_AFTER = 3600.0
"""The age in seconds from which an unfinished file is removed; another run may still write a younger one."""

_NEEDED = {
    "service": ("service_no", "direction"),
    "route stop": ("service_no", "direction", "stop_sequence", "bus_stop_code", "distance"),
    "stop": ("bus_stop_code", "latitude", "longitude"),
}
"""The fields that must have a value, by the name of the list."""
_PANEL = "The network: services, routes and stops"

NetworkFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--network",
        metavar="FILE",
        help="Keep the network in this file; without it, in the user's cache folder.",
        rich_help_panel=_PANEL,
    ),
]
MaxAge: TypeAlias = Annotated[
    str,
    typer.Option(
        "--max-age",
        metavar="AGE",
        help="Fetch the network again if it is older, such as 7d or 12h.",
        rich_help_panel=_PANEL,
    ),
]
Refresh: TypeAlias = Annotated[
    bool, typer.Option("--refresh", help="Fetch the network again, however old it is.", rich_help_panel=_PANEL)
]


@frozen
class NetworkSource:
    """The source of the network of a run: the file of `--network` or of the cache folder, or the service.

    >>> network = NetworkSource(invocation, file=None, max_age="7d", refresh=False).load()

    Attributes:
        invocation: The run.
        file: The file that `--network` names, or None for the file of the cache folder.
        max_age: The largest age of the file, as the user typed it.
        refresh: Whether the network is fetched even if the file is young enough.
    """

    invocation: Invocation
    file: Path | None
    max_age: str
    refresh: bool

    def load(self) -> Network:
        """Return the network.

        If the service cannot be reached, an older network is used. That, and a file that cannot be written, is a note
        on stderr.

        Raises:
            UsageError: `--max-age` is not an age, or the file of `--network` is not the file of a network.
            APIError: The service cannot be reached, and there is no older network, or `--refresh` asks for a new one.
            OSError: The service has empty lists, and there is no older network, or `--refresh` asks for a new one.
        """
        longest = parse_age(self.max_age, "--max-age")
        path = self._path()
        kept = None if path is None else self._open(path, "so the network is fetched again")
        if kept is not None and not self.refresh and self._is_young(kept, longest):
            return kept
        try:
            fetched = self._fetch(kept)
        except (AuthenticationError, PermissionDeniedError):
            raise
        except APIError as error:
            if kept is None or self.refresh:
                raise
            self._note(f"the network of {self._age(kept)} ago is used, as it cannot be fetched again: {error}")
            return kept
        # During maintenance, the service may list nothing; such a network must not be kept for a week.
        if not (fetched.stops and fetched.rows):
            if kept is None or self.refresh:
                raise OSError("the service lists no stops or no routes now; nothing was kept, so try again later")
            self._note(f"the network of {self._age(kept)} ago is used, as the service lists no stops or routes now")
            return kept
        if path is not None:
            self._keep(fetched, path)
        return fetched

    def load_kept(self) -> Network | None:
        """Return the network of the file at any age, or None if there is none; only `--refresh` fetches it.

        Raises:
            UsageError: `--max-age` is not an age, or the file of `--network` is not the file of a network.
        """
        if self.refresh:
            return self.load()
        parse_age(self.max_age, "--max-age")
        path = self._path()
        if path is None:
            return None
        return self._open(path, "so stops have no names; --refresh fetches the network again")

    def _path(self) -> Path | None:
        if self.file is not None:
            return self.file
        try:
            home = Path.home()
        except RuntimeError:  # the user has no home
            home = None
        folder = cache_folder(os.environ, sys.platform, home)
        return None if folder is None else network_file(folder, self.invocation.bus.base_url)

    def _open(self, path: Path, consequence: str) -> Network | None:
        from trivet.bus import Network  # noqa: PLC0415

        try:
            return usable_network(Network.open(path), self._note)
        except FileNotFoundError:
            return None
        except InvalidArgumentError:
            if self.file is not None:  # it may be the user's own file, which must not be replaced
                raise UsageError(f"--network: {path} is not the file of a network; name another one") from None
            self._note(f"{path} is damaged, {consequence}")
        except OSError as error:
            if self.file is not None and path.is_dir():
                raise UsageError(f"--network: {path} is a folder; name a file in it") from None
            self._note(f"the network that is kept cannot be read: {error}")
        return None

    def _fetch(self, kept: Network | None) -> Network:
        from trivet.bus import load_network  # noqa: PLC0415

        total = None if kept is None else len(kept.services) + len(kept.rows) + len(kept.stops)
        with progress("Fetching services, routes and stops", unit="records") as advance:
            fetched = load_network(self.invocation.bus, progress=lambda done: advance(done, total))
        return usable_network(fetched, self._note)

    def _keep(self, network: Network, path: Path) -> None:
        try:
            if self.file is None:
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            network.save(path)
            remove_unfinished_files(path)
        except OSError as error:
            self._note(f"the network is not kept: {error}")

    def _is_young(self, network: Network, longest: timedelta) -> bool:
        return timedelta() <= self._now() - network.fetched_at <= longest

    def _age(self, network: Network) -> str:
        return age_in_words(network.age(self._now()))

    def _now(self) -> datetime:
        return self.invocation.bus.clock.now()

    def _note(self, text: str) -> None:
        self.invocation.note(f"trivet: {text}")


def cache_folder(environment: Mapping[str, str], platform: str, home: Path | None) -> Path | None:
    """Return the folder of the platform for data that can be fetched again, or None if there is none.

    >>> cache_folder(os.environ, sys.platform, Path.home())
    PosixPath('/home/ada/.cache/trivet')

    Args:
        environment: The environment variables: `TRIVET_CACHE` names the folder itself, `LOCALAPPDATA` and
            `XDG_CACHE_HOME` its parent.
        platform: The value of `sys.platform`.
        home: The user's home folder, or None.
    """
    if own := environment.get("TRIVET_CACHE"):
        return Path(own)
    if platform == "win32":
        local = environment.get("LOCALAPPDATA")
        return Path(local) / "trivet" / "Cache" if local else None
    if platform == "darwin":
        return None if home is None else home / "Library" / "Caches" / "trivet"
    xdg = Path(environment.get("XDG_CACHE_HOME", ""))
    if xdg.is_absolute():  # the specification of XDG says that a relative path is ignored
        return xdg / "trivet"
    return None if home is None else home / ".cache" / "trivet"


def network_file(folder: Path, base_url: str) -> Path:
    """Return the file for the network of a service; two base URLs never share a file.

    >>> network_file(Path("/tmp"), "https://datamall2.mytransport.sg/ltaodataservice").name
    'network-datamall2.mytransport.sg-b5ecbd8d2cf0.json'
    """
    host = base_url.partition("://")[2].partition("/")[0].lower()
    digest = sha256(base_url.rstrip("/").encode()).hexdigest()[:12]
    return folder / f"network-{_UNSAFE.sub('-', host)[:60]}-{digest}.json"


def parse_age(text: str, option: str) -> timedelta:
    """Parse an age: a number and s, m, h, d or w.

    >>> parse_age("7d", "--max-age")
    datetime.timedelta(days=7)

    Raises:
        UsageError: The text is not an age.
    """
    match = _AGE.fullmatch(text.strip().lower())
    if match is None:
        raise UsageError(f"{option}: {text!r} is not an age; give it as 7d, 12h or 30m (0s: always fetch)")
    return timedelta(**{_UNITS[match[2]]: int(match[1])})


def age_in_words(age: timedelta) -> str:
    """Return an age in the largest unit that it fills, rounded down.

    >>> age_in_words(timedelta(days=9, hours=3))
    '9 days'
    """
    seconds = int(age.total_seconds())
    for unit, length in _STEPS:
        if seconds >= length:
            count = seconds // length
            return f"{count} {unit}{'' if count == 1 else 's'}"
    return "0 seconds"


def remove_unfinished_files(path: Path) -> None:
    """Remove the unfinished files that killed runs left next to a file, as far as the system allows it.

    >>> remove_unfinished_files(Path("network.json"))
    """
    # `write_whole` names an unfinished file after the file, with eight hexadecimal digits.
    form = re.compile(re.escape(path.name + ".") + "[0-9a-f]{8}" + re.escape(SUFFIX))
    with suppress(OSError):
        for file in path.parent.iterdir():
            if form.fullmatch(file.name) and time.time() - file.stat().st_mtime > _ABANDONED_AFTER:
                file.unlink(missing_ok=True)


def usable_network(network: Network, note: Callable[[str], None]) -> Network:
    """Return the network without the records that the commands cannot use.

    >>> usable_network(Network.open("network.json"), invocation.note)

    A record is left out if a field has another type than in the contract, or if a field that must have a value is
    empty, infinite or NaN.

    Args:
        network: The network.
        note: Called with a line for each list that loses records.
    """
    from trivet.bus import Network  # noqa: PLC0415

    services = _usable_records("service", network.services, note)
    rows = _usable_records("route stop", network.rows, note)
    stops = _usable_records("stop", network.stops, note)
    counts = len(services), len(rows), len(stops)
    if counts == (len(network.services), len(network.rows), len(network.stops)):
        return network
    return Network(services, rows, stops, network.fetched_at)


def _usable_records(name: str, records: list[RecordT], note: Callable[[str], None]) -> list[RecordT]:
    if not records:
        return records
    from trivet._core.converter import faults  # noqa: PLC0415
    from trivet._core.wire_encoder import encode  # noqa: PLC0415  # a command's help needs no cattrs

    values = attrgetter(*records[0].__wire_names__.values())
    needed = attrgetter(*_NEEDED[name])
    usable: list[RecordT] = []
    unusable: list[RecordT] = []
    # The fields are texts and numbers, so the types of a record decide whether it fits. There are tens of thousands of
    # records and few combinations of types, and strict decoding takes some ten times as long as this comparison.
    fits: dict[tuple[type, ...], bool] = {}
    for record in records:
        types = tuple(map(type, values(record)))
        if types not in fits:
            fits[types] = not faults(encode(record), type(record))
        is_usable = fits[types] and all(
            isfinite(value) if isinstance(value, float) else value != "" for value in needed(record)
        )
        (usable if is_usable else unusable).append(record)
    if unusable:
        fields = ", ".join(f"{field} {printable(repr(getattr(unusable[0], field)), 40)}" for field in _NEEDED[name])
        note(f"the list of {name}s has {len(unusable)} that cannot be used, such as {fields}")
    return usable
