"""How the chat service cleans the texts that it is sent."""

import unicodedata

_COMMENT_LENGTH = 2000


def stripped(text: str | None) -> str | None:
    """A text without the white space around it."""
    return None if text is None else text.strip()


def cleaned_comment(comment: str | None) -> str | None:
    """A comment as it is kept; line breaks and tabs are not among the control characters that are dropped."""
    kept = "".join(each for each in comment or "" if each in "\n\t" or unicodedata.category(each) != "Cc")
    return kept.strip()[:_COMMENT_LENGTH] or None
