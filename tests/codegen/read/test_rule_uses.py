"""Where stubs name the ids of rules."""

from pathlib import Path

from codegen.read.rule_uses import rule_uses

SOURCE = '''"""Refuses by toy.toys.in-a-docstring alone."""

_MISSING = "toy.toys.unknown-is-404"


class Toys:
    def get(self):
        raise Refusal(404, rule=_MISSING)

    async def create(self):
        raise Refusal(400, rule="toy.toys.name-is-required" if True else "toy.toys.unknown-is-404")


@operation("toy.list")
def other():
    return "shop.toys.of-another-service", "toy.toys.file.py", "toy.toys.Not-An-Id"
'''


def test_ids_are_found_with_the_functions_that_name_them(tmp_path: Path):
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "handlers.py").write_text(SOURCE, "utf-8")
    (tmp_path / "broken.py").write_text("no id, and no Python", "utf-8")

    assert rule_uses(tmp_path, "toy") == {
        "toy.toys.unknown-is-404": ["toy/handlers.py::<module>", "toy/handlers.py::Toys.create"],
        "toy.toys.name-is-required": ["toy/handlers.py::Toys.create"],
    }
    assert rule_uses(tmp_path, "none") == {}
