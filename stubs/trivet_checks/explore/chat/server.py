"""A chat server that is walked on: its choices, its lists before the walks, its model, and the steps that are drawn."""

from collections.abc import Iterator, Mapping
from typing import Any

from trivet_checks.checks.target import Target
from trivet_checks.checks.verdict import CouldNotRun
from trivet_checks.exchanges.exchange import Json
from trivet_checks.explore.chat.draw import Draw
from trivet_checks.explore.chat.lists import Lists, changed, read_lists
from trivet_checks.explore.chat.model import ChatModel
from trivet_checks.explore.chat.probe import Probe
from trivet_checks.explore.chat.walker import Walker
from trivet_checks.explore.differences import Difference
from trivet_checks.explore.walked_server import NextStep


class WalkedChat:
    """A chat server.

    Args:
        target: The server.
    """

    def __init__(self, target: Target) -> None:
        self.optional: tuple[str, ...] = ("comment", "is_archived", "title")
        self._target = target
        self._probe = Probe(target)
        self._model: ChatModel | None = None
        self._lists: Lists = Lists()
        self._turns: dict[str, list[Any]] = {}

    @property
    def notes(self) -> list[str]:
        """The steps of the probe that have failed, and why."""
        return self._probe.attempts.failed

    @property
    def wrong(self) -> list[Difference]:
        """The differences that the probe has found."""
        return self._probe.wrong

    @property
    def choices(self) -> list[str]:
        """The choices of the server in words."""
        return self._probe.form.choices

    @property
    def ids(self) -> Mapping[str, str]:
        """The ids of the callers by their names."""
        return {name: user["id"] for name, user in self._probe.users.items()}

    def learn(self) -> None:
        """Learn the choices of the server, and read its lists.

        Raises:
            CouldNotRun: A bound of the run is used up, or no caller is known by an id.
        """
        self._probe.learn()
        if "user" not in self._probe.users:
            raise CouldNotRun("the caller user is not known by an id, without which no walk can be compared")
        self.read_lists()
        self._model = ChatModel(self._probe.users)

    def read_lists(self) -> None:
        """Read the lists of the server again."""
        self._lists = self._read()

    def uneven(self) -> Iterator[tuple[Difference, list[bool]]]:
        """The lists whose pages do not have as many records as their total says."""
        again: list[Lists] = []
        for key, (total, count) in self._lists.uneven.items():
            if not again:
                again += [self._read(), self._read()]
            difference = Difference(
                service="chat",
                operation=key[0],
                kind="total",
                rule="chat.paging.total-counts-every-match",
                place="total",
                expected=f"{count}, as many records as the pages have",
                found=str(total),
            )
            yield difference, [True, *(key in other.uneven for other in again)]

    def changed(self) -> Iterator[Difference]:
        """Read the lists of the server, and compare them with those before the walks."""
        for key, before, after in changed(self._lists, self._read()):
            yield Difference(service="chat", operation=key[0], kind="left", expected=before, found=after)

    def walker(self) -> Walker:
        """Begin a walk, whose steps are known."""
        assert self._model is not None, "the server is learned first"
        return Walker(self._target, self._model, self._probe.form, self._lists, self._probe.users)

    def drawn(self, seed: str, steps: int) -> tuple[Walker, NextStep]:
        """Begin a walk of steps that are drawn by a seed."""
        walker, probe = self.walker(), self._probe
        draw = Draw(seed, self._target.prefix, probe.users, probe.form, steps, self._turns)
        return walker, lambda number: draw.next(number, walker)

    def sent(self, body: Mapping[str, Any] | None) -> Json | None:
        """The body of a request in the server's spelling."""
        return self._probe.form.sent(body)

    def close(self) -> None:
        """Stop the model."""
        if self._model is not None:
            self._model.close()

    def _read(self) -> Lists:
        return read_lists(self._target, self._probe.form, self._probe.users)
