"""Replies to permissions and questions, by rules, by the user and by default."""

from types import SimpleNamespace

import pytest

from trivet.agent import PermissionRequest, PermissionRules, Question, QuestionRequest
from trivet.cli.agent.asker import GONE, REJECTED
from trivet.cli.agent.run.replies import Otherwise, Replies, read_patterns
from trivet.cli.failures import UsageError

PERMISSION = PermissionRequest(id="per_1", session_id="ses_1", action="bash", resources=["ls"])
QUESTION = QuestionRequest(id="que_1", session_id="ses_1", questions=[Question(question="Why?")])


def replies(answer=None, otherwise=Otherwise.ASK, rules=None):
    log = []
    asker = None if answer is None else SimpleNamespace(ask=lambda asks, is_wanted: answer if is_wanted() else GONE)
    handler = Replies(rules or PermissionRules(), otherwise, asker, log.append)
    handler.turn = SimpleNamespace(waiting=(PERMISSION, QUESTION))
    return handler, log


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
def test_permission_without_a_rule_is_decided_by_the_user_or_the_default(answer, otherwise, reply, by):
    handler, log = replies(answer, otherwise)
    assert handler.permission(PERMISSION) == reply
    assert [(entry.kind, entry.what, entry.reply, entry.by) for entry in log] == [("permission", "bash: ls", reply, by)]


def test_rule_comes_before_the_question():
    handler, log = replies(["reject"], rules=PermissionRules(allow=read_patterns("--allow", ["bash"])))
    assert handler.permission(PERMISSION) == "once"
    assert log[0].by == "rule"


@pytest.mark.parametrize(
    ("answer", "reply", "logged"),
    [([["So."]], [["So."]], [["So."]]), (REJECTED, None, "reject"), (None, None, "reject")],
)
def test_question_is_answered_or_rejected(answer, reply, logged):
    handler, log = replies(answer)
    assert handler.question(QUESTION) == reply
    assert log[0].reply == logged


@pytest.mark.parametrize("otherwise", [Otherwise.ASK, Otherwise.WAIT])
def test_reply_of_another_client_is_reported_as_such(otherwise):
    handler, log = replies(["once"], otherwise)
    handler.turn = SimpleNamespace(waiting=())
    handler.permission(PERMISSION)
    assert handler.question(QUESTION) is None
    assert [(entry.reply, entry.by) for entry in log] == [(None, "other client")] * 2


RULES = PermissionRules(
    allow=read_patterns("--allow", ["read", "bash:git *", "edit:src/*"]),
    always=read_patterns("--allow-always", ["bash:ls"]),
    deny=read_patterns("--reject", ["*:*secret*"]),
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


@pytest.mark.parametrize("pattern", ["", ":ls", "bash:"])
def test_pattern_without_action_or_resource_is_refused(pattern):
    with pytest.raises(UsageError, match=r"--allow: .* is not a pattern"):
        read_patterns("--allow", [pattern])


def test_resource_may_contain_colons():
    assert read_patterns("--allow", ["webfetch:https://*"]) == ("webfetch:https://*",)
