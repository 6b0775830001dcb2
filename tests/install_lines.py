"""The lines with which pages, messages, workflows and examples install trivet: `nox -s install` executes them.

`[tool.trivet] install-from` in pyproject.toml is the one place that says where trivet comes from. A line that installs
it names this source with its extras in quotation marks, as in `pip install '/path/to/trivet[cli]'`, and a wheel has the
version of the project. After a change there, or of the version, `python -m tests.install_lines write` changes the
files. `python -m tests.install_lines run` executes each distinct line in an empty environment, from a wheel.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import trivet

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SOURCE: str = PROJECT["tool"]["trivet"]["install-from"]
EXTRAS: Mapping[str, list[str]] = PROJECT["project"]["optional-dependencies"]
VERSION = trivet.__version__

TARGET = re.compile(r"(?<=')(?:/path/to/)?trivet(?=\\?\[[\w,.*{}\\]+\]')")
"""The source in a line that installs trivet, and in the pattern with which a test expects this line."""
WHEEL = re.compile(r"(?<=/trivet-)\d[\w.]*(?=-py3-none-any\.whl)")
"""The version in the name of a wheel."""
LINE = re.compile(
    r"""(?:(?:python -m )?pip|pipx|uv(?: pip| tool)?) (?:install|add|wheel) [^\n`|&;#"]*?"""
    r"""(?:trivet|'\.)[^\n`|&;#\s,]*(?:,[^\n`|&;#\s]+)?"""
)
FILE_URL = re.compile(r"trivet\[\w+\] @ file://[^\s`]+")


