"""Foreign text as one line for a terminal or a report."""


def printable(text: str, length: int) -> str:
    """Return a text as one line: without control characters, and cut to a length.

    >>> printable("a\\x1b[31mb", 300)
    'a [31mb'
    """
    cut = text if len(text) <= length else text[: length - 1] + "…"
    return "".join(character if character.isprintable() else " " for character in cut)
