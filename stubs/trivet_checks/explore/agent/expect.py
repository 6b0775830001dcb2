"""The comparison of two answers to one step of an agent walk that are both a success."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from trivet_checks.exchange_rules.agent import content
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply
from trivet_checks.explore.agent.files import Files
from trivet_checks.explore.agent.form import rows_of
from trivet_checks.explore.agent.lists import identity, repeated
from trivet_checks.explore.agent.messages import Messages
from trivet_checks.explore.agent.pages import Pages
from trivet_checks.explore.agent.records import Records, World
from trivet_checks.explore.agent.words import (
    ACCOUNTS,
    CONTEXT,
    CONTEXT_RULE,
    DEFAULT_RULE,
    FILES,
    KINDS,
    LASTING,
    LIST,
    MESSAGES,
    MODEL,
    OF_CONTEXTS,
    PERMISSIONS,
    PROJECT,
    QUESTIONS,
    READS_RULE,
    STATUS,
    WORKSPACES,
)
from trivet_checks.explore.asked import Asked
from trivet_checks.explore.differences import Difference
from trivet_checks.explore.model_answer import ModelAnswer
from trivet_checks.explore.sightings import shown

_ABSENT = object()


class Expectation:
    """Compares answers of a server with the model's.

    Args:
        world: The walk.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self.records: Records = Records(world)
        self._pages = Pages(world, self.records)
        self._messages = Messages(world, self.records)
        self._files = Files(world)

    def differences(
        self, asked: Asked, answer: ModelAnswer, read: Callable[[Mapping[str, Any]], Reply]
    ) -> Iterator[Difference]:
        """Yield the differences between two answers that are both a success.

        Args:
            asked: The step, and the server's answer.
            answer: The model's.
            read: Reads a further page of the same list.
        """
        reply, operation = asked.reply, asked.step.operation
        if not reply.is_json:
            return
        if answer.json is not None:
            yield from self._location(asked, answer.json)
        if (secret := self._world.form.secret) and secret.encode() in reply.body:
            yield asked.differs("field", "hidden", "shown", "", "credential")
        value = content(reply.plain)
        if operation == LIST:
            yield from self._pages.sessions(asked, read)
        elif operation in (WORKSPACES, ACCOUNTS):
            yield from self._pages.records(asked)
        elif operation == STATUS:
            yield from self._pages.statuses(asked)
        elif operation in KINDS and isinstance(value, dict) and answer.json is not None:
            expected = cast(Json, content(answer.json))
            yield from self.records.compare(asked, KINDS[operation], expected, cast(Json, value))
        elif operation in (PROJECT, MODEL) and isinstance(value, dict):
            yield from self._named(asked, cast(Json, value))
        elif operation == MESSAGES:
            yield from self._messages.listed(asked, read)
        elif operation == CONTEXT:
            yield from self._messages.context(asked)
        elif operation in (PERMISSIONS, QUESTIONS) and answer.json is not None:
            yield from self._messages.requests(asked, answer.json)
        elif operation in FILES:
            yield from self._files.compare(asked, value)
        elif operation in OF_CONTEXTS:
            yield from self._inventory(asked, value)

    def _location(self, asked: Asked, expected: Json) -> Iterator[Difference]:
        """Compare the runtime context that an answer shows."""
        body = asked.reply.plain
        found: Any = cast(Json, body).get("location", _ABSENT) if isinstance(body, dict) else _ABSENT
        if found is _ABSENT or not isinstance(expected.get("location"), dict):
            return
        names_none = not {"directory", "workspace"} & asked.step.query.keys()
        rule, ledger = DEFAULT_RULE if names_none else CONTEXT_RULE, self._world.ledger
        self._world.compared.add(rule)
        if not isinstance(found, dict):
            yield asked.differs("field", shown(expected["location"]), shown(found), "", "location")
            return
        where, model = cast(Json, found), expected["location"]
        workspace = ledger.ref("server", where.get("workspaceID"))
        if workspace != ledger.ref("model", model.get("workspaceID")):
            known = ledger.ref("model", model.get("workspaceID"))
            yield asked.differs(
                "field", str(known or shown(None)), str(workspace or "another one"), rule, "location.workspaceID"
            )
        directory = where.get("directory")
        if isinstance(directory, str) and workspace is None and self._world.form.own(directory) != model["directory"]:
            if names_none and not self._world.form.shows_default:
                return
            yield asked.differs("field", shown(model["directory"]), shown(directory), rule, "location.directory")

    def _named(self, asked: Asked, found: Json) -> Iterator[Difference]:
        """A record that is read by its id is the one of that id."""
        self._world.compared.add(READS_RULE)
        wanted = asked.step.path[-1]
        if isinstance(found.get("id"), str) and found["id"] != wanted:
            yield asked.differs("field", shown(wanted), shown(found["id"]), READS_RULE, "id")

    def _inventory(self, asked: Asked, value: Any) -> Iterator[Difference]:
        """The records of a context that no step changes: each is there once, and they are those before the walks."""
        rows, operation, query = rows_of(value), asked.step.operation, asked.step.query
        if rows is None or operation not in LASTING:
            return
        if (twice := repeated(rows)) is not None:
            yield asked.differs("list", "each record once", f"{'/'.join(twice)} twice", "", "data")
            return
        form = self._world.form
        directory = form.default if not query else query.get("directory") if "workspace" not in query else None
        before = self._world.lists.before.get((operation, str(directory)))
        now = frozenset(one for row in rows if (one := identity(row)))
        if before is not None and now != before:
            yield asked.differs(
                "list", f"the {len(before)} records before the walks", f"{len(now)}", READS_RULE, "data"
            )
