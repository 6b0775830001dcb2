"""Loads the network: from its file if that is young enough, else from the service; an old one is better than none."""

from __future__ import annotations

import os
import sys
from datetime import datetime, timedelta
from pathlib import Path

from attrs import frozen

from trivet import APIError, AuthenticationError, InvalidArgumentError, PermissionDeniedError
from trivet.bus import Network, load_network
from trivet.cli.bus.network.age import age_in_words, parse_age
from trivet.cli.bus.network.parts import remove_left_parts
from trivet.cli.bus.network.place import cache_folder, network_file
from trivet.cli.bus.network.sound import sound_network
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.terminal import progress

__all__ = ["NetworkSource"]


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
