"""The network that the commands share: kept in a file, or fetched from the service if the file is too old."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from math import isfinite
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer
from attrs import frozen

from trivet import APIError, AuthenticationError, InvalidArgumentError, PermissionDeniedError
from trivet._core.printable import printable
from trivet.bus import Network, load_network
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.terminal.progress import progress

__all__ = [
    "MaxAge",
    "NetworkFile",
    "NetworkSource",
    "Refresh",
    "age_in_words",
    "cache_folder",
    "network_file",
    "parse_age",
    "remove_left_parts",
    "sound_network",
]

_UNSAFE = re.compile(r"[^0-9a-z.]+")
_AGE = re.compile(r"([0-9]{1,6})\s*([smhdw])")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_STEPS = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))
_OLDEST = 3600.0
"""Seconds: another run may be writing a younger one."""

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
        "--max-age", metavar="AGE", help="Fetch the network again if it is older, as 7d or 12h.", rich_help_panel=_PANEL
    ),
]
Refresh: TypeAlias = Annotated[
    bool, typer.Option("--refresh", help="Fetch the network again, however old it is.", rich_help_panel=_PANEL)
]


@frozen
class NetworkSource:
    """Where the network of a run comes from.

    >>> network = NetworkSource(invocation, file=None, max_age="7d", refresh=False).load()

    Attributes:
        invocation: The run.
        file: The file that `--network` names, or None for that of the cache folder.
        max_age: How old the file may be, as the user gave it.
        refresh: Whether the network is fetched in any case.
    """

    invocation: Invocation
    file: Path | None
    max_age: str
    refresh: bool

    def load(self) -> Network:
        """Return the network. What cannot be kept is a note; what cannot be fetched is one if an older one is there.

        Raises:
            UsageError: The age is no age, or the file that the user named holds something else.
            APIError: The service cannot be reached, and there is no network yet; or `--refresh` was given.
        OSError: The lists are empty, likewise.
        """
        longest = parse_age(self.max_age, "--max-age")
        place = self._place()
        kept = None if place is None else self._open(place, "so the network is fetched again")
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
        if not (fetched.stops and fetched.rows):  # as in a night of maintenance; it must not be kept for a week
            if kept is None or self.refresh:
                raise OSError("the service lists no stops or no routes now; nothing was kept, so try again later")
            self._note(f"the network of {self._age(kept)} ago is used, as the service lists no stops or routes now")
            return kept
        if place is not None:
            self._keep(fetched, place)
        return fetched

    def at_hand(self) -> Network | None:
        """Return the network if it is kept, however old it is, and None if it would have to be fetched.

        Raises:
            UsageError: The file that the user named holds something else.
        """
        if self.refresh:
            return self.load()
        parse_age(self.max_age, "--max-age")
        place = self._place()
        return (
            None if place is None else self._open(place, "so stops have no names; --refresh fetches the network again")
        )

    def _place(self) -> Path | None:
        if self.file is not None:
            return self.file
        try:
            home = Path.home()
        except RuntimeError:  # the system knows no home of this user
            home = None
        folder = cache_folder(os.environ, sys.platform, home)
        return None if folder is None else network_file(folder, self.invocation.bus.base_url)

    def _open(self, place: Path, consequence: str) -> Network | None:
        try:
            return sound_network(Network.open(place), self._note)
        except FileNotFoundError:
            return None
        except InvalidArgumentError:
            if self.file is not None:  # it may be a file of another kind, which must not be replaced
                raise UsageError(f"--network: {place} is not the file of a network; name another one") from None
            self._note(f"{place} is damaged, {consequence}")
        except OSError as error:
            if self.file is not None and place.is_dir():
                raise UsageError(f"--network: {place} is a folder; name a file in it") from None
            self._note(f"the network that is kept cannot be read: {error}")
        return None

    def _fetch(self, kept: Network | None) -> Network:
        total = None if kept is None else len(kept.services) + len(kept.rows) + len(kept.stops)
        with progress("Fetching services, routes and stops", unit="records") as advance:
            fetched = load_network(self.invocation.bus, progress=lambda done: advance(done, total))
        return sound_network(fetched, self._note)

    def _keep(self, network: Network, place: Path) -> None:
        try:
            if self.file is None:
                place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            network.save(place)
            remove_left_parts(place)
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
    """Return the folder for what can be fetched again, or None where the platform names none.

    >>> cache_folder(os.environ, sys.platform, Path.home())
    PosixPath('/home/ada/.cache/trivet')

    Args:
        environment: `TRIVET_CACHE` names the folder itself; `LOCALAPPDATA` and `XDG_CACHE_HOME` one that has it in it.
        platform: What `sys.platform` says.
        home: The user's home folder, if there is one.
    """
    if own := environment.get("TRIVET_CACHE"):
        return Path(own)
    if platform == "win32":
        local = environment.get("LOCALAPPDATA")
        return Path(local) / "trivet" / "Cache" if local else None
    if platform == "darwin":
        return None if home is None else home / "Library" / "Caches" / "trivet"
    xdg = Path(environment.get("XDG_CACHE_HOME", ""))
    if xdg.is_absolute():  # as its specification says, another one is ignored
        return xdg / "trivet"
    return None if home is None else home / ".cache" / "trivet"


def network_file(folder: Path, base_url: str) -> Path:
    """Return the file for the network of a service; two base URLs never share one.

    >>> network_file(Path("/tmp"), "https://datamall2.mytransport.sg/ltaodataservice").name
    'network-datamall2.mytransport.sg-b5ecbd8d2cf0.json'
    """
    host = base_url.partition("://")[2].partition("/")[0].lower()
    digest = sha256(base_url.rstrip("/").encode()).hexdigest()[:12]
    return folder / f"network-{_UNSAFE.sub('-', host)[:60]}-{digest}.json"


def parse_age(text: str, option: str) -> timedelta:
    """Return the age that a text means: a number and s, m, h, d or w.

    >>> parse_age("7d", "--max-age")
    datetime.timedelta(days=7)

    Raises:
        UsageError: It is no age.
    """
    found = _AGE.fullmatch(text.strip().lower())
    if found is None:
        raise UsageError(f"{option}: {text!r} is no age; give it as 7d, 12h or 30m (0s: always fetch)")
    return timedelta(**{_UNITS[found[2]]: int(found[1])})


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


def remove_left_parts(path: Path) -> None:
    """Remove the unfinished files that earlier runs left next to a file; what cannot be removed stays.

    >>> remove_left_parts(Path("network.json"))
    """
    form = re.compile(re.escape(path.name) + r"\.[0-9a-f]{8}\.part")
    with suppress(OSError):
        for each in path.parent.iterdir():
            if form.fullmatch(each.name) and time.time() - each.stat().st_mtime > _OLDEST:
                each.unlink(missing_ok=True)


_Kinds = Mapping[str, type]

_STOP: _Kinds = {"bus_stop_code": str, "latitude": float, "longitude": float}
_ROW: _Kinds = {"service_no": str, "direction": int, "stop_sequence": int, "bus_stop_code": str, "distance": float}
_SERVICE: _Kinds = {"service_no": str, "direction": int}
"""Without these fields, a record is of no use."""

_DAYS = ("wd", "sat", "sun")
_TEXTS: Mapping[str, Mapping[str, str | None]] = {
    "stop": {"road_name": "", "description": ""},
    "route stop": {"operator": "", **{f"{day}_{end}_bus": None for day in _DAYS for end in ("first", "last")}},
    "service": {
        **dict.fromkeys(("operator", "category", "origin_code", "destination_code", "loop_desc"), ""),
        **{f"{half}_{part}_freq": "" for half in ("am", "pm") for part in ("peak", "offpeak")},
    },
}
"""The other fields are texts; one of another type counts as what stands here."""


def sound_network(network: Network, note: Callable[[str], None]) -> Network:
    """Return the network without the records that nothing can use; a text of another type counts as empty.

    >>> sound_network(Network.open("network.json"), invocation.note)

    Args:
        network: The network; its records are mended in place.
        note: Called with a line for each kind of record of which some are left out.
    """
    lists: tuple[tuple[str, list[Any], _Kinds], ...] = (
        ("service", network.services, _SERVICE),
        ("route stop", network.rows, _ROW),
        ("stop", network.stops, _STOP),
    )
    found: list[list[Any]] = []
    for name, records, needed in lists:
        kept = _sound(records, needed, _TEXTS[name])
        if len(kept) < len(records):
            same = {id(each) for each in kept}
            first = next(each for each in records if id(each) not in same)
            what = ", ".join(f"{field} {printable(repr(getattr(first, field)), 40)}" for field in needed)
            note(f"the list of {name}s has {len(records) - len(kept)} that cannot be used, such as {what}")
        found.append(kept)
    if all(len(kept) == len(records) for kept, (_, records, _) in zip(found, lists, strict=True)):
        return network
    services, rows, stops = found
    return Network(services, rows, stops, network.fetched_at)


def _sound(records: Iterable[Any], needed: _Kinds, texts: Mapping[str, str | None]) -> list[Any]:
    """Return the records that can be used. Types are compared a record at a time: there are tens of thousands."""
    values = attrgetter(*needed, *texts)
    kinds, others = tuple(needed.values()), tuple(texts.items())
    right: set[tuple[type, ...]] = set()
    kept: list[Any] = []
    for record in records:
        found = values(record)
        have = tuple(map(type, found))
        if have not in right:
            if have[: len(kinds)] != kinds:
                continue
            is_right = True
            for (name, absent), kind in zip(others, have[len(kinds) :], strict=True):
                if kind is not str and not (absent is None and kind is type(None)):
                    setattr(record, name, absent)
                    is_right = False
            if is_right:
                right.add(have)
        if all(isfinite(each) if type(each) is float else each != "" for each in found[: len(kinds)]):
            kept.append(record)
    return kept
