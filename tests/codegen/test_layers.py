"""Which module of the generator imports which."""

import ast
from pathlib import Path

CODEGEN = Path(__file__).parents[2] / "codegen"
MODULES = {
    ".".join(path.relative_to(CODEGEN.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in CODEGEN.rglob("*.py")
}


def imports(name: str) -> set[str]:
    """The modules of the generator that one of them imports."""
    path = MODULES[name]
    package = path.relative_to(CODEGEN.parent).parent.parts
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            base = ".".join(
                [*(package[: len(package) - node.level + 1] if node.level else ()), *filter(None, [node.module])]
            )
            found |= {f"{base}.{each.name}" if f"{base}.{each.name}" in MODULES else base for each in node.names}
    return found & MODULES.keys()


def reach(name: str) -> set[str]:
    found, waiting = set[str](), [name]
    while waiting:
        new = imports(waiting.pop()) - found
        found |= new
        waiting += new
    return found


def test_reader_never_imports_the_writer():
    readers = [name for name in MODULES if name.startswith("codegen.read")]
    assert len(readers) > 5
    assert not {f"{name} -> {each}" for name in readers for each in imports(name) if each.startswith("codegen.write")}


def test_no_module_imports_itself_through_others():
    assert imports("codegen.read.document") > {"codegen.read.conventions", "codegen.read.parser"}
    assert not [name for name in MODULES if name in reach(name)]
