"""Sessions for developers of trivet; `nox -l` lists them."""

from __future__ import annotations

import os
import shutil
import tarfile
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import nox

nox.options.default_venv_backend = "venv"
nox.options.sessions = ["codegen", "tests"]

PYTHONS = ["3.11", "3.12", "3.13", "3.14"]

# The oldest Python runs every test but those marked `long` or `matrix`. The others run only tests whose results can
# differ: the newest versions run the tests that depend on the interpreter, its event loop, threads and classes, and the
# types; 3.12 only the async client.
CLIENT = ["tests/sdk/client", "tests/sdk/concurrency"]
TASKS = ["tests/sdk/agent/_async", "tests/sdk/agent/store", "tests/sdk/chat/test_tasks.py"]
BETWEEN = [*CLIENT, "--ignore-glob=*/_sync/*"]
RECORDS = ["tests/sdk/core/test_lazy_attrs_classes.py", "tests/sdk/core/test_record.py"]
NEWEST = [*CLIENT, *TASKS, *RECORDS, "tests/typing", "tests/laws/test_public_names.py"]
SELECTION = {"3.11": ["tests", "--ignore=tests/laws"], "3.12": BETWEEN, "3.13": NEWEST, "3.14": NEWEST}
# These tests call the libraries that the clients need at run time; the generator's requirements are pinned.
LIBRARIES = ["client", "observe", "core/test_answer_decoder.py", "core/test_converter.py"]
PACKAGES = [
    "output",
    "pictures",
    "settings/test_profiles.py",
    "test_command_registry.py",
    "test_lazy_group.py",
    "test_main.py",
    "test_command_function.py",
    "test_terminal.py",
    "test_text.py",
]
COMMAND = [*(f"tests/sdk/cli/{path}" for path in PACKAGES), "tests/sdk/data", "tests/checks/reports"]
LOWEST = [*(f"tests/sdk/{path}" for path in LIBRARIES), *RECORDS, *COMMAND, "tests/contract", "tests/stubs/serving"]
PROJECT = nox.project.load_toml("pyproject.toml")
# Runs of checks enter their verdicts in tests/verdicts.toml, from which the table of docs/mutants.md is made.
RECORD_VERDICTS = {"RECORD_VERDICTS": "1"}


def enter(session: nox.Session, name: str, *commands: Sequence[str], env: Mapping[str, str] | None = None) -> None:
    """Run commands against what others have made, and enter the outcome in the row `name` of docs/proved_against.md."""
    words = [word for command in commands for word in ("--", *command)]
    session.run("python", "-m", "tests.proved_against", name, *words, env=env)


def record(session: nox.Session, name: str, *commands: Sequence[str], env: Mapping[str, str] | None = None) -> None:
    """Like `enter`; but with arguments of the session, which are in the last command then, nothing is entered."""
    if not session.posargs:
        enter(session, name, *commands, env=env)
        return
    for command in commands:
        session.run(*command, env=env)


def record_parts(session: nox.Session, parts: Mapping[str, tuple[str, Sequence[str]]]) -> None:
    """Run the parts that the arguments of the session name, or all parts, and enter each outcome in its row.

    Other arguments go to pytest, and nothing is entered.

    Args:
        session: The session.
        parts: The row and the arguments of pytest of each part.
    """
    if not {*session.posargs} <= {*parts}:
        session.run("pytest", *session.posargs)
        return
    for part in session.posargs or parts:
        name, arguments = parts[part]
        enter(session, name, ["pytest", *arguments], env=RECORD_VERDICTS)


def groups(*names: str) -> list[str]:
    """Return the requirements of dependency groups, because older pips do not know `--group`."""
    return nox.project.dependency_groups(PROJECT, *names)


@nox.session
def codegen(session: nox.Session) -> None:
    """Write every generated and derived file; `-- --check` only lists those that are stale."""
    session.install("-e", ".", *groups("codegen"))
    session.run("python", "-m", "codegen", *session.posargs)


