"""Law 13: no line installs `trivet` by its name, because it is on no package index, and a stranger may register it.

A line that installs a path is allowed: a checkout (`'.[cli]'`, `'/path/to/trivet[cli]'`), a wheel
(`'./vendor/trivet-0.1.0-py3-none-any.whl[cli]'`), and the name with its address (`'trivet[cli] @ file:///…'`).
"""

from __future__ import annotations

import re
import subprocess

import pytest

from tests.install_lines import SOURCE, files, rewritten
from tests.laws.tree import ROOT, relative

GAP = r"""(?=[\s"'(])[\ \t"',(\\]*\n?[\ \t"',]*"""
"""The separator between two words of a command, in a shell or in a list of strings; prose may wrap a line there."""
WORDS = r"(?:\\\n|[^\n`;&|\#])*?"
"""Words of the same command, which ends at the end of the line, at a quotation mark, or at the next command."""
BY_NAME = re.compile(
    rf"""
    (?<![\w-])
    (?: pip[\d.]* {GAP} {WORDS} \b(?:install|download|wheel)
      | pipx {GAP} {WORDS} \b(?:install|inject|run)
      | uv {GAP} {WORDS} (?<![\w-])(?:install|add|tool{GAP}run|--with)
      | uvx
      | session\.install
    )
    {GAP} (?:{WORDS}[\ "',=])??
    trivet (?:\[[^]\n]*])? (?![\w./\\[-]) (?!\s*@)
    """,
    re.VERBOSE | re.IGNORECASE,
)
INSTALLERS = ("pip", "uv", "session.install")
"""Parts of texts that `BY_NAME` matches, any of which are found in a tenth of the time."""


def installed_by_name(text: str) -> list[re.Match[str]]:
    """Return the lines of a text that install trivet by its name."""
    lowered = text.lower()
    may_install = "trivet" in lowered and any(installer in lowered for installer in INSTALLERS)
    return list(BY_NAME.finditer(text)) if may_install else []


@pytest.mark.parametrize(
    "line",
    [
        "pip install {name}",
        "pip install 'sniffio' '{name}[cli]>=0.1'",
        "`pip install\n'{name}[stubs]'` installs the stubs",
        ".venv/bin/python -m pip --python .venv install -q \\\n  '{name}[cli]'",
        "message = f\"needs pyarrow: pip install '{name}[{{extra}}]'\"",
        '["pip", "install", "-q", "{name}[cli]"]',
        ".venv/bin/pip3.11 download {name}==0.1.0",
        "run: pip install --upgrade pip && pip install {name} && {name} check chat",
        "pipx install {name}",
        "pipx run --spec '{name}[cli]' {name}",
        "uv pip install {name}",
        "uv tool install '{name}[cli]'",
        "uv add {name}",
        "uv run --with {name} python",
        "uvx --from='{name}[cli]' {name}",
        'session.install("-q", "{name}[cli]")',
    ],
)
def test_line_that_installs_by_name_is_found(line: str) -> None:
    assert installed_by_name(line.format(name="trivet"))  # this file is searched, too, so its lines must not match


@pytest.mark.parametrize(
    "line",
    [
        "pip install '/path/to/trivet[cli]'",
        "pip install './vendor/trivet-0.1.0-py3-none-any.whl[cli]' && trivet check chat",
        "pip install -e '.[cli]'  # the command trivet",
        "pip install 'trivet[cli] @ file:///srv/trivet'",
        "pip wheel --no-deps -w vendor /path/to/trivet",
        "pip install '.[cli]'\ntrivet --version",
        "`pip install sniffio` makes trivet faster",
        'session.install("-e", ".[stubs]"); session.run("trivet")',
    ],
)
def test_line_that_installs_a_path_is_allowed(line: str) -> None:
    assert not installed_by_name(line)


@pytest.mark.skipif(SOURCE == "trivet", reason="an index has trivet")
def test_no_file_installs_trivet_by_name() -> None:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    lines: list[str] = []
    for path in (ROOT / name for name in names if name):
        text = path.read_text("utf-8", "replace") if path.is_file() else ""  # git still lists a file that is deleted
        for match in installed_by_name(text):
            number = text.count("\n", 0, match.start()) + 1
            lines.append(f"{relative(path)}:{number}: {match[0]}")
    assert not lines, "\n".join(lines)


def test_every_file_installs_trivet_from_the_source_of_the_project() -> None:
    stale = [relative(path) for path in files() if rewritten(text := path.read_text("utf-8")) != text]
    assert not stale, f"python -m tests.install_lines write: {stale}"


def test_line_with_another_source_or_version_is_rewritten() -> None:
    name = "trivet"
    assert rewritten(f"pip install '{name}[cli]'") == f"pip install '{SOURCE}[cli]'"
    assert rewritten("'./vendor/trivet-0.0.9-py3-none-any.whl[cli]'") != "'./vendor/trivet-0.0.9-py3-none-any.whl[cli]'"
    assert rewritten("the command 'trivet' and `trivet[0]`") == "the command 'trivet' and `trivet[0]`"
