"""Which module of the generator imports which."""

import ast
from functools import cache
from pathlib import Path

CODEGEN = Path(__file__).parents[2] / "codegen"
MODULES = {
    ".".join(path.relative_to(CODEGEN.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in CODEGEN.rglob("*.py")
}


@cache
def imports(name: str) -> set[str]:
    """The modules of the generator that one of them imports."""
    path = MODULES[name]
    package = path.relative_to(CODEGEN.parent).parent.parts
    modules: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            base = ".".join(
                [*(package[: len(package) - node.level + 1] if node.level else ()), *filter(None, [node.module])]
            )
            modules |= {f"{base}.{alias.name}" if f"{base}.{alias.name}" in MODULES else base for alias in node.names}
    return modules & MODULES.keys()


def reach(name: str) -> set[str]:
    reached, waiting = set[str](), [name]
    while waiting:
        new = imports(waiting.pop()) - reached
        reached |= new
        waiting += new
    return reached


def test_reader_never_imports_the_writer():
    readers = [name for name in MODULES if name.startswith("codegen.read")]
    assert len(readers) > 5
    assert not {
        f"{name} -> {imported}"
        for name in readers
        for imported in imports(name)
        if imported.startswith("codegen.write")
    }


def test_no_module_imports_itself_through_others():
    assert imports("codegen.read.document") > {"codegen.read.convention_checks", "codegen.read.parser_adapter"}
    assert not [name for name in MODULES if name in reach(name)]
