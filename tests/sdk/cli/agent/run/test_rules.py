"""Rules that answer permissions."""

import pytest

from trivet.agent import PermissionRequest
from trivet.cli.agent.run.rules import Pattern, Rules, read_patterns
from trivet.cli.failures import UsageError

RULES = Rules(
    once=read_patterns("--allow", ["read", "bash:git *", "edit:src/*"]),
    always=read_patterns("--allow-always", ["bash:ls"]),
    reject=read_patterns("--reject", ["*:*secret*"]),
)


@pytest.mark.parametrize(
    ("action", "resources", "reply"),
    [
        ("read", ["a.txt"], "once"),
        ("read", [], "once"),
        ("read", ["a.txt", "my-secret.txt"], "reject"),
        ("bash", ["git status"], "once"),
        ("bash", ["ls"], "always"),
        ("bash", ["ls", "git log"], "once"),
        ("bash", ["ls", "rm -r ."], None),
        ("bash", ["make"], None),
        ("READ", ["a.txt"], None),
        (None, [], None),
    ],
)
def test_all_resources_have_to_be_allowed_and_one_rejects(action, resources, reply):
    request = PermissionRequest(id="per_1", session_id="ses_1", action=action, resources=resources)
    assert RULES.decide(request) == reply


@pytest.mark.parametrize("given", ["", ":ls", "bash:"])
def test_pattern_without_action_or_resource_is_refused(given):
    with pytest.raises(UsageError, match=r"--allow: .* is no pattern"):
        read_patterns("--allow", [given])


def test_resource_may_contain_colons():
    assert read_patterns("--allow", ["webfetch:https://*"]) == (Pattern("webfetch", "https://*"),)