def require_chromium(session: nox.Session) -> None:
    """Skip the session if there is no Chromium."""
    if shutil.which("chromium") is None and shutil.which("chromium-browser") is None and "CHROMIUM" not in os.environ:
        session.skip("no Chromium is installed; Debian's package is `chromium`")


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run the tests on every Python that is installed."""
    chosen = SELECTION[str(session.python)]
    session.install("-e", ".[stubs,aiohttp,cli]", *groups("test-sdk" if chosen is BETWEEN else "test"))
    session.run("pytest", *(session.posargs or ["-n", "auto", *chosen]))


@nox.session
def long(session: nox.Session) -> None:
    """Run the tests that take a quarter of a second of a processor or more, which `pytest` alone leaves out."""
    session.install("-e", ".[stubs,aiohttp,cli]", *groups("check"))
    session.run("pytest", *(session.posargs or ["-q", "-n", "auto", "-m", "long", "tests"]))


@nox.session
def matrix(session: nox.Session) -> None:
    """Try one mistake, or one seed, after another of servers, a gateway and a network, which .ci/run leaves out."""
    session.install("-e", ".[stubs,aiohttp,cli]", *groups("test"))
    session.run("pytest", *(session.posargs or ["-q", "-n", "auto", "-m", "matrix", "tests"]))


@nox.session(python="3.11")
def lowest(session: nox.Session) -> None:
    """Run the tests with the oldest versions that the requirements allow, without `tools`, which needs newer ones."""
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    extras = {name: extra for name, extra in project["optional-dependencies"].items() if name != "tools"}
    requirements = [*project["dependencies"], *(requirement for extra in extras.values() for requirement in extra)]
    oldest = [requirement.partition(",")[0].replace(">=", "==") for requirement in requirements]
    tested = [requirement for requirement in groups("test-sdk") if not requirement.startswith("mcp")]
    session.install("-e", ".[stubs,aiohttp,cli]", *tested, *oldest)
    session.run("pytest", *(session.posargs or ["-n", "auto", *LOWEST]))


@nox.session
def interrupts(session: nox.Session) -> None:
    """Interrupt every program and command at each of its waits, while a server is silent for `SILENCE=600` seconds."""
    session.install("-e", ".[stubs,aiohttp,cli]", *groups("test"))
    session.run("pytest", *(session.posargs or ["-q", "-n", "auto", "-m", "", "tests/sdk/interrupts/every_wait.py"]))


@nox.session
def laws(session: nox.Session) -> None:
    """Check the types, the style, that generated files are up to date, and the laws of docs/architecture.md."""
    session.install("-e", ".[stubs,aiohttp,cli]", *groups("check"))
    session.run("pytest", "-m", "", "tests/laws", *session.posargs)


@nox.session
def fourth_service(session: nox.Session) -> None:
    """Add a service to a copy of the tree by the steps of CONTRIBUTING.md, word for word, and remove it again."""
    session.install("-e", ".[stubs,aiohttp,cli]", *groups("check"))
    session.run("pytest", "-n", "0", "tests/codegen/adding_a_service.py", *session.posargs)


@nox.session
def checkers(session: nox.Session) -> None:
    """Check with five type checkers that the unions narrow."""
    session.install("-e", ".", *groups("checkers"))
    commands = ["mypy", "pyright", "basedpyright --level error", "ty check", "pyrefly check"]
    record(session, "checkers", *([*command.split(), "tests/typing/test_unions.py"] for command in commands))


@nox.session
def typed_docs(session: nox.Session) -> None:
    """Check the types of every Python block of the README and the guides, also of those that use other libraries."""
    session.install("-e", ".[stubs,aiohttp,cli,data]", *groups("check", "data", "dask", "web"))
    session.run("pytest", "-n", "0", "-m", "", "tests/laws/test_checks.py", "-k", "mypy", *session.posargs)


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation into docs/_build, the reference from the docstrings; a warning is an error."""
    session.install("-e", ".[stubs]", *groups("docs"))
    session.run("sphinx-build", "-W", "--keep-going", "-b", "html", "docs", "docs/_build")


@nox.session
def pasted(session: nox.Session) -> None:
    """Paste every page into a shell as a reader does, and compare the outputs, and the files of the reader."""
    missing = [program for program in ("bash", "curl") if shutil.which(program) is None]
    if missing:
        session.skip(f"{' and '.join(missing)} not found")
    session.install("-e", ".[stubs,aiohttp,cli]", *groups("test"))
    session.run("pytest", *(session.posargs or ["-q", "-n", "auto", "tests/docs/every_pasted_page.py"]))


