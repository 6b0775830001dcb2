"""What a Python without compiled packages can try of trivet; `newest_python.mjs` runs it in WebAssembly."""

from __future__ import annotations

import importlib
import platform
import sys
import warnings
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("sdk", "stubs", "codegen", "examples", "docs/pictures", "docs/reference_pages", "tests")
MODULES = ("trivet", "trivet.agent", "trivet.bus", "trivet.chat")


def main() -> int:
    """Print how many modules compile and how many public names load; return 1 if more than orjson is missing."""
    warnings.simplefilter("error")
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    for path in files:
        compile(path.read_text("utf-8"), str(path), "exec")
    loaded, without, failures = 0, 0, 0
    for module in map(importlib.import_module, MODULES):
        for name in module.__all__:
            try:
                getattr(module, name)
                loaded += 1
            except ModuleNotFoundError as error:
                if error.name != "orjson.orjson":
                    failures += 1
                    print(f"{module.__name__}.{name}: {error}")
                without += 1
    print(f"version of python: {platform.python_version()}")
    print(
        f"webassembly: {len(files)} files compile without a warning, {loaded} of {loaded + without} public names load"
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
