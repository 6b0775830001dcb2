"""A table of a text report."""

from collections.abc import Iterator, Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table, whose columns are as wide as their longest cell.

    >>> [*table(("rule", "tried"), [("chat.paging", "3")])]
    ['rule         tried', 'chat.paging  3']
    """
    widths = [max(len(row[at]) for row in (head, *rows)) for at in range(len(head))]
    for row in (head, *rows):
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
