"""Changed copies of modules, to see whether the tests notice: what may be changed in a source, and each change as a source of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

OTHER_OPERATOR: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
"""For each operator the one that is put in its place."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of a source."""

    line: int  # from 1
    was: str  # the code that was replaced
    now: str  # the code in its place
    source: str  # the whole source with the change


def find_mutants(source: str) -> list[Mutant]:
    """Every change of one place in a Python source, in the order of the source. Types, docstrings and imports stay as they are."""
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    whole, found = source.encode(), []
    for node, now in _changes(ast.parse(source)):
        first = starts[node.lineno - 1] + node.col_offset
        last = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        changed = whole[:first] + now.encode() + whole[last:]
        found.append((first, Mutant(node.lineno, whole[first:last].decode(), now, changed.decode())))
    return [mutant for _, mutant in sorted(found, key=lambda at: (at[0], at[1].now))]


def choose_mutants(name: str, source: str, count: int, seed: int) -> list[Mutant]:
    """`count` mutants of the module of that name, or all where there are fewer: the same for the same source and seed."""
    mutants = find_mutants(source)
    chosen = Random(f"{name}/{seed}").sample(range(len(mutants)), min(count, len(mutants)))
    return [mutants[place] for place in sorted(chosen)]


def _changes(tree: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Nodes of constants and of the bodies of functions, each with the code that is put in its place."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.expr, ast.stmt)):
            yield from ((node, now) for now in _other_code(node))
        match node:
            case ast.Import() | ast.ImportFrom() | ast.JoinedStr():  # the places of what stands in an f-string are not known
                continue
            case ast.FunctionDef(body=body) | ast.AsyncFunctionDef(body=body) | ast.ClassDef(body=body):
                yield from _changes(ast.Module(body, []))  # neither types nor decorators
            case ast.AnnAssign(value=value):
                yield from _changes(ast.Expr(value)) if value else ()
            case ast.If(test=test):
                yield test, f"(not ({ast.unparse(test)}))"
                yield from _changes(node)
            case _:
                yield from _changes(node)


def _other_code(node: ast.expr | ast.stmt) -> Iterator[str]:
    """What may be put in the place of one node, its parts left as they are."""
    match node:
        case ast.Compare(left, [operator], [right]) if other := OTHER_OPERATOR.get(type(operator)):
            yield f"({ast.unparse(ast.Compare(left, [other()], [right]))})"
        case ast.BinOp(left, operator, right) if other := OTHER_OPERATOR.get(type(operator)):
            yield f"({ast.unparse(ast.BinOp(left, other(), right))})"
        case ast.BoolOp(operator, values):
            yield f"({ast.unparse(ast.BoolOp(OTHER_OPERATOR[type(operator)](), values))})"
        case ast.UnaryOp(ast.Not(), operand):
            yield f"({ast.unparse(operand)})"
        case ast.Constant(bool(value)):
            yield repr(not value)
        case ast.Constant(int(value) | float(value)):
            yield repr(value + 1)
        case ast.IfExp(test, body, otherwise):
            yield f"({ast.unparse(ast.IfExp(test, otherwise, body))})"
        case ast.Expr(ast.Call()) | ast.AugAssign():
            yield "pass"
