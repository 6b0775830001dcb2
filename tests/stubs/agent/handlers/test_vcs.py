"""The handlers of version control: status, diffs and patches."""

import pytest

from tests.stubs.agent.helpers import LIGHTHOUSE, data, refusal, tree

PATCH = """\
diff --git a/README.md b/README.md
--- a/README.md
+++ b/README.md
@@ -1,3 +1,3 @@
 # Orchard

-Apples and pears.
+Apples, pears and plums.
diff --git a/src/plums.py b/src/plums.py
new file mode 100644
--- /dev/null
+++ b/src/plums.py
@@ -0,0 +1,2 @@
+PLUMS = 3
+# none
\\ No newline at end of file
diff --git a/src/pears.py b/src/pears.py
deleted file mode 100644
--- a/src/pears.py
+++ /dev/null
@@ -1,5 +0,0 @@
-\"\"\"Pears.\"\"\"
-
-
-def pick(count):
-    return ["pear"] * count
"""


@pytest.mark.rule("agent.vcs.status-lists-changed-files", "agent.vcs.patch-is-applied")
def test_applied_patch_shows_in_status_diff_and_files(http):
    assert data(http.post("/api/vcs/patch", json={"patch": PATCH})) == {"applied": True}

    assert data(http.get("/api/vcs/status")) == [
        {"file": "README.md", "additions": 1, "deletions": 1, "status": "modified"},
        {"file": "src/pears.py", "additions": 0, "deletions": 5, "status": "deleted"},
        {"file": "src/plums.py", "additions": 2, "deletions": 0, "status": "added"},
    ]
    readme = data(http.get("/api/fs/file", params={"path": "README.md"}))
    assert readme["content"] == "# Orchard\n\nApples, pears and plums.\n"
    assert "+Apples, pears and plums." in readme["diff"]
    assert data(http.get("/api/fs/file", params={"path": "src/plums.py"}))["content"] == "PLUMS = 3\n# none"
    assert tree(http, "src") == ["src/apples.py", "src/plums.py"]
    assert data(http.get("/api/vcs/status", params=LIGHTHOUSE)) != data(http.get("/api/vcs/status"))


@pytest.mark.rule("agent.vcs.diff-is-json-or-a-patch")
def test_diff_as_a_patch_makes_the_same_changes_elsewhere(http):
    http.post("/api/vcs/patch", json={"patch": PATCH})
    answer = http.get("/api/vcs/diff", params={"format": "patch"})
    workspace = data(http.post("/api/workspace", json={"type": "worktree"}))
    there = {"workspace": workspace["id"]}

    assert answer.headers["content-type"].startswith("text/x-diff")
    assert http.get("/api/vcs/diff", headers={"accept": "text/x-diff"}).text == answer.text
    data(http.post("/api/vcs/patch", params=there, json={"patch": answer.text}))
    assert data(http.get("/api/vcs/diff", params=there)) == data(http.get("/api/vcs/diff", params={"format": "json"}))
    assert "".join(change["patch"] for change in data(http.get("/api/vcs/diff"))) == answer.text


@pytest.mark.rule("agent.vcs.diff-compares-by-mode", "agent.vcs.mode-is-worktree-or-default")
def test_diff_compares_with_head_or_the_default_branch(http):
    def files(mode):
        return [change["file"] for change in data(http.get("/api/vcs/diff", params={**LIGHTHOUSE, "mode": mode}))]

    assert data(http.get("/api/vcs", params=LIGHTHOUSE)) == {"branch": "lamp", "default_branch": "main"}
    assert files("worktree") == ["lamp.py", "log.txt", "old.txt"]
    assert files("default") == ["keeper.txt", "lamp.py", "log.txt", "old.txt"]
    assert http.get("/api/vcs/diff", params=LIGHTHOUSE).json()["data"][0]["status"] == "modified"


@pytest.mark.rule("agent.vcs.patch-applies-as-a-whole")
def test_hunk_is_applied_where_its_lines_are(http, agent_stub):
    agent_stub.write("list.txt", "".join(f"{number}\n" for number in range(20)))
    patch = "--- a/list.txt\n+++ b/list.txt\n@@ -3,3 +3,3 @@\n 10\n-11\n+eleven\n 12\n"
    data(http.post("/api/vcs/patch", json={"patch": patch}))

    assert "\n10\neleven\n12\n" in data(http.get("/api/fs/file", params={"path": "list.txt"}))["content"]


@pytest.mark.parametrize(
    "patch",
    [
        "--- a/README.md\n+++ b/README.md\n@@ -1 +1 @@\n-# Forest\n+# Wood\n",
        "--- a/none.md\n+++ b/none.md\n@@ -1 +1 @@\n-a\n+b\n",
        "--- /dev/null\n+++ b/README.md\n@@ -0,0 +1 @@\n+a\n",
        "--- a/logo.png\n+++ b/logo.png\n@@ -1 +1 @@\n-a\n+b\n",
    ],
)
def test_patch_that_does_not_apply_changes_nothing(http, patch):
    both = PATCH + patch

    assert refusal(http.post("/api/vcs/patch", json={"patch": both}))[:2] == (409, "VcsApplyError")
    assert data(http.get("/api/vcs/status")) == []


@pytest.mark.rule("agent.vcs.patch-is-well-formed")
@pytest.mark.parametrize(
    "patch",
    [
        "",
        "hello",
        "@@ -1 +1 @@\n-a\n+b\n",
        "--- a/README.md\n+++ b/README.md\n@@ -1,9 +1 @@\n-# Orchard",
        "--- a/README.md\n+++ b/README.md\n@@ one @@\n",
        "--- a/README.md\n+++ b/README.md\n@@ -2 +2 @@\n",
        "--- /dev/null\n+++ /dev/null\n@@ -0,0 +1 @@\n+a\n",
        "--- a/README.md\n+++ b/README.md\n@@ -1 +1 @@\n*a\n",
        "--- /dev/null\n+++ b/../out\n@@ -0,0 +1 @@\n+a\n",
    ],
)
def test_malformed_patch_is_refused(http, patch):
    assert refusal(http.post("/api/vcs/patch", json={"patch": patch}))[:2] == (400, "InvalidRequestError")


def test_patch_renames_a_file(http):
    patch = "diff --git a/README.md b/READ.md\nsimilarity index 100%\nrename from README.md\nrename to READ.md\n"
    data(http.post("/api/vcs/patch", json={"patch": patch}))

    assert [(change["file"], change["status"]) for change in data(http.get("/api/vcs/status"))] == [
        ("READ.md", "added"),
        ("README.md", "deleted"),
    ]
