"""The client that openapi-python-client generates from one of our specs, generated on demand."""

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


@contextmanager
def stock_models(service: str) -> Generator[Any, None, None]:
    """Generate the client, and yield its module of models."""
    package = f"stock_{service}_client"
    with TemporaryDirectory(prefix="trivet-benchmark-") as folder:
        config = Path(folder, "config.yaml")
        config.write_text("post_hooks: []\n", "utf-8")
        paths = ["--path", str(ROOT / "spec" / f"{service}.yaml"), "--output-path", str(Path(folder, package))]
        command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--config", str(config)]
        subprocess.run([*command, *paths], check=True, capture_output=True, timeout=60)
        sys.path.insert(0, folder)
        try:
            yield import_module(f"{package}.models")
        finally:
            sys.path.remove(folder)
            for name in [name for name in sys.modules if name.partition(".")[0] == package]:
                del sys.modules[name]
