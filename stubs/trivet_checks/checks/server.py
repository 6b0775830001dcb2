"""A server that is checked, from the settings that people give: by `trivet check`, in Python and in pytest."""

import os
from collections.abc import Collection, Generator, Mapping, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies

from trivet_checks.checks.budget import Budget
from trivet_checks.checks.callers import credentials_of, tokens_of
from trivet_checks.checks.credentials import HIDDEN, proxy_secrets
from trivet_checks.checks.run import Progress, run
from trivet_checks.checks.suite import Selection, Suite, suite
from trivet_checks.checks.target import Target
from trivet_checks.checks.verdict import Result
from trivet_stubs.kernel.rule_catalogue import rules
from trivet_stubs.serving.bounded_http_client import HttpClient

_MAX_BODY = 16 * 1024 * 1024


@contextmanager
def target_of(
    checks: Suite,
    base_url: str,
    *,
    callers: Mapping[str, str] | None = None,
    allow_writes: bool = False,
    allow_untried: bool = False,
    timeout: float = 30.0,
    budget: Budget | None = None,
    options: Mapping[str, str] | None = None,
    settle: float | None = None,
    transport: Any = None,
) -> Generator[Target, None, None]:
    """The server of these settings, which `check_server` takes, too.

        with target_of(suite("chat"), "http://127.0.0.1:8000") as target:
            result = run(suite("chat"), target)

    Raises:
        ValueError: A setting cannot be used.
    """
    check_base_url(base_url)
    if not timeout > 0:
        raise ValueError(f"timeout: {timeout} is not greater than 0")
    credentials = credentials_of(checks, callers or {}, os.environ)
    with HttpClient(base_url, transport=transport, timeout=timeout, max_body=_MAX_BODY) as client:
        header = checks.scheme("token")[0]
        target = Target(
            checks.service,
            client,
            credentials,
            allow_writes=allow_writes,
            allow_untried=allow_untried,
            budget=budget,
            options=options,
            header=header,
            settle=settle,
        )
        for variable, token in tokens_of(checks.service, callers or {}, os.environ).values():
            target.gate.add(token, f"${variable}")  # the value of a header may be made of it in another spelling
        for secret in proxy_secrets(getproxies()):
            target.gate.add(secret, HIDDEN)
        yield target


def agent_options(directory: str | None, committed: str | None, prompts: int = 0) -> dict[str, str]:
    """The settings of a run against an agent server, by their names; those that are None are left out.

    >>> agent_options("/srv/trees", None)
    {'directory': '/srv/trees'}

    Args:
        directory: The directory on the server in which the checks work.
        committed: A file in it, unchanged, that its branch has committed and the default branch does not have.
        prompts: How many prompts walks may send.
    """
    options = {"directory": directory, "committed": committed, "prompts": str(prompts) if prompts else None}
    return {name: value for name, value in options.items() if value is not None}


def check_server(
    service: str,
    base_url: str,
    *,
    callers: Mapping[str, str] | None = None,
    allow_writes: bool = False,
    allow_untried: bool = False,
    ids: Collection[str] = (),
    operations: Collection[str] = (),
    sections: Collection[str] = (),
    timeout: float = 30.0,
    budget: Budget | None = None,
    directory: str | None = None,
    committed: str | None = None,
    settle: float | None = None,
    transport: Any = None,
    progress: Progress | None = None,
) -> Result:
    """Try the rules of a contract on a server, and remove what the run has made.

    >>> result = check_server("chat", "http://127.0.0.1:8000", callers={"user": "CHAT_TOKEN"}, allow_writes=True)
    >>> [verdict.id for verdict in result.verdicts if verdict.fails]
    []

    Args:
        service: `bus`, `chat` or `agent`.
        base_url: The URL of the server, with the prefix of its paths.
        callers: From `admin`, `user`, `other` and `spare` to the environment variables that hold their tokens. One
            that is missing has its default, such as `TRIVET_CHAT_ADMIN_TOKEN`.
        allow_writes: Whether records may be made, changed and removed. Without it, the run only reads.
        allow_untried: Whether the run goes on without a caller that is missing or refused; the rules that need it are
            then not tried. Without it, every caller of the service has to be let in; only `spare` may be missing.
        ids: Patterns of the ids of rules, as `chat.shares.*`; without them, all.
        operations: Patterns of operations.
        sections: Headings of the contract.
        timeout: Seconds for one request.
        budget: The bounds of the run.
        directory: The directory on an agent server in which its checks work.
        committed: A file in it, unchanged, that its branch has committed and the default branch does not have.
        settle: Seconds to wait for a change, and to watch what must stay. By default, twice the lateness of the slowest
            write that the run has seen, and at least 3.2 s.
        transport: An async transport of httpx in place of the network.
        progress: Is called before each check with how many are done, how many there are, and the id of the rule.

    Raises:
        ValueError: A setting cannot be used, or selects nothing.
        CouldNotRun: The server cannot be reached, or a caller cannot be used.
    """
    checks = suite(service)
    selection = Selection(ids=tuple(ids), operations=tuple(operations), sections=tuple(sections))
    with target_of(
        checks,
        base_url,
        callers=callers,
        allow_writes=allow_writes,
        allow_untried=allow_untried,
        timeout=timeout,
        budget=budget,
        options=agent_options(directory, committed),
        settle=settle,
        transport=transport,
    ) as target:
        check_selection(selection, target)
        return run(checks, target, selection, progress)


def check_selection(selection: Selection, target: Target) -> None:
    """Raise a ValueError if a pattern or a heading selects nothing."""
    unknown = selection.unknown(target.service, list(target.shapes.contract.operations))
    if unknown:
        raise ValueError(f"{unknown[0]!r} selects no rule and no operation of the {target.service} service")


def check_required(patterns: Sequence[str], selection: Selection, target: Target) -> None:
    """Raise a ValueError if a pattern of rules that have to be tried matches none that the run tries."""
    selected = [rule.id for rule in rules(target.service).values() if rule in selection]
    for pattern in patterns:
        if not any(fnmatchcase(rule, pattern) for rule in selected):
            raise ValueError(f"--require: {pattern!r} matches no rule that is selected")


def check_base_url(base_url: str) -> None:
    """Raise a ValueError unless requests can be sent below a URL; its message shows nothing of the URL."""
    try:
        parts = urlsplit(base_url)
        parts.port  # noqa: B018  # it is read, and may be no number
    except ValueError as error:
        raise ValueError("base-url: it is not a URL") from error
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("base-url: it does not begin with http:// or https:// and a host")
    if parts.username is not None or parts.password is not None:
        raise ValueError("base-url: it holds credentials; name the environment variable of a caller instead")
    if parts.query or parts.fragment or not base_url.isprintable() or " " in base_url:
        raise ValueError("base-url: it has a query, a fragment or characters that no URL has")
