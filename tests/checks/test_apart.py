"""The stubs without the package that judges servers, and its public names."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import trivet_checks

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """A copy of the SDK and the stubs as an installation has them, without the folder `trivet_checks`."""
    folder = tmp_path_factory.mktemp("alone")
    for package in ("sdk/trivet", "stubs/trivet_stubs"):
        shutil.copytree(ROOT / package, folder / Path(package).name, ignore=shutil.ignore_patterns("__pycache__"))
    # An editable installation has put the folder with both packages on the path.
    text = "import os, sys\nsys.path[:] = [path for path in sys.path if not os.path.isdir(f'{path}/trivet_checks')]\n"
    (folder / "sitecustomize.py").write_text(text)
    about = folder / "trivet-9.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: trivet\nVersion: 9\n")
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in groups[group].items()) for group in groups
    ]
    (about / "entry_points.txt").write_text("\n".join(lines))
    return folder


def run(folder, *arguments):
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, "-P", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=folder, check=False)


def test_stub_answers_without_the_package_that_judges(alone):
    program = (
        "import importlib.util, trivet, trivet_stubs\n"
        "assert importlib.util.find_spec('trivet_checks') is None\n"
        "with trivet_stubs.BusStub() as stub, stub.serve() as served:\n"
        "    with trivet.BusClient(base_url=served.url, account_key=stub.account_key) as bus:\n"
        "        print(len(bus.stops.list().all()), trivet_stubs.__file__)\n"
    )
    done = run(alone, "-c", program)
    assert done.stderr == ""
    count, path = done.stdout.split()
    assert (count, Path(path).parent) == ("18", alone / "trivet_stubs")


def test_pytest_plugin_works_without_the_package_that_judges(alone):
    (alone / "test_it.py").write_text("def test_it(bus_client):\n    assert bus_client.stops.list().all()\n")
    done = run(alone, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(alone), "test_it.py")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


@pytest.mark.parametrize("name", ["proxy", "replay"])
def test_command_that_joins_is_unknown_without_its_package(alone, name):
    done = run(alone, "-m", "trivet_stubs", name, "--help")
    assert done.returncode == 2
    assert f"invalid choice: '{name}'" in done.stderr
    assert name not in run(alone, "-m", "trivet_stubs", "--help").stdout.split()


def test_public_names_are_sorted_and_complete():
    assert trivet_checks.__all__ == sorted(trivet_checks.__all__)
    assert dir(trivet_checks) == trivet_checks.__all__
    for name in trivet_checks.__all__:
        assert getattr(trivet_checks, name).__name__ == name
    with pytest.raises(AttributeError, match="has no attribute 'TramProxy'"):
        _ = trivet_checks.TramProxy
