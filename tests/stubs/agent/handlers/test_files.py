"""The operations of files and version control: trees, contents, searches, diffs and patches."""

import asyncio
import base64
import threading
import time
from contextlib import ExitStack

import httpx
import pytest

from tests.stubs.agent.helpers import LIGHTHOUSE, data, in_process, refusal, tree
from trivet_stubs import AgentStub
from trivet_stubs.agent.handlers.files import SearchFailed, search

ENDLESS = [{"pattern": "(a+)+$"}, {"pattern": "a", "include": "{a,b}" * 60}]


def test_tree_lists_one_level_of_a_directory(http):
    assert tree(http, "") == tree(http, ".") == tree(http, "src/..") == ["docs", "src", "README.md", "logo.png"]
    assert tree(http, "src") == tree(http, "/home/dev/orchard/src/") == ["src/apples.py", "src/pears.py"]
    assert tree(http, "", directory="/home/dev/orchard/src") == ["apples.py", "pears.py"]
    assert refusal(http.get("/api/fs/tree", params={"path": "none"}))[:2] == (404, "DirectoryNotFoundError")


@pytest.mark.parametrize("path", ["../lighthouse/README.md", "/etc/passwd", "src/../../x", "/home/dev/orchard2"])
@pytest.mark.parametrize("operation", ["file", "tree"])
def test_path_out_of_the_directory_is_refused(http, operation, path):
    assert refusal(http.get(f"/api/fs/{operation}", params={"path": path}))[:2] == (400, "InvalidRequestError")


def test_file_is_sent_as_text_or_in_base64(http):
    guide = data(http.get("/api/fs/file", params={"path": "docs/guide.md"}))
    logo = data(http.get("/api/fs/file", params={"path": "logo.png"}))

    assert (guide["type"], "Äpfel" in guide["content"]) == ("text", True)
    assert (logo["type"], logo["encoding"], logo["mimeType"]) == ("binary", "base64", "image/png")
    assert base64.b64decode(logo["content"]).startswith(b"\x89PNG")
    assert refusal(http.get("/api/fs/file", params={"path": "src"}))[:2] == (404, "FileNotFoundError")


def test_search_finds_paths_by_name(http):
    def search(**body):
        return [entry["path"] for entry in data(http.post("/api/fs/search", json=body))]

    assert search(query="AP") == ["src/apples.py"]
    assert search(query="") == [
        "docs",
        "src",
        "README.md",
        "docs/guide.md",
        "logo.png",
        "src/apples.py",
        "src/pears.py",
    ]
    assert search(query="s", type="directory") == ["docs", "src"]
    assert search(query="s", type="file", limit=1) == ["docs/guide.md"]


def test_grep_finds_lines_by_pattern_and_glob(http):
    def grep(**body):
        return data(http.post("/api/fs/grep", json=body))

    assert grep(pattern=r"\bdef (\w+)") == [
        {
            "path": path,
            "line": 4,
            "text": "def pick(count):",
            "submatches": [{"text": "def pick", "start": 0, "end": 8}],
        }
        for path in ("src/apples.py", "src/pears.py")
    ]
    assert [line["path"] for line in grep(pattern="pples", include="*.md")] == ["README.md", "docs/guide.md"]
    assert [line["path"] for line in grep(pattern="pples", include="docs/*", limit=5)] == ["docs/guide.md"]
    assert [line["path"] for line in grep(pattern="pples", include="**/*.md")] == ["README.md", "docs/guide.md"]
    assert [line["path"] for line in grep(pattern="pples", include="docs/**/*.{txt,md}")] == ["docs/guide.md"]
    (line,) = grep(pattern="too")
    assert line["submatches"] == [{"text": "too", "start": 35, "end": 38}]  # bytes: the umlaut is two
    assert refusal(http.post("/api/fs/grep", json={"pattern": "("}))[:2] == (400, "InvalidRequestError")


