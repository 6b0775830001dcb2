"""A rule that one exchange shows has one home: its check asks the function by which the proxy judges, or needs more."""

from collections.abc import Mapping, Sequence

import pytest

from trivet_checks.exchange_rules.answer_rule import AnswerRule, Looks
from trivet_checks.exchange_rules.conversation import rules_of
from trivet_checks.exchanges.exchange import Exchange
from trivet_checks.mutants.trial import new_stub, try_rules
from trivet_stubs._generated.names import SERVICES

OF_THEIR_OWN: Mapping[str, Sequence[str]] = {
    "A check tries a refusal by `Reply.is_refused`, which tells the server from a gateway and a missing operation.": (
        "bus.access.account-key-is-needed",
        "bus.access.unknown-key-is-401",
        "bus.requests.every-operation-is-a-get",
        "bus.requests.unknown-parameters-are-400",
        "bus.requests.what-the-contract-forbids-is-400",
        "chat.access.a-signed-in-user-is-needed",
        "chat.access.unknown-token-is-401",
        "chat.requests.what-the-contract-forbids-is-422",
        "agent.files.pattern-is-valid-and-quick",
        "agent.limits.cursor-belongs-to-its-list",
        "agent.requests.path-is-in-the-directory",
        "agent.requests.what-the-contract-forbids-is-400",
        "agent.sessions.wait-is-503-as-observed",
        "agent.vcs.patch-is-well-formed",
    ),
    "A check demands a success by `Reply.succeeds`; an exchange may be refused for a reason that it does not show.": (
        "chat.admin-ratings.export-format-is-json-or-csv",
        "chat.conversations.title-has-at-most-255-characters",
        "chat.requests.no-further-inputs",
        "chat.users.search-is-optional",
        "agent.requests.routes-are-below-api",
    ),
    "A check reads the record again, later and by another operation; an exchange shows the answer to the change.": (
        "chat.conversations.update-sets-title-and-archived",
        "chat.users.update-changes-role-and-activity",
        "agent.accounts.create-saves-an-account",
        "agent.accounts.created-active-by-request",
        "agent.accounts.update-changes-description-or-credential",
        "agent.config.update-changes-it",
        "agent.contexts.session-is-pinned-where-it-was-created",
        "agent.mcp.create-adds-to-the-config",
        "agent.mcp.oauth-starts-completes-and-is-removed",
        "agent.projects.update-changes-metadata",
        "agent.ptys.create-in-the-context",
        "agent.ptys.update-changes-title-or-size",
        "agent.sessions.create-takes-title-agent-model-and-permissions",
        "agent.sessions.update-changes-title-archival-or-permissions",
        "agent.workspaces.update-changes-metadata-or-archives",
    ),
    "A check knows by their ids which records match, and in which order, whatever the fields of a page show.": (
        "chat.admin-conversations.archived-are-listed-by-default",
        "chat.admin-conversations.search-matches-title-or-id-prefix",
        "chat.admin-ratings.comments-only-by-request",
        "chat.admin-ratings.filter-chooses-likes-or-dislikes",
        "chat.admin-ratings.list-is-newest-first",
        "chat.conversations.archived-are-hidden-by-default",
        "chat.conversations.list-is-latest-update-first",
        "chat.conversations.list-is-the-callers-own",
        "chat.messages.list-is-oldest-first",
        "chat.shares.shared-with-me-is-latest-update-first",
        "chat.users.search-matches-email-or-name",
        "agent.accounts.at-most-one-is-active",
        "agent.accounts.list-by-service",
        "agent.accounts.list-has-the-active-mapping",
        "agent.contexts.request-operations-take-directory-and-workspace",
        "agent.files.grep-finds-contents",
        "agent.files.search-finds-paths-by-name",
        "agent.limits.cursors-page-through",
        "agent.limits.order-is-asc-or-desc",
        "agent.sessions.context-begins-at-the-last-compaction",
        "agent.sessions.list-filters",
        "agent.sessions.list-is-of-the-context",
        "agent.workspaces.list-by-project",
    ),
    "A check knows how many records there are, or what they hold; an exchange shows a bound alone.": (
        "chat.admin-conversations.list-has-a-message-count",
        "chat.conversations.get-embeds-messages",
        "chat.impersonation.token-is-the-target-users",
        "chat.paging.limit-is-50-by-default",
        "chat.paging.messages-limit-is-100-by-default",
        "chat.paging.total-counts-every-match",
        "chat.shares.token-opens-the-conversation",
        "agent.vcs.diff-is-json-or-a-patch",
    ),
    "A check compares two pages, because a limit that is used and exceeded is another rule's; one page shows both.": (
        "chat.requests.paging-is-in-the-query",
    ),
    "A check compares months with the latest one; an exchange shows when its link was signed.": (
        "bus.volume.date-is-of-the-last-three-months",
    ),
}
"""The rules that one exchange shows, and that a check tries by a condition of its own, by the reason."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The rules whose functions were asked."""
    rules: set[str] = set()
    ask = AnswerRule.__call__

    def note(rule: AnswerRule, exchange: Exchange) -> Looks:
        rules.add(rule.rule)
        return ask(rule, exchange)

    monkeypatch.setattr(AnswerRule, "__call__", note)
    return rules


@pytest.mark.long
@pytest.mark.parametrize("service", SERVICES)
def test_check_asks_the_function_of_its_rule_unless_it_needs_more(service: str, asked: set[str]) -> None:
    with new_stub(service) as stub:
        try_rules(stub)

    shown = {rule.rule for rule in rules_of(service) if isinstance(rule, AnswerRule)}
    own = {rule for listed in OF_THEIR_OWN.values() for rule in listed if rule.startswith(f"{service}.")}
    assert sorted(shown - asked) == sorted(own)
