"""`python -m codegen` makes every generated and derived file; `--check` only says whether they are up to date."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from .customizations import CUSTOMIZATIONS, Customizations
from .read import document
from .unasync import Unasync
from .write import hand_written as bases
from .write.render import contract, render

__all__ = ["build", "main"]

ROOT = Path(__file__).resolve().parents[1]
GENERATED = "# Generated from {source} by `python -m codegen`; do not edit.\n"
DERIVED = "# Derived from {source} by `python -m codegen`; do not edit.\n"


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the result is its exit status."""
    parser = argparse.ArgumentParser(prog="python -m codegen", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if any file is stale")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="trivet-codegen-") as folder:
        made = build(ROOT, Path(folder))
        stale = [path for path in made if not _same(Path(folder) / path, ROOT / path)]
        stray = [path for path in _present(ROOT) if path not in made]
        if options.check:
            for path in [*stale, *stray]:
                print(f"stale: {path.as_posix()}")
            return 1 if stale or stray else 0
        for path in stale:
            (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(Path(folder) / path, ROOT / path)
        for path in stray:
            (ROOT / path).unlink()
        print(f"{len(made)} files, {len(stale)} written, {len(stray)} removed")
    return 0


def build(root: Path, folder: Path) -> list[Path]:
    """Make every file below another folder, and list them by their path below it, sorted."""
    made: list[Path] = []
    for source in sorted((root / "spec").glob("*.yaml")):
        try:
            made += _service(root, source, folder)
        except Exception as error:
            error.add_note(f"in {source.relative_to(root).as_posix()}")
            raise
    _format(root, folder)
    made += _derive(root, folder, made)
    _format(root, folder)
    return sorted(made)


def _service(root: Path, source: Path, folder: Path) -> list[Path]:
    name = source.stem
    raw = document.load(source)
    made = _write(folder, Path("stubs/trivet_stubs/contracts", f"{name}.json"), contract(raw))
    head = GENERATED.format(source=f"spec/{name}.yaml")
    service, customizations = document.service(name, raw), CUSTOMIZATIONS.get(name, Customizations())
    bases.check(service, customizations, root / "sdk/trivet" / name)
    for path, text in render(service, customizations).items():
        made += _write(folder, Path("sdk/trivet", name, path), head + text)
    return made


def _derive(root: Path, folder: Path, made: list[Path]) -> list[Path]:
    unasync = Unasync()
    derived: list[Path] = []
    by_hand = [path.relative_to(root) for top in ("sdk", "tests") for path in (root / top).rglob("_async/**/*.py")]
    for path in sorted({*(each for each in made if "_async" in each.parts), *by_hand}):
        source = folder / path if path in made else root / path
        text = source.read_text("utf-8")
        if path not in made and text.startswith(GENERATED.partition("{")[0]):
            continue  # a generated file whose spec is gone
        target = Path(*("_sync" if part == "_async" else part for part in path.parts))
        head = DERIVED.format(source=path.as_posix())
        derived += _write(folder, target, head + unasync(text.removeprefix(_first_line(text, GENERATED))))
    unasync.finish()
    return derived


def _first_line(text: str, marker: str) -> str:
    line = text.partition("\n")[0] + "\n"
    return line if line.startswith(marker.partition("{")[0]) else ""


def _write(folder: Path, path: Path, text: str) -> list[Path]:
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_text(text, "utf-8", newline="\n")
    return [path]


def _format(root: Path, folder: Path) -> None:
    ruff = [sys.executable, "-m", "ruff"]
    config = ["--config", str(root / "pyproject.toml"), "--no-cache", "--quiet"]
    tidy = ["--fix-only", "--select", "F401,I", "--ignore-noqa"]
    subprocess.run([*ruff, "check", *tidy, *config, str(folder)], check=True)
    subprocess.run([*ruff, "format", *config, str(folder)], check=True)


def _present(root: Path) -> list[Path]:
    """The generated and derived files that are there."""
    marks = (GENERATED.partition("{")[0], DERIVED.partition("{")[0])
    found: list[Path] = []
    for top in ("sdk", "tests"):
        for path in (root / top).rglob("*.py"):
            with path.open(encoding="utf-8") as file:
                if file.readline().startswith(marks):
                    found.append(path.relative_to(root))
    contracts = (root / "stubs/trivet_stubs/contracts").glob("*.json")
    return sorted([*found, *(path.relative_to(root) for path in contracts)])


def _same(one: Path, other: Path) -> bool:
    return other.is_file() and one.read_bytes() == other.read_bytes().replace(b"\r\n", b"\n")


if __name__ == "__main__":
    sys.exit(main())
