"""The rules that a test run has exercised: those by which a stub refused a request."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase

from trivet_stubs._generated.names import SERVICES
from trivet_stubs.kernel.rules import load


class ExercisedRules:
    """How often each rule was exercised.

    >>> found = ExercisedRules(["chat.shares.*"])
    >>> found.add(stub.requests.rules_exercised())
    >>> found.missing()
    ['chat.shares.only-the-owner-shares', 'chat.shares.only-the-sharer-revokes']

    Args:
        required: Patterns of the ids of rules that must be exercised. Those that no stub refuses by do not count.

    Raises:
        ValueError: A pattern matches no rule that a stub refuses by.
    """

    def __init__(self, required: Sequence[str] = ()) -> None:
        self.counts: Counter[str] = Counter()
        """The counts by the ids of the rules."""
        self._refusing = {service: [each.id for each in load(service).values() if each.refused] for service in SERVICES}
        self._required: list[str] = []
        for pattern in required:
            matching = [each for ids in self._refusing.values() for each in ids if fnmatchcase(each, pattern)]
            if not matching:
                raise ValueError(f"{pattern!r} matches no rule by which a stub refuses a request")
            self._required += matching

    def add(self, counts: Mapping[str, int]) -> None:
        """Add the counts of a stub, or of another process."""
        self.counts.update(counts)

    def missing(self) -> list[str]:
        """The required rules that were not exercised, sorted."""
        return sorted({each for each in self._required if not self.counts[each]})

    def lines(self, *, verbose: bool = False) -> Iterator[str]:
        """Yield the lines of a report: for each service that has exercised rules, or for all if there are none.

        Args:
            verbose: Whether to name the rules that were not exercised, too.
        """
        for service, ids in self._refusing.items():
            found = [each for each in ids if self.counts[each]]
            others = sorted(each for each in self.counts if each.startswith(f"{service}.") and each not in ids)
            if self.counts and not found and not others:
                continue
            yield f"{service}: {len(found)} of {len(ids)} rules by which the stub refuses requests"
            yield from (f"  {self.counts[each]:5}  {each}" for each in [*found, *others])
            if verbose:
                yield from (f"      -  {each}" for each in ids if not self.counts[each])
