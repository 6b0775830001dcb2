"""The faults that a source may get: each changes one expression or statement, and leaves the other bytes alone."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
}
DELETED = (ast.Expr, ast.Assign, ast.AugAssign, ast.Delete, ast.Raise, ast.Break, ast.Continue)
FOR_TYPE_CHECKERS = {"Literal", "TypeVar", "ParamSpec", "NewType", "cast", "Protocol", "overload", "TYPE_CHECKING"}


class Fault(NamedTuple):
    """A change of one place of a file."""

    path: str
    line: int
    end_line: int
    start: int
    """The first byte that is replaced."""
    end: int
    operator: str
    before: str
    after: str
    at_import: bool
    """The place runs when the module is imported."""

    def apply(self, source: bytes) -> bytes:
        """Return the source with the fault."""
        assert source[self.start : self.end] == self.before.encode(), (
            f"{self.path} has changed since the fault was drawn"
        )
        return source[: self.start] + self.after.encode() + source[self.end :]

    def __str__(self) -> str:
        before, after = (" ".join(text.split()) for text in (self.before, self.after))
        return f"{self.path}:{self.line}: {self.operator}: {before} -> {after}"


def faults_of(path: str, source: bytes) -> list[Fault]:
    """Return the faults that the operators plant in a source, from its start to its end."""
    lengths = [0]
    for line in source.splitlines(keepends=True):
        lengths.append(lengths[-1] + len(line))
    faults: list[Fault] = []
    for place in _places(ast.parse(source), at_import=True):
        node = place.node
        start = lengths[node.lineno - 1] + node.col_offset
        end = lengths[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        before = source[start:end].decode()
        lines = (node.lineno, node.end_lineno or node.lineno)
        for operator, after in _changes(node, place.is_condition, at_import=place.at_import):
            faults.append(Fault(path, *lines, start, end, operator, before, after, place.at_import))
    return faults


class _Place(NamedTuple):
    node: ast.expr | ast.stmt
    is_condition: bool
    at_import: bool


def _places(parent: ast.AST, *, at_import: bool) -> Iterator[_Place]:
    for name, value in ast.iter_fields(parent):
        if name in {"annotation", "returns", "type_params"}:
            continue
        in_body = name == "body" and isinstance(parent, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST) or _is_for_readers(node):
                continue
            if isinstance(node, (ast.expr, ast.stmt)):
                yield _Place(node, name in {"test", "ifs"}, at_import and not in_body)
            if not isinstance(node, ast.JoinedStr):  # before Python 3.12, the parts of an f-string have no position
                yield from _places(node, at_import=at_import and not in_body)


def _is_for_readers(node: ast.AST) -> bool:
    """Say whether only people and type checkers read a part of a source: nothing depends on it at run time."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.If(test=part) | ast.Subscript(value=part) | ast.Call(func=part):
            return _name(part) in FOR_TYPE_CHECKERS
        case (
            ast.ClassDef(bases=parts)
            | ast.FunctionDef(decorator_list=parts)
            | ast.AsyncFunctionDef(decorator_list=parts)
        ):
            return any(_name(part) in FOR_TYPE_CHECKERS for part in parts)
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
    return False


def _name(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=value):
            return _name(value)
    return ""


def _changes(node: ast.expr | ast.stmt, is_condition: bool, *, at_import: bool) -> Iterator[tuple[str, str]]:
    """Yield the operators that apply to a node, and the text that takes its place."""
    match node:
        case ast.Compare(ops=[operator]):
            yield "comparison", _with(node, ops=[COMPARISONS[type(operator)]()])
        case ast.BoolOp(op=operator):
            yield "and, or", _with(node, op=ast.Or() if isinstance(operator, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not", f"({ast.unparse(operand)})"
        case ast.BinOp(op=operator) if type(operator) in ARITHMETIC:
            yield "arithmetic", _with(node, op=ARITHMETIC[type(operator)]())
        case ast.Constant(value=bool(value)):
            yield "constant", repr(not value)
        case ast.Constant(value=int(value)) | ast.Constant(value=float(value)):
            yield "constant", f"({value + 1})"
            yield "constant", f"({value - 1})"
        case ast.Constant(value=str(value)) | ast.Constant(value=bytes(value)) if value:
            yield "constant", '""' if isinstance(value, str) else 'b""'
        case ast.JoinedStr():
            yield "constant", '""'
        case ast.Call(args=arguments, keywords=keywords):
            for index in range(len(arguments)):
                yield "argument", _with(node, args=arguments[:index] + arguments[index + 1 :])
            for index in range(len(keywords)):
                yield "argument", _with(node, keywords=keywords[:index] + keywords[index + 1 :])
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant) or value.value is not None:
            yield "return", "return None"
        case ast.Assign(targets=targets) if any(isinstance(target, (ast.Name, ast.Tuple)) for target in targets):
            pass  # the next line that reads the variable would fail
        case ast.stmt() if isinstance(node, DELETED) and not at_import:
            yield "statement", "pass"
    if is_condition and not isinstance(node, (ast.Compare, ast.UnaryOp)):
        yield "not", f"(not ({ast.unparse(node)}))"


def _with(node: ast.expr, **fields: object) -> str:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return f"({ast.unparse(changed)})"