@pytest.mark.parametrize("limit", [0, -1, 1.5, 201])
@pytest.mark.parametrize("operation", ["grep", "search"])
def test_search_limit_out_of_bounds_is_refused(http, operation, limit):
    needed = {"grep": "pattern", "search": "query"}[operation]
    answer = http.post(f"/api/fs/{operation}", json={needed: "x", "limit": limit})

    assert refusal(answer)[:2] == (400, "InvalidRequestError")
    assert answer.json()["field"] == "limit"


@pytest.mark.parametrize("job", ENDLESS, ids=["pattern", "glob"])
def test_search_that_takes_too_long_is_refused(any_http, agent_stub, job):
    agent_stub.search_timeout = 0.2
    agent_stub.write("long.txt", "a" * 60 + "b")
    answer = any_http.post("/api/fs/grep", json=job)

    assert refusal(answer)[:2] == (400, "InvalidRequestError")
    assert answer.json()["field"] == "pattern"


@pytest.mark.parametrize("where", ["in process", "port"])
def test_other_requests_are_answered_during_an_endless_search(where):
    ended = []

    def search(http):
        try:
            ended.append(http.post("/api/fs/grep", json=ENDLESS[0]))
        except httpx.TransportError as error:
            ended.append(error)

    with ExitStack() as stack:
        stub = stack.enter_context(AgentStub())
        stub.search_timeout = 3_600.0
        stub.write("long.txt", "a" * 60 + "b")
        served = {} if where == "in process" else {"transport": None, "base_url": stack.enter_context(stub.serve()).url}
        first, second = (in_process(stub, **served, timeout=60.0) for _ in range(2))
        searching = threading.Thread(target=search, args=(first,))
        searching.start()
        while not stub.requests.count("fs.grep"):
            time.sleep(0.001)
        assert "long.txt" in tree(second, "")
        assert stub.requests[0].status is None
    searching.join(30)
    for client in (first, second):
        client.close()

    assert isinstance(ended[0], httpx.TransportError)


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


def test_diff_compares_with_head_or_the_default_branch(http):
    def files(mode):
        return [change["file"] for change in data(http.get("/api/vcs/diff", params={**LIGHTHOUSE, "mode": mode}))]

    assert data(http.get("/api/vcs", params=LIGHTHOUSE)) == {"branch": "lamp", "default_branch": "main"}
    assert files("worktree") == ["lamp.py", "log.txt", "old.txt"]
    assert files("default") == ["keeper.txt", "lamp.py", "log.txt", "old.txt"]
    assert http.get("/api/vcs/diff", params=LIGHTHOUSE).json()["data"][0]["status"] == "modified"


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


JOB = {"pattern": "a", "include": "*", "limit": 10, "files": {"x.txt": "ab"}}
ENDLESS_JOB = {**JOB, "pattern": "(a+)+$", "files": {"x.txt": "a" * 60 + "b"}}
ENDLESS_GLOB = {**JOB, "include": "{a,b}" * 60}


def test_search_returns_what_its_program_finds():
    answer = asyncio.run(search(JOB, seconds=60.0))

    assert [line["submatches"] for line in answer["found"]] == [[{"text": "a", "start": 0, "end": 1}]]


@pytest.mark.parametrize("job", [ENDLESS_JOB, ENDLESS_GLOB], ids=["pattern", "glob"])
def test_endless_search_fails(job):
    with pytest.raises(SearchFailed, match=r"more than 0\.2 seconds"):
        asyncio.run(search(job, seconds=0.2))


def test_failure_of_the_search_program_is_an_error():
    with pytest.raises(SearchFailed, match="too much memory"):
        asyncio.run(search({**JOB, "files": None}, seconds=60.0))


def test_cancelled_search_ends_its_process():
    before = set(threading.enumerate())  # a server of another test may have threads of its own

    async def run():
        searching = asyncio.create_task(search(ENDLESS_JOB, seconds=3_600.0))
        await asyncio.sleep(0)
        searching.cancel()
        with pytest.raises(asyncio.CancelledError):
            await searching
        await asyncio.get_running_loop().shutdown_default_executor()  # joins the thread, so the process has ended

    asyncio.run(run())

    assert set(threading.enumerate()) <= before
