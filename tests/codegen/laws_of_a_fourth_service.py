"""The laws that run a type checker, with two more services; only `nox -s fourth_service` runs this file."""

from pathlib import Path

from .conftest import Run
from .test_fourth_service import CHECKED_BY_TYPES, path_of, with_toys

__all__ = ["with_toys"]


def test_laws_that_run_a_type_checker_hold(with_toys: Path, run: Run):
    laws = [f"tests/laws/test_{law}.py" for law in CHECKED_BY_TYPES if law != "wheel"]
    done = run(with_toys, "-m", "pytest", "-q", "-p", "no:cacheprovider", *laws, PYTHONPATH=path_of(with_toys))
    assert done.returncode == 0, done.stdout + done.stderr
