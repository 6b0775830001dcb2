"""Wildcards: one character stands for any text, another for any single character, and all others for themselves."""


def matches(text: str, wildcard: str, *, any_text: str = "*", any_character: str = "?") -> bool:
    """Whether a whole text matches a wildcard, in a time that grows at most with the product of their lengths.

    The wildcard may come from a client, and `fnmatch` needs minutes for some of them.

    >>> matches("npm test", "npm *")
    True
    """
    at = position = 0
    star, resumed = -1, 0
    while at < len(text):
        if position < len(wildcard) and wildcard[position] == any_text:
            star, resumed = position, at
            position += 1
        elif position < len(wildcard) and wildcard[position] in (any_character, text[at]):
            at += 1
            position += 1
        elif star >= 0:  # the last star takes one character more; the stars before it need not
            resumed += 1
            at, position = resumed, star + 1
        else:
            return False
    return not wildcard[position:].strip(any_text)