@nox.session
def packages(session: nox.Session) -> None:
    """Build the wheel and the source distribution into a folder, and check them, pyproject.toml and all workflows."""
    session.install(*groups("publish"))
    folder = Path(session.posargs[0] if session.posargs else f"{session.create_tmp()}/dist")
    shutil.rmtree(folder, ignore_errors=True)
    session.run("python", "-m", "build", "--outdir", str(folder))
    of_pages = Path(session.create_tmp(), "workflows")
    session.run("python", "-m", "tests.docs.workflows", str(of_pages))
    workflows = map(str, [*Path(".github", "workflows").iterdir(), *of_pages.iterdir()])
    record(
        session,
        "packages",
        ["twine", "check", "--strict", *map(str, folder.iterdir())],
        ["check-wheel-contents", str(folder)],
        ["validate-pyproject", "pyproject.toml"],
        ["actionlint", *workflows],
    )


@nox.session
def install(session: nox.Session) -> None:
    """Execute each line that installs trivet, from a wheel, in an empty environment; `-- pipx` those with a word."""
    session.install(".")
    session.run("python", "-m", "tests.install_lines", "run", *session.posargs)


@nox.session(python=["3.11", "3.13"])
def extras(session: nox.Session) -> None:
    """Install a wheel with each extra alone, use what needs it, and read the errors about extras that are absent."""
    session.install(".")
    session.run("python", "-m", "tests.extras", *session.posargs)


@nox.session
def search(session: nox.Session) -> None:
    """Build the documentation, and search it in Chromium for eighty words, each of which has to find its guides."""
    require_chromium(session)
    session.install("-e", ".[stubs]", *groups("docs", "console"))
    site = f"{session.create_tmp()}/site"
    session.run("sphinx-build", "-q", "-b", "html", "docs", site)
    session.run("python", "-m", "tests.docs.search", site)


@nox.session
def pictures(session: nox.Session) -> None:
    """Draw the pictures of the README and the docs with the stubs, into docs/_static/pictures: all, or by name."""
    session.install("-e", ".[stubs,cli,pictures]")
    session.run("python", "-m", "docs.pictures", *session.posargs)


@nox.session
def mutants(session: nox.Session) -> None:
    """Run the checks against the mutants derived from the specs (`-- bus`: of one service), and list the survivors."""
    session.install("-e", ".[stubs]")
    session.run("python", "-m", "tests.mutants", *session.posargs)


@nox.session(name="other-make")
def other_make(session: nox.Session) -> None:
    """Plant faults in servers of another make and in the stubs, and list those that the checks do not find.

    It takes twenty minutes, `-- bus` one. A survivor shows a weak check, unless the contract states nothing about it.
    """
    session.install("-e", ".[stubs]", *groups("test"))
    session.run("python", "-m", "tests.other_make", *session.posargs)


@nox.session
def freedoms(session: nox.Session) -> None:
    """Give servers of another make every choice that their contracts leave open: no rule is accused, no verdict lost.

    Each choice alone, and twenty servers that are drawn: ten minutes, `-- bus` two; `--seed 7 --draws 3` draws others.
    """
    session.install("-e", ".[stubs]", *groups("test"))
    session.run("python", "-m", "tests.other_make.freedoms", *session.posargs)


@nox.session
def planted(session: nox.Session) -> None:
    """Run the checks on each fault of a draw, and on the right servers beside them (`-- 1`: of one draw).

    A fault takes seconds to a minute. `-- 1 --only chat` runs the faults of one service.
    """
    session.install("-e", ".[stubs]", *groups("test"))
    session.run("python", "-m", "tests.other_make.planted.measure", *session.posargs)


@nox.session(name="same-verdicts")
def same_verdicts(session: nox.Session) -> None:
    """Check a server ten times each, idle, busy, with late commits and behind a gateway, and compare the verdicts.

    A run takes one to ten minutes, most of them waiting: `-- --at-once 7` runs seven at a time. `--condition late`,
    `--server right` and `--runs 3` choose runs; without `--runs`, `tests/verdicts.toml` gets the verdicts.
    """
    session.install("-e", ".[stubs]", *groups("test"))
    env = {} if "--runs" in session.posargs else RECORD_VERDICTS  # a row has all runs
    session.run("python", "-m", "tests.other_make.runs", *session.posargs, env=env)


@nox.session(python="3.11")
def faults(session: nox.Session) -> None:
    """Plant a hundred faults in the stubs and in the SDK, one at a time, and list those that no test notices.

    It first records which test runs which lines, which takes as long as the tests. `-- sdk --seed 7 --count 20 --folder
    FOLDER` draws other faults, and keeps the record for the next run. Kill a survivor by a test in its room.
    """
    session.install("-e", ".[stubs,aiohttp,cli]", *groups("faults"))
    session.run("python", "-m", "tests.faults", *session.posargs)


