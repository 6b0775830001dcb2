"""Packages that an extra installs."""

from __future__ import annotations

import importlib
import re

import pytest

from trivet._core.extras import how_to_install
from trivet.cli.extras import needs
from trivet.cli.failures import UsageError


def test_package_that_is_absent_is_named_with_its_line() -> None:
    message = f"no_such_package is not installed: {how_to_install('pictures')}"
    with pytest.raises(UsageError, match=f"^{re.escape(message)}$"):
        with needs("pictures"):
            importlib.import_module("no_such_package.part")


def test_other_import_that_fails_stays_what_it_is() -> None:
    with pytest.raises(ModuleNotFoundError), needs("pictures", "matplotlib"):
        importlib.import_module("no_such_package")