def files() -> Iterator[Path]:
    """Yield every file of the repository that may have such a line: pages, messages, workflows, examples and tests."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    own = {"tests/install_lines.py", "tests/laws/test_install_lines.py", "CHANGELOG.md"}
    for path in (ROOT / name for name in names if name and name not in own):
        if path.suffix in {".md", ".py", ".toml", ".yml", ".yaml", ".sh", ""} and path.is_file():
            yield path


def rewritten(text: str) -> str:
    """Return a text whose lines install trivet from the source, and the wheel of this version.

    >>> rewritten("./vendor/trivet-0.0.9-py3-none-any.whl")
    './vendor/trivet-0.1.0-py3-none-any.whl'
    """
    # Most texts have neither; a search for a few characters takes a hundredth of the time of an expression.
    text = TARGET.sub(SOURCE, text) if "trivet[" in text or "trivet\\[" in text else text
    return WHEEL.sub(VERSION, text) if ".whl" in text else text


def lines() -> dict[str, list[str]]:
    """Return each distinct line with the files that have it; a message has a line for each extra.

    >>> lines()["pip install '/path/to/trivet[data]'"]
    ['sdk/trivet/_core/extras.py']
    """
    found: dict[str, list[str]] = {}
    for path in files():
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(("tests/", "codegen/")):
            continue
        text = path.read_text("utf-8")
        for match in [*LINE.findall(text), *FILE_URL.findall(text)]:
            line = f"pip install '{match}'" if match.startswith("trivet[") else match
            for extra in EXTRAS if "{extra}" in line else [""]:
                found.setdefault(line.replace("{extra}", extra), []).append(name)
    return found


class Workshop:
    """A folder with a wheel, a copy of the checkout, and the installers; each line gets an empty environment in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.checkout = folder / "trivet"
        self._copy_checkout()
        self._pip("wheel", "-q", "--no-deps", "-w", folder / "vendor", self.checkout)
        [self.wheel] = (folder / "vendor").iterdir()
        self._environment(folder / "installers", "uv", "pipx")

    def run(self, number: int, line: str) -> str:
        """Execute a line, use what it installed, and return the reason why it does not work, or an empty string."""
        home = self.folder / f"line-{number}"
        binaries = self._environment(home / "env", "pip")
        shutil.copytree(self.wheel.parent, home / "vendor")
        environment = self._variables(home, binaries)
        folder = self.checkout if "'." in line and "vendor" not in line else home
        if line.startswith("uv add"):
            (home / "pyproject.toml").write_text('[project]\nname = "own"\nversion = "1"\nrequires-python = ">=3.11"\n')
        done = subprocess.run(
            ["bash", "-c", self._here(line)], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            return done.stdout + done.stderr
        if " wheel " in line:
            return ""
        if "tool install" in line or line.startswith("pipx"):
            return self._fails([home / "bin" / "trivet", "--version"], home)
        python = home / ".venv" / "bin" / "python" if line.startswith("uv add") else binaries / "python"
        extras = re.findall(r"\[([\w,]+)\]", line)[0].split(",")
        installed = f"import importlib.metadata as m; [m.version(n) for n in {self._packages(extras)!r}]; import trivet"
        return self._fails([python, "-W", "error", "-c", installed], home)

    def _fails(self, command: list[str | Path], folder: Path) -> str:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        return done.stderr if done.returncode else ""

    def _packages(self, extras: list[str]) -> list[str]:
        return [re.split("[<>=]", package)[0] for extra in extras for package in EXTRAS[extra]]

    def _here(self, line: str) -> str:
        """Return the line with the paths of this folder in place of the paths that a page names."""
        if " wheel " in line:
            return line.replace("/path/to/trivet", str(self.checkout))
        source = line.replace("file:///srv/wheels/", f"{self.wheel.parent.as_uri()}/")
        return source.replace(f"'{SOURCE}[", f"'{self.wheel}[")

    def _environment(self, home: Path, *packages: str) -> Path:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
        self._pip("--python", home / "bin" / "python", "install", "-q", *packages)
        return home / "bin"

    def _pip(self, *arguments: str | Path) -> None:
        subprocess.run([sys.executable, "-m", "pip", *arguments], check=True, stderr=subprocess.DEVNULL)

    def _variables(self, home: Path, binaries: Path) -> dict[str, str]:
        """Return the environment of a line; uv and pipx install into the folder, from the index of pip."""
        index = _pip_setting("index-url")
        return {
            **os.environ,
            "PATH": os.pathsep.join([str(binaries), str(self.folder / "installers" / "bin"), os.environ["PATH"]]),
            "VIRTUAL_ENV": str(binaries.parent),
            "UV_TOOL_DIR": str(home / "tools"),
            "UV_TOOL_BIN_DIR": str(home / "bin"),
            "PIPX_HOME": str(home / "pipx"),
            "PIPX_BIN_DIR": str(home / "bin"),
            "UV_PYTHON_DOWNLOADS": "never",
            **({"UV_DEFAULT_INDEX": index} if index else {}),
        }

    def _copy_checkout(self) -> None:
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
        for name in names:
            if name and (ROOT / name).is_file():
                (self.checkout / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, self.checkout / name)


def _pip_setting(name: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "pip", "config", "get", f"global.{name}"], capture_output=True, text=True, check=False
    )
    return done.stdout.strip()


def write() -> int:
    """Change the files, and print the names of those that have changed."""
    for path in files():
        text = path.read_text("utf-8")
        if (now := rewritten(text)) != text:
            path.write_text(now, "utf-8")
            print(path.relative_to(ROOT))
    return 0


def run(words: str = "") -> int:
    """Execute every line that has some words, and return 1 if one does not work."""
    failures = 0
    with tempfile.TemporaryDirectory(prefix="trivet-install-") as folder:
        workshop = Workshop(Path(folder))
        for number, (line, names) in enumerate(lines().items()):
            if words not in line:
                continue
            reason = workshop.run(number, line)
            shutil.rmtree(Path(folder) / f"line-{number}")
            failures += bool(reason)
            print("FAILED" if reason else "ok    ", line, f"({', '.join(dict.fromkeys(names))})", flush=True)
            if reason:
                print(reason)
    print(f"{failures} lines do not work" if failures else "every line works")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(write() if sys.argv[1:] == ["write"] else run(*sys.argv[2:]))
