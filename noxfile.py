"""Sessions for developers of trivet; `nox -l` lists them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import nox

nox.options.default_venv_backend = "venv"
nox.options.sessions = ["codegen", "tests"]

PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
ENDS = ["3.11", "3.13", "3.14"]
PROJECT = nox.project.load_toml("pyproject.toml")


def groups(*names: str) -> list[str]:
    """The requirements of dependency groups; older pips do not know `--group`."""
    return nox.project.dependency_groups(PROJECT, *names)


@nox.session
def codegen(session: nox.Session) -> None:
    """Write every generated and derived file."""
    session.install("-e", ".", *groups("codegen"))
    session.run("python", "-m", "codegen", *session.posargs)


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run the tests on one Python."""
    session.install("-e", ".[stubs,aiohttp]", *groups("test"))
    # Derived tests run on the oldest Python and on the newest ones.
    between = [] if session.python in ENDS else ["--ignore-glob", "*/_sync/*"]
    session.run("pytest", *(session.posargs or ["-n", "auto", "--ignore", "tests/laws", *between]))


@nox.session(python="3.11")
def lowest(session: nox.Session) -> None:
    """Run the tests with the oldest versions that the requirements allow."""
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(each for extra in extras.values() for each in extra)]
    oldest = [each.partition(",")[0].replace(">=", "==") for each in wanted]
    session.install("-e", ".[stubs,aiohttp]", *groups("test"), *oldest)
    # The generator's requirements are pinned, so its tests are left out.
    left_out = [part for each in ("laws", "codegen", "docs") for part in ("--ignore", f"tests/{each}")]
    session.run("pytest", *(session.posargs or ["-n", "auto", *left_out]))


@nox.session
def laws(session: nox.Session) -> None:
    """Check types, style, freshness of the generated files, and the laws of docs/architecture.md."""
    session.install("-e", ".[stubs,aiohttp]", *groups("check"))
    session.run("pytest", "tests/laws", *session.posargs)


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation into docs/_build."""
    session.install("-e", ".[stubs]", *groups("docs"))
    session.run("sphinx-build", "-W", "--keep-going", "-b", "html", "docs", "docs/_build")


@nox.session
def benchmarks(session: nox.Session) -> None:
    """Measure trivet and its peers in one run, as ratios."""
    session.install("-e", ".[stubs,aiohttp]", *groups("bench", "codegen"))
    session.run("python", "-m", "benchmarks", *session.posargs)
