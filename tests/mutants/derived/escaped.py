"""The list of the derived mutants that escape: the text file of a service, by reason."""

from collections.abc import Iterable, Mapping
from pathlib import Path


def read_escaped(path: Path) -> dict[str, str]:
    """The mutants that are known to escape, each with its reason; none if there is no file.

    A line that is not indented is a reason, and the indented lines below it are the ids of mutants.

    Raises:
        ValueError: A mutant has no reason, or two.
    """
    found: dict[str, str] = {}
    reason = ""
    for line in path.read_text("utf-8").splitlines() if path.is_file() else ():
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if line[0] != " ":
            reason = text
        elif not reason or text in found:
            raise ValueError(f"{path.name}: {text} has {'two reasons' if text in found else 'no reason'}")
        else:
            found[text] = reason
    return found


def differences(known: Mapping[str, str], escaped: Iterable[str], tried: Iterable[str]) -> list[str]:
    """What is wrong with a list: a mutant that escapes and is not listed, or one that is listed and does not.

    Args:
        known: The list.
        escaped: The mutants that escaped.
        tried: All mutants that were tried.
    """
    escaping, all_tried = set(escaped), set(tried)
    return [
        *(f"{each}: escapes, and is not listed" for each in sorted(escaping - known.keys())),
        *(f"{each}: is listed, and was found" for each in sorted((known.keys() & all_tried) - escaping)),
    ]