@nox.session
def network(session: nox.Session) -> None:
    """Run the clients against misbehaving servers and networks, on three transports; figures in docs/hardening.md.

    It takes ten minutes, and ends with interrupted writes, a thousand subscriptions next to calls, and sixty turns at
    once. `-- --group drips --transport sync` runs one group of behaviours on one transport.
    """
    session.install("-e", ".[stubs,aiohttp,cli]", *groups("test-sdk"))
    page = [] if session.posargs else ["--page", "docs/hardening.md"]
    session.run("python", "-m", "tests.sdk.network", *page, *session.posargs)
    if not session.posargs:
        session.run("python", "-m", "tests.sdk.network.writes")
        session.run("python", "-m", "tests.sdk.core.test_growth")
        session.run("python", "-m", "tests.sdk.client.many_streams")


@nox.session(python="3.11")
def uvloop(session: nox.Session) -> None:
    """Run the tests of the async clients in the event loops of uvloop, which Windows does not have."""
    session.install("-e", ".[stubs,aiohttp,cli]", *groups("uvloop"))
    record(session, "uvloop", ["python", "-m", "tests.with_uvloop", *session.posargs])


@nox.session(python="3.11")
def httpx2(session: nox.Session) -> None:
    """Run the tests of the clients with httpx2, the successor of httpx, in its place."""
    session.install("-e", ".[stubs,aiohttp,cli]", *groups("test-sdk"))
    # The plugins that import httpx are loaded after this one; xdist passes it on to its workers.
    tests = session.posargs or ["-n", "auto", "tests/sdk/client"]
    record(session, "httpx2", ["python", "-m", "pytest", "-p", "tests.with_httpx2", *tests])


@nox.session(python="3.11")
def clocks(session: nox.Session) -> None:
    """Run the tests at seven moments in five time zones, such as a leap day; `-- leap-day -- tests/docs` at one."""
    session.install("-e", ".[stubs,aiohttp,cli]", *groups("check"))
    # A path file of the environment reaches child processes for which a test sets another PYTHONPATH.
    packages = session.run("python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", silent=True)
    Path(packages.strip(), "wall_clock.pth").write_text(str(Path("tests/wall_clock/start").resolve()), "utf-8")
    session.run("python", "-m", "tests.wall_clock", *session.posargs)


@nox.session
def opentelemetry(session: nox.Session) -> None:
    """Run the observer of OpenTelemetry against its SDK, and read the spans and metrics back from the exporters."""
    session.install("-e", ".[stubs,aiohttp,otel]", *groups("test-sdk"))
    record(session, "opentelemetry", ["pytest", *(session.posargs or ["-n", "0", "tests/sdk/observe"])])


@nox.session
def clients(session: nox.Session) -> None:
    """Run clients of others against the stubs, in the parts `plain`, `generated` and `opencode`; needs npm and curl."""
    missing = [program for program in ("npm", "node", "curl") if shutil.which(program) is None]
    if missing:
        session.skip(f"{' and '.join(missing)} not found")
    session.install("-e", ".[stubs,aiohttp,cli]", *groups("clients"))
    folder = {"NPM_DIR": os.environ.get("NPM_DIR") or session.create_tmp()}
    rows = {"plain": "clients", "generated": "generated-clients", "opencode": "opencode-sdk"}
    for part in session.posargs or rows:
        enter(session, rows[part], ["python", "-m", "tests.other_clients", part], env=folder)


@nox.session
def webassembly(session: nox.Session) -> None:
    """Compile every module by CPython 3.14 for WebAssembly, and load the public names that need no compiled package."""
    missing = [program for program in ("npm", "node") if shutil.which(program) is None]
    if missing:
        session.skip(f"{' and '.join(missing)} not found")
    session.install(".")
    folder = os.environ.get("NPM_DIR") or session.create_tmp()
    session.run(
        "npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, "pyodide@314.0.7", external=True
    )
    packages = session.run("python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", silent=True)
    program = ["node", "tests/webassembly/newest_python.mjs", str(Path(folder).resolve()), str(Path.cwd())]
    record(session, "webassembly", [*program, packages.strip()])


