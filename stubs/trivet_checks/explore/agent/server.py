"""An agent server that is walked on: its choices, its lists before the walks, its model, and the steps."""

from collections.abc import Iterator, Mapping
from typing import Any

from trivet_checks.checks.target import Target
from trivet_checks.exchanges.exchange import Json
from trivet_checks.explore.agent.draw import Draw
from trivet_checks.explore.agent.lists import Lists, changed, read_lists
from trivet_checks.explore.agent.model import AgentModel
from trivet_checks.explore.agent.probe import Probe
from trivet_checks.explore.agent.turns import Allowance
from trivet_checks.explore.agent.walker import Walker
from trivet_checks.explore.differences import Difference
from trivet_checks.explore.walked_server import NextStep


class WalkedAgent:
    """An agent server.

    Args:
        target: The server; its option `directory` is the directory that walks may use.

    Raises:
        ValueError: The option is missing, or is not an absolute path.
    """

    def __init__(self, target: Target) -> None:
        if not target.options.get("directory", "").startswith("/"):
            raise ValueError("--explore: walks of the agent service need a directory of their own: add --directory")
        self.optional: tuple[str, ...] = (
            "metadata",
            "permission",
            "model",
            "agent",
            "description",
            "archived",
            "title",
        )
        self._target = target
        self._probe = Probe(target)
        self._model: AgentModel | None = None
        self._lists: Lists = Lists()
        self._turns: dict[str, list[Any]] = {}
        self._allowance = Allowance(int(target.options.get("prompts", "0")))

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
        return self._probe.form.choices(self._probe.attempts.learned)

    @property
    def ids(self) -> Mapping[str, str]:
        """The ids of the callers: no step names a user."""
        return {}

    def learn(self) -> None:
        """Learn the choices of the server, and read its lists.

        Raises:
            CouldNotRun: A bound of the run is used up.
        """
        self._probe.learn()
        self.read_lists()
        form = self._probe.form
        self._model = AgentModel(form.directory, form, self._probe.projects)

    def read_lists(self) -> None:
        """Read the lists of the server again."""
        self._lists = self._read()

    def uneven(self) -> Iterator[tuple[Difference, list[bool]]]:
        """The lists that have a record twice."""
        again: list[Lists] = []
        for key, twice in self._lists.twice.items():
            if not again:
                again += [self._read(), self._read()]
            difference = Difference(
                service="agent",
                operation=key[0],
                kind="list",
                place="data",
                expected="each record once",
                found=f"{'/'.join(twice)} twice",
            )
            yield difference, [True, *(key in other.twice for other in again)]

    def changed(self) -> Iterator[Difference]:
        """Read the lists of the server, and compare them with those before the walks."""
        for key, before, after in changed(self._lists, self._read()):
            yield Difference(service="agent", operation=key[0], kind="left", expected=before, found=after)

    def walker(self) -> Walker:
        """Begin a walk, whose steps are known."""
        assert self._model is not None, "the server is learned first"
        return Walker(self._target, self._model, self._probe.form, self._lists, self._allowance)

    def drawn(self, seed: str, steps: int) -> tuple[Walker, NextStep]:
        """Begin a walk of steps that are drawn by a seed."""
        walker, probe = self.walker(), self._probe
        projects = [str(project["id"]) for project in probe.projects if isinstance(project.get("id"), str)]
        draw = Draw(seed, self._target.prefix, probe.form, projects, self._turns)
        return walker, lambda number: draw.next(number, walker)

    def sent(self, body: Mapping[str, Any] | None) -> Json | None:
        """The body of a request, as it is."""
        return None if body is None else dict(body)

    def close(self) -> None:
        """Stop the model."""
        if self._model is not None:
            self._model.close()

    def _read(self) -> Lists:
        return read_lists(self._target, self._probe.form)
