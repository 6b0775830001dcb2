"""The law for one service: what a spec says without a mark, and a rule that is called stated, its contract says.

`python -m tests.laws.statements.law [SERVICE ...]` makes every dishonest edit of the specs and of the sentences of
rules, and lists those that the law does not find; the exit status is 1 if there are any.
"""

import json
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

import yaml

from codegen.read.rule_files import read_rules
from tests.laws.specs import LOADER, document, operation_ids
from tests.laws.statements.compare import Comparison, misplaced
from tests.laws.statements.document import Document
from tests.laws.statements.edits import edits
from tests.laws.statements.rule_edits import rule_edits
from tests.laws.statements.rule_words import RuleList
from tests.laws.statements.sentences import Ledger
from tests.laws.statements.spec import Spec
from tests.laws.statements.statement import Statement
from tests.laws.tree import ROOT, SERVICES

IN_WORDS = [service for service in SERVICES if (ROOT / "spec" / "contract" / f"{service}.md").is_file()]
"""The services with a contract in words; the spec of another service is its contract, and states all that it says."""


class Law:
    """The contract of a service, and the list of the sentences that it states.

    Attributes:
        text: The contract.
        stated: Its statements.
        answered: The operations whose answers it states.
        ledger: The file of `spec/sentences/`.
        rules: The rules of the service.
        rule_list: What this file says of them.
    """

    def __init__(self, service: str) -> None:
        self.text = (ROOT / "spec" / "contract" / f"{service}.md").read_text("utf-8")
        reader: Callable[[str], set[Statement]] = import_module(f"tests.laws.statements.{service}").read
        self.stated = frozenset(reader(self.text))
        self.answered = {statement.about for statement in self.stated if statement.aspect == "answer"}
        sentences = yaml.load((ROOT / "spec" / "sentences" / f"{service}.yaml").read_text("utf-8"), LOADER)
        self.ledger = Ledger(sentences)
        self.rules = read_rules(ROOT / "spec" / "rules" / f"{service}.yaml", operation_ids(service)).rules
        self.rule_list = RuleList(sentences, Document(document(service)))

    def faults(self, raw: Any) -> list[str]:
        """Return every violation in a parsed spec."""
        spec = Spec(raw)
        comparison = Comparison(spec, self.stated)
        lines = [*comparison.unstated, *comparison.missing, *comparison.wrong_marks, *misplaced(spec)]
        return [*lines, *self.ledger.differences(spec, self.answered)]


@cache
def law(service: str) -> Law:
    """Return the law for a service."""
    return Law(service)


def main(services: list[str]) -> int:
    """Make every edit of the specs and rules of some services, or of all, and return the exit status."""
    missed = list[str]()
    for service in services or IN_WORDS:
        raw = json.loads(json.dumps(document(service)))
        count = 0
        for edit in edits(raw, law(service).answered):
            count += 1
            with edit.applied():
                if not law(service).faults(raw):
                    missed.append(f"{service}: {edit}")
        changed = [*rule_edits(law(service).rules)]
        missed += [f"{service}: {edit}" for edit in changed if not [*law(service).rule_list.of_rule(edit.rule)]]
        print(f"{service}: {count} edits of the spec, {len(changed)} of rules")
    print("\n".join(missed) or "each is found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
