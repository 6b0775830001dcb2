"""One planted fault is one accusation: no rule is broken that only needs what the fault takes away."""

import pytest

from tests.other_make.planted.measure import broken_on

ACCUSED = {
    "chat:filter-ignored:admin.conversations.list:query/search": {
        "chat.admin-conversations.search-has-at-most-100-characters",
        "chat.admin-conversations.search-matches-title-or-id-prefix",
    },
    "chat:off-by-one:conversations.shared_with_me:query/limit": {"chat.paging.limit-is-1-to-100"},
    "chat:not-permitted:conversations.delete:anonymous/answered": {"chat.access.a-signed-in-user-is-needed"},
    "chat:field-stale:conversations.get:messages/*/id": {"chat.conversations.get-embeds-messages"},
}
"""From faults to the stated rules that each of them breaks."""


@pytest.mark.long
@pytest.mark.parametrize("name", ACCUSED)
def test_planted_fault_breaks_the_rule_that_states_it_and_no_other(name: str) -> None:
    broken = broken_on(name.partition(":")[0], name)
    assert {rule for rule, stated in broken.items() if stated} == ACCUSED[name]
