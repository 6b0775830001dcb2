"""Rules that answer permissions without a question: patterns of actions and resources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Literal, TypeAlias

from attrs import field, frozen

from trivet.agent import PermissionRequest
from trivet.cli.failures import UsageError

__all__ = ["Pattern", "Reply", "Rules", "read_patterns"]

Reply: TypeAlias = Literal["once", "always", "reject"]


@frozen
class Pattern:
    """An action and its resources, each with the wildcards of a shell.

    >>> Pattern("bash", "git *").matches("bash", "git status")
    True

    Attributes:
        action: The action, such as `bash` or `*`.
        resource: What it is on, such as `git *` or `src/*`.
    """

    action: str
    resource: str = "*"

    def matches(self, action: str, resource: str) -> bool:
        """Return whether an action on a resource matches."""
        return fnmatchcase(action, self.action) and fnmatchcase(resource, self.resource)


def read_patterns(option: str, given: Iterable[str]) -> tuple[Pattern, ...]:
    """Read patterns as they are typed: `ACTION` or `ACTION:RESOURCE`.

    >>> read_patterns("--allow", ["bash:git *"])
    (Pattern(action='bash', resource='git *'),)

    Raises:
        UsageError: A pattern names no action or no resource.
    """
    found: list[Pattern] = []
    for each in given:
        action, colon, resource = each.partition(":")
        if not action or (colon and not resource):
            raise UsageError(f"{option}: {each!r} is no pattern; give an action, such as bash, or 'bash:git *'")
        found.append(Pattern(action, resource or "*"))
    return tuple(found)


@frozen
class Rules:
    """What is answered without a question. A rejection counts before what allows.

    >>> rules = Rules(once=read_patterns("--allow", ["read"]), reject=read_patterns("--reject", ["bash:rm *"]))
    >>> rules.decide(PermissionRequest(id="per_1", session_id="ses_1", action="read", resources=["a.txt"]))
    'once'

    Attributes:
        once: What is allowed, this time.
        always: What is allowed, and from now on without being asked.
        reject: What is rejected.
    """

    once: Sequence[Pattern] = field(default=(), kw_only=True)
    always: Sequence[Pattern] = field(default=(), kw_only=True)
    reject: Sequence[Pattern] = field(default=(), kw_only=True)

    def decide(self, request: PermissionRequest) -> Reply | None:
        """Return the reply to a request; None where no rule decides.

        One resource that is to be rejected rejects the request; it is allowed only if every resource is.
        """
        action = request.action or ""
        resources = [*map(str, request.resources or ())] or [""]
        if any(_matches(self.reject, action, each) for each in resources):
            return "reject"
        if all(_matches(self.always, action, each) for each in resources):
            return "always"
        if all(_matches((*self.once, *self.always), action, each) for each in resources):
            return "once"
        return None


def _matches(patterns: Sequence[Pattern], action: str, resource: str) -> bool:
    return any(each.matches(action, resource) for each in patterns)
