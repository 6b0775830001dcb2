"""A program that searches lines: it reads a job from standard input, and writes the matches to standard output.

A pattern may backtrack without end while it holds the interpreter's lock, so that only its process can be ended. The
process costs each search about 70 ms. `handlers.files.search` runs this file by its path, so that no other module of
this package is loaded.
"""

import contextlib
import json
import posixpath
import re
import sys
from fnmatch import fnmatchcase
from typing import Any

_MAX_BYTES = 1 << 30  # of memory
_MAX_SUBMATCHES = 1_000  # in one line


def find(job: dict[str, Any]) -> dict[str, Any]:
    """Find the lines that match a pattern; offsets count bytes, as the server's own tool counts them.

    >>> find({"pattern": "a", "include": "*", "limit": 1, "files": {"x.txt": "ab"}})
    {'found': [{'path': 'x.txt', 'line': 1, 'text': 'ab', 'submatches': [{'text': 'a', 'start': 0, 'end': 1}]}]}

    Args:
        job: `pattern`, a regular expression; `include`, a glob of the paths; `limit`, the number of lines; `files`, the
            texts by their paths.
    """
    try:
        pattern = re.compile(job["pattern"])
    except (re.error, OverflowError, RecursionError) as error:
        return {"invalid": str(error)}
    rows: list[dict[str, Any]] = []
    for path, text in job["files"].items():
        if not _included(path, job["include"]):
            continue
        for number, line in enumerate(text.split("\n"), start=1):
            if matches := _submatches(pattern, line):
                rows.append({"path": path, "line": number, "text": line, "submatches": matches})
                if len(rows) >= job["limit"]:
                    return {"found": rows}
    return {"found": rows}


def _included(path: str, glob: str) -> bool:
    """Whether a glob matches a path or its last segment; `{a,b}` matches either text, `**/` any directory or none."""
    if braces := re.search(r"\{([^{}]*)\}", glob):
        start, end = glob[: braces.start()], glob[braces.end() :]
        return any(_included(path, f"{start}{choice}{end}") for choice in braces[1].split(","))
    names, globs = (path, posixpath.basename(path)), (glob, glob.replace("**/", ""))
    return any(fnmatchcase(name, pattern) for name in names for pattern in globs)


def _submatches(pattern: "re.Pattern[str]", line: str) -> list[dict[str, Any]]:
    submatches: list[dict[str, Any]] = []
    counted = start = 0
    for match in pattern.finditer(line):
        start += len(line[counted : match.start()].encode())
        counted = match.start()
        submatches.append({"text": match[0], "start": start, "end": start + len(match[0].encode())})
        if len(submatches) == _MAX_SUBMATCHES:
            break
    return submatches


def _limit(seconds: float) -> None:
    """Limit the time and the memory of this process, so that it ends even if its parent is killed."""
    with contextlib.suppress(ImportError, AttributeError, ValueError, OSError):  # not every system has these limits
        import resource  # noqa: PLC0415

        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))
        resource.setrlimit(resource.RLIMIT_AS, (_MAX_BYTES, _MAX_BYTES))


def main() -> None:
    """Read a job, and write its matches."""
    job = json.loads(sys.stdin.buffer.read())
    _limit(job["seconds"])
    sys.stdout.write(json.dumps(find(job)))


if __name__ == "__main__":
    main()
