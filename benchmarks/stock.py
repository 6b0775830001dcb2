"""The client that openapi-python-client makes of our spec by itself, made when it is asked for."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

__all__ = ["stock_models"]

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "stock_bus_client"


@contextmanager
def stock_models() -> Generator[Any, None, None]:
    """Its module of models, as long as the context lasts."""
    with TemporaryDirectory(prefix="trivet-benchmark-") as folder:
        config = Path(folder, "config.yaml")
        config.write_text("post_hooks: []\n", "utf-8")
        what = ["--path", str(ROOT / "spec" / "bus.yaml"), "--output-path", str(Path(folder, PACKAGE))]
        command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--config", str(config)]
        subprocess.run([*command, *what], check=True, capture_output=True, timeout=60)
        sys.path.insert(0, folder)
        try:
            yield import_module(f"{PACKAGE}.models")
        finally:
            sys.path.remove(folder)
            for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
                del sys.modules[name]
