# Derived from tests/sdk/agent/_async/test_vcs.py by `python -m codegen`; do not edit.
"""The diff of a directory: as records, or as a patch that makes the same changes in another directory."""

PATCH = """\
diff --git a/src/plums.py b/src/plums.py
new file mode 100644
--- /dev/null
+++ b/src/plums.py
@@ -0,0 +1 @@
+PLUMS = 3
"""


def test_patch_makes_the_same_changes_in_another_directory(agent_client):
    with agent_client as agent:
        agent.vcs.patch(patch=PATCH)
        workspace = agent.workspace.create(type="worktree")
        other = agent.at(workspace=workspace.id)
        assert other.vcs.diff() == []

        other.vcs.patch(patch=agent.vcs.diff(format="patch"))

        [plums] = other.vcs.diff()
        assert (plums.file, plums.status, plums.additions) == ("src/plums.py", "added", 1)
        assert agent.vcs.diff(format="json") == [plums]


def test_patches_of_the_records_are_the_whole_patch(agent_client):
    with agent_client.at(directory="/home/dev/lighthouse") as agent:
        records = agent.vcs.diff()
        assert [record.file for record in records] == ["lamp.py", "log.txt", "old.txt"]
        assert "".join(record.patch for record in records) == agent.vcs.diff(format="patch")
        since_main = agent.vcs.diff(mode="default")
        assert [record.file for record in since_main] == ["keeper.txt", "lamp.py", "log.txt", "old.txt"]
