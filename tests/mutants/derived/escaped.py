"""The list of the derived mutants that escape: the text file of a service, by reason."""

from collections.abc import Iterable, Mapping
from pathlib import Path


def read_escaped(path: Path) -> dict[str, str]:
    """Return the mutants that are known to escape, each with its reason; empty if there is no file.

    A line that is not indented is a reason, and the indented lines below it are the ids of mutants.

    Raises:
        ValueError: A mutant has no reason, or two.
    """
    reasons: dict[str, str] = {}
    reason = ""
    for line in path.read_text("utf-8").splitlines() if path.is_file() else ():
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if line[0] != " ":
            reason = text
        elif not reason or text in reasons:
            raise ValueError(f"{path.name}: {text} has {'two reasons' if text in reasons else 'no reason'}")
        else:
            reasons[text] = reason
    return reasons


def differences(known: Mapping[str, str], escaped: Iterable[str], tried: Iterable[str]) -> list[str]:
    """Return the errors of a list: each mutant that escapes and is not listed, or is listed and was found.

    Args:
        known: The list.
        escaped: The mutants that escaped.
        tried: All mutants that were tried.
    """
    escaping, all_tried = set(escaped), set(tried)
    return [
        *(f"{name}: escapes, and is not listed" for name in sorted(escaping - known.keys())),
        *(f"{name}: is listed, and was found" for name in sorted((known.keys() & all_tried) - escaping)),
    ]
