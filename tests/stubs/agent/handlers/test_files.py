"""The operations of files: trees, contents, and searches."""

import asyncio
import base64
import threading
import time
from contextlib import ExitStack

import httpx
import pytest

from tests.stubs.agent.helpers import data, in_process, refusal, tree
from trivet_stubs import AgentStub
from trivet_stubs.agent.handlers.files import SearchFailed, search

ENDLESS = [{"pattern": "(a+)+$"}, {"pattern": "a", "include": "{a,b}" * 60}]


@pytest.mark.rule("agent.requests.example-places-the-path-in-the-query", "agent.files.tree-lists-a-directory")
def test_tree_lists_one_level_of_a_directory(http):
    assert tree(http, "") == tree(http, ".") == tree(http, "src/..") == ["docs", "src", "README.md", "logo.png"]
    assert tree(http, "src") == tree(http, "/home/dev/orchard/src/") == ["src/apples.py", "src/pears.py"]
    assert tree(http, "", directory="/home/dev/orchard/src") == ["apples.py", "pears.py"]
    assert refusal(http.get("/api/fs/tree", params={"path": "none"}))[:2] == (404, "DirectoryNotFoundError")


@pytest.mark.rule("agent.requests.path-is-in-the-directory")
@pytest.mark.parametrize("path", ["../lighthouse/README.md", "/etc/passwd", "src/../../x", "/home/dev/orchard2"])
@pytest.mark.parametrize("operation", ["file", "tree"])
def test_path_out_of_the_directory_is_refused(http, operation, path):
    assert refusal(http.get(f"/api/fs/{operation}", params={"path": path}))[:2] == (400, "InvalidRequestError")


@pytest.mark.rule("agent.files.file-is-read")
def test_file_is_sent_as_text_or_in_base64(http):
    guide = data(http.get("/api/fs/file", params={"path": "docs/guide.md"}))
    logo = data(http.get("/api/fs/file", params={"path": "logo.png"}))

    assert (guide["type"], "Äpfel" in guide["content"]) == ("text", True)
    assert (logo["type"], logo["encoding"], logo["mimeType"]) == ("binary", "base64", "image/png")
    assert base64.b64decode(logo["content"]).startswith(b"\x89PNG")
    assert refusal(http.get("/api/fs/file", params={"path": "src"}))[:2] == (404, "FileNotFoundError")


@pytest.mark.rule("agent.files.search-finds-paths-by-name")
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


@pytest.mark.rule("agent.files.grep-finds-contents")
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


@pytest.mark.rule("agent.limits.limit-is-whole-and-bounded")
@pytest.mark.parametrize("limit", [0, -1, 1.5, 201])
@pytest.mark.parametrize("operation", ["grep", "search"])
def test_search_limit_out_of_bounds_is_refused(http, operation, limit):
    needed = {"grep": "pattern", "search": "query"}[operation]
    answer = http.post(f"/api/fs/{operation}", json={needed: "x", "limit": limit})

    assert refusal(answer)[:2] == (400, "InvalidRequestError")
    assert answer.json()["field"] == "limit"


@pytest.mark.rule("agent.files.pattern-is-valid-and-quick")
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
