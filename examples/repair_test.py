"""Let an agent repair a failing test in CI: `python examples/repair_test.py 600 1.50 tests/test_pears.py 'src/*'`."""

import sys
import time
from shlex import quote
from subprocess import getoutput, getstatusoutput

from trivet import AgentClient, TrivetError
from trivet.agent import PermissionRule, opencode


def main(seconds: float, dollars: float, test: str, *allowed: str, agent: AgentClient | None = None) -> int:
    """Return 0 only if the test passes, the agent has finished in its budget, and only allowed files have changed."""
    pytest = f"{quote(sys.executable)} -B -m pytest -q --tb=short -p no:cacheprovider {quote(test)}"
    began, turn, (code, output) = time.monotonic(), None, getstatusoutput(pytest)
    base, changes = getoutput("git rev-parse HEAD"), getoutput("git status --porcelain")
    file, others = quote(test.partition("::")[0]), " ".join(quote(f":!{path}") for path in allowed)
    if code not in (1, 2) or changes or not getoutput(f"git ls-files -- {file} {others}"):
        print(output, changes, "No agent: the test passes, may be changed or is not in git, or there are changes.")
        return code
    rules = [PermissionRule(action="*", resource="*", effect="deny")]
    rules += [PermissionRule(action=tool, resource="*", effect="allow") for tool in ("read", "glob", "grep", "list")]
    rules += [PermissionRule(action="edit", resource=path, effect="allow") for path in allowed]
    prompt = f"Repair the code that this test checks. You may only edit {', '.join(allowed)}.\n\n{output}"
    try:
        with agent or opencode.serve() as client:
            with client.session.start(title=f"Repair {test}", rules=rules) as session:
                turn = session.turn(prompt, deadline=seconds, max_cost=dollars)
                turn.run()
    except TrivetError as error:
        print(error)
    refused = getoutput(f"git add --intent-to-add :/; git diff --name-only {base} -- :/ {others}")
    code, output = (1, f"not allowed to change: {refused}") if refused else getstatusoutput(pytest)
    end, cost = (turn.outcome.status, turn.outcome.cost_known) if turn else ("failed", 0)
    print(getoutput(f"git diff {base}"), output, f"{end}, ${cost:.2f}, {time.monotonic() - began:.0f} s", sep="\n")
    return code if end == "finished" else 1


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), float(sys.argv[2]), *sys.argv[3:]))
