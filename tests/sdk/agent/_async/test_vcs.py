"""The diff of a directory: as records, or as a patch that makes the same changes in another directory."""

PATCH = """\
diff --git a/src/plums.py b/src/plums.py
new file mode 100644
--- /dev/null
+++ b/src/plums.py
@@ -0,0 +1 @@
+PLUMS = 3
"""


async def test_patch_makes_the_same_changes_in_another_directory(async_agent_client):
    async with async_agent_client as agent:
        await agent.vcs.patch(patch=PATCH)
        workspace = await agent.workspace.create(type="worktree")
        other = agent.at(workspace=workspace.id)
        assert await other.vcs.diff() == []

        await other.vcs.patch(patch=await agent.vcs.diff(format="patch"))

        [plums] = await other.vcs.diff()
        assert (plums.file, plums.status, plums.additions) == ("src/plums.py", "added", 1)
        assert await agent.vcs.diff(format="json") == [plums]


async def test_patches_of_the_records_are_the_whole_patch(async_agent_client):
    async with async_agent_client.at(directory="/home/dev/lighthouse") as agent:
        records = await agent.vcs.diff()
        assert [record.file for record in records] == ["lamp.py", "log.txt", "old.txt"]
        assert "".join(record.patch for record in records) == await agent.vcs.diff(format="patch")
        since_main = await agent.vcs.diff(mode="default")
        assert [record.file for record in since_main] == ["keeper.txt", "lamp.py", "log.txt", "old.txt"]
