"""What replies to a request."""

from types import SimpleNamespace

import pytest

from trivet.agent import PermissionRequest, Question, QuestionRequest
from trivet.cli.agent.asker import GONE, REJECTED
from trivet.cli.agent.run.replies import Otherwise, Pattern, Replies, Rules, read_patterns
from trivet.cli.failures import UsageError

PERMISSION = PermissionRequest(id="per_1", session_id="ses_1", action="bash", resources=["ls"])
QUESTION = QuestionRequest(id="que_1", session_id="ses_1", questions=[Question(question="Why?")])


def replies(answer=None, otherwise=Otherwise.ASK, rules=None):
    done = []
    asker = None if answer is None else SimpleNamespace(ask=lambda asks, wanted: answer if wanted() else GONE)
    made = Replies(rules or Rules(), otherwise, asker, done.append)
    made.turn = SimpleNamespace(waiting=(PERMISSION, QUESTION))
    return made, done


@pytest.mark.parametrize(
    ("answer", "otherwise", "reply", "by"),
    [
        (["always"], Otherwise.ASK, "always", "user"),
        (REJECTED, Otherwise.ASK, "reject", "user"),
        (None, Otherwise.ASK, "reject", "default"),
        (["always"], Otherwise.ONCE, "once", "rule"),
        (None, Otherwise.REJECT, "reject", "rule"),
    ],
)
def test_permission_that_no_rule_decides(answer, otherwise, reply, by):
    made, done = replies(answer, otherwise)
    assert made.permission(PERMISSION) == reply
    assert [(each.kind, each.what, each.reply, each.by) for each in done] == [("permission", "bash: ls", reply, by)]


def test_rule_comes_before_the_question():
    made, done = replies(["reject"], rules=Rules(once=read_patterns("--allow", ["bash"])))
    assert made.permission(PERMISSION) == "once"
    assert done[0].by == "rule"


@pytest.mark.parametrize(
    ("answer", "reply", "shown"),
    [([["So."]], [["So."]], [["So."]]), (REJECTED, None, "reject"), (None, None, "reject")],
)
def test_question_is_answered_or_rejected(answer, reply, shown):
    made, done = replies(answer)
    assert made.question(QUESTION) == reply
    assert done[0].reply == shown


@pytest.mark.parametrize("otherwise", [Otherwise.ASK, Otherwise.WAIT])
def test_request_that_is_answered_elsewhere_is_reported_as_such(otherwise):
    made, done = replies(["once"], otherwise)
    made.turn = SimpleNamespace(waiting=())
    made.permission(PERMISSION)
    assert made.question(QUESTION) is None
    assert [(each.reply, each.by) for each in done] == [(None, "other client")] * 2


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
    with pytest.raises(UsageError, match=r"--allow: .* is not a pattern"):
        read_patterns("--allow", [given])


def test_resource_may_contain_colons():
    assert read_patterns("--allow", ["webfetch:https://*"]) == (Pattern("webfetch", "https://*"),)