@nox.session
def junit(session: nox.Session) -> None:
    """Read the JUnit reports by junitparser, and check them with the schema of Jenkins that pytest's sources have."""
    session.install("-e", ".[stubs,cli]", *groups("junit"))
    folder = Path(session.create_tmp()) / "sources"
    shutil.rmtree(folder, ignore_errors=True)
    session.run("pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "-d", str(folder), "pytest==9.0.2")
    [sources] = folder.iterdir()
    with tarfile.open(sources) as archive:
        archive.extractall(folder, filter="data")
    [schema] = folder.rglob("junit-10.xsd")
    tests = session.posargs or ["-n", "0", "tests/checks/reports/junit_readers.py"]
    record(session, "junit", ["pytest", *tests], env={"JUNIT_SCHEMA": str(schema)})


@nox.session
def schemathesis(session: nox.Session) -> None:
    """Run all checks of Schemathesis, including stateful phases, against the three stubs, or one (`-- chat`)."""
    session.install("-e", ".[stubs,cli]", *groups("schemathesis"))
    record(session, "schemathesis", ["python", "-m", "tests.fuzz", *session.posargs])


@nox.session
def honesty(session: nox.Session) -> None:
    """Make every dishonest edit of the specs and of the rules, in three minutes, and list those that no law finds."""
    session.install("-e", ".[stubs]", *groups("test"))
    session.run("python", "-m", "tests.laws.statements.law", *session.posargs)


def install_for_the_opencode_server(session: nox.Session) -> None:
    """Install what the scenarios with the opencode server need, or skip the session."""
    missing = [program for program in ("npm", "git") if shutil.which(program) is None]
    if missing:
        session.skip(f"{' and '.join(missing)} not found")
    session.install("-e", ".[stubs,aiohttp,cli,tools]", *groups("bench", "test"))


def scenarios_of_both_apis(*names: str) -> list[str]:
    """Return the modules of scenarios by their names."""
    return [f"tests/real/{api}/{name}.py" for api in ("_async", "_sync") for name in names]


@nox.session
def real(session: nox.Session) -> None:
    """Run the parts `turns`, `race` and `checks` against the opencode server; `NPM_DIR` keeps the installation."""
    install_for_the_opencode_server(session)
    modules = scenarios_of_both_apis(
        "control",
        "ends",
        "handles",
        "odd_bytes",
        "operations",
        "rules",
        "scenarios",
        "serving",
        "tools",
        "trees",
        "waiting",
    )
    others = [
        f"tests/real/{name}.py"
        for name in ("commands", "agent_run", "agent_programs", "repair", "refusals", "never_left")
    ]
    parts = {
        "turns": ("real", [*modules, *others]),
        "race": ("real-race", ["-n", "0", "-s", "tests/real/race.py"]),
        "checks": ("real-checks", ["-n", "0", "-s", "tests/real/checks.py", "tests/real/agent_walks.py"]),
    }
    record_parts(session, parts)


@nox.session(name="real-network")
def real_network(session: nox.Session) -> None:
    """Run the parts `cuts`, `disturbances` and `growth`: cut streams of the opencode server, and what turns leave."""
    install_for_the_opencode_server(session)
    parts = {
        "cuts": ("real-cuts", ["-n", "0", "-s", *scenarios_of_both_apis("cuts")]),
        "disturbances": ("real-disturbances", ["-n", "0", *scenarios_of_both_apis("disturbances", "transports")]),
        "growth": ("real-growth", ["-n", "0", "-s", *scenarios_of_both_apis("growth")]),
    }
    record_parts(session, parts)


@nox.session(name="real-chat")
def real_chat(session: nox.Session) -> None:
    """Run checks, walks, bulk jobs and exports on a real chat backend on PostgreSQL, which `CHAT_ENV` describes.

    Its file has the URL, the tokens, the process and the database. With `CHAT_PATCH=0`, for a backend as it was
    generated, in which no message can be created, only the checks and the walks run.
    """
    if "CHAT_ENV" not in os.environ:
        session.skip("CHAT_ENV names no file with the URL, the tokens, the process and the database of a backend")
    if shutil.which("psql") is None:
        session.skip("psql not found")
    session.install("-e", ".[stubs,cli]", *groups("test-sdk"))
    checks, jobs = (
        ["-n", "0", "-s", "tests/real/chat_checks.py", "tests/real/chat_walks.py"],
        ["tests/real/chat_jobs.py", "tests/real/chat_exports.py"],
    )
    if os.environ.get("CHAT_PATCH", "1") == "1":
        record(session, "real-chat", ["pytest", *(session.posargs or [*checks, *jobs])], env=RECORD_VERDICTS)
    else:
        record(session, "real-chat-unpatched", ["pytest", *(session.posargs or checks)], env=RECORD_VERDICTS)


@nox.session
def gtfs(session: nox.Session) -> None:
    """Read GTFS feeds back with gtfs-kit: the stub's feed, and the feed of all services if there are recorded lists."""
    session.install("-e", ".[stubs,cli]", *groups("gtfs", "test-sdk"))
    record(session, "gtfs", ["pytest", *(session.posargs or ["-n", "0", "tests/sdk/cli/bus/gtfs/scenarios.py"])])


@nox.session
def formats(session: nox.Session) -> None:
    """Run every operation and every recipe in every format, and read what they write with other readers."""
    session.install("-e", ".[stubs,cli]", *groups("test-sdk"))
    tests = session.posargs or ["-n", "0", "tests/sdk/cli/test_field_values.py"]
    record(session, "formats", ["pytest", *tests], env={"FORMATS_SEED": "all"})


@nox.session
def console(session: nox.Session) -> None:
    """Test the console of a stub and the pages of checks in a real Chromium, and take their pictures for the docs."""
    require_chromium(session)
    session.install("-e", ".[stubs]", *groups("console"))
    scenarios = ["tests/console/scenarios.py", "tests/console/check_pages.py"]
    session.run("pytest", *(session.posargs or ["-n", "0", *scenarios]))


@nox.session
def terminal(session: nox.Session) -> None:
    """Print a session of the command at terminals of three widths, without styles, and in a pipe."""
    session.install("-e", ".[stubs,cli]", *groups("test-sdk"))
    session.run("python", "-m", "tests.sdk.cli.terminal_session", *session.posargs)


@nox.session
def data(session: nox.Session) -> None:
    """Run the pages about tables and columns with pandas, Polars and DuckDB."""
    session.install("-e", ".[stubs,aiohttp,cli,data]", *groups("data"))
    tests = session.posargs or ["-n", "0", "tests/sdk/data", "tests/docs/test_code_blocks.py", "-k", "data"]
    record(session, "data", ["pytest", *tests])


@nox.session(python="3.11")
def web(session: nox.Session) -> None:
    """Run records in pydantic, and programs for FastAPI, Django and Flask, with the newest and oldest versions."""
    session.install("-e", ".[stubs]", *groups("web"))
    frameworks = [line for line in PROJECT["dependency-groups"]["web"] if isinstance(line, str)]
    programs = ["tests/web/fastapi_application.py", "tests/sdk/core/test_pydantic_schema.py"]
    blocks = ["tests/docs/test_code_blocks.py", "-k", "web.md and runs", "-m", ""]
    for versions in (["--upgrade", *frameworks], [line.replace(">=", "==") for line in frameworks]):
        session.install(*versions)
        session.run("pytest", *(session.posargs or ["-q", "-n", "0", *programs]))
        if not session.posargs:
            session.run("pytest", "-q", "-n", "0", *blocks)


@nox.session
def dask(session: nox.Session) -> None:
    """Run a year of volume files on a Dask cluster; figures in docs/beyond_one_machine.md."""
    session.install("-e", ".[stubs,aiohttp,cli,data]", *groups("dask"))
    blocks = ["pytest", "-n", "0", "tests/docs/test_code_blocks.py", "-k", "beyond_one_machine"]
    scenarios = ["pytest", *(session.posargs or ["-n", "0", "tests/dask/scenarios.py"])]
    record(session, "dask", scenarios, *([] if session.posargs else [blocks]))
    if not session.posargs:
        session.run("python", "-m", "benchmarks.year", "--page", "docs/beyond_one_machine.md")


@nox.session(python=["3.11", "3.13"])
def benchmarks(session: nox.Session) -> None:
    """Measure trivet and its peers in one run, as ratios, for docs/benchmarks.md; `-- --only get` runs one race."""
    session.install("-e", ".[stubs,aiohttp,cli]", *groups("bench", "codegen"))
    if session.posargs:
        session.run("python", "-m", "benchmarks", *session.posargs)
        return
    figures, budget_exceeded = f"benchmarks/figures/Python {session.python}", [0, 1]
    session.run("python", "-m", "benchmarks", "--figures", f"{figures}.json", success_codes=budget_exceeded)
    session.install("sniffio")  # httpcore is faster with it, and so is httpx: the ratios of concurrent requests change
    flights = ["--only", "flight-*", "--figures", f"{figures}, with sniffio.json"]
    session.run("python", "-m", "benchmarks", *flights, success_codes=budget_exceeded)
    session.run("python", "-m", "benchmarks.page")
